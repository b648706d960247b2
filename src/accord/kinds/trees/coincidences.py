"""Labels of trees that meet: which relations or phrases annotators take for each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from accord.kinds.page.examples import EXAMPLES
from accord.kinds.trees.attachment import attachments
from accord.kinds.trees.differences import NO_PHRASE, unshared
from accord.model import PhraseTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.kinds.trees.study import ParseStudy
    from accord.model import Tree


class LabelCoincidences:
    """Which labels meet: of tokens that two annotators attach alike, or of phrases over the same tokens.

    ``given`` counts labels, ``met`` pairs of them, ``sentences`` those in which two different ones meet; ``examples``
    are the numbers of some of these. ``met_rest`` says of each annotator how often a label meets one of the rest, each
    of m others by 1 / m.
    """

    def __init__(self, parses: ParseStudy) -> None:
        self.met: Counter[tuple[str, str]] = Counter()
        self.sentences: Counter[tuple[str, str]] = Counter()
        self.examples: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self.met_rest: defaultdict[str, defaultdict[tuple[str, str], float]] = defaultdict(lambda: defaultdict(float))
        self.given = Counter(
            label for each in parses.sentences for tree in each.trees.values() for label in tree.labels
        )
        for number, sentence in enumerate(parses.sentences):
            if sentence.comparable:
                found: Counter[tuple[str, str]] = Counter()
                for (one, first), (other, second) in combinations(sentence.trees.items(), 2):
                    pairs = Counter(_met(first, second))
                    for (ours, theirs), count in pairs.items():
                        found[min(ours, theirs), max(ours, theirs)] += count
                        share = count / (len(sentence.trees) - 1)
                        self.met_rest[one][ours, theirs] += share
                        self.met_rest[other][theirs, ours] += share
                self.met.update(found)
                confused = [both for both in found if both[0] != both[1]]
                self.sentences.update(confused)
                for both in confused:
                    if len(self.examples[both]) < EXAMPLES:
                        self.examples[both].append(number)
        self.meeting: Counter[str] = Counter()
        """How often each label meets any, itself or another."""
        for both, count in self.met.items():
            self.meeting.update(dict.fromkeys(both, count))

    def specific(self, label: str) -> float | None:
        """The chance that a second annotator gives a label too: pooled F1, where it meets any."""
        same, met = self.met[label, label], self.meeting[label]
        return 2 * same / (same + met) if met else None


def _met(first: Tree, second: Tree) -> Iterator[tuple[str, str]]:
    """Labels of two trees that stand in the same place."""
    if isinstance(first, PhraseTree) and isinstance(second, PhraseTree):
        shared = Counter(first.brackets()) & Counter(second.brackets())
        yield from ((label, label) for label, *_ in shared.elements())
        differing = (pair for pair in unshared(first, second) if NO_PHRASE not in pair)
        yield from differing
        return
    for (same_head, _), one, other in zip(attachments(first, second), first.labels, second.labels, strict=True):
        if same_head:
            yield one, other
