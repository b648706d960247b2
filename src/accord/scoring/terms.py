"""What is scored in the words of the field, as its kind declares it: plain data for tables and the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTerms:
    """What is scored in the words of the field: who does it, by which match, and how what they mark goes wrong."""

    scored: Annotated[str, "what is scored"] = "annotations"
    right: Annotated[str, "when something is right"] = "what is the same in both"
    system: Annotated[str, "who does it"] = "system"
    part: Annotated[str, "what it is divided by"] = "label"
    marked: Annotated[str, "what is right or wrong, in the singular"] = "item"
    wrong: Annotated[str, "what is the matter with those that are wrong"] = "wrong"
    each: Annotated[str, "what the table of parts is called"] = "F1 of each label"
    match: Annotated[str | None, "the match that it is named by; null where there is only one"] = None
    by_errors: Annotated[bool, "whether the part that most errors are made with is the hardest, not the lowest F1"] = (
        True
    )

    @property
    def by(self) -> str:
        """By which match."""
        return f" by {self.match} match" if self.match else ""


ANNOTATIONS = ScoreTerms()
"""What a kind says that says nothing of itself."""
MENTIONS = ScoreTerms(
    scored="mentions",
    right="F1: a mention is right with its type and its tokens",
    part="type",
    marked="mention",
    wrong="missed or made up",
    each="F1 of each type",
    match="exact",
    by_errors=False,
)
"""Mentions of chunk labels."""
