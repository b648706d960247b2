"""Reading: one file per format; each reader gives back what its file holds, before it is known who made it."""

from __future__ import annotations

from accord.formats.columns import Columns
from accord.formats.content import Answers, Content, Passage
from accord.formats.formats import FORMATS

__all__ = ["FORMATS", "Answers", "Columns", "Content", "Passage"]
