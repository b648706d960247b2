"""Intervals over kinds of items and over documents, against leaving out and drawing one by one."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit
from scipy.stats import t as student

from accord.agreement.resample import ResampleRows
from accord.agreement.result import Interval, Undefined
from accord.agreement.uncertainty import Uncertainty, leave_one_out
from accord.distance import DISTANCES
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.breakdown import breakdown_of
from accord.kinds.labels.measurement import units_of
from accord.model import Corpus, Document, ItemLabels
from accord.study.scale import Scale
from accord.verbs.agree import agree
from tests.oracle import agreement as oracle
from tests.properties.tables import NAMES, SCALES, Table, applies, columns, tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.agreement import Agreement
    from accord.agreement.result import Result
    from accord.kinds.labels.coefficient import Sample
    from accord.study.coding import Coding

ALL = tuple(oracle.COEFFICIENTS)
NEVER_BELOW_0 = frozenset({"observed", "pairwise-f1"})
few_distances = pytest.mark.parametrize("distance", ["nominal", "ordinal", "ratio", "masi"])


def test_the_acceleration_of_a_mean_is_its_skewness() -> None:
    """Efron (1987): a = sum U^3 / (6 (sum U^2)^1.5), and U_i = x_i - mean for a mean; 0, 0, 0, 10 give 375 and 75."""
    units = ResampleRows.each(np.array([[0.0, 1.0], [0.0, 1.0], [0.0, 1.0], [10.0, 1.0]]))
    left = leave_one_out(units, lambda totals: totals[:, 0] / totals[:, 1], (-100, 100), "item")
    assert not isinstance(left, Undefined)
    assert left.acceleration == pytest.approx(375 / (6 * 75**1.5))


def value(name: str, table: Table, labels: Sequence[str], distance: str) -> float | None:
    found = oracle.measured(name, table, labels, distance)
    return None if found is None else float(found)


def leaving_out_each(name: str, units: list[Table], labels: Sequence[str], distance: str) -> tuple[float, float] | None:
    """By computing the coefficient anew without each unit; None where there is no interval."""

    def of(parts: list[Table]) -> float | None:
        return value(name, [row for part in parts for row in part], labels, distance)

    whole = of(units)
    without = [of(units[:left] + units[left + 1 :]) for left in range(len(units))]
    defined = [left for left in without if left is not None]
    if whole is None or len(units) < 2 or len(defined) < len(units) or max(defined) - min(defined) < 1e-12:
        return None
    low, high = (0.0, 1.0) if name in NEVER_BELOW_0 else (-1.0, 1.0)
    if not low + 1e-9 < whole < high - 1e-9:
        return None
    half = student.ppf(0.975, len(units) - 1) * oracle.jackknife_error(defined)
    centre, slope = log((whole - low) / (high - whole)), (high - low) / ((whole - low) * (high - whole))
    ends = [low + (high - low) * float(expit(centre + side * half * slope)) for side in (-1, 1)]
    return ends[0], ends[1]


def corpus_of(documents: list[Table]) -> Corpus:
    """Documents of items, labelled by the annotators of the table."""
    layers = {
        (f"text {number}", f"annotator {annotator}"): ItemLabels(
            {str(item): label for item, row in enumerate(table) if (label := row[annotator]) is not None}
        )
        for number, table in enumerate(documents)
        for annotator in range(len(documents[0][0]))
    }
    return Corpus.of(tuple(Document(f"text {number}") for number in range(len(documents))), layers)


@st.composite
def several_documents(draw: st.DrawFn, labels: tuple[str, ...]) -> list[Table]:
    """A table cut into documents."""
    table = draw(tables(labels, least=2, most=9))
    cuts = sorted(draw(st.sets(st.integers(1, len(table) - 1), max_size=4)))
    return [table[start:end] for start, end in zip([0, *cuts], [*cuts, len(table)], strict=True)]


def assert_same(found: Interval | Undefined, expected: tuple[float, float] | None) -> None:
    if expected is None:
        assert isinstance(found, Undefined)
        assert found.reason
    else:
        assert isinstance(found, Interval)
        assert found[:2] == pytest.approx(expected, abs=1e-7)
        assert found.level == 0.95


def within_minus_one(measured: Agreement) -> list[Result]:
    """The results whose interval reaches down to -1 at most."""
    return [result for result in measured.results if isinstance(result.value, Undefined) or result.value >= -1]


class TestJackknife:
    @few_distances
    @given(data=st.data())
    def test_leaving_out_a_kind_of_item_is_leaving_out_each_item(self, distance: str, data: st.DataObject) -> None:
        table = data.draw(tables(SCALES[distance], least=1))
        labels = oracle.used(table, SCALES[distance])
        names = [name for name in ALL if applies(name, distance, len(table[0]))]
        units = [[row] for row in oracle.compared(table)]
        for result in within_minus_one(agree(columns(table), names, distance=distance)):
            assert_same(result.interval, leaving_out_each(result.name, units, labels, distance))  # type: ignore[arg-type]

    @few_distances
    @given(data=st.data())
    def test_leaving_out_a_document_is_leaving_out_its_items(self, distance: str, data: st.DataObject) -> None:
        documents = data.draw(several_documents(SCALES[distance]))
        labels = oracle.used([row for table in documents for row in table], SCALES[distance])
        corpus = corpus_of(documents)
        names = [name for name in ALL if applies(name, distance, len(corpus.annotators))]
        units = [kept for table in documents if (kept := oracle.compared(table))]
        for result in within_minus_one(agree(corpus, names, distance=distance, by_document=True)):
            assert_same(result.interval, leaving_out_each(result.name, units, labels, distance))  # type: ignore[arg-type]

    @given(data=st.data())
    def test_every_document_alone(self, data: st.DataObject) -> None:
        documents = data.draw(several_documents(NAMES))
        labels = oracle.used([row for table in documents for row in table], NAMES)
        measured = agree(corpus_of(documents), "fleiss", distance="nominal", interval=None)
        expected = {
            f"text {number}": value("fleiss", table, labels, "nominal") if len(oracle.compared(table)) > 1 else None
            for number, table in enumerate(documents)
            if oracle.compared(table)
        }
        assert {each.document for each in measured.documents} == set(expected)
        for each in measured.documents:
            found = each.measured.value
            assert (None if isinstance(found, Undefined) else pytest.approx(float(found))) == expected[each.document]


class TestBootstrap:
    """Drawing kinds by multinomial numbers has the mean and the spread of drawing items one by one."""

    RESAMPLES = 4_000

    @pytest.mark.parametrize("name", ALL)
    def test_the_totals_of_resamples_have_the_right_mean_and_spread(self, name: str) -> None:
        coding, sample = sample_of(name)
        units = ResampleRows(sample.rows, sample.times)
        items = sample.rows.toarray()[sample.kind_of]
        drawn = np.concatenate(list(units.bootstrap(self.RESAMPLES, np.random.default_rng(7))))
        spread = np.sqrt(len(items) * items.var(axis=0))
        assert np.all(np.abs(drawn.mean(axis=0) - items.sum(axis=0)) <= 5 * spread / sqrt(self.RESAMPLES) + 1e-9)
        assert drawn.std(axis=0) == pytest.approx(spread, rel=0.1, abs=1e-9)
        assert units.count == coding.items

    @pytest.mark.parametrize("name", ALL)
    def test_the_coefficient_of_resamples_is_spread_as_where_items_are_drawn_one_by_one(self, name: str) -> None:
        _, sample = sample_of(name)
        items = sample.rows.toarray()[sample.kind_of]
        rng = np.random.default_rng(3)
        one_by_one = np.array([items[rng.integers(len(items), size=len(items))].sum(axis=0) for _ in range(2_000)])
        naive = sample.parts(one_by_one).value
        drawn = sample.parts(
            np.concatenate(list(ResampleRows(sample.rows, sample.times).bootstrap(self.RESAMPLES, rng)))
        ).value
        assert drawn.mean() == pytest.approx(naive.mean(), abs=6 * naive.std() / sqrt(2_000))
        assert drawn.std() == pytest.approx(naive.std(), rel=0.1)

    @pytest.mark.parametrize("name", ALL)
    def test_bootstrap_and_jackknife_are_of_one_opinion_where_there_are_many_items(self, name: str) -> None:
        coding, _ = sample_of(name)
        distance = fitting(name)
        table = coding.codes[:, :2] if not applies(name, distance, 4) else coding.codes
        results = [
            agree(table, name, distance=distance, interval=method, resamples=4_000, rows="items").result.interval
            for method in ("jackknife", "bootstrap")
        ]
        jackknife, bootstrap = results
        assert isinstance(jackknife, Interval)
        assert isinstance(bootstrap, Interval)
        width = jackknife.high - jackknife.low
        assert bootstrap[:2] == pytest.approx(jackknife[:2], abs=0.1 * width)

    def test_documents_are_drawn_whole(self) -> None:
        documents: list[Table] = [[("A", "A")] * 3, [("A", "B"), ("B", "B")], [("B", "A")]]
        coding = breakdown_of(agree(corpus_of(documents), "alpha", distance="nominal")).coding
        sample = COEFFICIENTS.get("alpha").sample(coding, DISTANCES.get("nominal")(Scale(coding.labels)))
        units, unit = units_of(sample, coding, Uncertainty(by_document=True))
        assert (units.count, unit) == (3, "document")
        whole = sample.rows.toarray()[sample.kind_of]
        assert units.rows.toarray().tolist() == [
            whole[:3].sum(0).tolist(),
            whole[3:5].sum(0).tolist(),
            whole[5].tolist(),
        ]


def fitting(name: str) -> str:
    """The first of three distances that a coefficient takes."""
    return next(each for each in ("nominal", "linear", "interval") if applies(name, each, 2))


def sample_of(name: str) -> tuple[Coding, Sample]:
    """Two or four annotators of 300 items, who mostly agree."""
    rng = np.random.default_rng(11)
    truth = rng.choice(4, p=[0.5, 0.3, 0.1, 0.1], size=300)
    annotators = 4 if applies(name, fitting(name), 4) else 2
    guesses = rng.integers(4, size=(300, annotators))
    codes = np.where(rng.random((300, annotators)) < 0.7, truth[:, None], guesses)
    distance = fitting(name)
    coding = breakdown_of(agree(codes, name, distance=distance, interval=None, rows="items")).coding
    return coding, COEFFICIENTS.get(name).sample(coding, DISTANCES.get(distance)(Scale(coding.labels)))


class TestIntervals:
    @few_distances
    @given(data=st.data(), level=st.sampled_from([0.5, 0.9, 0.99]))
    def test_they_stay_within_the_bounds_and_around_the_value(
        self, distance: str, data: st.DataObject, level: float
    ) -> None:
        table = data.draw(tables(SCALES[distance], least=3))
        names = [name for name in ALL if applies(name, distance, len(table[0]))]
        for method in ("jackknife", "bootstrap"):
            measured = agree(columns(table), names, distance=distance, level=level, interval=method, resamples=400)
            for result in measured.results:
                if isinstance(result.interval, Interval):
                    low, high = COEFFICIENTS.get(result.name).range
                    if not isinstance(result.value, Undefined) and result.value < low:
                        low = -result.expected / (1 - result.expected)  # type: ignore[operator]
                    assert result.interval.low <= result.interval.high <= high
                    assert result.interval.level == level
                    if method == "jackknife":
                        assert not isinstance(result.value, Undefined)
                        assert low <= result.interval.low <= float(result.value) <= result.interval.high

    @given(table=tables(least=3))
    def test_more_confidence_is_a_wider_interval(self, table: Table) -> None:
        intervals = [agree(columns(table), "alpha", level=level).result.interval for level in (0.8, 0.95, 0.99)]
        if all(isinstance(interval, Interval) for interval in intervals):
            widths = [interval.high - interval.low for interval in intervals]  # type: ignore[union-attr]
            assert widths == sorted(widths)

    def test_the_seed_decides(self) -> None:
        codes = np.random.default_rng(1).integers(3, size=(50, 3))

        def interval(seed: int) -> Interval | Undefined:
            return agree(
                codes, "alpha", distance="nominal", interval="bootstrap", seed=seed, rows="items"
            ).result.interval

        assert interval(1) == interval(1) != interval(2)

    def test_what_rounding_leaves_is_no_variation(self) -> None:
        """Without either item Fleiss' kappa is the same, but not to the last digit."""
        table = [["4", None, "7.5", "4"], ["2", "0", "7.5", None]]
        interval = agree(table, "fleiss", distance="ratio", rows="items").result.interval
        assert interval == Undefined("no item makes a difference, so nothing varies")

    def test_a_value_below_minus_one_has_an_interval_down_to_the_worst_there_can_be(self) -> None:
        """With distances disagreement can be worse than chance by more than chance itself."""
        result = agree(
            {"a": ["1", "10"] * 5, "b": ["10", "1"] * 4 + ["10", "2"]},
            "randolph",
            distance="interval",
            labels=[str(grade) for grade in range(1, 11)],
        ).result
        worst = 1 - 81 / 16.5  # all pairs 9 apart, against the mean of (x - y)^2 over 1 to 10
        assert isinstance(result.interval, Interval)
        assert worst < result.interval.low < float(result.value) < result.interval.high < -1  # type: ignore[arg-type]


class TestPermutations:
    def test_labels_dealt_anew_rarely_agree_as_well_as_those_of_one_mind(self) -> None:
        answers = ["A", "B", "C"] * 10
        measured = agree({"a": answers, "b": answers}, "kappa", permutations=99)
        assert measured.result.p == pytest.approx(1 / 100)

    def test_p_of_two_items_by_enumeration(self) -> None:
        """Two labels of two annotators: half of all orders agree."""
        measured = agree({"a": ["A", "B"], "b": ["A", "B"]}, "kappa", permutations=4_000, interval=None)
        assert measured.result.p == pytest.approx(0.5, abs=5 * sqrt(0.25 / 4_000))
