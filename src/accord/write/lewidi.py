"""LeWiDi JSON, as it is read: an object of items with text, annotators, annotations, soft_label and hard_label."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from accord.write.whole import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.formats.lewidi import Record


def write_lewidi(records: Iterable[Record], path: str) -> None:
    """Write items to a file; fields that are not known here are written as they were read."""
    with whole_file(path) as stream:
        text = json.dumps({record.name: as_json(record) for record in records}, ensure_ascii=False, indent=1)
        stream.write(text.encode("utf-8", "surrogateescape") + b"\n")


def as_json(record: Record) -> dict[str, Any]:
    """One item; the hard label is the one with the largest share, and is left empty where several have it."""
    soft = dict(record.soft or {})
    fields = dict(record.fields)
    if soft and "hard_label" not in fields and not any(isinstance(share, dict) for share in soft.values()):
        largest = [label for label, share in soft.items() if share == max(soft.values())]
        fields["hard_label"] = largest[0] if len(largest) == 1 else ""
    return {
        "text": fields.pop("text", ""),
        "annotators": ",".join(record.answers),
        "number of annotations": len(record.answers),
        "annotations": dict(record.answers),
        "soft_label": soft,
        **{key: value for key, value in fields.items() if key != "number of annotations"},
    }
