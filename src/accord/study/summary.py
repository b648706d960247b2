"""How much of what a file holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.encoding import Encoding


@dataclass(slots=True)
class Summary:
    """How much of what a file holds."""

    file: str
    documents: int = 0
    sentences: int = 0
    tokens: int = 0
    encoding: Encoding | None = None
    mentions: Counter[str] = field(default_factory=Counter)
    mention_tokens: Counter[str] = field(default_factory=Counter)
    surface: Counter[tuple[str, str]] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    items: int = 0
    annotations: int = 0
    """How often an annotator looked for spans in a document."""
    without_spans: int = 0
    """How often there was nothing to mark."""
    annotators: int = 0
    """How many looked for spans."""
    on_spans: dict[str, Counter[str]] = field(default_factory=dict)
    """The types of what stands on spans, such as relations, by what it is called."""
    unit: str = "token"
    """What spans and mentions are measured in."""
    by_annotator: dict[str, Counter[str]] = field(default_factory=dict)
    """The labels that each annotator gave to items, or the categories of their units."""
    units: bool = False
    """Whether labels are the categories of units on a continuum."""
    lengths: dict[str, float] = field(default_factory=dict)
    """How long the units of each category are together."""
    layer: str = ""
    """Which layer of the file it is, where that holds several."""
    assumed: str = ""
    """Which of several columns of labels was taken."""

    @property
    def name(self) -> str:
        """What it is of: a file, or a layer of it."""
        return f"{self.file}, {self.layer}" if self.layer else self.file
