"""The same tables of labels measured by other programs; where one of them is wrong or gives up, the test names it."""

from __future__ import annotations

import json
import math
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from accord.agreement.resample import ResampleRows
from accord.agreement.result import Undefined
from accord.agreement.uncertainty import LeftOut, leave_one_out
from accord.kinds.labels.breakdown import breakdown_of
from accord.verbs.agree import agree
from tests.properties import irrcac

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement

pytestmark = pytest.mark.peer
IRRCAC = Path(__file__).parents[2] / ".venv-irrcac" / "bin" / "python"
TABLES = 30
VARIED = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10]
"""Tables that vary; in the one of seed 3 all but a few labels are the same, and no standard error can be trusted."""


@cache
def random_table(seed: int, *, complete: bool = False, items: int = 0) -> np.ndarray:
    """Two to eight annotators of some items with the labels 1 to q, who often agree; NaN is a missing label."""
    rng = np.random.default_rng(seed)
    annotators, labels = int(rng.integers(2, 9)), int(rng.integers(2, 7))
    count = items or int(rng.integers(8, 60))
    shares = rng.dirichlet(np.full(labels, rng.choice([0.5, 5])))
    truth = rng.choice(labels, p=shares, size=(count, 1))
    guesses = rng.choice(labels, p=shares, size=(count, annotators))
    table = 1.0 + np.where(rng.random((count, annotators)) < rng.choice([0.3, 0.8]), truth, guesses)
    if not complete:
        table[rng.random(table.shape) < rng.choice([0.05, 0.2, 0.5])] = np.nan
    table[:2] = [[1], [2]]  # two clear items, so that every two annotators have a kappa
    return table


def without_singles(table: np.ndarray) -> np.ndarray:
    """The items with two labels or more."""
    kept: np.ndarray = table[np.count_nonzero(~np.isnan(table), axis=1) >= 2]
    return kept


tables = pytest.mark.parametrize("seed", range(TABLES))
kappas = pytest.mark.parametrize(
    ("weights", "distance"), [(None, "nominal"), ("linear", "linear"), ("quadratic", "interval")]
)


def ours(table: np.ndarray, coefficient: str, distance: str = "nominal", *, singles: bool = False) -> float | None:
    value = agree(
        table, coefficient, distance=distance, keep_singletons=singles, interval=None, rows="items"
    ).result.value
    return None if isinstance(value, Undefined) else float(value)


def shown(table: np.ndarray) -> list[list[float | None]]:
    return [[None if math.isnan(value) else value for value in row] for row in table.tolist()]


class TestKrippendorff:
    """krippendorff 0.9, for alpha."""

    @tables
    @pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
    def test_alpha(self, seed: int, level: str) -> None:
        krippendorff = pytest.importorskip("krippendorff")
        table = random_table(seed)
        expected = krippendorff.alpha(reliability_data=table.T, level_of_measurement=level)
        assert ours(table, "alpha", level) == pytest.approx(expected, abs=1e-9)

    def test_no_variation_is_an_error_there_and_nan_where_only_a_single_item_varies(self) -> None:
        krippendorff = pytest.importorskip("krippendorff")
        one = np.ones((5, 2))
        with pytest.raises(ValueError, match="more than one value in the domain"):
            krippendorff.alpha(reliability_data=one.T, level_of_measurement="nominal")
        assert ours(one, "alpha") is None
        seen_once = np.array([[1, 1], [1, 1], [7, np.nan]])
        with pytest.warns(RuntimeWarning, match="invalid value"):
            assert math.isnan(krippendorff.alpha(reliability_data=seen_once.T, level_of_measurement="nominal"))
        assert ours(seen_once, "alpha") is None


