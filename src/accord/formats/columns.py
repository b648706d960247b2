"""What a caller says about files: their format and text encoding, and which column holds what."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Self

from accord.errors import UsageError
from accord.formats.formats import FORMATS
from accord.formats.offsets import check_offset_unit
from accord.formats.repeats import check_policy
from accord.formats.roles import check_column
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding
    from accord.formats.roles import Column

_OPTIONS = {
    "--input-format": "format",
    "--layout": "layout",
    "--file-encoding": "file_encoding",
    "--layer": "layer",
    "--offsets": "offsets",
    "--sheet": "sheet",
    "--repeats": "repeats",
}
"""What each option of a command line says of files; which column is what, it says with `COLUMN`."""
COLUMN = "--column"
COLUMN_ROLES = ("token", "item", "annotator", "document", "label", "text", "start", "end")
"""What a column may be said to hold."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where files keep what, as far as the caller says; what is None is detected.

    A column is a number from 0 (-1 is the last one), a name, or a key of JSON lines; ``label`` may be several.

    >>> Columns(item="tweet_id", label="stance").item
    'tweet_id'
    """

    token: Column | None = None
    label: Column | list[Column] | tuple[Column, ...] | None = None
    file_encoding: str = "utf-8"
    format: str | None = None
    item: Column | None = None
    annotator: Column | None = None
    document: Column | None = None
    layout: str | None = None
    """That of tables (long, wide, joined or survey), or of brackets (words or bare)."""
    side_by_side: bool | None = None
    """Whether several label columns of a token file are several annotators."""
    layer: str | None = None
    """Which of several layers that files hold."""
    offsets: str | None = None
    """What the offsets of spans count: characters, utf16 or bytes."""
    sheet: str | None = None
    """Which sheet of a spreadsheet."""
    repeats: str | None = None
    """What counts where an annotator labels an item twice: error, first, last, majority or keep."""
    text: Column | None = None
    """What holds the text of an item, in tables."""
    start: Column | None = None
    end: Column | None = None
    """Where units start and end, in tables of units."""
    of_tokens: bool = False
    """Whether the labels are surely those of tokens, as they are for one who names their chunk encoding."""
    of_units: bool = False
    """Whether units are asked for, as by one who names a coefficient that only these have."""
    keep_unplaced: bool = False
    """Whether spans that have no place in their text are kept and counted, as those of systems are."""

    def __post_init__(self) -> None:
        if self.format is not None:
            object.__setattr__(self, "format", FORMATS.name(self.format))
        for role in COLUMN_ROLES:
            if role != "label" and (column := getattr(self, role)) is not None:
                check_column(column, role)
        for label in self.labels or ():
            check_column(label, "label")
        check_offset_unit(self.offsets)
        check_policy(self.repeats)
        if self.labels is not None and (not self.labels or len(set(self.labels)) < len(self.labels)):
            raise UsageError("give one or more label columns, each once")

    @property
    def labels(self) -> tuple[Column, ...] | None:
        """The label columns."""
        if self.label is None:
            return None
        return tuple(self.label) if isinstance(self.label, list | tuple) else (self.label,)

    @property
    def options(self) -> tuple[str, ...]:
        """The same as a command line says it.

        >>> Columns(label=["ada", -1], file_encoding="latin-1").options
        ('--file-encoding', 'latin-1', '--column', 'label=ada', '--column', 'label=-1')
        """
        said = [(option, value) for option, name in _OPTIONS.items() for value in self._told(name)]
        said += [(COLUMN, f"{role}={value}") for role in COLUMN_ROLES for value in self._told(role)]
        return tuple(str(word) for pair in said for word in pair)

    def _told(self, name: str) -> tuple[Column, ...]:
        """What a field says that would not be so without; of labels, there may be several."""
        value = getattr(self, name)
        if value == getattr(Columns(), name):
            return ()
        return (self.labels or ()) if name == "label" else (value,)

    @classmethod
    def from_options(cls, words: Sequence[str]) -> Columns:
        """What a command line says.

        >>> Columns.from_options(["--layout", "wide", "--column", "label=ada", "--column", "label=-1"]).labels
        ('ada', '-1')
        """
        said: dict[str, list[str]] = {}
        for option, value in zip_longest(words[::2], words[1::2]):
            if option not in {*_OPTIONS, COLUMN}:
                known = suggestion(option, [*_OPTIONS, COLUMN])
                raise UsageError(f"{option} does not say where files keep what: {known}")
            if value is None:
                raise UsageError(f"{option}: say which")
            role, name = column_role(value) if option == COLUMN else (_OPTIONS[option], value)
            said.setdefault(role, []).append(name)
        several: Any = {name: values if name == "label" else values[-1] for name, values in said.items()}
        return cls(**several)

    @property
    def of_one(self) -> Self:
        """The same for files of one annotator each: what tells items and annotators apart says nothing of these."""
        label = self.labels[0] if self.labels is not None and len(self.labels) == 1 else None
        return replace(self, label=label, item=None, annotator=None, document=None)

    def in_encoding(self, encoding: str | Encoding | None) -> Self:
        """The same, for labels of tokens where their chunk encoding is given."""
        return self if encoding is None else replace(self, of_tokens=True)


def column_role(word: str) -> tuple[str, str]:
    """What a column holds, and its name or number, as a command line says it.

    >>> column_role("item=tweet_id")
    ('item', 'tweet_id')
    """
    role, equals, name = word.partition("=")
    if not (equals and name):
        raise UsageError(f"{COLUMN} {word}: say which column is what, as in {COLUMN} item=tweet_id")
    if role not in COLUMN_ROLES:
        raise UsageError(f"{COLUMN} {word}: no column is called a {role!r}: {suggestion(role, list(COLUMN_ROLES))}")
    return role, name
