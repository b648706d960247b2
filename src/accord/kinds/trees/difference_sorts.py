"""How trees of two annotators differ: tokens with another head or label, phrases that one has alone or calls else."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from accord.kinds.page.differences import AGREED, ATTACHED, BOTH, FOUND, LABELLED, differences_view
from accord.kinds.trees.attachment import attachments
from accord.kinds.trees.differences import NO_PHRASE, unshared
from accord.model import PhraseTree

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.kinds.trees.study import ParsedSentence, ParseStudy
    from accord.model import Tree
    from accord.payload.differences import DifferencesView

OF_TOKENS = {
    ATTACHED: "other head",
    LABELLED: "other label",
    BOTH: "other head and label",
}
OF_PHRASES = {FOUND: "found by one only", LABELLED: "other label"}


def tree_differences(parses: ParseStudy, shown: Iterable[tuple[ParsedSentence, str]]) -> DifferencesView | None:
    """How the trees of every two annotators divide; examples are among the sentences that are shown, with their ids."""
    counts = sum((_sorts(sentence) for sentence in parses.sentences), Counter[str]())
    of, titles = ("phrase", OF_PHRASES) if parses.phrases else ("token", OF_TOKENS)
    return differences_view(of, counts, titles, ((_sorts(sentence), id_) for sentence, id_ in shown))


def _sorts(sentence: ParsedSentence) -> Counter[str]:
    if not sentence.comparable:
        return Counter()
    return sum((_between(*pair) for pair in combinations(sentence.trees.values(), 2)), Counter[str]())


def _between(first: Tree, second: Tree) -> Counter[str]:
    if isinstance(first, PhraseTree) and isinstance(second, PhraseTree):
        apart = Counter(FOUND if NO_PHRASE in pair else LABELLED for pair in unshared(first, second))
        alike = (Counter(first.brackets()) & Counter(second.brackets())).total()
        return apart + Counter({AGREED: alike})
    names = {(True, True): AGREED, (False, True): ATTACHED, (True, False): LABELLED, (False, False): BOTH}
    return Counter(names[each] for each in attachments(first, second))
