"""Reading: one file a format; each reader gives back what its file holds, before it is known who made it."""

from __future__ import annotations

from accord.read.content import Answers, Choices, Content, Passage
from accord.registry import Registry

__all__ = ["FORMATS", "Answers", "Choices", "Content", "Passage"]

FORMATS = Registry(
    "format",
    {
        "conll": "accord.read.passages:read_conll",
        "jsonl": "accord.read.jsonl:read_jsonl",
        "table": "accord.read.table:read_table",
    },
    aliases={"csv": "table", "tsv": "table", "iob": "conll", "ndjson": "jsonl"},
)
"""The reader of each format takes a `Source` and `Choices`, gives a `Content`, and says what the format is."""
