"""What the codes of findings mean: the sections of ``findings.md`` beside this file."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def finding_pages() -> dict[str, str]:
    """The section of every code."""
    text = files("accord.reporting").joinpath("findings.md").read_text(encoding="utf-8")
    sections = text.split("\n## ")[1:]
    return {name: section.strip() for section in sections for name in section.partition("\n")[0].strip().split(", ")}


def finding_sentence(code: str) -> str:
    """The first paragraph of what is said of a code, in one line; nothing where nothing is said of it.

    >>> finding_sentence("duplicate-label")[:40]
    'An annotator labelled an item twice: a w'
    """
    paragraphs = finding_pages().get(code, "").split("\n\n")
    return " ".join(paragraphs[1].split()) if len(paragraphs) > 1 else ""
