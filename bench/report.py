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


def measured(path: Path, output: Path) -> tuple[float, float, float]:
    """Seconds until the first page, until the last, and of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start, first = time.monotonic(), None
    running = subprocess.Popen(
        [sys.executable, "-m", "accord", "report", str(path), "-o", str(output), "--quiet"], stdout=subprocess.DEVNULL
    )
    while running.poll() is None:
        if first is None and output.exists():
            first = time.monotonic() - start
        time.sleep(0.01)
    if running.returncode:
        sys.exit(f"accord report {path} failed")
    last = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return first or last, last, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
            first, last, processor = measured(path, output)
            size = output.stat().st_size / 1e6
            pages = f"first page after {first:.1f} s, last after {last:.1f} s"
            print(f"{name}: {pages}, {processor:.1f} s of CPU, {size:.1f} MB")


if __name__ == "__main__":
    main()
