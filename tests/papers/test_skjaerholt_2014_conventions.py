"""Skjærholt (2014): conventions that his program does not have, and noise, on his data read by a plain reader.

The values are from our notes; for noise, whose rule he does not publish in full, it is the shape of his figures,
and what his text says of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from accord import calibrate
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


@pytest.fixture(scope="module")
def noisy() -> dict[str, dict[float, float]]:
    """The curves of figures 3 to 5, of fewer sentences and repeats than his 100 and ten."""
    data = FOLDER / "ndt" / "odin-danish.conll"
    found = calibrate(
        noise=["both", "relabel", "reattach"], amounts=[0, 0.1, 0.5, 1], like=data, sentences=60, repeats=4
    )
    return {
        name: {each.amount: float(each.result.value) for each in settings}  # type: ignore[arg-type]
        for name, settings in found.curves.items()
    }


@pytest.mark.parametrize("amount", [0.1, 0.5, 1])
def test_figure_3_diff_falls_first_and_norm_last(noisy: dict[str, dict[float, float]], amount: float) -> None:
    plain, diff, norm, las = (noisy[f"both: {name}"][amount] for name in (*(f"alpha-{v}" for v in VARIANTS), "las"))
    assert diff < plain < norm
    assert diff < las, "clearly extremely sensitive to noise"
    assert norm > las, "more lenient than both"


def test_figure_3_where_all_is_noise(noisy: dict[str, dict[float, float]]) -> None:
    """At p = 1 he finds plain -6.8 %, norm 14.5, diff -246 and LAS 0.9; the levels depend on how heads are drawn."""
    plain, diff, norm, las = (noisy[f"both: {name}"][1] for name in (*(f"alpha-{v}" for v in VARIANTS), "las"))
    assert diff < -1 < plain < 0 < norm
    assert las < 0.02


def test_figures_4_and_5_structure_costs_alpha_more_than_labels(noisy: dict[str, dict[float, float]]) -> None:
    for variant in VARIANTS:
        for amount in (0.1, 0.5, 1):
            labels, heads = (noisy[f"{noise}: alpha-{variant}"][amount] for noise in ("relabel", "reattach"))
            assert labels > heads > noisy[f"both: alpha-{variant}"][amount]


def test_las_falls_in_a_line_with_labels_and_with_heads(noisy: dict[str, dict[float, float]]) -> None:
    """Where only labels are redrawn, 4.1 % are what they were: one of the 25 or so that there are."""
    for noise in ("relabel", "reattach"):
        las = noisy[f"{noise}: las"]
        assert las[0.5] == pytest.approx((las[0] + las[1]) / 2, abs=0.04)
        assert las[0.1] == pytest.approx(0.9 * las[0] + 0.1 * las[1], abs=0.02)
    assert noisy["relabel: las"][1] == pytest.approx(0.041, abs=0.01)
    assert noisy["both: las"][0.5] == pytest.approx(0.5**2, abs=0.03), "the product of both"


def test_without_noise_everybody_agrees(noisy: dict[str, dict[float, float]]) -> None:
    assert {curve[0] for curve in noisy.values()} == {1.0}
