"""Labels of trees that meet: which relations or phrases annotators take for each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

from accord.agreement.result import Undefined
from accord.kinds.page.parts import EXAMPLES, NOT_YET, coincidences, confusion_payloads, label_payload
from accord.kinds.trees.attachment import attachments
from accord.kinds.trees.brackets import brackets
from accord.kinds.trees.differences import NO_PHRASE, unshared
from accord.model import PhraseTree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from accord.model import Tree
    from accord.study.parses import ParseStudy


_NOT_ALONE = "labels of trees are not measured one by one"
_TOKENS = (
    "only tokens that two annotators attach to the same head are compared: other attachments are no matter of labels"
)
_PHRASES = (
    "only phrases over the same tokens are compared: phrases that one annotator has alone are no matter of labels"
)


class LabelsMet:
    """Which labels meet: of tokens that two annotators attach alike, or of phrases over the same tokens."""

    def __init__(self, parses: ParseStudy) -> None:
        self.phrases = parses.phrases
        self.met: Counter[tuple[str, str]] = Counter()
        self.sentences: Counter[tuple[str, str]] = Counter()
        self.examples: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self.given = Counter(
            label for each in parses.sentences for tree in each.trees.values() for label in tree.labels
        )
        for number, sentence in enumerate(parses.sentences):
            if sentence.comparable:
                found = Counter(both for pair in combinations(sentence.trees.values(), 2) for both in _met(*pair))
                self.met.update(found)
                confused = [both for both in found if both[0] != both[1]]
                self.sentences.update(confused)
                for both in confused:
                    if len(self.examples[both]) < EXAMPLES:
                        self.examples[both].append(number)

    def view(self, id_of: Mapping[int, str]) -> dict[str, Any]:
        """The labels, which of them meet how often, and those that are confused most."""
        names = sorted(self.given)
        meeting: Counter[str] = Counter()
        for both, count in self.met.items():
            meeting.update(dict.fromkeys(both, count))

        def examples(both: tuple[str, str]) -> Iterable[str]:
            return (id_of[number] for number in self.examples[both] if number in id_of)

        return {
            "label_names": names,
            "coincidences": coincidences(self.met, names),
            "labels": [
                label_payload(label, count, self.met[label, label], meeting[label], _NOT_ALONE)
                for label, count in self.given.most_common()
            ],
            "labels_of": _PHRASES if self.phrases else _TOKENS,
            "confusions_of": "what is labelled differently",
            "confusions_items": self.sentences.total(),
            "confusions": confusion_payloads(self.met, self.sentences, lambda *_: Undefined(NOT_YET), examples),
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
