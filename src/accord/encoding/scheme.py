"""The chunk encodings, each a table of the transitions it allows.

A row is the state before, a column the state after: ``any`` allows the step whatever the types,
``same`` only within one type, ``-`` never. The row and the column of O also stand for the start and
the end of the sentence. A state in ``opens`` always starts a mention, one in ``closes`` always ends it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from accord.errors import UsageError
from accord.messages import suggestion

OUTSIDE = "O"
NO_ENCODING = "none"
"""Labels that are no chunk labels, whatever they look like."""
_JOINED = re.compile(r"[,;|]")
"""What stands between several labels of one token."""
UNTYPED = "_"
"""The type of a bare state (``B``, ``I``), as seqeval names it."""


class Label(NamedTuple):
    """A token's state in its mention, and the mention's type."""

    state: str
    type: str


OUTSIDE_LABEL = Label(OUTSIDE, "")


@dataclass(frozen=True, slots=True)
class Encoding:
    """One chunk encoding.

    >>> BIO.allows(Label("B", "PER"), Label("I", "PER")), BIO.allows(Label("B", "PER"), Label("I", "LOC"))
    (True, False)
    """

    name: str
    opens: str
    closes: str
    steps: dict[tuple[str, str], str]
    aliases: tuple[str, ...] = ()
    suffix: bool = False

    @property
    def states(self) -> str:
        """All states, O first."""
        return "".join(dict.fromkeys(after for _, after in self.steps))

    def allows(self, before: Label, after: Label) -> bool:
        """Whether ``after`` may follow ``before``."""
        step = self.steps[before.state, after.state]
        return step == "any" or (step == "same" and before.type == after.type)

    def divides(self, before: str, after: str) -> bool:
        """Whether a sentence may be cut between two labels: no mention lies on both sides, and each side stays valid.

        >>> BIO.divides("B-PER", "B-PER"), BIO.divides("B-PER", "I-PER"), BIOES.divides("B-PER", "S-PER")
        (True, False, False)
        """
        last, first = self.parse(before), self.parse(after)
        if last is None or first is None or OUTSIDE_LABEL in {last, first}:
            return True
        another = last.state in self.closes or first.state in self.opens or last.type != first.type
        return another and self.allows(last, OUTSIDE_LABEL) and self.allows(OUTSIDE_LABEL, first)

    def parse(self, label: str) -> Label | None:
        """Split a label at the first ``-`` into state and type; None where it is no label of this encoding.

        >>> BIO.parse("B-creative-work"), BIO.parse("b-per"), BIO.parse("B")
        (Label(state='B', type='creative-work'), None, Label(state='B', type='_'))
        """
        if label == OUTSIDE:
            return OUTSIDE_LABEL
        if _JOINED.search(label) and self.parse_joined(label):
            return None
        state, dash, type_ = label.partition("-")
        if self.suffix:
            type_, dash, state = label.rpartition("-")
        if not dash:
            state, type_ = label, UNTYPED
        known = len(state) == 1 and state in self.states and state != OUTSIDE
        return Label(state, type_) if known and type_ and type_ == type_.strip() else None

    def parse_joined(self, label: str) -> list[Label]:
        """Several labels in one (``B-PER,B-LOC`` or ``B-PER|O``), or none where a part is no label."""
        parts = [self.parse(part) for part in _JOINED.split(label)]
        return [part for part in parts if part] if len(parts) > 1 and all(parts) else []

    def format(self, label: Label) -> str:
        """Write a label, the inverse of parse."""
        state, type_ = label
        if state == OUTSIDE or type_ == UNTYPED:
            return state
        return f"{type_}-{state}" if self.suffix else f"{state}-{type_}"

    def with_suffix(self) -> Encoding:
        """The same encoding with the state after the type (``PER-B``)."""
        return replace(self, name=f"{self.name}-suffix", aliases=(), suffix=True)


def _table(name: str, opens: str, closes: str, table: str, *aliases: str) -> Encoding:
    header, *rows = (line.split() for line in table.strip().splitlines())
    steps = {(row[0], after): step for row in rows for after, step in zip(header, row[1:], strict=True)}
    return Encoding(name, opens, closes, steps, aliases)


def _renamed(source: Encoding, name: str, states: dict[str, str], *aliases: str) -> Encoding:
    def rename(text: str) -> str:
        return "".join(states.get(state, state) for state in text)

    steps = {(rename(before), rename(after)): step for (before, after), step in source.steps.items()}
    return Encoding(name, rename(source.opens), rename(source.closes), steps, aliases)


IO = _table(
    "IO",
    "",
    "",
    """
        O     I
    O   any   any
    I   any   any
""",
)

IOB = _table(
    "IOB",
    "B",
    "",
    """
        O     B     I
    O   any   -     any
    B   any   same  any
    I   any   same  any
""",
    "IOB1",
)

BIO = _table(
    "BIO",
    "B",
    "",
    """
        O     B     I
    O   any   any   -
    B   any   any   same
    I   any   any   same
""",
    "IOB2",
)

BIOES = _table(
    "BIOES",
    "BS",
    "ES",
    """
        O     B     I     E     S
    O   any   any   -     -     any
    B   -     -     same  same  -
    I   -     -     same  same  -
    E   any   any   -     -     any
    S   any   any   -     -     any
""",
    "IOBES",
)

BILOU = _renamed(BIOES, "BILOU", {"E": "L", "S": "U"}, "BILUO")
BMES = _renamed(BIOES, "BMES", {"I": "M"}, "BMESO")
BMEOW = _renamed(BIOES, "BMEOW", {"I": "M", "S": "W"}, "BMEWO")

IOE1 = _table(
    "IOE1",
    "",
    "E",
    """
        O     I     E
    O   any   any   any
    I   any   any   any
    E   -     same  same
""",
)

IOE2 = _table(
    "IOE2",
    "",
    "E",
    """
        O     I     E
    O   any   any   any
    I   -     same  same
    E   any   any   any
""",
    "IOE",
)

ENCODINGS = {scheme.name: scheme for scheme in (BIO, IOB, BIOES, BILOU, BMES, BMEOW, IO, IOE2, IOE1)}
SUFFIX_ENCODINGS = {scheme.name: scheme for scheme in map(Encoding.with_suffix, ENCODINGS.values())}


def encoding(name: str | Encoding) -> Encoding:
    """The encoding of that name or alias, in any case; ``NAME-suffix`` for labels like ``PER-B``.

    >>> encoding("iob2").name, encoding("BILOU-suffix").name
    ('BIO', 'BILOU-suffix')
    """
    if isinstance(name, Encoding):
        return name
    spellings = {
        spelling.casefold(): scheme for scheme in ENCODINGS.values() for spelling in (scheme.name, *scheme.aliases)
    }
    spelling = str(name).casefold()
    plain = spelling.removesuffix("-suffix")
    if plain not in spellings:
        raise UsageError(f"unknown encoding {name!r}: {suggestion(spelling, list(ENCODINGS))}")
    scheme = spellings[plain]
    return SUFFIX_ENCODINGS[f"{scheme.name}-suffix"] if plain != spelling else scheme
