"""Skjærholt (2014): conventions that his program does not have, and noise, on his data read by a plain reader.

The values are from our notes; for noise, whose rule he does not publish, it is the shape of his figures.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from accord.agreement.uncertainty import Uncertainty
from accord.distance.tree_variants import TreeEdit
from accord.kinds.trees.coefficient import TreeAlpha
from accord.kinds.trees.flatten import TreeStudy
from tests.oracle.treebanks import brackets, dependencies
from tests.oracle.trees import Tree, forest_of, nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Annotated = Iterable[tuple[str, str, Tree, int]]
    """Sentence, annotator, tree, and how large it counts."""

FOLDER = Path(__file__).parents[2].parent / "shared" / "data" / "trees"
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not FOLDER.is_dir(), reason=f"there is no folder of real data at {FOLDER}"),
]
PLAIN = Uncertainty("none")
VARIANTS = ("plain", "diff", "norm")


def study(annotated: Annotated) -> TreeStudy:
    rows = list(annotated)
    items, annotators = (list(dict.fromkeys(names)) for names in ([row[0] for row in rows], [row[1] for row in rows]))
    item = np.array([items.index(row[0]) for row in rows])
    return TreeStudy(
        forest_of([row[2] for row in rows], [row[3] for row in rows]),
        item,
        np.array([annotators.index(row[1]) for row in rows]),
        tuple(items),
        ("all",),
        np.zeros(len(items), dtype=np.int64),
        np.array([next(row[3] - 1 for row in rows if row[0] == name) for name in items]),
        tuple(annotators),
    )


def sentences(*files: tuple[str, str, str]) -> TreeStudy:
    """From the document, the annotator and the path of each file."""
    return study(
        (f"{document}-{number}", annotator, tree, tokens + 1)
        for document, annotator, path in files
        for number, (tree, tokens) in enumerate(dependencies(FOLDER / path))
    )


CDT_ES = ("henrik", "jonas", "lotte", "soren")


def spanish() -> TreeStudy:
    return sentences(
        *(
            (path.name[:4], annotator, str(path.relative_to(FOLDER)))
            for annotator in CDT_ES
            for path in sorted((FOLDER / "cdt" / "es" / annotator).iterdir())
        )
    )


def derivations(size: Callable[[Tree], int]) -> TreeStudy:
    """The phrase structures of the SSD, three annotators."""
    return study(
        (path.name.partition("-")[0], folder.name, tree, size(tree))
        for folder in sorted((FOLDER / "ssd").iterdir())
        for path in sorted(folder.iterdir())
        for tree in [brackets(path)]
    )


def percent(study: TreeStudy, *variants: str, linear: bool = False) -> list[float]:
    found = [TreeAlpha(study, TreeEdit(each), linear, PLAIN).whole.value for each in variants]
    return [round(100 * float(value), 2) for value in found]  # type: ignore[arg-type]


def test_pairs_across_sentences_only() -> None:
    annotated = spanish()
    agreement = TreeAlpha(annotated, uncertainty=PLAIN)
    item = annotated.item
    one, other = np.nonzero(item[:, None] != item)
    across = float((TreeEdit().pairs(annotated.forest, one, other) ** 2).mean())
    assert round(100 * (1 - float(agreement.whole.observed) / across), 2) == 86.79  # type: ignore[arg-type]


def test_phrases_whose_nodes_all_count() -> None:
    assert percent(derivations(nodes), "diff", "norm") == [97.73, 99.30]


def test_noise_costs_as_much_as_in_the_figures() -> None:
    """The shape of figures 3 to 5: diff falls first, norm last, and structure costs alpha more than labels do."""
    gold = [tree for tree, _ in dependencies(FOLDER / "ndt" / "odin-danish.conll")][:60]
    rng = np.random.default_rng(14)
    labels = sorted({label for tree in gold for label in _labels(tree)})

    def alphas(relabel: float, reattach: float) -> list[float]:
        rows = [
            (str(item), annotator, tree, nodes(tree))
            for item, tree in enumerate(gold)
            for annotator, tree in (("gold", tree), ("noise", _blurred(tree, labels, relabel, reattach, rng)))
        ]
        return percent(study(rows), *VARIANTS)

    both = alphas(0.3, 0.3)
    assert both[1] < both[0] < both[2]
    assert alphas(0.3, 0)[0] > alphas(0, 0.3)[0] > both[0]
    assert alphas(0, 0) == [100, 100, 100]


def _labels(tree: Tree) -> list[str]:
    return [tree.label, *(label for child in tree.children for label in _labels(child))]


def _blurred(tree: Tree, labels: list[str], relabel: float, reattach: float, rng: np.random.Generator) -> Tree:
    """Every node but the root gets a random label or hangs below a random node that does not hang below it."""
    parents: list[int] = []
    names: list[str] = []

    def walk(tree: Tree, parent: int) -> None:
        parents.append(parent)
        names.append(tree.label)
        node = len(parents) - 1
        for child in tree.children:
            walk(child, node)

    walk(tree, -1)
    for node in range(1, len(parents)):
        if rng.random() < relabel:
            names[node] = str(rng.choice(labels))
        if rng.random() < reattach:
            free = [each for each in range(len(parents)) if node not in _above(each, parents)]
            parents[node] = int(rng.choice(free))

    def grow(node: int) -> Tree:
        return Tree(names[node], tuple(grow(child) for child, parent in enumerate(parents) if parent == node))

    return grow(0)


def _above(node: int, parents: list[int]) -> set[int]:
    """A node and all above it."""
    found = set()
    while node >= 0:
        found.add(node)
        node = parents[node]
    return found
