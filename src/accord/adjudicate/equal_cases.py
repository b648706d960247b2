"""Cases that are equal in their words or in their versions, to be decided together."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from accord.adjudicate.decision import DECIDED, OPEN
from accord.errors import UsageError
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from accord.adjudicate.decision import Decision
    from accord.adjudicate.queue import Queue
    from accord.model.case import Case, Value

SAME = {"both": "the same words and versions", "words": "the same words", "versions": "the same versions"}
"""In what cases are equal: the words that they are about; what the versions say, whoever gave them; or both."""


class EqualCase(NamedTuple):
    """A case that can be decided with another, and what would be decided on it."""

    case: Case
    value: Value
    taken: tuple[str, ...]
    """Whose version that is; nobody's where no annotator of the case said it."""


class EqualCases(NamedTuple):
    """All open cases that are equal to one, that itself first, and those that are left alone."""

    cases: Sequence[EqualCase]
    closed: int
    """How many equal ones are decided or skipped."""
    unfit: Mapping[str, str]
    """Equal ones that the value does not fit, with the reason."""


def equal_cases(queue: Queue, item: str, same: str) -> list[Case]:
    """The other cases that are equal to a case, in the order of the queue."""
    if same not in SAME:
        raise UsageError(f"unknown way {same!r} of cases to be equal: {suggestion(same, list(SAME))}")
    case, words = queue.case(item), queue.summaries[item].words
    found: list[Case] = [other for other in queue.cases if other is not case]
    if same != "versions":
        found = [other for other in found if words is not None and queue.summaries[other.id].words == words]
    if same != "words":
        said = {json.dumps(version.value, sort_keys=True) for version in case.versions}
        alike = (other for other in found if len(other.versions) == len(said))
        found = [other for other in alike if _said(other, case, queue.of.moved) == said]
    return found


def decided_together(
    queue: Queue, item: str, value: Value, same: str, *, decisions: Mapping[str, Decision], taken: Collection[str] = ()
) -> EqualCases:
    """A case and all open ones that are equal to it, each with what a value of the case says of it.

    What was decided on one leaves less room for its neighbours, as if each had been decided for itself. Cases that are
    ``taken`` by others are left alone, and count as closed.
    """
    case, standing = queue.case(item), queue.standing(decisions)
    chosen = {name: each.value for name, each in standing.items() if each.state == DECIDED}
    found: list[EqualCase] = []
    closed, unfit = 0, {}
    for other in [case, *equal_cases(queue, item, same)]:
        last = standing.get(other.id)
        if other is not case and (other.id in taken or (last is not None and last.state != OPEN)):
            closed += 1
            continue
        try:
            moved = queue.of.checked(queue.of.narrowed(other, chosen), queue.of.moved(value, case, other))
        except UsageError as error:
            if other is case:
                raise
            unfit[other.id] = str(error)
            continue
        chosen[other.id] = moved
        whose = next((version.annotators for version in other.versions if version.value == moved), ())
        found.append(EqualCase(other, moved, whose))
    return EqualCases(found, closed, unfit)


def _said(case: Case, other: Case, moved: Callable[[Value, Case, Case], Value]) -> set[str]:
    """What versions say, as if they were of another case; nothing where that is none there."""
    with suppress(UsageError):
        return {json.dumps(moved(version.value, case, other), sort_keys=True) for version in case.versions}
    return set()
