"""The formats that accord reads."""

from __future__ import annotations

from accord.registry import Registry

FORMATS = Registry(
    "format",
    {
        "conll": "accord.read.passages:read_conll",
        "jsonl": "accord.read.jsonl:read_jsonl",
        "table": "accord.read.table:read_table",
    },
    aliases={"csv": "table", "tsv": "table", "iob": "conll", "ndjson": "jsonl"},
)
"""The reader of each format takes a `Source` and `Columns`, gives a `Content`, and says what the format is."""
