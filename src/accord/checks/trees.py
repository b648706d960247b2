"""Whether what was read as dependency trees are trees, and whether annotators drew them over the same tokens."""

from __future__ import annotations

import re
from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING

from accord.messages import plural
from accord.model import Finding, Severity
from accord.model.tree import NO_HEAD, NO_WORDS, NOWHERE, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.model import DependencyTree, Tree

_RANGE = re.compile(r"(\d{1,9})-(\d{1,9})\s")
_SHOWN = 12
"""How many tokens of a cycle are written out."""


def is_tree(tree: Tree) -> bool:
    """Whether every token hangs, directly or through others, on the root, and each id stands there once."""
    return not tree.repeated_ids() and not unreached(tree.structure)


def unreached(heads: Sequence[int]) -> list[int]:
    """The tokens from which no way leads to the root.

    >>> unreached([1, -1, 3, 2])
    [2, 3]
    """
    reaches: dict[int, bool] = {ROOT: True, NOWHERE: False}
    for token in range(len(heads)):
        way: list[int] = []
        here = token
        while here not in reaches:
            reaches[here] = False  # until the root is found: whoever comes back here goes round in a circle
            way.append(here)
            here = heads[here]
        reaches.update(dict.fromkeys(way, reaches[here]))
    return [token for token in range(len(heads)) if not reaches[token]]


def cycles(heads: Sequence[int]) -> list[list[int]]:
    """The tokens of each cycle, from its first one along the heads.

    >>> cycles([1, -1, 3, 2])
    [[2, 3]]
    """
    found: list[list[int]] = []
    seen: set[int] = set()
    for token in unreached(heads):
        way: list[int] = []
        here = token
        while here >= 0 and here not in seen:
            seen.add(here)
            way.append(here)
            here = heads[here]
        if here in way:
            circle = way[way.index(here) :]
            first = circle.index(min(circle))
            found.append(circle[first:] + circle[:first])
    return found


def tree_findings(tree: Tree) -> Iterator[Finding]:
    """Why a graph is no tree, or not one as it is usually drawn, in the order of its tokens."""
    if (graph := tree.dependencies) is not None:
        yield from sorted(_graph_findings(graph), key=lambda finding: finding.place.line or 0)


def _graph_findings(tree: DependencyTree) -> Iterator[Finding]:
    heads = tree.head_positions()
    for id_, times in tree.repeated_ids().items():
        again = [index for index, other in enumerate(tree.ids) if other == id_][1]
        message, hint = f"the id {id_} stands there {times} times", "number the tokens of a sentence from 1"
        yield Finding("duplicate-id", Severity.ERROR, tree.place_of(again), message, hint)
    if missing := [index for index, head in enumerate(tree.heads) if head == NO_HEAD]:
        message = f"{plural(len(missing), 'token')} without a head: {_tokens(tree, missing)}"
        hint = "write the id of the head, or 0 for the root; until then the sentence is not measured"
        yield Finding("missing-head", Severity.ERROR, tree.place_of(missing[0]), message, hint)
    for index, head in enumerate(heads):
        if head == NOWHERE and tree.heads[index] != NO_HEAD:
            message = f"its head {tree.heads[index]} is none of the {plural(len(tree), 'token')} of the sentence"
            yield Finding("head-out-of-range", Severity.ERROR, tree.place_of(index), message, "name a token, or 0")
    yield from _irregular_ids(tree)
    circles = cycles(heads)
    lost = len(unreached(heads)) - sum(map(len, circles))
    for circle in circles:
        message = f"no tree: {_written(tree, circle)} is a cycle"
        message += f", and {plural(lost, 'more token')} cannot reach the root" if lost and circle is circles[-1] else ""
        yield Finding(
            "cycle", Severity.ERROR, tree.place_of(circle[0]), message, "let one of them hang on another token"
        )
    roots = [index for index, head in enumerate(heads) if head == ROOT]
    if len(roots) > 1:
        message = f"{len(roots)} roots: {_tokens(tree, roots)}"
        hint = "they are measured as children of one root above the sentence"
        yield Finding("several-roots", Severity.WARNING, tree.place_of(roots[1]), message, hint)


def _irregular_ids(tree: DependencyTree) -> Iterator[Finding]:
    """Ids that leave gaps or are out of order, and ranges of more tokens than there are."""
    hint = "number the tokens of a sentence from 1"
    if not tree.repeated_ids() and tree.ids != tuple(range(1, len(tree) + 1)):
        message = f"the ids of the tokens are not 1 to {len(tree)} in their order"
        yield Finding("irregular-ids", Severity.WARNING, tree.place_of(0), message, hint)
    for match in filter(None, map(_RANGE.match, tree.rows)):
        first, last = int(match[1]), int(match[2])
        if first > last or not {first, last} <= {*tree.ids}:
            message = f"the range {match[1]}-{match[2]} covers ids that no token has"
            yield Finding("irregular-ids", Severity.WARNING, tree.place_of(0), message, hint)


def repeated_names(trees: Iterable[Tree]) -> Iterator[Finding]:
    """Sentences of one document that have the same name."""
    first: dict[str, Tree] = {}
    for tree in trees:
        if tree.id and tree.id in first and tree.place:
            earlier = first[tree.id].place
            message = f"the name {tree.id} stands at line {earlier.line if earlier else '?'} too"
            hint = "give each sentence its own name; until then they are matched by their order"
            yield Finding("duplicate-sentence-id", Severity.WARNING, tree.place, message, hint)
        first.setdefault(tree.id, tree)


def _written(tree: DependencyTree, circle: Sequence[int]) -> str:
    shown = [_token(tree, token) for token in circle[:_SHOWN]]
    return " -> ".join([*shown, *(["..."] if len(circle) > _SHOWN else []), shown[0]])


def _tokens(tree: DependencyTree, indices: Sequence[int]) -> str:
    shown = [_token(tree, index) for index in indices[:_SHOWN]]
    return ", ".join([*shown, *(["..."] if len(indices) > _SHOWN else [])])


def _token(tree: DependencyTree, index: int) -> str:
    return f"{tree.ids[index]} {tree.words[index]}"


def same_words(trees: Sequence[Tree]) -> bool:
    """Whether trees stand over the same words, or over as many tokens where words are not known."""
    return len({tree.words for tree in trees}) <= 1


def word_findings(trees: Mapping[str, Tree]) -> Iterator[Finding]:
    """Whoever drew a tree over other tokens than most annotators of the sentence did."""
    usual = Counter(tree.words for tree in trees.values()).most_common(1)[0][0]
    model, standard = next((name, tree) for name, tree in trees.items() if tree.words == usual)
    for annotator, tree in trees.items():
        if tree.words != usual:
            yield _difference((annotator, tree), (model, standard))


def _difference(found: tuple[str, Tree], expected: tuple[str, Tree]) -> Finding:
    (annotator, tree), (model, standard) = found, expected
    pairs = enumerate(zip_longest(tree.words, standard.words))
    index, (word, wanted) = next((index, pair) for index, pair in pairs if pair[0] != pair[1])
    ours, theirs = ("the end" if one is None else "a leaf" if one == NO_WORDS else repr(one) for one in (word, wanted))
    message = f"{annotator} has {ours} where {model} has {theirs} ({standard.place})"
    hint = "what compares tokens leaves the sentence out; tree edit distance does not"
    return Finding("token-mismatch", Severity.WARNING, tree.place_of(index), message, hint)
