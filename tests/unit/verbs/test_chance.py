from __future__ import annotations

from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.agreement.result import Undefined, number
from accord.errors import ReadError, UsageError

if TYPE_CHECKING:
    from accord.scoring.corrected import CorrectedRun

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
GOLD = [["B-PER", "O", "O", "O"], ["B-PER", "I-PER", "O"], ["O", "O"], ["B-LOC", *["O"] * 9]]
SHIFTED = [["O", "B-PER", "O", "O"], ["B-PER", "I-PER", "O"], ["O", "B-LOC"], ["B-LOC", *["O"] * 9]]

NOTHING = "no sentence was looked at by two annotators"


def runs(part: int = 0, predictions: Any = None, **choices: Any) -> list[CorrectedRun]:
    given = {"gold": GOLD, "shifted": SHIFTED} if predictions is None else predictions
    return list(accord.score_beyond_chance(GOLD, given, encoding="BIO", **choices).parts[part].runs)


def test_the_reference_lies_as_it_does_and_the_prediction_anywhere() -> None:
    _, shifted = runs()
    expected = 1 / 4 + (1 / 2 + 1) + 0 + 1 / 10
    size = (1 + 2 + 0 + 1) + (1 + 2 + 1 + 1)
    assert shifted.measured.observed == pytest.approx(2 * 3 / size)
    assert shifted.measured.expected == pytest.approx(2 * expected / size)
    assert shifted.measured.value == pytest.approx((6 - 2 * expected) / (size - 2 * expected))


def test_exact_match_is_what_scoring_counts() -> None:
    files = sorted((HARBOUR / "systems").glob("*.conll"))
    found = accord.score_beyond_chance(HARBOUR / "reference.conll", files, match="exact", repair="begin")
    observed = [run.measured.observed for run in found.parts[0].runs]
    scored = accord.score(HARBOUR / "reference.conll", files, repair="begin")
    assert observed == pytest.approx([number(run.micro.f1) for run in scored.runs])


def test_sentences_are_parted_by_the_chance_of_the_reference_with_itself() -> None:
    found = accord.score_beyond_chance(GOLD, GOLD, encoding="BIO", split_difficulty=0.25)
    assert [(part.name, part.sentences) for part in found.parts] == [("all", 4), ("hard", 1), ("easy", 2)]
    above = accord.score_beyond_chance(GOLD, GOLD, encoding="BIO", split_difficulty=0.26)
    assert [part.sentences for part in above.parts] == [4, 2, 1]


def test_a_part_is_the_same_as_its_sentences_alone() -> None:
    easy = runs(2, split_difficulty=0.2)[1]
    alone = accord.score_beyond_chance(GOLD[:2], SHIFTED[:2], encoding="BIO").parts[0].runs[0]
    assert easy.measured == alone.measured


def test_an_empty_part_is_undefined_and_has_no_ranks() -> None:
    hard = runs(1, split_difficulty=0.01)
    assert [run.measured.value for run in hard] == [Undefined(NOTHING)] * 2
    assert [(run.rank, run.rank_observed) for run in hard] == [(None, None)] * 2


def test_equal_runs_share_the_better_rank() -> None:
    found = runs(predictions={"a": SHIFTED, "b": GOLD, "c": SHIFTED, "d": [["O"] * len(row) for row in GOLD]})
    assert [run.rank for run in found] == [2, 1, 2, 4]
    assert [run.rank_observed for run in found] == [2, 1, 2, 4]


def test_a_system_of_one_run_has_no_standard_deviation() -> None:
    files = [HARBOUR / "systems" / name for name in ("beacon-1.conll", "beacon-2.conll", "lantern-1.conll")]
    found = accord.score_beyond_chance(HARBOUR / "reference.conll", files, repair="begin", split_difficulty=0.001)
    two, one = found.parts[0].systems
    assert (len(two.runs), len(one.runs)) == (2, 1)
    first, second = (number(run.measured.value) or 0 for run in two.runs)
    assert two.sd == pytest.approx(abs(first - second) / 2**0.5)
    assert one.sd == Undefined("a standard deviation needs two runs")
    assert all(system.sd == system.value == Undefined(NOTHING) for system in found.parts[1].systems)


