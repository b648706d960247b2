"""Systems of mentions compared by other measures than micro F1, and over documents."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
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


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        ("las", "there is no measure 'las': choose from f1, precision"),
        ("f1:SHOE", "there is no label 'SHOE': choose from PER, LOC"),
        ("middle-f1", "there is no measure 'middle-f1': choose from f1, precision"),
    ],
)
def test_what_is_no_measure_is_refused(measure: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        accord.compare(HARBOUR / "reference.conll", SYSTEMS, repair="begin", measure=measure, resamples=50)


ODD = ("a:b", "precision", "ü x")
Labels = list[list[str]]


def slow_measure(measure: str, gold: Labels, predicted: Labels) -> float:
    """F1 of one label, or macro F1 over the labels that occur, of mentions of one token each; NaN where undefined."""

    pairs = [pair for rows in zip(gold, predicted, strict=True) for pair in zip(*rows, strict=True)]

    def f1(label: str) -> float:
        wanted, given = (sum(pair[side] == label for pair in pairs) for side in range(2))
        right = sum(pair == (label, label) for pair in pairs)
        return 2 * right / (wanted + given) if wanted + given else float("nan")

    if measure.startswith("f1:"):
        return f1("B-" + measure.removeprefix("f1:"))
    values = [f1(label) for label in sorted({label for row in (*gold, *predicted) for label in row} - {"O"})]
    return sum(values) / len(values) if values else float("nan")


@pytest.mark.parametrize("over", [None, "documents"])
@pytest.mark.parametrize("measure", ["macro-f1", "f1:a:b", "f1:precision", "f1:ü x"])
def test_p_is_that_of_all_exchanges(measure: str, over: str | None, tmp_path: Path) -> None:
    """Of 7 sentences in 4 documents every way to exchange the outputs is counted, sentence by sentence or whole."""
    rng = np.random.default_rng(3)
    labels = np.array(["O", *(f"B-{label}" for label in ODD)])
    gold, first, second = (labels[rng.integers(0, 4, (7, 3))].tolist() for _ in range(3))
    first = [ours if rng.random() < 0.6 else theirs for ours, theirs in zip(gold, first, strict=True)]
    documents = [0, 0, 1, 2, 2, 3, 3]
    paths = []
    for name, rows in (("gold", gold), ("x", first), ("y", second)):
        text = ""
        for number, row in enumerate(rows):
            if number == 0 or documents[number] != documents[number - 1]:
                text += "-DOCSTART-\tO\n\n"
            text += "".join(f"t{index}\t{label}\n" for index, label in enumerate(row)) + "\n"
        paths.append(tmp_path / f"{name}.conll")
        paths[-1].write_text(text, encoding="utf-8")
    found = accord.compare(paths[0], paths[1:], encoding="BIO", measure=measure, over=over, resamples=20_000)
    (pair,) = found.comparisons
    observed = slow_measure(measure, gold, first) - slow_measure(measure, gold, second)
    assert pair.difference == pytest.approx(observed)
    units = documents if over else list(range(7))
    far, defined = 0, 0
    for exchanged in product([False, True], repeat=max(units) + 1):
        sides = [
            (theirs, ours) if exchanged[unit] else (ours, theirs)
            for unit, ours, theirs in zip(units, first, second, strict=True)
        ]
        ours, theirs = ([side[which] for side in sides] for which in range(2))
        difference = slow_measure(measure, gold, ours) - slow_measure(measure, gold, theirs)
        if not np.isnan(difference):
            defined += 1
            far += abs(difference) >= abs(observed) - 1e-12
    assert pair.p == pytest.approx(far / defined, abs=0.015)
