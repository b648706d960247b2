"""Every coefficient with every distance: against the definitions, and what must always be true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.errors import NotApplicable
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.breakdown import breakdown_of
from accord.verbs.agree import agree
from tests.oracle import agreement as oracle
from tests.oracle import intraclass
from tests.properties.tables import NAMES, SCALES, applies, columns, tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.result import Result, Value
    from tests.properties.tables import Table

ALL = tuple(oracle.COEFFICIENTS)
by_distance = pytest.mark.parametrize("distance", SCALES)


def results(table: Table, distance: str, annotators: int | None = None, **told: Any) -> dict[str, Result]:
    """Every coefficient that applies, without intervals."""
    given_labels = columns(table, annotators)
    names = [name for name in ALL if applies(name, distance, len(given_labels))]
    measured = agree(given_labels, names, distance=distance, **{"interval": None, **told})
    return {result.name: result for result in measured.results}


def values(table: Table, distance: str, annotators: int | None = None, **told: Any) -> dict[str, float | None]:
    """Their values, None where undefined."""
    return {name: number(result.value) for name, result in results(table, distance, annotators, **told).items()}


def number(value: Value | None) -> float | None:
    if isinstance(value, Undefined):
        assert value.reason
        return None
    assert value is not None
    assert np.isfinite(float(value))
    return float(value)


def near(expected: dict[str, Any]) -> Any:
    return {
        name: None if value is None else pytest.approx(float(value), rel=1e-9, abs=1e-9)
        for name, value in expected.items()
    }


def test_the_oracle_knows_every_coefficient_and_the_tables_every_distance() -> None:
    from accord.distance import DISTANCES

    assert {*ALL, *intraclass.NAMED} == set(COEFFICIENTS)
    assert set(SCALES) == set(DISTANCES)


class TestDefinitions:
    @by_distance
    @given(data=st.data(), singles=st.booleans(), all_told=st.booleans())
    def test_every_coefficient_is_what_its_definition_says(
        self, distance: str, data: st.DataObject, singles: bool, all_told: bool
    ) -> None:
        table = data.draw(tables(SCALES[distance], least=1))
        labels: Sequence[str] = SCALES[distance] if all_told else oracle.used(table, SCALES[distance], singles=singles)
        found = values(table, distance, keep_singletons=singles, labels=labels if all_told else None)
        assert found == near({name: oracle.measured(name, table, labels, distance, singles=singles) for name in found})

    @given(table=tables(least=1))
    def test_the_value_follows_from_observed_and_expected_agreement(self, table: Table) -> None:
        for name, result in results(table, "nominal").items():
            observed, expected, value = (number(part) for part in (result.observed, result.expected, result.value))
            if value is not None and expected is not None and observed is not None and name != "light":
                assert value == pytest.approx((observed - expected) / (1 - expected), abs=1e-9)

    @by_distance
    @given(data=st.data())
    def test_coefficients_that_do_not_apply_say_so(self, distance: str, data: st.DataObject) -> None:
        table = data.draw(tables(SCALES[distance], least=1))
        for name in ALL:
            if not applies(name, distance, len(table[0])):
                with pytest.raises(NotApplicable, match=name):
                    agree(columns(table), name, distance=distance)

    @given(table=tables(least=1))
    def test_a_matrix_and_a_function_of_the_same_distances_give_the_same(self, table: Table) -> None:
        apart = {(a, b): float(abs(i - j)) for i, a in enumerate(NAMES) for j, b in enumerate(NAMES)}
        as_number = {label: str(index) for index, label in enumerate(NAMES)}
        numbers: Table = [tuple(None if label is None else as_number[label] for label in row) for row in table]
        names = ["alpha", "fleiss", "multi-kappa", "light", "randolph", "ac2", "observed"]

        def of(data: Table, distance: Any) -> list[float | None]:
            measured = agree(columns(data), names, distance=distance, interval=None)
            return [number(result.value) for result in measured.results]

        expected = of(numbers, "linear")
        assert of(table, apart) == pytest.approx(expected)
        assert of(table, lambda a, b: apart[a, b]) == pytest.approx(expected)


class TestInvariance:
    @by_distance
    @given(data=st.data())
    def test_the_order_of_annotators_and_items_changes_nothing(self, distance: str, data: st.DataObject) -> None:
        table = data.draw(tables(SCALES[distance], least=1))
        order = data.draw(st.permutations(range(len(table[0]))))
        moved = [tuple(row[number] for number in order) for row in data.draw(st.permutations(table))]
        assert values(moved, distance) == near(values(table, distance))

    @given(table=tables(least=1), names=st.permutations(["noun", "verb", "A", "B"]))
    def test_the_names_of_nominal_labels_change_nothing(self, table: Table, names: list[str]) -> None:
        name_of: dict[str | None, str | None] = {None: None, **dict(zip(NAMES, names, strict=True))}
        renamed: Table = [tuple(name_of[label] for label in row) for row in table]
        assert values(renamed, "nominal") == near(values(table, "nominal"))

    @pytest.mark.parametrize("distance", ["ordinal", "ordinal-gwet"])
    @given(data=st.data())
    def test_only_the_order_of_grades_counts(self, distance: str, data: st.DataObject) -> None:
        table = data.draw(tables(SCALES[distance], least=1))
        stretched = dict(zip(SCALES[distance], ("-3", "0.5", "10", "200", "3000"), strict=True))
        moved: Table = [tuple(label and stretched[label] for label in row) for row in table]
        assert values(moved, distance) == near(values(table, distance))

    @pytest.mark.parametrize("distance", ["interval", "linear", "radical"])
    @given(data=st.data(), unit=st.sampled_from([0.5, 1, 100]), zero=st.integers(-9, 9))
    def test_the_zero_and_the_unit_of_a_scale_change_nothing(
        self, distance: str, data: st.DataObject, unit: float, zero: int
    ) -> None:
        table = data.draw(tables(SCALES[distance], least=1))
        moved: Table = [tuple(label and str(float(label) * unit + zero) for label in row) for row in table]
        assert values(moved, distance) == near(values(table, distance))

    @given(data=st.data())
    def test_the_unit_of_a_ratio_scale_changes_nothing(self, data: st.DataObject) -> None:
        table = data.draw(tables(SCALES["ratio"], least=1))
        moved: Table = [tuple(label and str(float(label) * 8) for label in row) for row in table]
        assert values(moved, "ratio") == near(values(table, "ratio"))

    @by_distance
    @given(data=st.data(), interval=st.sampled_from(["jackknife", "bootstrap"]))
    def test_an_item_that_nobody_labelled_changes_nothing(
        self, distance: str, data: st.DataObject, interval: str
    ) -> None:
        table = data.draw(tables(SCALES[distance], least=1))
        place = data.draw(st.integers(0, len(table)))
        more = [*table[:place], (None,) * len(table[0]), *table[place:]]
        before, after = (results(each, distance, interval=interval, resamples=60) for each in (table, more))
        assert {name: result.value for name, result in after.items()} == {
            name: result.value for name, result in before.items()
        }
        assert [result.interval for result in after.values()] == [result.interval for result in before.values()]

    @given(table=tables(least=1), times=st.integers(2, 4))
    def test_twice_the_same_items_change_all_but_alpha_by_nothing(self, table: Table, times: int) -> None:
        """Alpha draws two labels without putting the first one back, which matters less the more there are."""
        expected = values(table, "nominal")
        found = values(table * times, "nominal")
        del expected["alpha"], found["alpha"]
        assert found == near(expected)

    @given(table=tables(least=1, complete=True))
    def test_alpha_is_fleiss_for_ever_more_items(self, table: Table) -> None:
        found = values(table * 2_000, "nominal")
        assert found["alpha"] == pytest.approx(found["fleiss"], abs=1e-3)


class TestKnownValues:
    @by_distance
    @given(data=st.data(), annotators=st.integers(2, 6))
    def test_perfect_agreement_is_1_where_it_is_defined(
        self, distance: str, data: st.DataObject, annotators: int
    ) -> None:
        answers = data.draw(st.lists(st.sampled_from(SCALES[distance]), min_size=1, max_size=9))
        for name, result in results([(answer,) * annotators for answer in answers], distance).items():
            if len(set(answers)) > 1 or name in {"observed", "pairwise-f1"}:
                assert number(result.value) == pytest.approx(1)
            else:
                assert isinstance(result.value, Undefined)
            assert isinstance(result.interval, Undefined)

    @by_distance
    @pytest.mark.parametrize("annotators", [2, 5])
    def test_independent_even_labels_are_near_0(self, distance: str, annotators: int) -> None:
        rng = np.random.default_rng(1955)
        drawn = rng.integers(len(SCALES[distance]), size=(4_000, annotators))
        table: Table = [tuple(SCALES[distance][code] for code in row) for row in drawn.tolist()]
        for name, value in values(table, distance).items():
            assert value is not None
            if name not in {"observed", "pairwise-f1", "ac2"}:  # AC2 says what two other weights expect by chance
                assert abs(value) < 0.05, name

    @pytest.mark.parametrize("annotators", [2, 5])
    def test_independent_skewed_labels_are_near_0_for_all_that_know_the_labels(self, annotators: int) -> None:
        rng = np.random.default_rng(1960)
        drawn = rng.choice(4, p=[0.85, 0.05, 0.05, 0.05], size=(20_000, annotators))
        found = values([tuple(NAMES[code] for code in row) for row in drawn.tolist()], "nominal")
        for name in ("alpha", "pi", "kappa", "fleiss", "multi-kappa", "light"):
            value = found.get(name, 0.0)
            assert value is not None
            assert abs(value) < 0.02
        assert min(found["ac1"] or 0, found["randolph"] or 0) > 0.5  # what their critics say of them


class TestNothingToMeasure:
    """Undefined with a reason, whatever the coefficient and the distance: never NaN, 0 or 1."""

    @by_distance
    @pytest.mark.parametrize(
        ("table", "annotators", "reason"),
        [
            pytest.param([], 2, "no item was labelled by two annotators", id="no items"),
            pytest.param([], 3, "no item was labelled by two annotators", id="no items of three"),
            pytest.param([(None, None)], 2, "no item was labelled by two annotators", id="all missing"),
            pytest.param([(1, None), (None, 2)], 2, "no item was labelled by two annotators", id="no overlap"),
            pytest.param([(1, None, None)] * 9, 3, "no item was labelled by two annotators", id="two said nothing"),
        ],
    )
    @pytest.mark.parametrize("singles", [False, True])
    def test_nothing_to_compare(
        self, distance: str, table: list[tuple[int | None, ...]], annotators: int, reason: str, singles: bool
    ) -> None:
        named: Table = [tuple(None if code is None else SCALES[distance][code] for code in row) for row in table]
        for result in results(named, distance, annotators, keep_singletons=singles, interval="jackknife").values():
            nothing = Undefined(reason)
            assert (result.value, result.observed, result.interval) == (nothing, nothing, nothing)

    @by_distance
    @pytest.mark.parametrize(
        "table", [[], [(0, None), (None, 1)], [(0, 1)], [(0, 0), (0, 0)], [(0, 0, None), (1, None, 1), (None, None, 0)]]
    )
    def test_what_is_hardly_there_can_be_taken_apart(self, distance: str, table: list[tuple[int | None, ...]]) -> None:
        named: Table = [tuple(None if code is None else SCALES[distance][code] for code in row) for row in table]
        data = columns(named, len(table[0]) if table else 2)
        for name in ALL:
            if applies(name, distance, len(data)):
                measured = agree(data, name, distance=distance, interval="bootstrap", resamples=60, permutations=3)
                assert len(measured.annotators) == len(data)
                assert len(measured.pairs) == len(data) * (len(data) - 1) // 2
                assert all(each.disagreement > 0 for each in measured.hardest())
                assert sum(each.share for each in measured.confusions()) == pytest.approx(
                    float(bool(measured.confusions()))
                )
                assert len(measured.labels) <= len(breakdown_of(measured).coding.labels)
                assert len(measured.documents) <= 1
                measured.needed(0.1)

    @by_distance
    @pytest.mark.parametrize("annotators", [2, 4])
    def test_one_label_only(self, distance: str, annotators: int) -> None:
        label = SCALES[distance][1]
        for name, result in results([(label,) * annotators] * 5, distance).items():
            if name in {"observed", "pairwise-f1"}:
                assert (result.value, result.observed) == (1, 1)
                assert result.expected == Undefined("it is not corrected for chance")
            else:
                assert result.value == Undefined(f"only the label {label!r} was used: chance would agree as well")
                assert result.observed == (result.value if name == "light" else 1)  # the mean over pairs with a kappa

    def test_one_label_of_several_that_there_are(self) -> None:
        """Those that know all labels have a chance level; those that look at what was used have none."""
        found = values([("A", "A")] * 5, "nominal", labels=NAMES)
        defined = {"observed", "s", "randolph", "ac1", "pairwise-f1"}
        assert {name: value for name, value in found.items() if value is not None} == dict.fromkeys(defined, 1.0)

    @pytest.mark.parametrize("distance", ["interval", "ratio", "linear", "radical", "circular", "bipolar"])
    def test_two_names_of_one_number(self, distance: str) -> None:
        for name, value in values([("1", "1.0"), ("1.0", "1")], distance).items():
            assert value == (1 if name == "observed" else None)

    def test_two_names_of_one_set(self) -> None:
        for name, value in values([("a|b", "b|a"), ("b|a", "a|b")], "masi").items():
            assert value == (1 if name == "observed" else None)
