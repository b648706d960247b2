"""Which columns of a wide table are annotators: those that give the same labels, and are not called something else."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.cells import (
    CELLS,
    counted,
    held_alone,
    holds_numbers,
    is_alone,
    of_numbers,
    off_scale,
    sharing,
    times_held,
    values_in,
)
from accord.formats.numbers import finite_number
from accord.formats.option_columns import offered_columns, option_columns
from accord.formats.roles import normalised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from accord.formats.cells import Cells

_ABOUT_ITEMS = frozenset(
    (
        *("confidence", "certainty", "topic", "domain", "genre", "split", "fold", "subset", "source", "origin"),
        *("platform", "gender", "sex", "batch", "round", "length", "language", "lang", "locale", "duration"),
        *("datetime", "year", "month", "metadata", "created_at", "updated_at", "word_count", "token_count"),
        *("char_count", "n_words", "n_tokens", "num_words", "num_tokens", "word_len", "age", "region", "country"),
        *("author", "subject", "hashtag", "like", "retweet", "follower", "agree", "agreement", "disagreement"),
        *("mean", "average", "avg", "median", "std", "stdev", "variance", "total", "sum"),
    )
)
"""What columns are called that say something of an item or of the work on it, and that nobody is called."""
_ABOUT_WORK = frozenset({"confidence", "certainty", "duration", "timestamp", "time", "seconds"})
"""The same where the name of an annotator may stand beside it, as in ada_confidence."""
_NUMBERED = re.compile(
    r"(?:annotator|rater|coder|judge|evaluator|labell?er|worker|grader|reviewer)_?(?:id_?)?(?:\d+|[a-z])"
)
"""What several columns are called that are annotators, whatever stands beside them."""
_FLAGS = ("is_", "has_")
_LONE_CELLS = 5
"""In fewer cells it is not said that a column shares nothing with the others."""
_ANY_NUMBER = ""
"""What columns of numbers have in common; no value is empty."""


class AnnotatorChoice(NamedTuple):
    """Columns that are annotators, and those that are none, by their names, by their values or beside annotators.

    ``apart`` are groups of annotators who share no value with those of another group, ``spelled`` those by their values
    who may be annotators that spell labels in another way; ``offered`` are those of ``by_name`` that are none because
    what stands in them is what annotators choose from.
    """

    annotators: tuple[int, ...]
    by_name: tuple[int, ...] = ()
    by_values: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    apart: tuple[tuple[int, ...], ...] = ()
    spelled: tuple[int, ...] = ()
    offered: tuple[int, ...] = ()

    @property
    def aside(self) -> tuple[int, ...]:
        """The columns that are no annotators."""
        return self.beside + self.by_name + self.by_values

    @property
    def is_open(self) -> bool:
        """Whether more rows can change who is an annotator, or what is said of them."""
        return bool(self.by_values or self.apart)

    def completed(self, rows: Iterable[Sequence[str]]) -> AnnotatorChoice:
        """The same after a look at all rows: who has mostly values of others after all is an annotator."""
        cells = counted(sorted(self.annotators + self.by_values), rows)
        still = [column for column in unlike_others(cells) if column in self.by_values]
        return _chosen(cells, still, self.by_name, self.beside)._replace(offered=self.offered)

    def describe(self, name: Callable[[int], str]) -> Iterator[str]:
        """A phrase for the columns that are none by their names, and one for those by their values."""
        if self.beside:
            yield f"not used, beside annotators: {', '.join(map(name, self.beside))}"
        if self.by_name:
            why = "what annotators choose from" if self.offered else f"by {_its(self.by_name)} name"
            yield f"not used, {why}: {', '.join(map(name, self.by_name))}"
        if self.by_values:
            yield f"not used: {', '.join(map(name, self.by_values))}, whose values are mostly not those of the others"

    def doubts(self, name: Callable[[int], str]) -> Iterator[tuple[str, str]]:
        """Which columns could be annotators and are none, or are perhaps not all: a code and a sentence for each."""
        others = tuple(column for column in self.by_values if column not in self.spelled)
        called = tuple(column for column in self.by_name if column not in self.offered)
        values = "values are mostly not those of the others"
        for code, columns, why in (
            ("unused-column", self.beside, f"for each of the columns beside {_it(self.beside)} is one"),
            ("unused-column", called, f"by {_its(called)} name"),
            ("unused-column", self.offered, "for all others name what stands in one of them"),
            ("unused-column", others, f"for {_its(others)} {values}"),
            ("other-spelling", self.spelled, f"for {_its(self.spelled)} {values}; somebody with another spelling?"),
        ):
            named = ", ".join(map(name, columns))
            if len(columns) > 1:
                yield code, f"the columns {named} are not taken for annotators, {why}"
            elif columns:
                yield code, f"the column {named} is not taken for an annotator, {why}"
        if self.apart:
            named = " and ".join(", ".join(map(name, group)) for group in self.apart)
            yield "unlike-columns", f"the columns {named} have no value in common, so not all of them hold labels"


def _its(columns: Sequence[int]) -> str:
    return "its" if len(columns) == 1 else "their"


def _it(columns: Sequence[int]) -> str:
    return "it" if len(columns) == 1 else "them"


def choose_annotators(
    candidates: Sequence[int], names: Sequence[str], rows: Iterable[Sequence[str]], beside: Sequence[int] = ()
) -> AnnotatorChoice:
    """Tell annotators from what else stands in a row.

    Names say nothing where all are called like something else, or where two columns that share values are all there is.
    """
    cells = counted(candidates, rows)
    rows = list(rows)
    numbered = [column for column in candidates if column in numbered_annotators(names)]
    if len(numbered) > 1:
        rest = tuple(column for column in candidates if column not in numbered)
        return AnnotatorChoice(tuple(numbered), rest, beside=tuple(beside))
    offered = offered_columns(candidates, names, rows)
    called = [column for column in candidates if column in offered or is_about_items(names[column])]
    others = [column for column in candidates if column not in called]
    if len(others) < 2:
        labels = {value for column in others for value in values_in(cells[column])}
        alike = {column for column in called if not others or not labels.isdisjoint(values_in(cells[column]))} - offered
        called = [column for column in called if column not in alike]
    cells = {column: cells[column] for column in candidates if column not in called}
    by_value = offered.difference(option_columns(names))
    return _chosen(cells, unlike_others(cells), called, beside)._replace(offered=tuple(sorted(by_value)))


def numbered_annotators(names: Sequence[str]) -> tuple[int, ...]:
    """The columns that are called annotators by number or letter.

    >>> numbered_annotators(["item", "annotator1", "Annotator 2", "judge_a", "annotator", "ada"])
    (1, 2, 3)
    """
    return tuple(column for column, name in enumerate(names) if _NUMBERED.fullmatch(normalised(name)))


def _chosen(cells: Cells, unlike: Sequence[int], called: Sequence[int], beside: Sequence[int]) -> AnnotatorChoice:
    kept = {column: cells[column] for column in cells if column not in unlike}
    most = max(map(len, kept.values()), default=0)
    spelled = tuple(column for column in unlike if len(cells[column]) <= most)
    return AnnotatorChoice(tuple(kept), tuple(called), tuple(unlike), tuple(beside), apart(kept), spelled)


def crossed(columns: Sequence[int], names: Sequence[str]) -> dict[str, list[int]]:
    """The columns of each question, where all are named after an annotator and one of several questions, or both ways.

    >>> crossed([1, 2, 3, 4], ["item", "ada_joy", "ada_fear", "bram_joy", "bram_fear"])
    {'joy': [1, 3], 'fear': [2, 4]}
    >>> crossed([1, 2, 3], ["item", "rater_1", "rater_2", "rater_3"])
    {}
    """
    split = [normalised(names[column]).rpartition("_") for column in columns]
    lefts, rights = ({each[place] for each in split} for place in (0, 2))
    whole = len(set(split)) == len(columns) == len(lefts) * len(rights)
    if not whole or "" in lefts or min(len(lefts), len(rights)) < 2:
        return {}
    found: dict[str, list[int]] = {}
    for column, (_, _, right) in zip(columns, split, strict=True):
        found.setdefault(right, []).append(column)
    return found


def sums(columns: Sequence[int], rows: Iterable[Sequence[str]]) -> str | None:
    """What the cells of all rows sum to, where these are numbers that are not the same in all of them.

    Counts and shares of labels do that, and labels of annotators do not.

    >>> sums([1, 2], [["a", "2", "3"], ["b", "5", "0"]] * 5), sums([1, 2], [["a", "2", "3"]] * 10)
    ('5', None)
    """
    found = [[finite_number(row[column]) if len(row) > column else None for column in columns] for row in rows]
    if len(columns) < 2 or len(found) < CELLS or any(each is None for row in found for each in row):
        return None
    totals = {round(sum(each or 0 for each in row), 6) for row in found}
    different = sum(len({row[place] for row in found}) > 1 for place in range(len(columns)))
    return f"{totals.pop():g}" if len(totals) == 1 and different > 1 else None


def is_about_items(name: str) -> bool:
    """Whether a name says that a column holds no labels.

    >>> list(filter(is_about_items, ["Confidence", "ada_confidence", "ada", "is_reply", "topic_ada"]))
    ['Confidence', 'ada_confidence', 'is_reply']
    """
    plain = normalised(name)
    parts = plain.split("_")
    known = {plain, plain.removesuffix("s")} & _ABOUT_ITEMS or {parts[0], parts[-1]} & _ABOUT_WORK
    return bool(known or plain.startswith(_FLAGS))


def unlike_others(cells: Cells) -> tuple[int, ...]:
    """The columns most of whose cells hold what no other does, where most cells of two or more others do not.

    Numbers that are measured are rarely the same, so columns of numbers are compared with a scale, if others have one.
    """
    numbers = of_numbers(cells)
    elsewhere = times_held(cells)
    words = [column for column in cells if column not in numbers and is_alone(cells[column], elsewhere)]
    unlike = sorted([*words, *off_scale(cells)])
    kept = {column: cells[column] for column in cells if column not in unlike}
    elsewhere = times_held(kept)
    alone = sum(held_alone(kept[column], elsewhere) for column in kept if column not in numbers)
    return tuple(unlike) if len(kept) > 1 and 2 * alone < sum(map(Counter.total, kept.values())) else ()


def _labels_beside_names(cells: Cells) -> bool:
    """Whether some columns hold labels, and others something new in each row, as what was compared."""
    words = [each for column, each in cells.items() if not holds_numbers(each)]
    return any(len(each) == each.total() for each in words) and any(2 * len(each) <= each.total() for each in words)


def apart(cells: Cells) -> tuple[tuple[int, ...], ...]:
    """Columns in groups that share no value with each other, where there are several groups.

    There are two columns or more in each group, or in one of them, which share most of theirs, and others are alone; or
    no two columns share anything, and one of them has labels that recur where another never says the same twice.

    >>> apart(counted([0, 1, 2, 3], [["yes", "no", "12", "70"]] * 6 + [["no", "no", "9", "52"]] * 6))
    ((0, 1), (2, 3))
    """
    numbers = {column: {_ANY_NUMBER} if holds_numbers(cells[column]) else set() for column in cells}
    values = {column: values_in(cells[column]) | numbers[column] for column in cells}
    groups: list[list[int]] = []
    for column in cells:
        alike = [group for group in groups if any(values[column] & values[other] for other in group)]
        groups = [group for group in groups if group not in alike]
        groups.append([*(each for group in alike for each in group), column])
    several = [group for group in groups if len(group) > 1]
    least = CELLS if len(several) == len(groups) else _LONE_CELLS
    whole = len(several) == len(groups) or (len(several) == 1 and {*several[0]} <= {*sharing(cells)})
    if not several:
        whole, least = _labels_beside_names(cells), CELLS
    known = len(groups) > 1 and whole and all(each.total() >= least for each in cells.values())
    return tuple(sorted(tuple(sorted(group)) for group in groups)) if known else ()
