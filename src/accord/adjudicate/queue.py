"""All that annotators differ on in a layer, the hardest first, with what was decided so far."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from accord.adjudicate.decision import DECIDED, OPEN
from accord.adjudicate.earlier import earlier
from accord.adjudicate.remarks import remarks
from accord.errors import UsageError
from accord.kinds.kind import kind_of
from accord.kinds.surroundings import NEAR
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.adjudicate.decision import Change, Decision
    from accord.model import Corpus
    from accord.model.case import Case, Disputed, Point, Value
    from accord.model.case_summary import CaseSummary, Gains

_FEW = 20
"""Up to so many annotators it is worth saying who did not look."""
_LONGEST = 160
"""So many characters of a text are in the line of a case."""
_MOST_PAIRS = 20
"""So many pairs of labels are."""


@dataclass(frozen=True)
class Queue:
    """The cases of a layer, the hardest first; those that are equally hard in the order of the texts."""

    layer: str
    of: Disputed
    read: Corpus | None = None
    """All that was read, also of those who have no vote."""

    @property
    def voteless(self) -> tuple[str, ...]:
        """Annotators whose versions do not count."""
        voters = self.of.corpus.annotators
        return tuple(name for name in (self.read.annotators if self.read else ()) if name not in voters)

    @property
    def voteless_alone(self) -> int:
        """How many items, sentences or documents only those looked at whose versions do not count."""
        return len(_texts(self.read) - _texts(self.of.corpus)) if self.read and self.voteless else 0

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """All cases in their order."""
        return tuple(sorted(self.of.cases, key=lambda case: case.hardness))

    @cached_property
    def by_id(self) -> dict[str, Case]:
        """All cases by their ids."""
        return {case.id: case for case in self.of.cases}

    @cached_property
    def points(self) -> dict[str, tuple[Point, ...]]:
        """What every case is about, in words, by their ids."""
        return {case.id: tuple(self.of.points(case)) for case in self.of.cases}

    def labels(self, item: str) -> list[str]:
        """The labels between which a case is to be decided."""
        return sorted({label for point in self.points[item] for label in point.labels})

    @cached_property
    def summaries(self) -> dict[str, CaseSummary]:
        """Every case in a line, by their ids."""
        return {case.id: self.of.summary(case) for case in self.of.cases}

    @cached_property
    def gains(self) -> Gains:
        """By how much agreement would rise if all who looked at a case had said what most said."""
        return self.of.gains()

    def case(self, item: str) -> Case:
        """The case of an id."""
        if item not in self.by_id:
            raise UsageError(f"there is no case {item!r} in {self.layer}: {suggestion(item, list(self.by_id)[:5])}")
        return self.by_id[item]

    def standing(self, decisions: Mapping[str, Decision]) -> dict[str, Decision]:
        """The decisions that can be used: on the text that was looked at, and such as fit beside the others."""
        found: dict[str, Decision] = {}
        decided: dict[str, Value] = {}
        for case in self.of.cases:
            decision = decisions.get(case.id)
            if decision is None or not case.on_text_of(decision.versions):
                continue
            if decision.state == DECIDED:
                try:
                    decided[case.id] = self.of.checked(self.of.narrowed(case, decided), decision.value)
                except UsageError:
                    continue
            found[case.id] = decision
        return found

    def lost(self, decisions: Mapping[str, Decision]) -> list[str]:
        """The ids of all that was decided and cannot be used."""
        standing = self.standing(decisions)
        return sorted(item for item, each in decisions.items() if item not in standing and each.state == DECIDED)

    def is_changed(self, decision: Decision) -> bool:
        """Whether a version that a decision on a case was made on is another one now."""
        return not self.by_id[decision.item].unchanged_since(decision.versions, self.of.corpus.annotators)

    def narrowed(self, item: str, decisions: Mapping[str, Decision]) -> Case:
        """The case of an id, with the room that the decisions on others leave it."""
        others = {name: each.value for name, each in self.standing(decisions).items() if each.state == DECIDED}
        return self.of.narrowed(self.case(item), others)

    def payload(
        self, decisions: Mapping[str, Decision], lines: Mapping[str, str] = MappingProxyType({})
    ) -> dict[str, object]:
        """The queue as JSON holds it: each case in a line, and how far it is adjudicated.

        Some cases have their texts in other files (``lines``, by their ids).
        """
        standing = self.standing(decisions)
        states = [standing[case.id].state if case.id in standing else OPEN for case in self.cases]
        incomplete = {"voteless": list(self.voteless), "lost": self.lost(decisions)}
        return {
            "layer": self.layer,
            "kind": self.of.kind,
            **incomplete,
            "remarks": remarks(incomplete),
            "agreed": self.of.agreed,
            "alone": self.of.alone,
            "choices": list(self.of.choices),
            "counts": {state: states.count(state) for state in ("open", "decided", "skipped")},
            "agreement": {"measure": self.gains.measure, "now": self.gains.now},
            "sorts": dict(self.of.sorts),
            "cases": [
                row
                | {"text": lines.get(row["id"], row["text"])[:_LONGEST]}
                | {"state": state, "revision": decisions[row["id"]].revision if row["id"] in decisions else 0}
                for row, state in zip(self._rows, states, strict=True)
            ],
        }

    @cached_property
    def _rows(self) -> list[dict[str, Any]]:
        """What the queue says of each case, whatever is decided."""
        place = {case.id: number for number, case in enumerate(self.of.cases)}
        return [
            {
                "id": case.id,
                "document": case.document,
                "place": place[case.id],
                "disagreement": case.disagreement,
                "gain": self.gains.by_case.get(case.id),
                "text": summary.text[:_LONGEST],
                "versions": [
                    [said[:_LONGEST], list(version.annotators), version is case.majority]
                    for said, version in zip(summary.said, case.versions, strict=True)
                ],
                "sorts": list(summary.sorts),
                "pairs": [list(pair) for pair in summary.pairs[:_MOST_PAIRS]],
            }
            for case, summary in ((case, self.summaries[case.id]) for case in self.cases)
        ]

    def case_payload(
        self, item: str, decisions: Mapping[str, Decision], history: list[Change], size: int = NEAR
    ) -> dict[str, object]:
        """A case with its versions, what was decided, and whether the text or the versions changed since.

        So much of the document stands around it, and what was decided before on the same.
        """
        case = self.narrowed(item, decisions)
        said = {annotator for version in case.versions for annotator in version.annotators}
        everybody = self.of.corpus.annotators
        standing = self.standing(decisions)
        last, decision = decisions.get(item), standing.get(item)
        around = self.of.around(case, size)
        return case.payload() | {
            "revision": last.revision if last else 0,
            "decision": decision.payload() if decision else None,
            "changed": last is not None and last.state != OPEN and self.is_changed(last),
            "absent": [name for name in everybody if name not in said] if len(everybody) <= _FEW else [],
            "history": [each.payload() for each in history] if last else [],
            "around": around.payload() if around else None,
            "earlier": earlier(self, item, standing),
        }


def _texts(corpus: Corpus) -> set[tuple[str, object]]:
    return kind_of(corpus).texts(corpus)