class TestNltk:
    """nltk 3.10; all but its alpha need every annotator's label of every item."""

    def task(self, table: np.ndarray, distance: Any = None) -> Any:
        agreement = pytest.importorskip("nltk.metrics.agreement")
        triples = [
            (f"annotator {column}", f"item {row}", int(value))
            for (row, column), value in np.ndenumerate(table)
            if not math.isnan(value)
        ]
        return agreement.AnnotationTask(triples, **({"distance": distance} if distance else {}))

    @tables
    def test_alpha_with_missing_labels(self, seed: int) -> None:
        table = random_table(seed)
        assert self.task(table).alpha() == pytest.approx(ours(table, "alpha"), abs=1e-9)
        squares = self.task(table, lambda a, b: (a - b) ** 2)
        assert squares.alpha() == pytest.approx(ours(table, "alpha", "interval"), abs=1e-9)

    @tables
    def test_coefficients_of_complete_tables(self, seed: int) -> None:
        table = random_table(seed, complete=True)
        task = self.task(table)
        found = {name: ours(table, name) for name in ("observed", "randolph", "fleiss", "multi-kappa", "light")}
        expected = [task.avg_Ao(), task.S(), task.pi(), task.multi_kappa(), task.kappa()]
        assert list(found.values()) == pytest.approx(expected, abs=1e-9)

    @tables
    def test_weighted_kappa(self, seed: int) -> None:
        table = random_table(seed, complete=True)
        task = self.task(table, lambda a, b: abs(a - b))
        assert task.weighted_kappa() == pytest.approx(ours(table, "light", "linear"), abs=1e-9)
        pair = table[:, :2]
        pair_task = self.task(pair, lambda a, b: abs(a - b))
        assert pair_task.weighted_kappa() == pytest.approx(ours(pair, "weighted-kappa", "linear"), abs=1e-9)

    def test_its_weighted_kappa_divides_only_one_side_by_the_largest_distance(self) -> None:
        """The largest distance cancels out of 1 - observed / expected, but nltk's value changes with it."""
        table = random_table(1, complete=True)[:, :2]
        task = self.task(table, lambda a, b: abs(a - b))
        assert task.weighted_kappa(max_distance=1.0) == pytest.approx(ours(table, "weighted-kappa", "linear"))
        assert task.weighted_kappa(max_distance=5.0) != pytest.approx(ours(table, "weighted-kappa", "linear"), abs=0.1)

    def test_one_label_only_is_1_there(self) -> None:
        one = np.ones((5, 3))
        task = self.task(one)
        assert [task.alpha(), task.S(), task.pi(), task.kappa(), task.multi_kappa()] == [1] * 5
        assert {ours(one, name) for name in ("alpha", "randolph", "fleiss", "light", "multi-kappa")} == {None}
        with pytest.raises(ZeroDivisionError):
            task.weighted_kappa()

    def test_a_missing_label_ends_all_but_its_alpha(self) -> None:
        table = np.array([[1, 1, 1], [2, 2, 1], [1, np.nan, 2]])
        for name in ("S", "pi", "kappa", "multi_kappa"):
            with pytest.raises(RuntimeError, match="StopIteration"):
                getattr(self.task(table), name)()
        assert ours(table, "fleiss") is not None

    def test_sets(self) -> None:
        distances = pytest.importorskip("nltk.metrics.distance")
        agreement = pytest.importorskip("nltk.metrics.agreement")
        rng = np.random.default_rng(2006)
        sets = [frozenset("a"), frozenset("ab"), frozenset("bc"), frozenset("abc"), frozenset("d")]
        rows = [[sets[code] for code in codes] for codes in rng.integers(5, size=(40, 3))]
        triples = [(who, item, label) for item, row in enumerate(rows) for who, label in enumerate(row)]
        for name in ("masi", "jaccard"):
            task = agreement.AnnotationTask(triples, distance=getattr(distances, f"{name}_distance"))
            value = agree(rows, "alpha", distance=name, rows="items").result.value
            assert task.alpha() == pytest.approx(value, abs=1e-9)


