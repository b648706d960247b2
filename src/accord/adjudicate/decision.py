"""A decision on what annotators differ on, and the conflict of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.errors import AccordError
from accord.formats.names import some
from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DECIDED, SKIPPED, OPEN = "decided", "skipped", "open"


class Conflict(AccordError):
    """The decision or the case itself changed in the meantime; ``now`` is what stands there."""

    def __init__(self, now: Decision | None, what: str = "this was") -> None:
        super().__init__(f"{what} changed in the meantime: look at what is there now, and decide again")
        self.now = now


class Conflicts(AccordError):
    """Of cases that were to be decided together some changed in the meantime, so nothing was; what stands there now."""

    def __init__(self, changed: Mapping[str, Decision | None], of: int) -> None:
        verb = "was" if len(changed) == 1 else "were"
        super().__init__(
            f"{len(changed):,} of {plural(of, 'case')} {verb} changed in the meantime, so nothing was kept: "
            f"{some(list(changed))}"
        )
        self.changed = changed


class NewDecision(NamedTuple):
    """What is to be decided on a case, and the revision of it that was seen."""

    item: str
    seen: int
    state: str
    value: Any = None
    taken: Sequence[str] = ()
    comment: str = ""
    versions: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided on an item, whose version it is (nobody's where it was edited), by whom and when.

    Whoever goes back to a decision, or keeps another comment with it, did not make it: ``who`` and ``at`` stay.
    ``versions`` is a fingerprint of what the annotators said when it was decided; ``revision`` counts the changes.
    """

    item: str
    revision: int
    state: str
    value: Any
    taken: tuple[str, ...]
    comment: str
    who: str
    at: str
    versions: str

    def payload(self) -> dict[str, object]:
        """The decision as JSON holds it."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "versions"}


class Change(NamedTuple):
    """What stands after a change of an item, and who changed it and when."""

    now: Decision
    who: str
    at: str
    decided_by: str | None = None
    """Who had decided what stands, where this change did not."""
    undoes: int | None = None
    """The revision that it undid, if any."""
    undone_by: str | None = None
    """Who undid it later, if anybody did."""

    def payload(self) -> dict[str, object]:
        """The change as JSON holds it."""
        return self.now.payload() | {name: each for name, each in self._asdict().items() if name != "now"}
