"""What a page may be written over: an earlier page, and nothing else."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path

from accord.campaign.discover import is_html_page, is_page
from accord.errors import UsageError
from accord.formats.output import STANDARD_OUTPUT
from accord.formats.source import Source

_HTML = (".html", ".htm")


def refuse_no_page(path: str | PathLike[str]) -> None:
    """Refuse to write HTML into what is called otherwise, or over what is no page."""
    output = fspath(path)
    if output == STANDARD_OUTPUT:
        return
    if not output.casefold().endswith(_HTML):
        raise UsageError(f"a page is written as HTML: {output} does not end in .html")
    if Path(output).is_file() and not is_html_page(Source(output)):
        raise UsageError(f"{output} is there, and is no page of accord: choose another name for the page")


def refuse_no_payload(path: str | PathLike[str]) -> None:
    """Refuse to write JSON into what is called otherwise, or over what is not from a page."""
    output = fspath(path)
    if not output.casefold().endswith(".json"):
        raise UsageError(f"what a page holds is written as JSON: {output} does not end in .json")
    if Path(output).is_file() and not is_page(Source(output)):
        raise UsageError(f"{output} is there, and is not from a page: choose another name for what it holds")
