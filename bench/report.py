"""How long a page takes: the first one of campaigns of 1 MB, and that of 16,100 comments with spans by a crowd.

    python bench/report.py [--comments toxic.jsonl]

The campaigns are layers of the example (chunk labels, trees, units), repeated with other tokens, sentences and
documents until their files hold 1 MB, and the first comments. The first page must be there 3 seconds after the command,
and the page of all the comments (docs/formats.md shows how their tables become JSON lines) after 60 seconds of
processor time; it must be under 1 MB and open within a second. Without --comments these parts are left out, and without
chromium nothing is opened.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

CHROMIUM = Path("/usr/bin/chromium")
HARBOUR = Path(__file__).parents[1] / "examples" / "harbour"
SIZE = 1_000_000


def labels(folder: Path) -> None:
    """Three annotators of chunk labels."""
    repeated(
        folder,
        "annotators",
        lambda text, number: re.sub(r"^(?!-DOCSTART-)(\S+)(?=\t)", rf"\g<1>{number}", text, flags=re.MULTILINE),
    )


def trees(folder: Path) -> None:
    """Three annotators of dependencies."""
    repeated(folder, "trees", lambda text, number: re.sub(r"(_id|newdoc id) = ", rf"\g<0>{number}-", text))


def units(folder: Path) -> None:
    """Three annotators of units, in documents as long as those of the example."""
    header, rows = (HARBOUR / "radio.csv").read_text(encoding="utf-8").split("\n", 1)
    times = SIZE // len(rows) + 1
    written = (re.sub(r"^(?=.)", f"{number}-", rows, flags=re.MULTILINE) for number in range(times))
    (folder / "radio.csv").write_text("\n".join([header, *written]), encoding="utf-8")


def repeated(folder: Path, layer: str, changed: Callable[[str, int], str]) -> None:
    """The files of a layer of the example, each repeated until all hold a megabyte together, each time changed."""
    files = sorted((HARBOUR / layer).iterdir())
    for file in files:
        text = file.read_text(encoding="utf-8")
        times = SIZE // len(files) // len(text) + 1
        (folder / file.name).write_text("".join(changed(text, number) for number in range(times)), encoding="utf-8")


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


def opening(page: Path) -> str:
    """How long a browser takes until it shows a page, the least of three times."""
    if not CHROMIUM.exists():
        return "not opened"
    from playwright.sync_api import sync_playwright

    seconds = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(3):
            shown = browser.new_page()
            start = time.monotonic()
            shown.goto(page.as_uri())
            shown.wait_for_selector(".view-overview")
            seconds.append(time.monotonic() - start)
        browser.close()
    return f"opens in {min(seconds):.2f} s"


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
        campaigns: dict[str, Path | None] = {}
        for made in (labels, trees, units):
            campaigns[f"1 MB of {made.__name__}"] = folder = Path(scratch, made.__name__)
            folder.mkdir()
            made(folder)
        campaigns |= {"1 MB of comments": comments and some_of(comments, Path(scratch, "some.jsonl"))}
        campaigns |= {"16,100 comments": comments}
        for name, path in campaigns.items():
            if path is None:
                print(f"{name}: left out, for --comments names no file")
                continue
            output = Path(scratch, f"{name}.html")
            taken = measured(path, output)
            print(
                f"{name}: first page after {taken.first:.1f} s ({taken.first_processor:.1f} s of CPU), last after "
                f"{taken.last:.1f} s ({taken.last_processor:.1f} s of CPU), {output.stat().st_size / 1e6:.2f} MB, "
                f"{opening(output)}",
                flush=True,
            )


def some_of(comments: Path, output: Path) -> Path:
    """As many of the comments as make a megabyte."""
    size = 0
    with comments.open(encoding="utf-8") as lines, output.open("w", encoding="utf-8") as some:
        while size < SIZE:
            size += some.write(next(lines))
    return output


if __name__ == "__main__":
    main()
