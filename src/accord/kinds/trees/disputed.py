"""Sentences over which annotators drew different trees."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from accord.agreement.result import ratio
from accord.checks.trees import is_tree, tree_findings
from accord.errors import UsageError
from accord.formats.brackets import LABELS_IN_BRACKETS, can_be_bracketed
from accord.formats.dependency_rows import HEAD, LABEL
from accord.formats.numbers import is_natural
from accord.kinds.against_gold import matching_marks
from accord.kinds.points import dependency_points, phrase_points
from accord.kinds.surroundings import around_piece
from accord.kinds.trees.attachment import attachments
from accord.kinds.trees.brackets import phrases
from accord.kinds.trees.difference_sorts import OF_PHRASES, OF_TOKENS
from accord.kinds.trees.differences import likeness
from accord.kinds.trees.study import study_trees
from accord.kinds.trees.tree_cases import gains_of_trees, summary_of_trees
from accord.messages import plural
from accord.model import Corpus, DependencyTree, PhraseTree, Trees, item_id
from accord.model.case import GOLD, AgainstGold, Case, Gold, GoldPlaces, Tally, WholeCases, versions_of
from accord.model.tree import NO_WORDS, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.kinds.trees.study import ParsedSentence, ParseStudy
    from accord.model import Tree
    from accord.model.case import Point, Surroundings, Value
    from accord.model.case_summary import CaseSummary, Gains


@dataclass(frozen=True)
class DisputedTrees(WholeCases):
    """Trees, sentence by sentence; graphs that are no trees count as not annotated."""

    corpus: Corpus
    study: ParseStudy
    cases: tuple[Case, ...]
    agreed: int
    alone: int
    choices: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Dependencies or phrases."""
        return "phrases" if self.study.phrases else "dependencies"

    @property
    def sorts(self) -> Mapping[str, str]:
        """Another head or label, or both; of phrases found by one only, or another label."""
        return OF_PHRASES if self.study.phrases else OF_TOKENS

    def summary(self, case: Case) -> CaseSummary:
        """The sentence, and in how much each version differs from the most common one."""
        trees = self.study.sentences[self._numbers[case.id]].trees
        return summary_of_trees(case, [trees[version.annotators[0]] for version in case.versions])

    def gains(self) -> Gains:
        """By LAS of dependencies, or by the F1 of brackets, of every two annotators."""
        sentences = ((_name(each), each) for each in self.study.comparable)
        return gains_of_trees(sentences, "F1 of brackets" if self.study.phrases else "LAS")

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {_name(each): number for number, each in enumerate(self.study.sentences)}

    @classmethod
    def of(cls, corpus: Corpus) -> DisputedTrees:
        """Look at every sentence."""
        study = study_trees(corpus, least=1)
        cases, tally = [], Tally()
        for sentence in study.sentences:
            said = {who: _value(tree) for who, tree in sentence.trees.items()}
            versions = versions_of(said)
            if tally.differ(len(versions), len(said)):
                kind = "phrases" if study.phrases else "dependencies"
                shown = {"text": _text(_tree(sentence, said, versions[0].value)), "sentence": sentence.name}
                alike = [likeness(*pair) for pair in combinations(sentence.trees.values(), 2)]
                cases.append(
                    Case(_name(sentence), sentence.document, kind, versions, 1 - sum(alike) / len(alike), shown)
                )
        labels = {label for sentence in study.sentences for tree in sentence.trees.values() for label in tree.labels}
        return cls(corpus, study, tuple(cases), tally.agreed, tally.alone, tuple(sorted(labels)))

    def points(self, case: Case) -> Iterator[Point]:
        """What its versions have otherwise, token by token or phrase by phrase."""
        return phrase_points(case) if self.study.phrases else dependency_points(case)

    def around(self, case: Case, size: int) -> Surroundings | None:
        """The sentences of the same document before and behind."""
        sentences = [each for each in self.study.sentences if each.document == case.document]
        at = next(number for number, each in enumerate(sentences) if _name(each) == case.id)
        return around_piece([_text(next(iter(each.trees.values()))) for each in sentences], at, size)

    def checked(self, case: Case, value: Value) -> Value:
        """A tree over the words of one of the versions."""
        known = next((each.value for each in case.versions if _same_words(each.value, value)), None)
        if known is None:
            raise UsageError(f"{case.id}: a tree over the words of the sentence is needed")
        if (taken := next((each.value for each in case.versions if each.value == value), None)) is not None:
            return taken
        labels = value["labels"]
        if not all(isinstance(label, str) and label.isprintable() and " " not in label for label in labels):
            raise UsageError(f"{case.id}: every label is one word")
        if case.kind == "dependencies":
            tokens = len(labels)
            if not all(type(head) is int and 0 <= head <= tokens for head in value["heads"]):
                raise UsageError(f"{case.id}: a head is the number of a token, or 0 for the root")
            if not all(labels):
                raise UsageError(f"{case.id}: every token has a label")
            words = tuple(value["words"])
            tree = DependencyTree(words, tuple(value["heads"]), tuple(labels), tuple(range(1, tokens + 1)))
            if not is_tree(tree):
                problem = next(tree_findings(tree), None)
                raise UsageError(f"this is no tree: {problem.message if problem else 'not all hangs on the root'}")
        elif not _opens_in_order(value["parents"], len(value["words"])):
            raise UsageError(f"{case.id}: this is no tree whose phrases open one after the other, a leaf a word")
        elif not can_be_bracketed(PhraseTree(tuple(labels), tuple(value["parents"]), tuple(value["words"]))):
            raise UsageError(f"{case.id}: this tree could not be read again: {LABELS_IN_BRACKETS}")
        return {key: value[key] for key in known}

    def gold(self, chosen: Mapping[str, Value]) -> Gold:
        """Every sentence whose tree is adjudicated."""
        disputed = {case.id for case in self.cases}
        trees: dict[str, list[Tree]] = {}
        kept: dict[str, list[int]] = {}
        seen: Counter[str] = Counter()
        places, left_out = GoldPlaces(), 0
        for sentence in self.study.sentences:
            name, number = _name(sentence), seen[sentence.document]
            seen[sentence.document] += 1
            if name in disputed and name not in chosen:
                left_out += 1
                continue
            kept.setdefault(sentence.document, []).append(number)
            said = {who: _value(tree) for who, tree in sentence.trees.items()}
            places.add(name, said)
            value = chosen[name] if name in disputed else next(iter(said.values()))
            trees.setdefault(sentence.document, []).append(_redrawn(_tree(sentence, said, value), value))
        documents = tuple(document for document in self.corpus.documents if document.id in trees)
        layers = {(document, GOLD): Trees(tuple(drawn)) for document, drawn in trees.items()}
        return Gold(Corpus.of(documents, layers), left_out, "sentence", places, kept)

    def against_gold(self, gold: Gold) -> list[AgainstGold]:
        """The share of tokens with the same head (unlabelled), and with the same head and label (labelled).

        Of phrases, precision, recall and F1 of labelled brackets.
        """
        found: dict[str, list[tuple[Tree, Tree]]] = {name: [] for name in self.corpus.annotators}
        drawn: defaultdict[str, list[Mapping[str, Tree]]] = defaultdict(list)
        for sentence in self.study.sentences:
            drawn[sentence.document].append(sentence.trees)
        for (document, _), annotation in gold.corpus.annotations.items():
            assert isinstance(annotation, Trees)
            there = [drawn[document][number] for number in gold.kept.get(document, range(len(drawn[document])))]
            for ours, trees in zip(annotation.trees, there, strict=True):
                for name, theirs in trees.items():
                    found[name] += [(ours, theirs)] if ours.words == theirs.words else []
        if not self.study.phrases:
            return [_attached(name, pairs) for name, pairs in found.items()]
        return matching_marks(
            {
                name: [(phrases(one).elements(), phrases(other).elements()) for one, other in pairs]
                for name, pairs in found.items()
            }
        )


