"""Columns that hold what an item lets annotators choose from, such as the two systems of which one is preferred.

Labels that always name one of these are answers that only this item has; chance that draws from the labels of all items
does not know that.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import chain, combinations, islice
from typing import TYPE_CHECKING

from accord.formats.roles import normalised
from accord.messages import option, plural
from accord.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.formats.content import Content
    from accord.formats.dialect import Row
    from accord.formats.plan import Plan

_OPTION = re.compile(
    r"(?P<stem>model|system|option|candidate|response|output|answer|choice|completion|summary|translation|player|method)s?"
    r"_?(?:name_?)?(?P<which>[a-z]|\d+|left|right|first|second|one|two)"
)
TIES = frozenset(["tie", "ties", "tied", "draw", "both", "neither", "none", "equal", "same", "skip", "unsure"])
"""Answers that every item has beside its own."""
_SIDES = frozenset(["-1", "0", "1", "2", "3"])
"""How the first, the second and a tie are numbered."""
_PAIR = 2
_LEAST_ROWS, _ALWAYS = 10, 0.98
"""In so many rows, and in so many of them, labels must be options: a few are typing errors."""
HEAD, _MAX_CANDIDATES, _CHOSEN = 300, 12, 0.05
"""In how many rows, and between how many columns, two that are not called options are looked for, and how often each is
chosen at least."""


def option_columns(names: Sequence[str]) -> tuple[int, ...]:
    """The columns whose names say that they are options of an item: two or more that differ in what comes last.

    >>> option_columns(["item", "model_a", "model_b", "ada", "system 1", "option"])
    (1, 2)
    """
    stems: dict[str, list[int]] = defaultdict(list)
    for column, name in enumerate(names):
        if found := _OPTION.fullmatch(normalised(name)):
            stems[found["stem"]].append(column)
    return tuple(sorted(column for columns in stems.values() if len(columns) > 1 for column in columns))


def options_by_value(
    candidates: Sequence[int], labels: Sequence[int] | None, rows: Iterable[Sequence[str]]
) -> tuple[int, ...]:
    """Two columns, whatever they are called, of which all labels name one or the other; nothing where there are none.

    Both are chosen, never the same, and not always the same two. Labels are those of some columns, or of all candidates
    but the two. Of two labels in all nothing follows, for where columns differ they hold both.
    """
    head = list(islice(rows, HEAD))
    for pair in combinations(candidates[:_MAX_CANDIDATES], 2):
        judges = [column for column in (candidates if labels is None else labels) if column not in pair]
        held = [
            (given, _offer(cells, pair), cells[pair[0]].strip()) for cells in head if (given := _given(cells, judges))
        ]
        named = [(given, first) for given, offer, first in held if given <= offer]
        if len(held) < _LEAST_ROWS or len(named) < _ALWAYS * len(held):
            continue
        firsts = sum(first in given for given, first in named)
        seconds = sum(given != {first} for given, first in named)
        different = {label for given, _ in named for label in given}
        several = len(different) > 2 and len({offer for _, offer, _ in held}) > 1
        if several and min(firsts, seconds) >= _CHOSEN * len(held):
            return pair
    return ()


def offered_columns(candidates: Sequence[int], names: Sequence[str], rows: Iterable[Sequence[str]]) -> set[int]:
    """The candidates that are options and no annotators: never the same in a row, with all that others say or nothing.

    Judges may be called like options, but they agree now and then, and with others.
    """
    options = [column for column in option_columns(names) if column in candidates]
    if not options and len(candidates) > 2:
        wide = max(candidates)
        return set(options_by_value(candidates, None, (cells for cells in rows if len(cells) > wide)))
    others = [column for column in candidates if column not in options]
    seen = inside = unlike = 0
    offered: set[str] = set()
    answers: set[str] = set()
    for cells in rows if options and others else ():
        if len(cells) > max(candidates) and (given := _given(cells, others)):
            offer = _offer(cells, options)
            seen, inside, unlike = seen + 1, inside + (given <= offer), unlike + bool(offer)
            offered |= offer
            answers |= given
    apart = unlike >= _ALWAYS * seen and offered.isdisjoint(answers)
    return set(options) if seen and (apart or inside >= _ALWAYS * seen) else set()


def _offer(cells: Sequence[str], options: Sequence[int]) -> frozenset[str]:
    """What a row lets annotators choose from; nothing where two options are the same, which are no options then."""
    held = [text for column in options if (text := cells[column].strip())]
    return frozenset(held if len({*held}) == len(held) else ())


def _given(cells: Sequence[str], columns: Sequence[int]) -> frozenset[str]:
    """The labels of a row, without ties."""
    given = (cells[column].strip() for column in columns)
    return frozenset(label for label in given if label and label.casefold() not in TIES)


def columns_of_options(plan: Plan, head: Iterable[Sequence[str]]) -> tuple[int, ...]:
    """The columns that are called options, else two that hold what the labels of the first rows name."""
    used = {*plan.labels, plan.item, plan.annotator, plan.document, plan.text}
    named = tuple(column for column in option_columns(plan.names) if column not in plan.labels)
    others = [column for column in range(len(plan.names)) if column not in used]
    return named or options_by_value(others, plan.labels, head)


def watched(rows: Iterator[Row], plan: Plan, content: Content) -> Iterator[Row]:
    """The same rows; at their end it is reported if the labels are options of which each item has its own."""
    head = list(islice(rows, HEAD))
    options = columns_of_options(plan, (cells for _, cells in head))
    rows = chain(head, rows)
    seen = inside = 0
    offered: set[frozenset[str]] = set()
    said: set[str] = set()
    for line, cells in rows:
        if options:
            offer, given = _offer(cells, options), _given(cells, plan.labels)
            if given:
                offered.add(offer)
                said |= given if len(said) <= len(_SIDES) else set()
                seen, inside = seen + 1, inside + (given <= offer)
        yield line, cells
    if seen >= _LEAST_ROWS and len(options) == _PAIR < len(said) and said <= _SIDES:
        named = " and ".join(map(plan.name, options))
        grades = option("distance", "ordinal")
        content.nominal = f"the labels say which of {named} is preferred, or none ({grades} if they are grades)"
    if seen >= _LEAST_ROWS and inside >= _ALWAYS * seen and len(offered) > 1:
        named = " and ".join(map(plan.name, options))
        message = (
            f"the labels are what stands in {named}, of which items have {plural(len(offered), 'different set')}: "
            "chance must draw from what could have been said about this item, and will draw from all labels"
        )
        hint = "record which of them it is (first or second), not its name, or agreement comes out too high"
        content.report("own-options", plan.line, message, hint, Severity.WARNING)