class TestStatsmodels:
    """statsmodels 0.15; Fleiss' and Randolph's kappa need as many labels of every item."""

    @tables
    def test_fleiss_and_randolph(self, seed: int) -> None:
        inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
        table = random_table(seed, complete=True)
        counts, _ = inter_rater.aggregate_raters(table.astype(int))
        assert inter_rater.fleiss_kappa(counts) == pytest.approx(ours(table, "fleiss"), abs=1e-9)
        randolph = inter_rater.fleiss_kappa(counts, method="randolph")
        assert randolph == pytest.approx(ours(table, "randolph"), abs=1e-9)

    @tables
    @kappas
    def test_kappa(self, seed: int, weights: str | None, distance: str) -> None:
        inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
        table = random_table(seed, complete=True)[:, :2]
        crossed = np.zeros((6, 6))
        np.add.at(crossed, tuple(table.T.astype(int) - 1), 1)
        name = "kappa" if weights is None else "weighted-kappa"
        found = inter_rater.cohens_kappa(crossed, wt=weights, return_results=False)
        assert found == pytest.approx(ours(table, name, distance), abs=1e-9)

    def test_one_label_only_is_nan_there(self) -> None:
        inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
        with pytest.warns(RuntimeWarning, match="invalid value"):
            assert math.isnan(inter_rater.fleiss_kappa(np.array([[3], [3]])))
        assert ours(np.ones((2, 3)), "fleiss") is None

    def test_items_with_different_numbers_of_labels_are_refused_there(self) -> None:
        inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
        with pytest.raises(AssertionError):
            inter_rater.fleiss_kappa(np.array([[3, 0], [1, 1]]))
        assert ours(np.array([[1, 1, 1], [1, 2, np.nan]]), "fleiss") is not None


class TestScikitLearn:
    """scikit-learn 1.9, for Cohen's kappa; its weights go by rank, so the labels here are 1, 2, 3 without a gap."""

    @tables
    @kappas
    def test_kappa(self, seed: int, weights: str | None, distance: str) -> None:
        metrics = pytest.importorskip("sklearn.metrics")
        table = random_table(seed, complete=True)[:, :2]
        name = "kappa" if weights is None else "weighted-kappa"
        found = metrics.cohen_kappa_score(*table.T, weights=weights, labels=np.arange(1.0, 7.0))
        assert found == pytest.approx(ours(table, name, distance), abs=1e-9)

    def test_one_label_only_is_nan_there(self) -> None:
        metrics = pytest.importorskip("sklearn.metrics")
        one = np.ones((4, 2))
        with pytest.warns(UserWarning, match="label"):
            assert math.isnan(metrics.cohen_kappa_score(*one.T))
        assert ours(one, "kappa") is None


WEIGHTS = {
    "identity": "nominal",
    "quadratic": "interval",
    "linear": "linear",
    "radical": "radical",
    "ordinal": "ordinal-gwet",
    "ratio": "ratio",
    "circular": "circular",
    "bipolar": "bipolar",
}


@pytest.fixture(scope="module")
def irrcac_says() -> dict[tuple[Any, str], dict[str, Any]]:
    """What irrCAC makes of all tables with all weights, asked once."""
    if not IRRCAC.exists():
        pytest.skip(f"irrCAC needs an environment of its own, and there is none at {IRRCAC} (make peers makes it)")
    asked: dict[tuple[Any, str], np.ndarray] = {
        **{(seed, weights): random_table(seed) for seed in range(TABLES) for weights in WEIGHTS},
        **{(name, "identity"): table for name, table in SPECIAL.items()},
        **{(("many", seed), "identity"): without_singles(random_table(seed, items=200)) for seed in VARIED},
        (("many", "singles"), "identity"): random_table(8, items=200),
    }
    questions = json.dumps([[shown(table), weights] for (_, weights), table in asked.items()])
    program = subprocess.run(
        [IRRCAC, irrcac.__file__], input=questions, capture_output=True, text=True, check=True, timeout=300
    )
    return dict(zip(asked, json.loads(program.stdout), strict=True))


SPECIAL = {
    "perfect": np.array([[1.0, 1], [2, 2], [3, 3]]),
    "one label": np.ones((5, 3)),
    "a silent annotator": np.array([[1, 1, np.nan], [2, 2, np.nan], [1, 2, np.nan]]),
}


