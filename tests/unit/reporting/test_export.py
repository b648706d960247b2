"""Results are handed on as records, data frames, JSON, LaTeX and pictures, with the numbers they have."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.agreement.result import Undefined, number
from accord.errors import MissingExtra, UsageError
from accord.model.presentation import PRESENTATIONS, ResultExport
from accord.reporting.export import Drawing
from accord.scoring.scores import Scores
from accord.scoring.soft import SoftScores

if TYPE_CHECKING:
    from collections.abc import Callable

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
DATA = {"ada": list("AAAAABBBCC"), "bram": list("AAAABABBCB"), "chloe": [*"AAAABBBBC", None]}


class Frame:
    """What a library makes of columns."""

    def __init__(self, cells: dict[str, list[Any]], **_: object) -> None:
        self.columns = {
            name: [None if cell != cell else cell for cell in column]  # noqa: PLR0124 - NaN
            for name, column in cells.items()
        }


def library(name: str) -> ModuleType:
    module = ModuleType(name)
    module.DataFrame = type(name, (Frame,), {})  # type: ignore[attr-defined]
    module.Float64 = float  # type: ignore[attr-defined]
    return module


def reference_and(*systems: str) -> tuple[Path, list[Path]]:
    return HARBOUR / "reference.conll", [HARBOUR / "systems" / f"{system}.conll" for system in systems]


def beyond_chance() -> ResultExport:
    return accord.score_beyond_chance(*reference_and("beacon-1", "beacon-2"), repair="begin")


def compared() -> ResultExport:
    return accord.compare(*reference_and("beacon-1", "lantern-1"), repair="begin", resamples=100)


def of_references() -> ResultExport:
    annotators = {name: HARBOUR / "annotators" / f"{name}.conll" for name in ("ada", "bram")}
    found = accord.score(annotators, reference_and("beacon-1")[1], repair="begin")
    assert isinstance(found, ResultExport)
    return found


def scores() -> Scores:
    annotators = HARBOUR / "annotators"
    found = accord.score(HARBOUR / "reference.conll", [annotators / "ada.conll", annotators / "bram.conll"])
    assert isinstance(found, Scores)
    return found


def of_sets() -> ResultExport:
    reference, systems = reference_and("beacon-1")
    return accord.score_test_sets({"x": reference, "y": reference}, {"x": systems, "y": systems}, repair="begin")


RESULTS: dict[str, Callable[[], ResultExport]] = {
    "Agreement": lambda: accord.agree(DATA),
    "Aggregation": lambda: accord.aggregate(HARBOUR / "urgency.csv"),
    "Aligned": lambda: accord.align(HARBOUR / "radio.csv"),
    "BeyondChance": beyond_chance,
    "Calibration": lambda: accord.calibrate(noise="borders", amounts=[0.4], repeats=2, units=4),
    "CorpusCalibration": lambda: accord.calibrate(HARBOUR / "weather.csv", repeats=2),
    "Compared": compared,
    "ComparedRounds": lambda: accord.compare_agreement(DATA, {who: given[::-1] for who, given in DATA.items()}),
    "CountedScores": lambda: accord.score(HARBOUR / "trees" / "ada.conllu", HARBOUR / "trees" / "bram.conllu"),
    "Difficulty": lambda: accord.difficulty(HARBOUR / "reference.conll"),
    "Disagreement": lambda: accord.disagreement(HARBOUR / "urgency.csv"),
    "ReferenceScores": of_references,
    "Result": lambda: accord.agree(DATA).result,
    "Scores": scores,
    "ScoresBySet": of_sets,
    "SoftScores": lambda: accord.score_soft({"1": {"A": 0.5, "B": 0.5}}, {"1": {"A": 0.9, "B": 0.1}}, interval=None),
    "SystemTable": lambda: scores().table("f1"),
    "Weights": lambda: accord.disagreement(HARBOUR / "urgency.csv").weights(),
}


@pytest.fixture(scope="module", params=RESULTS)
def result(request: pytest.FixtureRequest) -> ResultExport:
    made = RESULTS[request.param]()
    assert type(made).__name__ == request.param
    return made


def test_all_results_are_looked_at_here() -> None:
    assert set(RESULTS) == set(PRESENTATIONS) - {"Corpus", "Page"}


def test_a_result_is_shown_in_one_line(result: ResultExport) -> None:
    assert repr(result).startswith(f"<{type(result).__name__} ")
    assert "\n" not in repr(result)


def test_json_holds_what_the_dictionary_holds(result: ResultExport) -> None:
    assert json.loads(result.to_json()) == json.loads(json.dumps(result.to_dict()))
    assert "\n" not in result.to_json(indent=None)


def test_records_have_numbers_where_numbers_are(result: ResultExport) -> None:
    records = result.to_records()
    assert records
    assert len({tuple(record) for record in records}) == 1
    for record in records:
        for column, value in record.items():
            assert value is None or isinstance(value, str | int | float), column
        assert not any(isinstance(value, str) and value.replace(".", "").isdigit() for value in record.values())


def test_a_frame_has_the_columns_of_the_records(result: ResultExport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", library("pandas"))
    frame = result.to_frame()
    assert type(frame).__name__ == "pandas"
    records = result.to_records()
    assert list(frame.columns) == list(records[0])
    assert [dict(zip(frame.columns, row, strict=True)) for row in zip(*frame.columns.values(), strict=True)] == records


def test_latex_is_made_of_tables(result: ResultExport) -> None:
    latex = result.to_latex(most=2)
    assert latex.count("\\begin{tabular}") == latex.count("\\end{tabular}") >= 1
    assert latex.endswith(("\\end{tabular}\n", "\\end{table}\n"))


def test_html_is_shown(result: ResultExport) -> None:
    assert "<table>" in result._repr_html_() or "<svg" in result._repr_html_()


def test_the_values_of_agreement_are_those_of_the_records() -> None:
    agreement = accord.agree(DATA)
    records = agreement.to_records()
    whole = {record["coefficient"]: record for record in records if record["part"] == "all"}
    for each in agreement:
        assert whole[each.name]["value"] == number(each.value)
        assert whole[each.name]["signature"] == str(each.signature)
    pairs = {(record["name"], record["second"]): record for record in records if record["part"] == "pair"}
    assert {key: record["value"] for key, record in pairs.items()} == {
        pair.key: number(pair.value) for pair in agreement.pairs
    }
    assert pairs["ada", "chloe"]["items"] == 9
    rest = {record["name"]: record["value"] for record in records if record["part"] == "annotator"}
    assert rest == {each.annotator: number(each.against_rest) for each in agreement.annotators}


def test_labels_that_are_numbers_stay_names() -> None:
    records = accord.agree({"ada": ["007", "10"], "bram": ["007", "11"]}, "alpha", distance="nominal").to_records()
    assert {record["name"] for record in records if record["part"] == "label"} == {"007", "10", "11"}


def test_what_is_undefined_is_none_and_says_why() -> None:
    agreement = accord.agree({"ada": ["x", "x"], "bram": ["x", "x"]}, "alpha")
    assert isinstance(agreement.value, Undefined)
    (record,) = [record for record in agreement.to_records() if record["part"] == "all"]
    assert (record["value"], record["undefined"]) == (None, agreement.value.reason)
    assert agreement.to_dict()["results"][0]["undefined"] == agreement.value.reason


def test_the_library_that_is_loaded_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "pandas", raising=False)
    monkeypatch.setitem(sys.modules, "polars", library("polars"))
    assert type(accord.agree(DATA).to_frame()).__name__ == "polars"


def test_without_a_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)  # as if it were not installed
    with pytest.raises(MissingExtra, match=r"pandas or polars: pip install 'accord\[frames\]'"):
        accord.agree(DATA).to_frame()


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_a_real_frame_has_the_numbers(name: str) -> None:
    pytest.importorskip(name, reason=f"{name} is not installed")
    frame = accord.agree(DATA, "alpha").to_frame()
    assert frame["value"][0] == pytest.approx(number(accord.agree(DATA, "alpha").value))
    assert next(iter(frame["part"])) == "all"


def test_a_picture_is_shown_and_saved(tmp_path: Path) -> None:
    drawing = accord.agree(DATA).plot()
    assert isinstance(drawing, Drawing)
    drawing.save(tmp_path / "agreement.svg")
    assert (tmp_path / "agreement.svg").read_text(encoding="utf-8") == drawing.svg() == drawing._repr_svg_()
    with pytest.raises(UsageError, match=r"agreement\.eps: name a file that ends in \.svg, \.pdf or \.png"):
        drawing.save(tmp_path / "agreement.eps")


def test_f1_of_runs_is_drawn() -> None:
    assert "ada.conll" in scores().plot().svg()


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_can_be_drawn(name: str) -> None:
    svg = RESULTS[name]().plot().svg()
    assert svg.startswith("<svg")
    assert "<circle" in svg or name in {"Agreement", "Aligned", "Calibration", "CorpusCalibration"}


def test_competences_are_drawn_as_they_are() -> None:
    aggregation = accord.aggregate(HARBOUR / "urgency.csv", "dawid-skene")
    svg = aggregation.plot().svg()
    for record in aggregation.to_records():
        assert record["annotator"] in svg
        assert f"{record['competence']:.3f}" in svg


def test_every_presentation_is_found() -> None:
    assert all(callable(PRESENTATIONS.get(name)) for name in PRESENTATIONS)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (RESULTS["Weights"], "<Weights of 3 labels (weights:cm-cond|"),
        (RESULTS["Disagreement"], "<Disagreement on 3 labels: 85 items, 3 annotators>"),
        (lambda: accord.difficulty([["B-A", "O"], ["O", "B-B"], ["O", "O", "B-A"]]), "<Difficulty 0.5556 ("),
        (
            lambda: accord.compare([["B-A", "O"]], {"s": [["B-A", "O"]], "t": [["O", "O"]]}, encoding="BIO"),
            "<Compared by f1: s - t 1.0000 (",
        ),
    ],
)
def test_a_result_says_in_one_line_what_it_is(made: Callable[[], Any], said: str) -> None:
    assert repr(made()).startswith(said)
    assert "\n" not in repr(made())


def test_weights_are_read_from_what_they_are_handed_on_as() -> None:
    weights = accord.disagreement(HARBOUR / "urgency.csv").weights()
    again = accord.Weights.from_json(json.loads(weights.to_json()))
    assert again.labels == weights.labels
    assert (again.matrix == weights.matrix).all()


def test_results_are_short_to_look_at(tmp_path: Path) -> None:
    result = accord.agree(DATA).result
    assert not isinstance(result.interval, Undefined)
    low, high = result.interval[:2]
    assert repr(result) == f"<Result alpha {number(result.value):.4f} [{low:.4f}, {high:.4f}]>"
    repaired = accord.repair(HARBOUR / "annotators" / "chloe.conll", tmp_path / "repaired.conll", "begin")
    assert repr(repaired).endswith("chloe.conll: 5 of 78 sentences changed>")


def test_one_run_beyond_chance_has_a_value_and_several_are_named() -> None:
    reference, *systems = (
        HARBOUR / name for name in ("reference.conll", "systems/beacon-1.conll", "systems/beacon-2.conll")
    )
    first = accord.score_beyond_chance(reference, systems[0], repair="begin")
    both = accord.score_beyond_chance(reference, systems, repair="begin")
    assert both[str(systems[0])].value == first.value
    with pytest.raises(UsageError, match="2 runs: choose one by its file"):
        _ = both.value
    with pytest.raises(KeyError, match="no run nobody"):
        _ = both["nobody"]


def test_a_comparison_has_a_value_and_pairs_are_named_in_both_orders() -> None:
    names = ("reference.conll", "systems/beacon-1.conll", "systems/lantern-1.conll")
    reference, *systems = (HARBOUR / name for name in names)
    found = accord.compare(reference, systems, repair="begin", resamples=100)
    (pair,) = found.comparisons
    assert found.value == found[pair.first, pair.second].difference == pair.difference
    assert not isinstance(pair.difference, Undefined)
    assert found[pair.second, pair.first].difference == -pair.difference
    with pytest.raises(KeyError, match="was not compared"):
        _ = found["nobody", pair.first]
    three = accord.compare(
        reference, [*systems, HARBOUR / "systems/beacon-2.conll"], by_file=True, repair="begin", resamples=9
    )
    with pytest.raises(UsageError, match="3 pairs of systems: choose one"):
        _ = three.value


def test_a_soft_measure_is_called_by_its_name() -> None:
    soft = RESULTS["SoftScores"]()
    assert isinstance(soft, SoftScores)
    assert soft["manhattan"] == pytest.approx(0.8)
    with pytest.raises(KeyError, match="no measure f1: there are cross-entropy"):
        soft["f1"]
