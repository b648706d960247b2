"""One file per format, reading and writing beside each other: a reader gives what its file holds, whoever made it."""

from __future__ import annotations

from accord.formats.columns import Columns
from accord.formats.content import Answers, Content, Passage
from accord.formats.formats import FORMATS

__all__ = ["FORMATS", "Answers", "Columns", "Content", "Passage"]
