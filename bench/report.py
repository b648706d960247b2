"""How long a page takes: the first one of a campaign of 1 MB, and that of 16,100 comments with spans by a crowd.

    python bench/report.py [--comments toxic.jsonl]

The campaign is the example's three annotators, repeated with tokens that differ until their files hold 1 MB. The first
page must be there 3 seconds after the command, and the page of the comments (docs/formats.md shows how their tables
become JSON lines) after 60 seconds of processor time; without --comments that part is left out.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HARBOUR = Path(__file__).parents[1] / "examples" / "harbour"
SIZE = 1_000_000


def campaign(folder: Path) -> None:
    """Three annotators whose files hold a megabyte together."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted((HARBOUR / "annotators").iterdir())}
    for name, text in texts.items():
        parts: list[str] = []
        while sum(map(len, parts)) < SIZE / len(texts):
            number = len(parts)
            rows = [row.split("\t") for row in text.splitlines()]
            parts.append(
                "".join(
                    f"{row[0]}{number}\t{row[1]}\n"
                    if len(row) == 2 and row[0] != "-DOCSTART-"
                    else "\t".join(row) + "\n"
                    for row in rows
                )
            )
        (folder / name).write_text("".join(parts), encoding="utf-8")


class Taken(NamedTuple):
    """Seconds by the clock and of processor time, until the first page and until the last."""

    first: float
    first_processor: float
    last: float
    last_processor: float


def measured(path: Path, output: Path) -> Taken:
    """How long a page takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start, first, first_processor = time.monotonic(), 0.0, float("nan")
    running = subprocess.Popen(
        [sys.executable, "-m", "accord", "report", str(path), "-o", str(output), "--quiet"], stdout=subprocess.DEVNULL
    )
    while running.poll() is None:
        if not first and output.exists():
            first, first_processor = time.monotonic() - start, processor_time(running.pid)
        time.sleep(0.01)
    if running.returncode:
        sys.exit(f"accord report {path} failed")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Taken(first, first_processor, time.monotonic() - start, spent)


def processor_time(process: int) -> float:
    """Seconds of processor time that a process took so far, where the system says so."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--comments", type=Path, help="the comments as JSON lines")
    comments = parser.parse_args().comments
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "campaign")
        folder.mkdir()
        campaign(folder)
        for name, path in (("1 MB of labels", folder), ("16,100 comments", comments)):
            if path is None:
                print(f"{name}: left out, for --comments names no file")
                continue
            output = Path(scratch, f"{len(name)}.html")
            taken = measured(path, output)
            print(
                f"{name}: first page after {taken.first:.1f} s ({taken.first_processor:.1f} s of CPU), last after "
                f"{taken.last:.1f} s ({taken.last_processor:.1f} s of CPU), {output.stat().st_size / 1e6:.1f} MB"
            )


if __name__ == "__main__":
    main()