class TestIrrCAC:
    """irrCAC 0.4.4, asked for twelve digits; items with one label count there for chance, as in Gwet (2014)."""

    @tables
    @pytest.mark.parametrize(("weights", "distance"), WEIGHTS.items())
    def test_every_coefficient_with_every_distance(
        self, seed: int, weights: str, distance: str, irrcac_says: dict[tuple[Any, str], dict[str, Any]]
    ) -> None:
        table = random_table(seed)
        for name, said in irrcac_says[seed, weights].items():
            coefficient = ("ac1" if distance == "nominal" else "ac2") if name == "gwet" else name
            found = ours(table, coefficient, distance, singles=True)
            assert found == pytest.approx(said[0], abs=1e-9), name

    @pytest.mark.parametrize("seed", VARIED)
    @pytest.mark.parametrize("name", ["alpha", "fleiss", "gwet", "randolph"])
    def test_its_standard_error_and_our_jackknife_of_200_items(
        self, seed: int, name: str, irrcac_says: dict[tuple[Any, str], dict[str, Any]]
    ) -> None:
        error = irrcac_says[("many", seed), "identity"][name][1]
        table = without_singles(random_table(seed, items=200))
        measured = agree(table, "ac1" if name == "gwet" else name, distance="nominal", rows="items")
        assert jackknife(measured).error == pytest.approx(error, rel=0.1)

    def test_its_standard_error_is_too_large_where_many_items_have_one_label(
        self, irrcac_says: dict[tuple[Any, str], dict[str, Any]]
    ) -> None:
        """It takes the number of items with two labels for fixed; the bootstrap, which draws it anew, sides with us."""
        measured = agree(random_table(8, items=200), "randolph", distance="nominal", keep_singletons=True, rows="items")
        breakdown = breakdown_of(measured)
        sample = breakdown.coefficient.sample(breakdown.coding, breakdown.distance)
        drawn = np.concatenate(
            list(ResampleRows(sample.rows, sample.times).bootstrap(10_000, np.random.default_rng(1)))
        )
        error = jackknife(measured).error
        assert sample.parts(drawn).value.std() == pytest.approx(error, rel=0.05)
        assert irrcac_says[("many", "singles"), "identity"]["randolph"][1] > 1.3 * error

    def test_perfect_agreement_is_1(self, irrcac_says: dict[tuple[Any, str], dict[str, Any]]) -> None:
        said = irrcac_says["perfect", "identity"]
        assert [value for value, _ in said.values()] == pytest.approx([1] * 5)
        assert ours(SPECIAL["perfect"], "alpha") == ours(SPECIAL["perfect"], "ac1") == 1

    def test_one_label_only(self, irrcac_says: dict[tuple[Any, str], dict[str, Any]]) -> None:
        """There Brennan and Prediger's and Gwet's are 1, by an epsilon, Conger's is NaN, the rest an exception."""
        said = irrcac_says["one label", "identity"]
        assert said["alpha"] == said["fleiss"] == "ZeroDivisionError"
        assert said["randolph"][0] == said["gwet"][0] == 1
        assert math.isnan(said["multi-kappa"][0])
        assert {ours(SPECIAL["one label"], name) for name in ("alpha", "fleiss", "randolph", "ac1")} == {None}

    def test_an_annotator_without_labels(self, irrcac_says: dict[tuple[Any, str], dict[str, Any]]) -> None:
        """Conger's kappa is NaN there; here whoever said nothing has no urn."""
        assert math.isnan(irrcac_says["a silent annotator", "identity"]["multi-kappa"][0])
        table = SPECIAL["a silent annotator"]
        assert ours(table, "multi-kappa") == pytest.approx(ours(table[:, :2], "kappa"))


def jackknife(measured: Agreement) -> LeftOut:
    """The coefficient without each item in turn."""
    breakdown = breakdown_of(measured)
    sample = breakdown.coefficient.sample(breakdown.coding, breakdown.distance)
    units = ResampleRows(sample.rows, sample.times)
    left = leave_one_out(units, lambda totals: sample.parts(totals).value, breakdown.coefficient.range, "item")
    assert isinstance(left, LeftOut)
    return left
