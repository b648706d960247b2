"""How messages count, suggest and show what stands in files."""

from __future__ import annotations

import re
import unicodedata
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from shlex import quote
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_NOUN = re.compile(r"(.*?)((?: (?:of|with|without)\b.*)?)", re.DOTALL)
_LARGE, _LONG = 10**100, 80
_COMMAND_LINE: ContextVar[bool] = ContextVar("messages are for the command line", default=False)


@contextmanager
def to_command_line() -> Iterator[None]:
    """Let messages name options as the command line has them; else they name keyword arguments."""
    before = _COMMAND_LINE.set(True)
    try:
        yield
    finally:
        _COMMAND_LINE.reset(before)


def option(name: str, value: Any = None, *, flag: str = "") -> str:
    """An option as the caller writes it, with a value where there is one; ``flag`` is its name on the command line.

    >>> option("repair"), option("by_file", True), option("format", "units", flag="--input-format")
    ('repair=', 'by_file=True', "format='units'")
    >>> with to_command_line():
    ...     option("repair"), option("by_file", True), option("format", "units", flag="--input-format")
    ('--repair', '--by-file', '--input-format units')
    """
    if not _COMMAND_LINE.get():
        return f"{name}={'' if value is None else repr(value)}"
    switch = flag or f"--{name.replace('_', '-')}"
    if value is None or isinstance(value, bool):
        return switch
    return f"{switch} {quote(value) if isinstance(value, str) else value}"


def options(name: str, values: Sequence[str]) -> str:
    """An option with one or more values, as the caller writes it.

    >>> options("missing", ["NA"]), options("missing", ["NA", "?"])
    ("missing='NA'", "missing=['NA', '?']")
    >>> with to_command_line():
    ...     options("missing", ["NA", "?"])
    "--missing NA --missing '?'"
    """
    if len(values) > 1 and not _COMMAND_LINE.get():
        return f"{name}={list(values)!r}"
    return " ".join(option(name, value) for value in values)


def column_option(role: str, name: str | None = None, *, keyword: str = "") -> str:
    """Which column holds what, as the caller writes it; ``keyword`` is the argument where it is not the role.

    >>> column_option("item", "tweet id"), column_option("label", keyword="columns")
    ("item='tweet id'", 'columns=')
    >>> with to_command_line():
    ...     column_option("item", "tweet id"), column_option("label", keyword="columns")
    ("--column 'item=tweet id'", '--column label=NAME')
    """
    if not _COMMAND_LINE.get():
        return option(keyword or role, name)
    said = f"{role}={'NAME' if name is None else name}"
    return f"--column {quote(said)}"


def columns_option(role: str, columns: Sequence[str]) -> str:
    """Several columns of one role, as the caller writes them.

    >>> columns_option("label", ["ada", "bram"])
    "label=['ada', 'bram']"
    >>> with to_command_line():
    ...     columns_option("label", ["ada", "b m"])
    "--column label=ada --column 'label=b m'"
    """
    if not _COMMAND_LINE.get():
        return f"{role}={list(columns)!r}"
    return " ".join(column_option(role, column) for column in columns)


def call(verb: str, *options: str) -> str:
    """A verb with options, as the caller writes it.

    >>> call("score", option("align_tokens", True))
    'accord.score(..., align_tokens=True)'
    """
    if _COMMAND_LINE.get():
        return " ".join(("accord", verb, *options))
    return f"accord.{verb}({', '.join(('...', *options))})"


def plural(count: int, noun: str) -> str:
    """A count and its noun, with or without more after that.

    >>> plural(1, "sentence"), plural(2667, "error"), plural(0, "category"), plural(2, "error of a rater")
    ('1 sentence', '2,667 errors', '0 categories', '2 errors of a rater')
    """
    head, more = _NOUN.fullmatch(noun).groups()  # type: ignore[union-attr]
    many = f"{head[:-1]}ies" if head.endswith("y") and head[-2] not in "aeiou" else f"{head}s"
    return f"{count:,} {head if count == 1 else many}{more}"


def counted(count: int, what: str) -> str:
    """A count and what it is of, whose first word is a plural.

    >>> counted(1, "items without a label"), counted(2, "items without a label")
    ('1 item without a label', '2 items without a label')
    """
    noun, space, rest = what.partition(" ")
    return f"{plural(count, noun.removesuffix('s'))}{space}{rest}"


