"""Record what commands print, or compare it with what was recorded.

python -m tests.snapshots.record                    # record all campaigns
python -m tests.snapshots.record --only chunks-five # one of them
python -m tests.snapshots.record --verb report      # one verb of all campaigns
python -m tests.snapshots.record --check            # compare, exit code 1 where something differs
python -m tests.snapshots.record --check --numbers  # only exit codes and decimal numbers that are gone
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.snapshots.campaigns import CAMPAIGNS
from tests.snapshots.commands import COMMANDS, HARBOUR, commands
from tests.snapshots.repeats import expand, shorten
from tests.snapshots.running import STDERR, run

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
RECORDED = Path(__file__).parent / "recorded"
_MARK = "$ accord "
_TELLING = re.compile(r"^exit \d|-?\b\d+\.\d{3,}(?:e[+-]?\d+)?")
"""Numbers that hardly stand there twice by chance."""

Snapshot = dict[str, str]


def take(name: str, verb: str = "") -> Snapshot:
    """What the commands of a campaign, or those of one verb, print now."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        if name in CAMPAIGNS:
            CAMPAIGNS[name].write(Path())
        elif name.startswith(HARBOUR):
            shutil.copytree(ROOT / "examples" / HARBOUR, HARBOUR)
        return {line: run(line) for line in commands(name) if line.startswith(verb)}


def recorded(name: str) -> Snapshot:
    """What they printed when they were recorded."""
    path = RECORDED / f"{name}.txt"
    if not path.exists():
        return {}
    blocks = expand(path.read_text(encoding="utf-8")).split(f"\n{_MARK}")[1:]
    return {line: text.rstrip("\n") for line, _, text in (block.partition("\n") for block in blocks)}


def write(name: str, snapshot: Snapshot) -> None:
    """Keep what the commands of a campaign print."""
    RECORDED.mkdir(exist_ok=True)
    text = f"# {name}\n" + "".join(f"\n{_MARK}{line}\n{text}\n" for line, text in snapshot.items())
    (RECORDED / f"{name}.txt").write_text(shorten(text), encoding="utf-8", newline="\n")
    assert recorded(name) == snapshot, f"{name} does not read back as it was written"


def differences(name: str, *, numbers: bool = False, verb: str = "") -> Iterator[str]:
    """For every command that prints something else than was recorded, the two as a diff."""
    before = {line: text for line, text in recorded(name).items() if line.startswith(verb)}
    now = take(name, verb)
    for line in dict.fromkeys([*before, *now]):
        old, new = before.get(line, ""), now.get(line, "")
        if numbers and (gone := _gone(old, new)):
            yield f"{name}: {_MARK}{line}\ngone: {' '.join(gone)}"
        elif not numbers and old != new:
            lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "recorded", "now", lineterm="", n=1)
            yield "\n".join([f"{name}: {_MARK}{line}", *lines])


def _gone(old: str, new: str) -> list[str]:
    """The exit code and the decimal numbers of standard output that were recorded and are nowhere now."""
    before, now = (set(_TELLING.findall(text.partition(f"\n{STDERR}\n")[0])) for text in (old, new))
    return sorted(before - now)


def main(arguments: list[str] | None = None) -> int:
    """Record or compare, and give the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.snapshots.record", description="Record or compare snapshots."
    )
    parser.add_argument("--check", action="store_true", help="compare with what was recorded")
    parser.add_argument(
        "--numbers", action="store_true", help="with --check: only what of exit codes and decimals is gone"
    )
    parser.add_argument("--only", action="append", metavar="CAMPAIGN", choices=list(COMMANDS), help="not all campaigns")
    parser.add_argument("--verb", default="", help="not all commands, but those of one verb")
    given = parser.parse_args(arguments)
    different = 0
    for name in given.only or COMMANDS:
        if given.check:
            for diff in differences(name, numbers=given.numbers, verb=given.verb):
                different += 1
                sys.stdout.write(f"{diff}\n\n")
        else:
            known = recorded(name) if given.verb else {}
            write(
                name, {line: text for line, text in (known | take(name, given.verb)).items() if line in commands(name)}
            )
    sys.stdout.write(f"{different} commands differ\n" if given.check else f"recorded in {RECORDED}\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
