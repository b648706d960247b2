"""The same annotator, the same item, more than once: which label counts, and what is said of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from accord.errors import UsageError
from accord.messages import decimal, option, plural, suggestion
from accord.model import Finding, ItemLabels, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.formats.content import Content
    from accord.formats.corpus_part import CorpusPart
    from accord.model import Corpus

POLICIES = ("error", "first", "last", "majority", "keep")
"""What counts of labels that are repeated; what is no label of an item can only be an error, the first or the last."""
_OF_DOCUMENTS = ("error", "first", "last")
_MAX_PLACES = 5
"""How many places of labels that contradict each other are named."""

_COUNTS = {
    "first": "the first of each counts",
    "last": "the last of each counts",
    "majority": "the most frequent of each counts, which hides noise and so raises agreement",
    "keep": "kept as repetitions, and measures take the first of each",
}


def check_policy(policy: str | None) -> None:
    """Refuse what is no policy."""
    if policy is not None and policy not in POLICIES:
        raise UsageError(f"unknown way {policy!r} to count repeated labels: {suggestion(str(policy), list(POLICIES))}")


def policy_for(told: str | None, contents: Iterable[Content]) -> str:
    """What the caller says, else what the tool that wrote the files means by repeated labels, else an error."""
    return told or next((content.repeats for content in contents if content.repeats), "error")


class GivenLabel(NamedTuple):
    """A label, and where it stands."""

    label: str
    place: Place


class RepeatedItem(NamedTuple):
    """All labels that one annotator gave to an item, in the order in which they were read."""

    item: str
    annotator: str | None
    given: list[GivenLabel]

    @property
    def contradicts(self) -> int:
        """How many labels there are beside the one that would be right if all were the same."""
        return len({each.label for each in self.given}) - 1

    @property
    def name(self) -> str:
        """What messages call it."""
        whose = f"{self.annotator}'s" if self.annotator else "the"
        return f"{whose} label of item {self.item!r}"

    def findings(self) -> Iterator[Finding]:
        """Each label after the first, an error where it is another one."""
        first, *others = self.given
        for each in others:
            where = f"line {first.place.line}" if first.place.file == each.place.file else str(first.place)
            if each.label == first.label:
                message, hint = f"{self.name} stands here again, the same as at {where}", "each counts once"
                yield Finding("duplicate-label", Severity.WARNING, each.place, message, hint)
            else:
                message = f"{self.name} is {each.label!r} here and {first.label!r} at {where}"
                yield Finding("duplicate-label", Severity.ERROR, each.place, message, _which())

    def chosen(self, policy: str) -> GivenLabel | None:
        """The label that counts; None where several are the most frequent."""
        if policy == "last":
            return self.given[-1]
        if policy == "majority":
            (label, most), *others = Counter(each.label for each in self.given).most_common(2)
            if others and others[0][1] == most:
                return None
            return next(each for each in self.given if each.label == label)
        return self.given[0]


def _which() -> str:
    """What to do about labels that contradict each other."""
    return f"correct it, or say which counts: {option('repeats', 'first')}, last, majority or keep"


def label_findings(repeated: Sequence[RepeatedItem], labels: int) -> list[Finding]:
    """What is wrong where each item should have one label, said once; ``labels`` says how many there are in all."""
    each = [finding for item in repeated for finding in item.findings()]
    each.sort(key=lambda finding: _order(finding.place))
    errors = [finding for finding in each if finding.severity is Severity.ERROR]
    if not each:
        return []
    first = (errors or each)[0]
    if len(each) == 1:
        return [first]
    others = list(dict.fromkeys(str(finding.place) for finding in errors[1:] if finding.place != first.place))
    places, more = others[: _MAX_PLACES - 1], len(others[_MAX_PLACES - 1 :])
    where = f" (next: {', '.join(places)}{f', and {more:,} more' if more else ''})" if places else ""
    return [first._replace(message=f"{first.message}; {share(repeated, labels)}{where}")]


def _order(place: Place) -> tuple[str, int]:
    return place.file, place.line or 0


def share(repeated: Sequence[RepeatedItem], labels: int) -> str:
    """How many of all labels are repeated, by how many annotators, and how many of them contradict.

    >>> given = [GivenLabel(label, Place("a.csv", line)) for line, label in enumerate("xxy", 1)]
    >>> share([RepeatedItem("1", "ada", given)], 3_000)
    '2 of 3,000 labels (0.07 %) are repeated, by 1 annotator; 1 contradicts'
    """
    again = sum(len(each.given) - 1 for each in repeated)
    differ = sum(each.contradicts for each in repeated)
    rate = decimal(100 * again / labels, 2)
    rate = "< 0.01" if rate == "0.00" else rate
    who = plural(len({each.annotator for each in repeated}), "annotator")
    said = f"{differ:,} contradict{'s' if differ == 1 else ''}" if differ else "none contradicts"
    are = "is" if again == 1 else "are"
    return f"{again:,} of {plural(labels, 'label')} ({rate} %) {are} repeated, by {who}; {said}"


def decision(policy: str, repeated: Sequence[RepeatedItem], labels: int) -> str:
    """What was made of repeated labels."""
    ties = sum(each.chosen(policy) is None for each in repeated)
    tied = f"; {plural(ties, 'item')} with a tie count{'s' if ties == 1 else ''} as not annotated" if ties else ""
    first = min((each.given[1].place for each in repeated), key=_order)
    return f"{share(repeated, labels)} (first at {first}): {_COUNTS[policy]}{tied} ({option('repeats', policy)})"


def lost_repetitions(corpus: Corpus) -> list[str]:
    """Labels that are kept as repetitions, which no format has place for."""
    held = (each for each in corpus.annotations.values() if isinstance(each, ItemLabels))
    count = sum(len(again) for each in held for again in each.repeats.values())
    return [plural(count, "repeated label")] if count else []


class Version(Protocol):
    """A document as one annotator has it."""

    @property
    def annotator(self) -> str:
        """Whose it is."""

    @property
    def file(self) -> str:
        """The file it stands in."""

    def start(self) -> Place:
        """Where it starts."""


V = TypeVar("V", bound=Version)


class RepeatedDocuments:
    """Documents that an annotator has more than once: which version counts, and how many do not."""

    def __init__(self, policy: str, files: Iterable[str]) -> None:
        """Choose by a policy, in the order in which the files were read."""
        self.policy = policy
        self.order = {file: number for number, file in enumerate(dict.fromkeys(files))}
        self.places: list[Place] = []

    @property
    def is_error(self) -> bool:
        """Whether nobody may have a document twice."""
        return self.policy == "error"

    def takes_later(self, place: Place) -> bool:
        """Whether the later of two versions counts, which stands at this place; not where both are an error."""
        if self.policy not in _OF_DOCUMENTS:
            how = f"{option('repeats', 'first')} or {option('repeats', 'last')}"
            what = f"{self.policy!r} is for labels of items, and here an annotator has a whole document twice"
            raise UsageError(f"{place}: {what}: say {how}")
        if not self.is_error:
            self.places.append(place)
        return self.policy == "last"

    def chosen(self, versions: Sequence[V]) -> list[V]:
        """One version of each annotator where the policy chooses; all of them where that is an error."""
        if len({version.annotator for version in versions}) == len(versions):
            return list(versions)
        counts: dict[str, V] = {}
        for version in sorted(versions, key=lambda each: (self.order[each.file], each.start().line or 0)):
            if version.annotator not in counts or self.takes_later(version.start()):
                counts[version.annotator] = version
        return [each for each in versions if self.is_error or counts[each.annotator] is each]

    def say(self, made: CorpusPart) -> None:
        """Say what was made of them, if there were any."""
        if self.places:
            what = f"{plural(len(self.places), 'document')} again by the same annotator (first at {self.places[0]})"
            made.assumptions.append(f"{what}: the {self.policy} of each counts ({option('repeats', self.policy)})")
            made.choices["repeats"] = self.policy


def twice_hint(otherwise: str) -> str:
    """What to do about a document that an annotator has twice."""
    return f"{otherwise}, or say which counts: {option('repeats', 'first')} or last"
