"""A short hash of a study of units, for signatures."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from accord.study.units import UnitStudy


def digest(study: UnitStudy) -> str:
    """Eight digits that change with any unit, category or document, and not with names of annotators or any order.

    Annotators are numbered in the order of all that they marked.
    """
    content: dict[str, list[bytes]] = {name: [] for name in study.annotators}
    continua = sorted(study.continua, key=lambda continuum: continuum.document)
    for continuum in continua:
        rows = np.column_stack([continuum.start, continuum.end, continuum.category]) + 0.0
        own = dict(zip(continuum.annotators, np.split(rows, continuum.offsets[1:-1]), strict=True))
        for name, found in content.items():
            found.append(own[name].astype(">f8").tobytes() if name in own else b"absent")
    whole = sha256(repr(study.categories).encode("utf-8", "surrogatepass"))
    for continuum in continua:
        about = repr((continuum.document, continuum.low, continuum.high))
        whole.update(about.encode("utf-8", "surrogatepass"))
    for found in sorted(content.values()):
        whole.update(repr([len(part) for part in found]).encode())
        for part in found:
            whole.update(part)
    return whole.hexdigest()[:8]