def _attached(annotator: str, pairs: Sequence[tuple[Tree, Tree]]) -> AgainstGold:
    tokens = [token for pair in pairs for token in attachments(*pair)]
    alike = {"unlabelled": sum(head for head, _ in tokens), "labelled": sum(head and label for head, label in tokens)}
    shares = {name: ratio(count, len(tokens), "no sentence is in both") for name, count in alike.items()}
    return AgainstGold(annotator, {"tokens": len(tokens)}, shares)


def _text(tree: Tree) -> str:
    if set(tree.words) == {NO_WORDS}:
        return f"{plural(len(tree), 'token')} without words"
    return " ".join(word.replace(NO_WORDS, "…") for word in tree.words)


def _name(sentence: ParsedSentence) -> str:
    return item_id(sentence.document, sentence.name)


def _value(tree: Tree) -> dict[str, object]:
    """A tree as JSON holds it; heads count from 1, the root is 0, the parent of the topmost node -1."""
    words, labels = list(tree.words), list(tree.labels)
    if isinstance(tree, DependencyTree):
        return {"words": words, "heads": [head + 1 for head in tree.head_positions()], "labels": labels}
    return {"words": words, "parents": list(tree.parents), "labels": labels}


def _same_words(known: Value, value: Value) -> bool:
    """Whether a value holds the words of a version, and as many labels as heads or parents."""
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(key), list) for key in known)
        and value["words"] == known["words"]
        and len({len(value[key]) for key in known if key != "words" or "heads" in known}) == 1
    )


