"""What a score is made of, one by one: every thing that the reference or a system has, and whether it is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.scoring.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from accord.model.place import Place

RIGHT, MISSED, SPURIOUS = Counts(1, 1, 1), Counts(1, 0, 0), Counts(0, 1, 0)
"""What an instance counts that both sides have, that the reference has alone, that the system has alone."""
WRONG = Counts(1, 1, 0)
"""What an item counts that both sides label, and not alike."""
_AROUND = 6
"""How many tokens are shown on each side."""


class Instance(NamedTuple):
    """A mention, a span, an arc, the label of an item, a word in a tree: whatever the headline of a kind counts.

    Breakdowns by length, frequency, seen or unseen, document, label and metadata are made of these, so the counts of
    all instances together must be those of the headline, unit by unit (where the headline is made of three counts).

    A kind that finds things (mentions, spans, arcs, brackets) yields `RIGHT` for what both sides have, `MISSED` for
    what the reference has alone, and `SPURIOUS` for what the system has alone: a wrong boundary is a missed and a
    spurious one, as in exact match. Where both sides say something of every item (labels of tokens or items, heads of
    words), each item is one instance, `RIGHT` or `WRONG`, with the label of the reference; its groups have an accuracy.
    """

    unit: int
    """Which sentence, document or item of the run it belongs to, counted from 0: a row of the headline's `UnitRows`."""
    label: str
    """Its label or type: that of the reference, where the reference has it."""
    counts: Counts
    key: Hashable = None
    """What tells it from others of its unit, the same for every system: borders, an item, the number of a token."""
    text: str = ""
    """The words that it is about; nothing where they are unknown. Of an arc, those of both ends."""
    length: int | None = None
    """How long it is, in `CountedRun.length_of`; of an arc of a tree or a relation, how far its ends are apart."""
    place: Place | None = None
    """Where it stands in the reference, if there is a place in it, else in the prediction."""
    other: str = ""
    """What the side that has it not says there instead, in words; of an item that is `WRONG`, the label of the system.

    So of what is `MISSED` it is that of the system, of what is `SPURIOUS` that of the reference; nothing for nothing.
    """
    context: str = ""
    """The words around it with itself in brackets; nothing where they are unknown."""

    @property
    def is_right(self) -> bool:
        """Whether both sides have it alike."""
        return self.counts.correct > 0


def in_context(tokens: Sequence[str], start: int, end: int) -> str:
    """Some tokens in brackets, with a few on each side; nothing where there are no words.

    >>> in_context("The steamer Henrietta Voss arrived from Hull".split(), 2, 4)
    'The steamer [Henrietta Voss] arrived from Hull'
    """
    if not any(tokens[start:end]):
        return ""
    first, last = max(0, start - _AROUND), min(len(tokens), end + _AROUND)
    marked = f"[{' '.join(tokens[start:end])}]"
    cut = ("…" if first else "", "…" if last < len(tokens) else "")
    return " ".join(filter(None, (cut[0], *tokens[first:start], marked, *tokens[end:last], cut[1])))
