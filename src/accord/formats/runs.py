"""Which files are runs of one system."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from accord.formats.names import stem

if TYPE_CHECKING:
    from collections.abc import Sequence

_SEED = re.compile(r"(?:^|[-_.])(?:seed|run)?[-_.]?\d+$|(?:seed|run)[-_.]?\d+$", re.IGNORECASE)


def group_runs(files: Sequence[str]) -> dict[str, list[str]]:
    """Which files are runs of one system: those whose names differ only in a number behind them.

    Where the same file names occur in several folders, or hold nothing but a number, the folder names the system.

    >>> group_runs(["out/lantern-1.conll", "out/lantern-2.conll", "out/beacon_seed7.conll"])
    {'lantern': ['out/lantern-1.conll', 'out/lantern-2.conll'], 'beacon': ['out/beacon_seed7.conll']}
    >>> list(group_runs(["bert/seed1.conll", "bert/seed2.conll", "xlmr/seed1.conll", "xlmr/seed2.conll"]))
    ['bert', 'xlmr']
    """
    stems = [stem(file) for file in files]
    by_folder = len(set(stems)) < len(stems)
    systems: dict[str, list[str]] = {}
    for file, name in zip(files, stems, strict=True):
        base, folder = _SEED.sub("", name), PurePath(file).parent.name
        system = "/".join(part for part in (folder, base) if part) if by_folder else base or folder or name
        systems.setdefault(system, []).append(file)
    return systems
