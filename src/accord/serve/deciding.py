"""What windows decide: one case or several that are equal, what they undo, and which batches they have."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from accord.adjudicate.batches import MAX_SIZE, Batches
from accord.adjudicate.decision import DECIDED, OPEN, SKIPPED, Conflict, Conflicts, Decision, NewDecision
from accord.adjudicate.equal_cases import decided_together
from accord.errors import UsageError
from accord.messages import plural, suggestion
from accord.serve.request import number_of, objects_of, revision_of, text_of
from accord.serve.session import a_name

if TYPE_CHECKING:
    from accord.adjudicate.batches import Taken
    from accord.model.case import Case
    from accord.serve.desk import Desk
    from accord.serve.session import Session

    Given = dict[str, Any]

_LONGEST_COMMENT = 10_000
_LONGEST_NAME = 100


class Deciding:
    """The decisions of a session, one request after the other: what is decided on a case leaves its neighbours room."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.one_by_one = Lock()

    def decide(self, given: Given) -> Given:
        """Keep a decision; refused where it saw another case or an older revision than there is now."""
        with self.one_by_one:
            desk, who = self._desk(given), self.name(given)
            case = desk.queue.narrowed(text_of(given, "item"), desk.decisions)
            if text_of(given, "fingerprint") != case.fingerprint:
                raise Conflict(desk.decisions.get(case.id), "the text or its versions were")
            new = _new(desk, case, given)
            self._refuse_taken(desk, [case.id], who)
            decision = self.session.store.decide(
                desk.file(),  # when nothing is left to be refused
                new.item,
                who=who,
                **{name: value for name, value in new._asdict().items() if name != "item"},
            )
            self._batches(desk).decided([case.id], text_of(given, "window", ""))
            return {"decision": decision.payload()}

    def undo(self, given: Given) -> Given:
        """Undo the last change of a case, if it is the revision that is named: the one that the window made."""
        with self.one_by_one:
            desk, who = self._desk(given), self.name(given)
            case = desk.queue.narrowed(text_of(given, "item"), desk.decisions)
            decision = self.session.store.undo(
                desk.file(),
                case.id,
                seen=revision_of(given),
                who=who,
                check=lambda value: desk.queue.of.checked(case, value),
            )
            return {"decision": decision.payload()}

    def equal(self, given: Given) -> Given:
        """Which open cases are equal to one, and what a value would make of each."""
        desk = self._desk(given)
        item, decisions = text_of(given, "item"), desk.decisions
        taken = {name for name, each in self.taken(desk).items() if each.who != self.name(given)}
        found = decided_together(
            desk.queue, item, given.get("value"), text_of(given, "same"), decisions=decisions, taken=taken
        )
        summaries, lines = desk.queue.summaries, self.session.lines(desk.queue.layer)
        return {
            "cases": [
                {
                    "item": each.case.id,
                    "document": each.case.document,
                    "text": lines.get(each.case.id, summaries[each.case.id].text),
                    "said": [
                        [said, list(version.annotators)]
                        for said, version in zip(summaries[each.case.id].said, each.case.versions, strict=True)
                    ],
                    "value": each.value,
                    "taken": list(each.taken),
                    "revision": decisions[each.case.id].revision if each.case.id in decisions else 0,
                    "fingerprint": each.case.fingerprint,
                }
                for each in found.cases
            ],
            "closed": found.closed,
            "unfit": dict(found.unfit),
        }

    def decide_all(self, given: Given) -> Given:
        """Keep decisions on several cases, all or none: where one of them changed meanwhile it is said which did."""
        with self.one_by_one:
            desk, who, comment = self._desk(given), self.name(given), text_of(given, "comment", "")
            decisions, chosen = desk.decisions, dict(desk.decisions)
            asked = objects_of(given, "cases", MAX_SIZE * 100)
            changed: dict[str, Decision | None] = {}
            new: list[NewDecision] = []
            for each in asked:
                case = desk.queue.narrowed(text_of(each, "item"), chosen)
                if text_of(each, "fingerprint") != case.fingerprint:
                    changed[case.id] = decisions.get(case.id)
                    continue
                made = _new(desk, case, {"comment": comment, **each})
                new.append(made)
                chosen[case.id] = _as_if(made, who)
            if len({each.item for each in new}) < len(new):
                raise UsageError("a case appears twice: name each once")
            if changed:
                raise Conflicts(changed, len(asked))
            self._refuse_taken(desk, [each.item for each in new], who)
            made_now = self.session.store.decide_all(desk.file(), new, who)
            self._batches(desk).decided([each.item for each in new], text_of(given, "window", ""))
            return {"decisions": [each.payload() for each in made_now]}

    def undo_all(self, given: Given) -> Given:
        """Undo the last changes of several cases, all or none, if they are the revisions that are named."""
        with self.one_by_one:
            desk, who = self._desk(given), self.name(given)
            seen = {text_of(each, "item"): revision_of(each) for each in objects_of(given, "cases", MAX_SIZE * 100)}
            cases = {item: desk.queue.narrowed(item, desk.decisions) for item in seen}
            checks = {item: lambda value, case=case: desk.queue.of.checked(case, value) for item, case in cases.items()}
            undone = self.session.store.undo_all(desk.file(), seen, who, checks)
            return {"decisions": [each.payload() for each in undone]}

    def take_batch(self, given: Given) -> Given:
        """Give a window the first open cases of a list that nobody has, under a name."""
        with self.one_by_one:
            desk, who, window = self._desk(given), self.name(given), text_of(given, "window")
            size = number_of(given, "size", MAX_SIZE)
            standing = desk.queue.standing(desk.decisions)
            listed = given.get("items")
            names = [case.id for case in desk.queue.cases] if listed is None else listed
            if not isinstance(names, list) or not all(isinstance(name, str) for name in names) or not window:
                raise UsageError("items: a list of the ids of cases is needed, and a window")
            wanted = [
                name
                for name in names
                if name in desk.queue.by_id and (name not in standing or standing[name].state == OPEN)
            ]
            return {"taken": Batches(self.session.store, desk.file()).take(wanted, size, window, who)}

    def go_on_with_batch(self, given: Given) -> Given:
        """Give a window what its name has in another one."""
        with self.one_by_one:
            desk = self._desk(given)
            self._batches(desk).go_on(text_of(given, "window"), self.name(given))
            return {"taken": [name for name, each in self.taken(desk).items() if each.window == given["window"]]}

    def give_batch_back(self, given: Given) -> Given:
        """End the batch of a window, or all that somebody has."""
        with self.one_by_one:
            whose = {name: text_of(given, name) for name in ("window", "holder") if name in given}
            if not whose:
                raise UsageError("say whose batch ends: a window, or a holder")
            self._batches(self._desk(given)).give_back(window=whose.get("window"), who=whose.get("holder"))
            return {}

    def taken(self, desk: Desk) -> dict[str, Taken]:
        """The cases that are in somebody's batch."""
        return self._batches(desk).taken()

    def _batches(self, desk: Desk) -> Batches:
        return Batches(self.session.store, desk.filed)

    def _refuse_taken(self, desk: Desk, items: list[str], who: str) -> None:
        """Refuse to decide what somebody else has taken; whoever has the same name may."""
        taken = self.taken(desk)
        others = [taken[item] for item in items if item in taken and taken[item].who != who]
        if others:
            whose, minutes = others[0].who, max(each.minutes for each in others)
            raise UsageError(
                f"{whose} has {'this case' if len(items) == 1 else f'{len(others):,} of these cases'} in a batch for "
                f"{plural(minutes, 'minute')} more: take that back first, or go to another case"
            )

    def _desk(self, given: Given) -> Desk:
        return self.session.desk(text_of(given, "layer"))

    def name(self, given: Given) -> str:
        """Who decides."""
        return a_name(text_of(given, "who", self.session.who).strip()[:_LONGEST_NAME])


def _new(desk: Desk, case: Case, given: Given) -> NewDecision:
    """What a request decides on a case, if it can be."""
    state = text_of(given, "state", DECIDED)
    if state not in {DECIDED, SKIPPED}:
        raise UsageError(f"a case is decided or skipped: {suggestion(state, [DECIDED, SKIPPED])}")
    value = desk.queue.of.checked(case, given.get("value")) if state == DECIDED else None
    taken = next((each.annotators for each in case.versions if state == DECIDED and each.value == value), ())
    comment = text_of(given, "comment", "")[:_LONGEST_COMMENT]
    return NewDecision(case.id, revision_of(given), state, value, taken, comment, case.fingerprint)


def _as_if(new: NewDecision, who: str) -> Decision:
    """A decision as if it had been kept, for the room that it leaves its neighbours."""
    return Decision(new.item, new.seen + 1, new.state, new.value, tuple(new.taken), new.comment, who, "", new.versions)