def _opens_in_order(parents: Sequence[object], words: int) -> bool:
    """Whether each node hangs on the one before it or on one that this is part of, with so many leaves.

    >>> _opens_in_order([-1, 0, 0, 2], 2), _opens_in_order([-1, 0, 0, 1], 2), _opens_in_order([-1, 0, 0], 3)
    (True, False, False)
    """
    around = [ROOT]
    leaves = 0
    for node, parent in enumerate(parents):
        if type(parent) is not int or parent not in around or (node and parent == ROOT):
            return False
        leaves += bool(node) and parent != node - 1
        around = [*around[: around.index(parent) + 1], node]
    return leaves + 1 == words


def _tree(sentence: ParsedSentence, said: Mapping[str, Value], value: Value) -> Tree:
    """The tree of the annotator whose version a value is, or of the first one over the same words."""
    same = (tree for who, tree in sentence.trees.items() if said[who] == value)
    alike = (tree for who, tree in sentence.trees.items() if _same_words(said[who], value))
    return next(same, None) or next(alike)


def _redrawn(tree: Tree, value: Value) -> Tree:
    """The same words and rows with other heads and labels."""
    labels = tuple(value["labels"])
    if isinstance(tree, PhraseTree):
        return replace(tree, labels=labels, parents=tuple(value["parents"]))
    heads = tuple(0 if head - 1 == ROOT else tree.ids[head - 1] for head in value["heads"])
    new = dict(zip(tree.ids, zip(heads, labels, strict=True), strict=True))
    return replace(tree, heads=heads, labels=labels, rows=tuple(_row(row, new) for row in tree.rows))


def _row(row: str, new: Mapping[int, tuple[int, str]]) -> str:
    fields = row.split("\t") if "\t" in row else row.split()
    if row.startswith("#") or not is_natural(fields[0]):
        return row
    head, label = new[int(fields[0])]
    before, after = f"{fields[HEAD]}:{fields[LABEL]}", f"{head}:{label}"
    rest = fields[LABEL + 1 :]
    if rest and before != after and before in (edges := rest[0].split("|")):
        rest[0] = "|".join(sorted({after, *edges} - {before}, key=_head_of_edge))
    return "\t".join([*fields[:HEAD], str(head), label, *rest])


def _head_of_edge(edge: str) -> tuple[int, ...]:
    """Edges of an enhanced graph stand in the order of their heads, some of which are empty nodes such as 5.1."""
    head = edge.partition(":")[0].split(".")
    return tuple(int(part) if is_natural(part) else 0 for part in head)
