"""Labels of trees that meet: which relations or phrases annotators take for each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

from accord.measure.result import Undefined
from accord.measure.trees.attachment import attachments
from accord.measure.trees.brackets import brackets
from accord.measure.trees.differences import NO_PHRASE, unshared
from accord.model import PhraseTree
from accord.report.layers.parts import TOP, symmetric
from accord.report.layers.places import EXAMPLES
from accord.report.numbers import value_payload

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.model import Tree
    from accord.study.parses import ParseStudy


class LabelsMet:
    """Which labels meet: of tokens that two annotators attach alike, or of phrases over the same tokens."""

    def __init__(self, parses: ParseStudy) -> None:
        self.met: Counter[tuple[str, str]] = Counter()
        self.examples: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self.given = Counter(
            label for each in parses.sentences for tree in each.trees.values() for label in tree.labels
        )
        for number, sentence in enumerate(parses.sentences):
            if sentence.comparable:
                found = Counter(both for pair in combinations(sentence.trees.values(), 2) for both in _met(*pair))
                self.met.update(found)
                for both in found:
                    if both[0] != both[1] and len(self.examples[both]) < EXAMPLES:
                        self.examples[both].append(number)

    def view(self, id_of: Mapping[int, str]) -> dict[str, Any]:
        """The labels, which of them meet how often, and those that are confused most."""
        names = sorted(self.given)
        meeting: Counter[str] = Counter()
        for both, count in self.met.items():
            meeting.update(dict.fromkeys(both, count))
        confused = sorted(
            ((both, count) for both, count in self.met.items() if both[0] != both[1]),
            key=lambda entry: (-entry[1], entry[0]),
        )
        total = sum(count for _, count in confused)
        return {
            "label_names": names,
            "coincidences": symmetric(self.met, names),
            "labels": [
                _label(label, count, self.met[label, label], meeting[label])
                for label, count in self.given.most_common()
            ],
            "confusions": [
                {
                    "first": both[0],
                    "second": both[1],
                    "pairs": float(count),
                    "share": count / total,
                    "merged": value_payload(Undefined("what merging labels does to trees is not measured")),
                    "examples": [id_of[number] for number in self.examples[both] if number in id_of],
                }
                for both, count in confused[:TOP]
            ],
        }


def _met(first: Tree, second: Tree) -> Iterator[tuple[str, str]]:
    """Labels of two trees that stand in the same place, in alphabetical order."""
    if isinstance(first, PhraseTree) and isinstance(second, PhraseTree):
        shared = Counter(brackets(first)) & Counter(brackets(second))
        yield from ((label, label) for label, *_ in shared.elements())
        differing = (pair for pair in unshared(first, second) if NO_PHRASE not in pair)
        yield from ((min(pair), max(pair)) for pair in differing)
        return
    for (same_head, _), one, other in zip(attachments(first, second), first.labels, second.labels, strict=True):
        if same_head:
            yield min(one, other), max(one, other)


def _label(label: str, count: int, same: int, met: int) -> dict[str, Any]:
    return {
        "label": label,
        "count": count,
        "specific": 2 * same / (same + met) if met else None,
        "items": met,
        **value_payload(Undefined("labels of trees are not measured one by one")),
        "observed": None,
        "expected": None,
        "interval": None,
    }