def say_left_out(counts: Mapping[str, int]) -> str:
    """The end of a sentence that says how many of which things were left out; nothing, if nothing was.

    >>> say_left_out({"draft": 1, "error without a mark": 2, "review": 0})
    '; left out: 1 draft, 2 errors without a mark'
    """
    said = ", ".join(plural(count, what) for what, count in counts.items() if count)
    return f"; left out: {said}" if said else ""


def listing(names: Iterable[str], conjunction: str = "and") -> str:
    """Names as a sentence lists them.

    >>> listing(["labels", "units", "trees"]), listing(["a", "b"], "or"), listing(["a"])
    ('labels, units and trees', 'a or b', 'a')
    """
    *first, last = names
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def decimal(value: float | Fraction, digits: int) -> str:
    """A number with so many decimals, half rounded away from zero, exact for a ratio of counts; zero has no sign.

    >>> decimal(Fraction(300, 160), 2), decimal(Fraction(-1, 8), 2), decimal(2, 0), decimal(-0.00004, 4)
    ('1.88', '-0.13', '2', '0.0000')
    """
    exact = Fraction(value)
    scaled = abs(exact) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    sign = "-" if exact < 0 and whole else ""
    integer, decimals = divmod(whole, 10**digits)
    return f"{sign}{integer}.{decimals:0{digits}d}" if digits else f"{sign}{integer}"


def position(number: float) -> int | float:
    """A position in a text or on a continuum, without a point where it is whole.

    >>> position(4.0), position(0.25)
    (4, 0.25)
    """
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def shown(given: Any) -> str:
    """A short value as it is, any other as its type.

    >>> shown("twelve"), shown(["twelve"]), shown(object()), shown(10**5_000), shown("x" * 100)
    ("'twelve'", 'a list', 'an object', 'a number of hundreds of digits', 'a text of 100 characters')
    """
    if isinstance(given, int) and abs(given) >= _LARGE:  # Python refuses to print a really large one
        return "a number of hundreds of digits"
    if isinstance(given, str) and len(given) > _LONG:
        return f"a text of {len(given):,} characters"
    if isinstance(given, str | int | float | None):
        return repr(given)
    name = type(given).__name__
    return f"{'an' if name[0] in 'aeioAEIO' else 'a'} {name}"


def capital(text: str) -> str:
    """A text that starts a sentence."""
    return text[:1].upper() + text[1:]


def quoted(label: str) -> str:
    """A label within a sentence.

    >>> quoted("PER"), quoted("")
    ('‘PER’', 'the empty label')
    """
    return f"‘{label}’" if label else "the empty label"


JOINERS = "\u200c\u200d"
"""What parts and joins letters in scripts that need it, and takes no room."""
_MAX_MARKS = 32
"""The most marks of one character that are kept together."""


def printable(text: str) -> str:
    r"""A text of one line, control characters made visible.

    >>> print(printable("two\nlines"))
    two\nlines
    """
    kept = f" {JOINERS}"
    return "".join(
        each if each.isprintable() or each in kept else each.encode("unicode_escape").decode("ascii") for each in text
    )


def last_break(text: str, at: int) -> int:
    """The last place up to this one where a text can be cut so that nothing is parted from the marks it carries.

    >>> last_break("cafe\u0301s", 4), last_break("cafes", 4)
    (3, 4)
    """
    place = at
    while 0 < place < len(text) and at - place < _MAX_MARKS:
        if not _leans(text[place]) and text[place - 1] not in JOINERS:
            return place
        place -= 1
    return at


def _leans(character: str) -> bool:
    """Whether a character belongs to the one before it: a mark, a joiner, or the colour of a skin."""
    return (
        unicodedata.category(character).startswith("M")
        or character in JOINERS
        or "\U0001f3fb" <= character <= "\U0001f3ff"
    )


def suggestion(name: str, known: list[str], also: Iterable[str] = ()) -> str:
    """Say which known name was probably meant, also if it is one of the other spellings, or list them all.

    >>> suggestion("begn", ["begin", "discard"])
    'did you mean begin?'
    >>> suggestion("x", ["begin", "discard"])
    'choose from begin, discard'
    """
    meant = closest(name, (*known, *also))
    return f"did you mean {meant}?" if meant else f"choose from {', '.join(known)}"


def closest(name: str, known: Iterable[str], least: float = 0.6) -> str | None:
    """The known name that is spelled most like this one, if any is as much alike as the least, from 0 to 1."""
    from difflib import get_close_matches

    spelled = {choice.casefold(): choice for choice in known}
    close = get_close_matches(name.casefold(), list(spelled), n=1, cutoff=least)
    return spelled[close[0]] if close else None
