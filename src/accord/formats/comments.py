"""What comments between sentences say: where documents start, and what sentences are called."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"#\s*(newdoc|sent_id)\b(?:\s+id)?\s*(?:=\s*(.*\S))?\s*$")


def said_in(comment: str) -> tuple[str, str | None] | None:
    """``newdoc`` or ``sent_id`` with the name given, None for any other comment.

    >>> said_in("# sent_id = d01-s02"), said_in("# newdoc"), said_in("# text = Fog")
    (('sent_id', 'd01-s02'), ('newdoc', None), None)
    """
    match = _COMMENT.match(comment)
    return (match[1], match[2]) if match else None
