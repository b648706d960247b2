"""What a score is made of, one by one: every thing that the reference or a system has, and whether it is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.scoring.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Hashable

    from accord.model.place import Place

RIGHT, MISSED, SPURIOUS = Counts(1, 1, 1), Counts(1, 0, 0), Counts(0, 1, 0)
"""What an instance counts that both sides have, that the reference has alone, that the system has alone."""
WRONG = Counts(1, 1, 0)
"""What an item counts that both sides label, and not alike."""


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