def test_ranks_can_turn_round() -> None:
    gold = [["B-X", "I-X", "I-X", "I-X", "O"], ["B-X", "I-X", "I-X", *["O"] * 27]]
    predictions = {"dense": [gold[0], ["O"] * 30], "sparse": [["O"] * 5, gold[1]]}
    dense_run, sparse_run = accord.score_beyond_chance(gold, predictions, encoding="BIO").parts[0].runs
    assert (dense_run.rank_observed, dense_run.rank) == (1, 2)
    assert (sparse_run.rank_observed, sparse_run.rank) == (2, 1)


def test_sd_and_z_are_counted_out_and_p_is_drawn_if_asked_for() -> None:
    (_, plain), (_, drawn) = ([run.measured for run in runs(draws=draws)] for draws in (0, 400))
    variance = sum(4 * p * (1 - p) for p in (1 / 4, 1 / 10)) + 4 * (1 / 2) ** 2
    assert plain.sd == drawn.sd == pytest.approx(variance**0.5 / 9)
    z = (float(plain.observed) - float(plain.expected)) / float(plain.sd)  # type: ignore[arg-type]
    assert plain.z == pytest.approx(z)
    assert plain.p == pytest.approx(1 - NormalDist().cdf(z))
    assert 0.01 < float(drawn.p or 0) < 0.5  # type: ignore[arg-type]
    signatures = [str(runs(draws=draws)[0].signature) for draws in (0, 400)]
    assert "|sd:exact|p:normal|" in signatures[0]
    assert "|sd:exact|draws:400|" in signatures[1]


def test_intervals_are_over_documents_and_the_signature_has_all_choices() -> None:
    found = accord.score_beyond_chance(
        HARBOUR / "reference.conll",
        [HARBOUR / "systems" / "beacon-1.conll", HARBOUR / "systems" / "lantern-1.conll"],
        repair="begin",
        split_difficulty=0.175,
    )
    run = found.parts[1].runs[0]
    assert not isinstance(run.measured.interval, Undefined)
    assert run.measured.interval.method == "jackknife over documents"
    assert "|fixed:reference|" in str(run.signature)
    assert "|enc:BIO|repair:begin|repair-ref:none|part:hard|split:0.175|" in str(run.signature)
    assert "+" in str(found.parts[1].signature)
    assert "BeyondChance" in repr(found)


def test_what_cannot_be_corrected_is_refused() -> None:
    with pytest.raises(UsageError, match="name one repair"):
        runs(all_repairs=True)
    with pytest.raises(UsageError, match="above 0 and up to 1, not at 2"):
        runs(split_difficulty=2)
    with pytest.raises(UsageError, match="unknown match"):
        runs(match="tokens and more")
    with pytest.raises(UsageError, match="union is token"):
        runs(match="union")
    with pytest.raises(UsageError, match="draws"):
        runs(draws=-1)
    with pytest.raises(ReadError, match="nothing was scored"):
        runs(predictions=[["I-PER", "O", "O", "O"], *GOLD[1:]])


def test_repairs_are_those_of_scoring() -> None:
    invalid = [["I-PER", "O", "O", "O"], *GOLD[1:]]
    (begin,) = runs(predictions=invalid, repair="begin")
    (discard,) = runs(predictions=invalid, repair="discard")
    assert begin.measured.value == 1
    assert discard.measured.observed == pytest.approx(2 * 3 / 7)
    found = accord.score_beyond_chance(invalid, GOLD, encoding="BIO", repair_reference="begin")
    assert found.parts[0].runs[0].measured.value == 1
