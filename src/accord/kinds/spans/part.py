"""A part of a study of spans: one document, one pair of annotators or one type, or all of it."""

from __future__ import annotations

from typing import NamedTuple


class Part(NamedTuple):
    """What is looked at; nothing stands for all."""

    document: str | None = None
    pair: tuple[str, ...] | None = None
    type: str | None = None


WHOLE = Part()
