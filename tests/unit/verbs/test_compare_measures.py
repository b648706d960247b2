"""Systems of mentions compared by other measures than micro F1, and over documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import accord
from accord.agreement.result import Interval
from accord.errors import UsageError

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
SYSTEMS = [str(HARBOUR / "systems" / f"{name}-{run}.conll") for name in ("beacon", "lantern") for run in (1, 2, 3)]


@pytest.mark.parametrize("measure", ["precision", "recall", "macro-f1", "weighted-precision", "f1:PER", "recall:LOC"])
def test_a_difference_is_that_of_the_scores(measure: str) -> None:
    how: dict[str, Any] = {"encoding": "BIO", "repair": "begin"}
    found = accord.compare(HARBOUR / "reference.conll", SYSTEMS, measure=measure, resamples=50, **how)
    systems = accord.score(HARBOUR / "reference.conll", SYSTEMS, **how).over_runs(measure).values()
    means = [float(system[measure].mean) for system in systems]
    (pair,) = found.comparisons
    assert (pair.first_value, pair.second_value) == pytest.approx(tuple(means))
    assert pair.difference == pytest.approx(means[0] - means[1])
    assert str(found.signature).startswith(measure)


def test_documents_are_exchanged_whole() -> None:
    how: dict[str, Any] = {"encoding": "BIO", "repair": "begin", "resamples": 200}
    by_sentence, by_document = (
        accord.compare(HARBOUR / "reference.conll", SYSTEMS, over=over, **how) for over in (None, "documents")
    )
    (one,), (other,) = by_sentence.comparisons, by_document.comparisons
    assert one.difference == pytest.approx(other.difference)
    assert one.interval != other.interval
    assert isinstance(other.interval, Interval)
    assert other.interval.method == "bootstrap over documents"
    assert by_document.unit == "document"


def test_a_label_that_one_system_alone_predicts_is_0_for_the_other() -> None:
    gold = [["B-PER", "O"], ["B-PER", "O"]]
    systems = {"a": [["B-PER", "B-LOC"], ["B-PER", "O"]], "b": gold}
    (pair,) = accord.compare(gold, systems, encoding="BIO", measure="macro-f1", resamples=50).comparisons
    assert (pair.first_value, pair.second_value) == pytest.approx((0.5, 1.0))


@pytest.mark.parametrize("measure", ["las", "f1:SHOE", "middle-f1"])
def test_what_is_no_measure_is_refused(measure: str) -> None:
    with pytest.raises(UsageError, match=f"there is no measure '{measure}': choose from f1, precision"):
        accord.compare(HARBOUR / "reference.conll", SYSTEMS, repair="begin", measure=measure, resamples=50)
