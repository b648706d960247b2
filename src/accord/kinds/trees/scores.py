"""How well a parser does against a reference, word by word: UAS, LAS, CLAS, MLAS, BLEX, and the tags beside trees.

    precision = right / words of the parser,   recall = right / words of the reference
    F1 = 2 right / (words of the reference + words of the parser)

Where both have the same words these three are one. A word is right if it is aligned with one of the reference, and

    UAS     its head is aligned with the head of that
    LAS     and it has the same relation
    CLAS    the same, of content words alone (Nivre & Fang 2017)
    MLAS    the same as CLAS, with the same tag and features, and the same function words with the same relations, tags
            and features (Zeman et al. 2018)
    BLEX    the same as CLAS, with the same lemma
    UPOS, XPOS, UFeats, AllTags, Lemmas   it has the same tag, tag of the language, universal features, all three, lemma

A content word is one whose relation, up to its colon, is in the list of the script of the CoNLL 2018 shared task
(conll18_ud_eval.py): all of Universal Dependencies but aux, case, cc, clf, cop, det, mark and punct; a function word
that hangs on it is one of these but punct. So these measures need such labels. The task also compares labels only up
to their colon: --universal does that here. Of features it looks at the 21 universal ones. Where the reference has no
lemma (_), any is right. Aligned accuracy is what is right of the words that are aligned. Enhanced dependencies are not
looked at. Which words are aligned where the parser cut the text itself: see align-words.

F1 of one relation counts the words that have it in the reference, in the parser, and in both with the right head.
Labelled brackets of phrases: see bracket-f1.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from accord.kinds.trees.brackets import phrases
from accord.kinds.trees.words import NOTHING, WordPairs
from accord.model import DependencyTree
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.counts import Counts
from accord.scoring.formula import F1
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from accord.kinds.trees.words import Words
    from accord.model import Tree

    Same = Callable[[WordPairs, int, int], bool]

ALIGNED = "aligned-"
"""What the name of a measure begins with that is a share of the words that are aligned."""
_ALIGNED_ACCURACY = replace(F1, undefined="no such word is aligned")


@dataclass(frozen=True, slots=True)
class WordMeasure:
    """When a word is right: whether it must be attached, be a content word, and have the same of other things.

    ``columns`` are those of the file that it is made of, ``besides`` those that it looks at where they are used.
    """

    same: Same
    columns: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    attached: bool = False
    content: bool = False

    def count(self, words: WordPairs) -> tuple[int, int, int, int]:
        """How many words the reference has, the parser has, are right, and are aligned."""
        wanted, given = words.reference.content, words.predicted.content
        aligned = right = 0
        for (ours, theirs), attached in zip(words.pairs, words.attached, strict=True):
            if not self.content or wanted[ours]:
                aligned += 1
                right += (attached or not self.attached) and self.same(words, ours, theirs)
        if self.content:
            return sum(wanted), sum(given), right, aligned
        return len(words.reference), len(words.predicted), right, aligned


def _any(_words: WordPairs, _ours: int, _theirs: int) -> bool:
    return True


def _label(words: WordPairs, ours: int, theirs: int) -> bool:
    return words.reference.labels[ours] == words.predicted.labels[theirs]


def _in_column(name: str) -> Same:
    return lambda words, ours, theirs: words.reference.column(name)[ours] == words.predicted.column(name)[theirs]


def _features(words: WordPairs, ours: int, theirs: int) -> bool:
    return words.reference.features[ours] == words.predicted.features[theirs]


def _lemma(words: WordPairs, ours: int, theirs: int) -> bool:
    return words.reference.column("lemma")[ours] in {NOTHING, words.predicted.column("lemma")[theirs]}


def _all_tags(words: WordPairs, ours: int, theirs: int) -> bool:
    return _UPOS(words, ours, theirs) and _XPOS(words, ours, theirs) and _features(words, ours, theirs)


def _morphology(words: WordPairs, ours: int, theirs: int) -> bool:
    """The same label, tag and features, of the word and of the function words that hang on it."""
    if not (_label(words, ours, theirs) and _UPOS(words, ours, theirs) and _features(words, ours, theirs)):
        return False
    children = words.predicted.functional.get(theirs, ())
    hanging = [(words.counterpart.get(child), *_said(words.predicted, child)) for child in children]
    return hanging == [(child, *_said(words.reference, child)) for child in words.reference.functional.get(ours, ())]


def _said(words: Words, word: int) -> tuple[str, str, str]:
    return words.labels[word], words.column("upos")[word], words.features[word]


def _bilexical(words: WordPairs, ours: int, theirs: int) -> bool:
    return _label(words, ours, theirs) and _lemma(words, ours, theirs)


_UPOS, _XPOS = _in_column("upos"), _in_column("xpos")
ATTACHMENT: Mapping[str, WordMeasure] = {
    "las": WordMeasure(_label, attached=True),
    "uas": WordMeasure(_any, attached=True),
    "clas": WordMeasure(_label, attached=True, content=True),
    "mlas": WordMeasure(_morphology, ("upos",), ("feats",), attached=True, content=True),
    "blex": WordMeasure(_bilexical, ("lemma",), attached=True, content=True),
}
"""What parsers are ranked by, the headline first."""
TAGS: Mapping[str, WordMeasure] = {
    "upos": WordMeasure(_UPOS, ("upos",)),
    "xpos": WordMeasure(_XPOS, ("xpos",)),
    "ufeats": WordMeasure(_features, ("feats",)),
    "alltags": WordMeasure(_all_tags, ("upos",), ("xpos", "feats")),
    "lemmas": WordMeasure(_lemma, ("lemma",)),
}
"""What stands beside the trees."""


def word_measures(
    units: Sequence[WordPairs], without: Iterable[str] = (), unit: str = "sentence"
) -> tuple[dict[str, CountedMeasure], dict[str, CountedMeasure]]:
    """What parsers are ranked by, and what stands beside it, but for measures ``without`` the columns they need.

    Beside it stand tags, and where the parser cut the text itself, tokens, sentences, words and aligned accuracy.
    """
    left_out = set(without)
    counted = {
        name: [measure.count(each) for each in units]
        for name, measure in {**ATTACHMENT, **TAGS}.items()
        if name not in left_out
    }
    found = {name: CountedMeasure(name, UnitRows.of([row[:3] for row in rows]), unit) for name, rows in counted.items()}
    main = {name: measure for name, measure in found.items() if name in ATTACHMENT}
    tags = {name: measure for name, measure in found.items() if name in TAGS}
    if any(each.tokens is None or each.sentences is None for each in units):
        return main, tags
    cut: dict[str, Sequence[Sequence[int]]] = {
        "tokens": [each.tokens or () for each in units],
        "sentences": [each.sentences or () for each in units],
        "words": [(len(each.reference), len(each.predicted), len(each.pairs)) for each in units],
    }
    of_text = {name: CountedMeasure(name, UnitRows.of(rows), unit) for name, rows in cut.items()}
    aligned = {
        ALIGNED + name: CountedMeasure(
            ALIGNED + name, UnitRows.of([(row[3], row[3], row[2]) for row in rows]), unit, _ALIGNED_ACCURACY
        )
        for name, rows in counted.items()
    }
    return main, {**of_text, **tags, **aligned}


def score_trees(pairs: Iterable[tuple[Tree, Tree]]) -> dict[str, CountedMeasure]:
    """Every measure of pairs of trees over the same words that needs nothing but trees, the headline first."""
    given = list(pairs)
    if any(isinstance(tree, DependencyTree) for tree, _ in given):
        units = [WordPairs.same(*pair) for pair in given]  # type: ignore[arg-type]
        return word_measures(units, [name for name, each in {**ATTACHMENT, **TAGS}.items() if each.columns])[0]
    return {"bracket-f1": CountedMeasure("bracket-f1", UnitRows.of([_bracketed(*pair) for pair in given]))}


def labels_of(reference: Tree, predicted: Tree) -> dict[str, Counts]:
    """What is right of each relation of dependencies, or of each label of phrases, in one sentence.

    A token is right with its head and relation, a phrase with its label and the tokens it covers; the counts of all
    labels together are those of LAS and of bracket F1.
    """
    if isinstance(reference, DependencyTree):
        return relations_of(WordPairs.same(reference, predicted))  # type: ignore[arg-type]
    ours, theirs = phrases(reference), phrases(predicted)
    return _counts(*([label for label, *_ in held.elements()] for held in (ours, theirs, ours & theirs)))


def relations_of(words: WordPairs) -> dict[str, Counts]:
    """What is right of each relation."""
    right = [
        words.reference.labels[ours]
        for (ours, theirs), attached in zip(words.pairs, words.attached, strict=True)
        if attached and _label(words, ours, theirs)
    ]
    return _counts(words.reference.labels, words.predicted.labels, right)


def _counts(*labels: Iterable[str]) -> dict[str, Counts]:
    wanted, given, right = map(Counter, labels)
    return {label: Counts(wanted[label], given[label], right[label]) for label in wanted | given}


def _bracketed(reference: Tree, predicted: Tree) -> Counts:
    ours, theirs = phrases(reference), phrases(predicted)
    return Counts(ours.total(), theirs.total(), (ours & theirs).total())
