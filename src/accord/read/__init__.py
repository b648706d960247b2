"""Reading: one file a format; each reader gives back what its file holds, before it is known who made it."""

from __future__ import annotations

from accord.read.columns import Columns
from accord.read.content import Answers, Content, Passage
from accord.read.formats import FORMATS

__all__ = ["FORMATS", "Answers", "Columns", "Content", "Passage"]
