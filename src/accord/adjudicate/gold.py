"""From decisions to a gold standard, with the account of how it was made."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from accord import __version__
from accord.adjudicate.decision import DECIDED, SKIPPED
from accord.adjudicate.policy import POLICIES
from accord.adjudicate.remarks import lost_said
from accord.errors import UsageError
from accord.formats.names import some
from accord.messages import listing, option, plural, suggestion

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from accord.adjudicate.decision import Decision
    from accord.adjudicate.queue import Queue
    from accord.model import Corpus
    from accord.model.case import Gold


class NotAdjudicated(UsageError):
    """So much is open that there is no gold standard."""


class GoldStandard(NamedTuple):
    """A corpus of the annotator `GOLD`, and how it was made: how many of its places came from where, as JSON holds it.

    In the account, ``decided`` counts cases by who decided them, ``decided_cases`` has the revision of all that is
    decided, also of what is left out with its text, and ``taken`` in how many of them the version of each
    annotator with a vote was taken. ``left_out`` counts the cases, skipped ones among them, for which nothing could be
    taken, the texts that are not in it for that, and the places that are agreed on or decided and left out with them
    (``dragged``). ``changed`` are cases whose versions are not those that were decided on; ``lost`` are decisions that
    cannot be used, for one of the reasons that `lost_said` names. ``voteless`` are those who were read and have no
    vote, and ``voteless_alone`` counts the texts that nobody else looked at, which are not in it.
    """

    made: Gold
    account: dict[str, Any]

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
        counted = f"{plural(undecided, 'case')} of {queue.layer} not decided yet"
        counted += f", {skipped:,} of them skipped" if skipped else ""
        ways = f"{listing([way for way in POLICIES if way != 'refuse'], 'or')} ({option('undecided')})"
        raise NotAdjudicated(
            f"{counted}: decide them, or say what happens to them: {ways}" + (f"; {lost_said(lost)}" if lost else "")
        )
    made = queue.of.gold(chosen)
    if not made.corpus.annotations:
        raise NotAdjudicated(_nothing_whole(queue, chosen, len(decided), made.what))
    corpus, places = queue.of.corpus, made.places
    voters = set(corpus.annotators)
    used = [each for name, each in decided.items() if name in places.cases]
    in_it = places.tally.agreed + places.tally.alone + len(places.cases)
    dragged = queue.of.agreed + queue.of.alone + len(chosen) - in_it
    annotators, documents, majority = len(corpus.annotators), len(made.corpus.documents), len(places.cases) - len(used)
    account = {
        "layer": queue.layer,
        "kind": queue.of.kind,
        "undecided": policy,
        "agreed": places.tally.agreed,
        "alone": places.tally.alone,
        "decided": {"total": len(used), "by": dict(Counter(each.who for each in used))},
        "decided_cases": {name: each.revision for name, each in decided.items()},
        "taken": dict(Counter(who for each in used for who in each.taken if who in voters)),
        "edited": sum(voters.isdisjoint(each.taken) for each in used),
        "majority": majority,
        "skipped": skipped,
        "left_out": {"cases": undecided, "what": made.what, "texts": made.left_out, "dragged": dragged},
        "changed": [name for name, each in decided.items() if queue.is_changed(each)],
        "lost": lost,
        "annotators": annotators,
        "voteless": list(queue.voteless),
        "voteless_alone": queue.voteless_alone,
        "documents": documents,
        "signature": (
            f"gold|kind:{queue.of.kind}|undecided:{policy}|agreed:{places.tally.agreed}|alone:{places.tally.alone}"
            f"|decided:{len(used)}|majority:{majority}|left-out:{undecided}"
            f"|dragged:{dragged}|docs:{documents}|annotators:{annotators}|v:{__version__}"
        ),
    }
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
