"""Texts and the spans that annotators marked in them: all that a measure of spans may see."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.model import Span


@dataclass(frozen=True, slots=True)
class Text:
    """A stretch of so many tokens within which a span could have lain anywhere, and who marked what in it.

    An annotator who is absent did not annotate it; one without spans found nothing.
    """

    document: str
    tokens: int
    spans: Mapping[str, tuple[Span, ...]]
    number: int = 0
    """Which sentence of its document it is, from 1; 0 where it is the whole document."""

    @property
    def name(self) -> str:
        """What it is called in lists and messages."""
        return f"{self.document}, sentence {self.number}" if self.number else self.document


@dataclass(frozen=True, slots=True)
class SpanStudy:
    """Texts that two annotators or more looked at; ``unit`` says what a text is, ``of`` what spans are counted in.

    ``few`` counts the texts that were left out because somebody, but too few, looked at them.
    """

    texts: tuple[Text, ...]
    annotators: tuple[str, ...]
    unit: str
    of: str
    left_out: Mapping[str, int] = field(default_factory=dict)
    few: int = 0

    @property
    def warning(self) -> str:
        """What is doubtful about the texts, or nothing: chance depends on where one ends and the next begins."""
        if self.unit == "document" and len(self.texts) == 1 and self.of == "token":
            return "there is one document, and chance places spans all over it: does the file lack document marks?"
        return ""

    @property
    def types(self) -> tuple[str, ...]:
        """All types of spans, in alphabetical order."""
        return tuple(sorted({span.type for text in self.texts for spans in text.spans.values() for span in spans}))

    @property
    def documents(self) -> tuple[str, ...]:
        """All documents, in their order."""
        return tuple(dict.fromkeys(text.document for text in self.texts))

    def digest(self) -> str:
        """Eight digits that change with any span, text or annotator."""
        whole = sha256()
        for text in self.texts:
            content = repr((text.document, text.tokens, sorted(text.spans.items())))
            whole.update(content.encode("utf-8", "surrogatepass"))
        return whole.hexdigest()[:8]

    def count(self) -> Counter[str]:
        """How many spans each annotator marked."""
        found: Counter[str] = Counter()
        for text in self.texts:
            found.update({annotator: len(spans) for annotator, spans in text.spans.items()})
        return found
