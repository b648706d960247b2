"""From decisions to a gold standard, with the account of how it was made."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord import __version__
from accord.adjudicate.decision import DECIDED, SKIPPED
from accord.adjudicate.policy import POLICIES
from accord.adjudicate.remarks import lost_said
from accord.errors import UsageError
from accord.formats.names import some
from accord.messages import plural, suggestion

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from accord.adjudicate.decision import Decision
    from accord.adjudicate.queue import Queue
    from accord.model import Corpus
    from accord.model.case import Gold


class NotAdjudicated(UsageError):
    """So much is open that there is no gold standard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """How a gold standard was made: how many of the places in it came from where, and what is not in it."""

    layer: str
    kind: str
    policy: str
    agreed: int
    alone: int
    decided: Mapping[str, int]
    """How many cases each person decided."""
    taken: Mapping[str, int]
    """In how many of them the version of each annotator with a vote was taken."""
    edited: int
    majority: int
    dragged: int
    """Places that are adjudicated, and left out with the text of one that is not."""
    skipped: int
    undecided: int
    """Cases, skipped ones among them, for which nothing could be taken."""
    left_out: int
    """The texts that are not in it, for want of a decision."""
    what: str
    changed: tuple[str, ...]
    """Cases whose versions are not those that were decided on."""
    lost: tuple[str, ...]
    """Decisions that cannot be used, for one of the reasons that `lost_said` names."""
    annotators: int
    voteless: tuple[str, ...]
    """Who was read and has no vote."""
    voteless_alone: int
    """Texts that nobody else looked at, which are not in it."""
    documents: int

    @property
    def signature(self) -> str:
        """What the gold standard depends on, in a line."""
        return (
            f"gold|kind:{self.kind}|undecided:{self.policy}|agreed:{self.agreed}|alone:{self.alone}"
            f"|decided:{sum(self.decided.values())}|majority:{self.majority}|left-out:{self.undecided}"
            f"|dragged:{self.dragged}|docs:{self.documents}|annotators:{self.annotators}|v:{__version__}"
        )

    def payload(self) -> dict[str, object]:
        """The account as JSON holds it."""
        return {
            "layer": self.layer,
            "kind": self.kind,
            "undecided": self.policy,
            "agreed": self.agreed,
            "alone": self.alone,
            "decided": {"total": sum(self.decided.values()), "by": dict(self.decided)},
            "taken": dict(self.taken),
            "edited": self.edited,
            "majority": self.majority,
            "skipped": self.skipped,
            "left_out": {"cases": self.undecided, "what": self.what, "texts": self.left_out, "dragged": self.dragged},
            "changed": list(self.changed),
            "lost": list(self.lost),
            "annotators": self.annotators,
            "voteless": list(self.voteless),
            "voteless_alone": self.voteless_alone,
            "documents": self.documents,
            "signature": self.signature,
        }


@dataclass(frozen=True, slots=True)
class GoldStandard:
    """A corpus of the annotator `GOLD`, and how it was made."""

    made: Gold
    account: Account

    @property
    def corpus(self) -> Corpus:
        """The gold standard itself."""
        return self.made.corpus


def gold_standard(queue: Queue, decisions: Mapping[str, Decision], policy: str = "refuse") -> GoldStandard:
    """Put together what annotators agree on, what was decided, and by the policy what was not."""
    if policy not in POLICIES:
        raise UsageError(
            f"unknown way {policy!r} to treat what is undecided: {suggestion(str(policy), list(POLICIES))}"
        )
    standing = queue.standing(decisions)
    skipped = sum(each.state == SKIPPED for each in standing.values())
    decided = {
        case.id: each for case in queue.cases if (each := standing.get(case.id)) is not None and each.state == DECIDED
    }
    chosen = {name: each.value for name, each in decided.items()}
    if policy == "majority":
        chosen = {case.id: case.majority.value for case in queue.cases if case.majority} | chosen
    undecided = len(queue.cases) - len(chosen)
    lost = queue.lost(decisions)
    if policy == "refuse" and undecided:
        raise NotAdjudicated(
            f"{plural(undecided, 'case')} of {queue.layer} not decided yet, {skipped:,} of them skipped: "
            "decide them, or say what happens to them (majority, leave-out)" + (f"; {lost_said(lost)}" if lost else "")
        )
    made = queue.of.gold(chosen)
    if not made.corpus.annotations:
        raise NotAdjudicated(_nothing_whole(queue, chosen, len(decided), made.what))
    corpus, places = queue.of.corpus, made.places
    voters = set(corpus.annotators)
    used = [each for name, each in decided.items() if name in places.cases]
    in_it = places.tally.agreed + places.tally.alone + len(places.cases)
    to_be_in_it = queue.of.agreed + queue.of.alone + len(chosen)
    account = Account(
        layer=queue.layer,
        kind=queue.of.kind,
        policy=policy,
        agreed=places.tally.agreed,
        alone=places.tally.alone,
        decided=Counter(each.who for each in used),
        taken=Counter(who for each in used for who in each.taken if who in voters),
        edited=sum(voters.isdisjoint(each.taken) for each in used),
        majority=len(places.cases) - len(used),
        dragged=to_be_in_it - in_it,
        skipped=skipped,
        undecided=undecided,
        left_out=made.left_out,
        what=made.what,
        changed=tuple(name for name, each in decided.items() if queue.is_changed(each)),
        lost=tuple(lost),
        annotators=len(corpus.annotators),
        voteless=queue.voteless,
        voteless_alone=queue.voteless_alone,
        documents=len(made.corpus.documents),
    )
    return GoldStandard(made, account)


def _nothing_whole(queue: Queue, chosen: Collection[str], decided: int, what: str) -> str:
    """Why there is no gold standard though some cases are decided, and where the others are."""
    if not chosen:
        return f"nothing of {queue.layer} is adjudicated, so there is no gold standard yet"
    open_ = Counter(case.document for case in queue.cases if case.id not in chosen)
    where = some([f"{count:,} in {document}" for document, count in open_.items()])
    voted = f", {len(chosen) - decided:,} more by majority" if len(chosen) > decided else ""
    return (
        f"{decided:,} of {plural(len(queue.cases), 'case')} of {queue.layer} decided so far{voted}, but no {what} is "
        f"whole, so there is no gold standard yet: open are {where}"
    )
