"""Intervals for other annotators like these: as the reference says, and as leaving out by hand says, of every kind."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from scipy.special import expit, logit
from scipy.stats import t as student

import accord
from accord.agreement.other_annotators import Variances, WithoutAnnotators
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Interval, Result, Undefined
from accord.agreement.uncertainty import LeftOut, leave_one_out
from accord.checks.trees import is_tree
from accord.kinds.labels.breakdown import breakdown_of
from accord.kinds.labels.other_annotators import changes_without
from accord.kinds.trees.brackets import bracket_pairs
from accord.kinds.trees.study import study_trees

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.model import Corpus

HARBOUR = Path("examples/harbour")
ROUND_1 = ["AAB", "ABB", "AAA", "BBC", "CCC", "ABC", "BBB", "AAC", "CCB", "AAA", "BCC", "ABA"]
ROUND_2 = ["AAA", "ABB", "AAA", "BBB", "CCC", "AAC", "BBB", "AAA", "CCC", "AAA", "BCC", "ABA"]
SPARSE = ["a1b1", "a2c2", "b3c2", "a1d1", "b2d3", "c3d3", "a1b2", "a3c3", "b1d1", "c2d2"]
SHROUT_FLEISS = ((9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7))


def by_annotator(items: Any, names: str = "xyzw") -> dict[str, list[Any]]:
    return {name: [item[place] for item in items] for place, name in zip(range(len(items[0])), names, strict=False)}


def triples() -> list[tuple[str, str, str]]:
    return [(word[at], str(item), word[at + 1]) for item, word in enumerate(SPARSE) for at in (0, 2)]


IN_NUMBERS = str.maketrans("ABC", "012")
# value, these annotators, annotators like these: computed apart from accord, with the package krippendorff
EXPECTED: dict[str, tuple[Any, str, float, tuple[float, float], tuple[float, float]]] = {
    "round 1": (by_annotator(ROUND_1), "nominal", 0.3049065421, (-0.070689, 0.604779), (-0.445913, 0.803860)),
    "round 2": (by_annotator(ROUND_2), "nominal", 0.6610169492, (0.205556, 0.881110), (-0.337365, 0.959562)),
    "numbers": (
        by_annotator([word.translate(IN_NUMBERS) for word in ROUND_1]),
        "interval",
        0.4634433962,
        (-0.052041, 0.783921),
        (-0.750665, 0.962429),
    ),
    "sparse": (triples(), "nominal", 0.5714285714, (-0.101026, 0.885493), (-0.892114, 0.991554)),
    "sparse numbers": (triples(), "interval", 0.7799227799, (0.256260, 0.949654), (-0.657687, 0.993706)),
    "Shrout and Fleiss": (
        by_annotator(SHROUT_FLEISS),
        "interval",
        0.1473078504,
        (-0.265521, 0.514488),
        (-0.355837, 0.584247),
    ),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_alpha_of_small_tables(name: str) -> None:
    data, distance, value, these, others = EXPECTED[name]
    found = accord.agree(data, "alpha", distance=distance).result
    assert found.value == pytest.approx(value, abs=1e-10)
    assert isinstance(found.interval, Interval)
    assert isinstance(found.other_annotators, Interval)
    assert found.interval[:2] == pytest.approx(these, abs=1e-6)
    assert found.other_annotators[:2] == pytest.approx(others, abs=1e-6)


# V_items, V_annotators, V_labels, V and degrees of freedom: computed apart from accord, with the package krippendorff
VARIANCES: dict[str, tuple[float, float, float, float, int]] = {
    "round 1": (0.0252680472, 0.0415370311, 0.0387528061, 0.0280522723, 2),
    "round 2": (0.0224801391, 0.0088397665, 0.0259134131, 0.0224801391, 2),  # not below that over items
    "numbers": (0.0390316634, 0.0805712247, 0.0470291364, 0.0725737517, 2),
    "sparse": (0.0499902196, 0.2496344546, 0.1055349081, 0.1940897661, 3),
    "sparse numbers": (0.0183869814, 0.0713843239, 0.0388169608, 0.0509543445, 3),
    "Shrout and Fleiss": (0.0256013043, 0.0435470240, 0.0520063235, 0.0256013043, 3),
}


@pytest.mark.parametrize("name", VARIANCES)
def test_variances_of_small_tables(name: str) -> None:
    data, distance, *_ = EXPECTED[name]
    found = accord.agree(data, "alpha", distance=distance)
    parts = breakdown_of(found)
    sample = parts.coefficient.sample(parts.coding, parts.distance)
    units = ResampleRows(sample.rows, sample.times)
    left = leave_one_out(units, sample.value, (-1.0, 1.0), "item")
    changes = changes_without(parts.coding, parts.coefficient, parts.distance, by_document=False)
    without = WithoutAnnotators.of(units.totals(), sample.value, changes)
    assert isinstance(left, LeftOut)
    variances = without.variances(left)
    assert isinstance(variances, Variances)
    assert [*variances, variances.total, without.effective - 1] == pytest.approx(VARIANCES[name], abs=1e-9)
    assert found.result.rests_on == pytest.approx(without.effective)
    if name == "round 1":
        assert without.annotators.tolist() == pytest.approx([0.277487, 0.148148, 0.497268], abs=1e-6)


DICES = Path(__file__).parents[2].parent / "shared" / "data" / "judges" / "dices350.csv"


@pytest.mark.skipif(not DICES.exists(), reason="the ratings of DICES-350 are not here")
@pytest.mark.parametrize(
    ("first", "value", "these", "others", "freedom"),
    [
        (123, 0.1608602157, (0.138379, 0.183176), (0.129391, 0.192006), 122),
        (5, 0.2479932878, (0.198960, 0.295788), (0.103884, 0.381904), 4),
    ],
)
def test_safety_of_conversations(
    first: int, value: float, these: tuple[float, float], others: tuple[float, float], freedom: int
) -> None:
    annotators = [f"r{number:03}" for number in range(1, first + 1)]
    found = accord.agree(DICES, "alpha", distance="nominal", annotators=annotators).result
    assert found.value == pytest.approx(value, abs=1e-10)
    assert isinstance(found.interval, Interval)
    assert isinstance(found.other_annotators, Interval)
    assert found.interval[:2] == pytest.approx(these, abs=1e-6)
    assert found.other_annotators[:2] == pytest.approx(others, abs=1e-6)
    assert found.rests_on == pytest.approx(freedom + 1)


# --- by hand --------------------------------------------------------------------------------------------------------


def of(result: accord.Agreement | Result) -> float:
    assert not isinstance(result.value, Undefined)
    return float(result.value)


def jackknife(values: list[float]) -> float:
    return (len(values) - 1) / len(values) * float(((np.array(values) - np.mean(values)) ** 2).sum())


def by_hand(
    cells: dict[tuple[Any, str], int],
    value: Callable[[set[tuple[Any, str]]], float],
    *,
    few: bool = False,
    low: float = -1.0,
) -> tuple[float, float]:
    """The ends of the interval, from the value of any set of (unit, annotator) that are left, and how much each is."""
    everything = set(cells)
    units, annotators = dict.fromkeys(unit for unit, _ in cells), dict.fromkeys(who for _, who in cells)
    items = jackknife([value({cell for cell in cells if cell[0] != unit}) for unit in units])
    people = jackknife([value({cell for cell in cells if cell[1] != who}) for who in annotators])
    labels = jackknife([value(everything - {cell}) for cell in cells])
    variance = max(items, items + people - labels)
    loads = np.array([sum(size for cell, size in cells.items() if cell[1] == who) for who in annotators])
    effective = loads.sum() ** 2 / (loads**2).sum()
    freedom = max(1.0, (min(effective, len(units)) if few else effective) - 1)
    wide = 1.0 - low
    here = (value(everything) - low) / wide
    reach = float(student.ppf(0.975, freedom)) * sqrt(variance) / wide / (here * (1 - here))
    return low + wide * expit(logit(here) - reach), low + wide * expit(logit(here) + reach)


@pytest.mark.parametrize(
    ("coefficient", "distance"),
    [
        ("alpha", "nominal"),
        ("alpha", "ordinal"),
        ("alpha", "interval"),
        ("fleiss", "nominal"),
        ("multi-kappa", "nominal"),
        ("light", "nominal"),
        ("ac1", "nominal"),
        ("ac2", "linear"),
        ("randolph", "nominal"),
    ],
)
@pytest.mark.parametrize(("seed", "singles"), [(1, False), (2, False), (1, True)])
def test_labels_left_out_by_hand(coefficient: str, distance: str, seed: int, singles: bool) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, 4, 25)
    table = {
        (str(item), who): str(truth[item] if rng.random() < 0.7 else rng.integers(1, 4))
        for item in range(25)
        for who in "abcd"
        if rng.random() < (0.5 if singles else 0.85)
    }
    how: dict[str, Any] = {"distance": distance, "labels": ("1", "2", "3"), "keep_singletons": singles}

    def value(left: set[tuple[str, str]]) -> float:
        data = [(who, item, table[item, who]) for item, who in left]
        return of(accord.agree(data, coefficient, **how, interval=None))

    there = {cell: 1 for cell in table if singles or sum(item == cell[0] for item, _ in table) > 1}
    data = [(who, item, table[item, who]) for item, who in table]
    found = accord.agree(data, coefficient, **how)
    assert isinstance(found.result.other_annotators, Interval)
    assert found.result.other_annotators[:2] == pytest.approx(by_hand(there, value), abs=1e-9)


def left_of(corpus: Corpus, cells: set[tuple[Any, str]]) -> Corpus:
    """The annotations of some documents by some annotators."""
    return corpus.with_annotations({key: each for key, each in corpus.annotations.items() if key in cells})


def sentences(annotation: Any) -> int:
    return len(annotation.labels)


def tokens(annotation: Any) -> int:
    return sum(map(len, annotation.labels))


def trees(annotation: Any) -> int:
    return sum(map(is_tree, annotation.trees))


@pytest.mark.parametrize(
    ("path", "coefficient", "options", "sizes", "within"),
    [
        ("annotators", "corrected-f1", {"repair": "begin"}, sentences, 1e-8),
        ("../relations", "relation-f1", {}, lambda _: 1, 1e-8),
        ("trees", "alpha", {"by_document": True}, trees, 1e-8),
        ("radio.csv", "gamma", {"samples": 8}, lambda _: 1, 0.02),  # chance learns from fewer documents
        ("annotators", "u-alpha", {"repair": "begin"}, lambda _: 1, 1e-8),
        ("annotators", "alpha", {"by_document": True}, tokens, 1e-8),
    ],
)
def test_documents_left_out_by_hand(
    path: str, coefficient: str, options: dict[str, Any], sizes: Callable[[Any], int], within: float
) -> None:
    corpus = accord.read(HARBOUR / path)

    def value(left: set[tuple[Any, str]]) -> float:
        return of(accord.agree(left_of(corpus, left), coefficient, interval=None, **options))

    found = accord.agree(corpus, coefficient, **options).result
    assert isinstance(found.other_annotators, Interval)
    assert found.other_annotators.method.endswith("documents and annotators")
    cells = {key: sizes(each) for key, each in corpus.annotations.items()}
    assert found.other_annotators[:2] == pytest.approx(by_hand(cells, value, few=True), abs=within)


@pytest.mark.parametrize("name", ["las", "uas", "label-kappa"])
def test_what_trees_share_left_out_by_hand(name: str) -> None:
    corpus = accord.read(HARBOUR / "trees")
    cells = {key: trees(each) for key, each in corpus.annotations.items()}

    def value(left: set[tuple[Any, str]]) -> float:
        return of(accord.agree(left_of(corpus, left), interval=None)[name])

    found = accord.agree(corpus, by_document=True)[name].other_annotators
    assert isinstance(found, Interval)
    low = -1.0 if name == "label-kappa" else 0.0
    assert found[:2] == pytest.approx(by_hand(cells, value, few=True, low=low), abs=1e-8)


def test_brackets_without_an_annotator_are_those_of_the_others() -> None:
    study = study_trees(accord.read(HARBOUR / "phrases"), annotators=("ada", "bram"))
    third = [replace(each, trees={**each.trees, "chloe": each.trees["ada"]}) for each in study.sentences]
    everybody = bracket_pairs(third, ("ada", "bram", "chloe"))
    two = bracket_pairs(study.sentences, ("ada", "bram"))
    assert everybody.means_without(2) == pytest.approx(two.means())
    assert everybody.means_without(0) == pytest.approx(two.means())  # the third draws as the first does
    assert (everybody.means() > two.means()).any()
    assert not two.means_without(0).any()  # one is left, and nothing to compare


# --- what is shown of them ------------------------------------------------------------------------------------------


def test_what_is_undefined_says_why_everywhere() -> None:
    found = accord.agree({"ada": list("aabb"), "bram": list("abbb")}, "alpha")
    printed = found.to_dict()["results"][0]
    assert printed["other_annotators"] is None
    assert "by a third" in printed["other_annotators_undefined"]
    record = next(each for each in found.to_records() if each["part"] == "other-annotators")
    assert record["low"] is None
    assert "by a third" in record["undefined"]


def test_both_are_drawn_and_written_with_their_signatures() -> None:
    found = accord.agree(by_annotator(ROUND_1), "alpha", interval="bootstrap")
    drawn = found.plot().svg()
    assert "these annotators" in drawn
    assert "other annotators like these" in drawn
    assert "annotators like these" in found.to_latex()
    everything, others = found.to_records()[:2]
    assert (everything["part"], others["part"]) == ("all", "other-annotators")
    assert "ci:bootstrap|level:0.95|over:items|boot:1000" in everything["signature"]
    assert "ci:jackknife2|level:0.95|over:items+annotators|seed" in others["signature"]


def test_an_interval_of_unequal_work_says_on_how_many_it_rests() -> None:
    rng = np.random.default_rng(5)
    busy = [(name, str(at), str(rng.integers(2))) for name in ("ada", "bram") for at in range(40)]
    others = [(f"r{at % 6}", str(at), str(rng.integers(2))) for at in range(30)]
    found = accord.agree([*busy, *others], "alpha", distance="nominal")
    assert found.result.rests_on == pytest.approx(110**2 / (2 * 40**2 + 6 * 5**2))  # Kish
    assert "rests on as much as 3.6 of 8 annotators" in found.to_latex()
