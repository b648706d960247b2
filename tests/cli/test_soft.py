from __future__ import annotations

import csv
import io
import json
from math import log
from typing import TYPE_CHECKING

import pytest

import accord as package
from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

URGENCY = HARBOUR / "urgency.csv"
SAID = {
    "1": {"annotators": "ann,bob", "annotations": {"ann": "x", "bob": "x"}, "soft_label": {"x": 1, "y": 0}},
    "2": {"annotators": "ann,bob", "annotations": {"ann": "x", "bob": "y"}, "soft_label": {"x": 0.5, "y": 0.5}},
    "3": {"annotators": "bob", "annotations": {"bob": "y"}, "soft_label": {"x": 0, "y": 1}},
}
PREDICTED = "item,x,y\n1,0.9,0.1\n2,0.5,0.5\n3,0.75,0.25\n4,1,0\n"


@pytest.fixture
def said(write: Callable[..., Path]) -> Path:
    return write("said.json", json.dumps(SAID))


@pytest.fixture
def predicted(write: Callable[..., Path]) -> Path:
    return write("predicted.csv", PREDICTED)


@pytest.fixture
def files(predicted: Path, said: Path) -> tuple[Path, Path]:
    return predicted, said


def test_measures_by_hand(accord: Accord, said: Path, predicted: Path) -> None:
    payload = accord("soft", predicted, "--reference", said, "--json").json
    values = {result["measure"]: result["value"] for result in payload["results"]}
    entropy = (log(2) - log(0.9) - log(0.25)) / 3
    assert values["cross-entropy"] == pytest.approx(entropy)
    assert values["kl"] == pytest.approx(entropy - log(2) / 3)
    assert values["manhattan"] == pytest.approx((0.2 + 0 + 1.5) / 3)
    assert values["accuracy"] == 0.5
    assert payload["left_out"] == {"predictions of items that are not in the reference": 1}
    bob = payload["annotators"][1]
    assert (bob["annotator"], bob["items"]) == ("bob", 3)
    assert bob["accuracy"] == pytest.approx((1 + 0.5 + 0) / 3)
    assert bob["cross_entropy"] == pytest.approx((-log(0.9) - log(0.5) - log(0.25)) / 3)


def test_a_table_shows_values_intervals_and_signature(accord: Accord, said: Path, predicted: Path) -> None:
    done = accord("soft", predicted, "-r", said)
    assert done.code == 0
    assert "Manhattan            0.5667   [" in done.out
    assert "soft:cross-entropy|clip:1e-12|reference:soft-labels|items:3|labels:2|ci:jackknife|" in done.out
    assert "left out: 1 prediction " in done.out


def test_the_clip_is_what_a_share_of_0_costs(accord: Accord, said: Path, write: Callable[..., Path]) -> None:
    sharp = write("sharp.csv", "item,x,y\n1,0,1\n2,0.5,0.5\n3,0,1\n")
    payload = accord("soft", sharp, "-r", said, "--json", "--clip", 0.01).json
    assert payload["results"][0]["value"] == pytest.approx((-log(0.01) + log(2)) / 3)
    assert "clip:0.01" in payload["results"][0]["signature"]


def test_json_csv_and_python_say_the_same(accord: Accord, said: Path, predicted: Path) -> None:
    payload = accord("soft", predicted, "-r", said, "--json").json
    rows = list(csv.DictReader(io.StringIO(accord("soft", predicted, "-r", said, "-f", "csv").out)))
    scores = package.score_soft(said, predicted)
    for found, row, result in zip(payload["results"], rows, scores.results, strict=False):
        assert found["value"] == float(row["value"]) == result.value
        assert found["signature"] == row["signature"]
    assert rows[-1]["annotator"] == "bob"


def test_what_annotators_said_is_written_and_scores_itself_perfectly(accord: Accord, tmp_path: Path) -> None:
    file = tmp_path / "urgency.json"
    done = accord("soft", URGENCY, "-o", file)
    assert done.code == 0
    assert "85 items with soft labels" in done.err
    payload = accord("soft", file, "-r", URGENCY, "--json").json
    values = {result["measure"]: result["value"] for result in payload["results"]}
    assert values["manhattan"] == 0
    assert values["accuracy"] == 1
    assert values["entropy-correlation"] == pytest.approx(1)
    assert accord("agree", file, "--json").json["results"][0]["value"] == pytest.approx(
        package.agree(URGENCY, "alpha").result.value
    )


@pytest.mark.parametrize("format_", ["latex", "markdown"])
def test_other_formats(accord: Accord, said: Path, predicted: Path, format_: str) -> None:
    assert "0.5667" in accord("soft", predicted, "-r", said, "--format", format_).out


def test_undefined_is_said(accord: Accord, write: Callable[..., Path]) -> None:
    same = write("same.csv", "item,x,y\n1,0.9,0.1\n2,0.9,0.1\n")
    said = write("ties.json", json.dumps(dict.fromkeys("12", SAID["2"])))
    out = accord("soft", same, "-r", said).out
    assert "undefined: all items have the same entropy" in out
    assert "undefined: no item has a label that most annotators gave" in out


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ([], 2, "give --reference to score predictions, or --output"),
        (["-r", "{said}", "--clip", 0], 2, "the clip lies between 0 and 0.5"),
        (["-r", URGENCY], 2, "85 items of the reference without a prediction, the first 'd01-s01'"),
        (["-r", "none.json"], 2, "cannot read none.json"),
        (["-r", "{said}", "--resamples", 10, "--interval", "bootstrap"], 2, "resamples or more"),
    ],
)
def test_what_cannot_be_scored_is_refused(
    accord: Accord, files: tuple[Path, Path], options: list[object], code: int, message: str
) -> None:
    predicted, said = files
    done = accord("soft", predicted, *(said if option == "{said}" else option for option in options))
    assert done.code == code
    assert message in done.err


def test_shares_without_a_common_label_are_refused(accord: Accord, said: Path, write: Callable[..., Path]) -> None:
    other = write("other.csv", "item,p,q\n1,0.9,0.1\n2,0.5,0.5\n3,0.75,0.25\n")
    done = accord("soft", other, "-r", said)
    assert done.code == 2
    assert "share no label: 'x' there, 'p' here" in done.err


def test_a_folder_of_annotators_is_a_reference_too(accord: Accord, tmp_path: Path) -> None:
    file = tmp_path / "tokens.json"
    assert accord("soft", HARBOUR / "annotators", "-o", file).code == 0
    payload = accord("soft", file, "-r", HARBOUR / "annotators", "--json").json
    assert payload["items"] == 1_298
    assert payload["results"][3]["value"] == 0


def test_shares_that_sum_to_more_are_refused(accord: Accord, said: Path, write: Callable[..., Path]) -> None:
    done = accord("soft", write("bad.csv", "item,x,y\n1,0.9,0.5\n"), "-r", said)
    assert done.code == 1
    assert "bad.csv:2: error: item '1': the shares sum to 1.4" in done.err


LEWIDI = """{
 "a": {"annotators": "ann,bob,cat", "annotations": {"ann": "1", "bob": "FLAG", "cat": "0"}},
 "b": {"annotators": "ann,bob", "annotations": {"ann": "FLAG", "bob": "FLAG"}},
 "c": {"annotators": "ann,bob", "annotations": {"ann": "1", "bob": "1"}}
}
"""


def test_labels_that_mean_no_answer_have_no_share_in_lewidi_either(
    accord: Accord, write: Callable[..., Path], tmp_path: Path
) -> None:
    assert accord("soft", write("a.json", LEWIDI), "--missing", "FLAG", "-o", tmp_path / "b.json").code == 0
    written = json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))
    assert {item: record["soft_label"] for item, record in written.items()} == {
        "a": {"1": 0.5, "0": 0.5},
        "b": {},
        "c": {"1": 1.0, "0": 0.0},
    }


def test_a_tagger_is_scored_on_the_tokens_of_the_reference(accord: Accord, tmp_path: Path) -> None:
    model = tmp_path / "ner.model"
    trained = accord("train", HARBOUR / "reference.conll", "-o", model, "--features", "ner", "--learner", "crf")
    assert trained.code == 0
    assert "learner:crf|rate:0.2" in trained.out
    done = accord("soft", model, "-r", HARBOUR / "annotators", "--json")
    assert done.code == 0
    corpus, tagger = package.read(HARBOUR / "annotators"), package.Tagger.load(model)
    by_hand = {
        f"{document.id}:{number}:{place}": dict(zip(tagger.labels, row, strict=True))
        for document in corpus.documents
        for number, tokens in enumerate(document.sentences, 1)
        for place, row in enumerate(tagger.probabilities([tokens])[0].tolist(), 1)
    }
    scores = package.score_soft(corpus, by_hand)
    found = {each["measure"]: each["value"] for each in done.json["results"]}
    assert found["cross-entropy"] == pytest.approx(scores["cross-entropy"])
    assert found["accuracy"] == pytest.approx(scores["accuracy"])
    assert package.score_soft(corpus, tagger)["jsd"] == pytest.approx(scores["jsd"])


def test_a_tagger_needs_tokens_and_probabilities(accord: Accord, tmp_path: Path) -> None:
    model = tmp_path / "ner.model"
    accord("train", HARBOUR / "reference.conll", "-o", model, "--learner", "softmax", "--epochs", "1")
    refused = accord("soft", model, "-r", HARBOUR / "weather.csv")
    assert refused.code == 2
    assert "a tagger labels tokens: give a reference of annotated tokens" in refused.err
    accord("train", HARBOUR / "reference.conll", "-o", model, "--epochs", "1")
    refused = accord("soft", model, "-r", HARBOUR / "annotators")
    assert refused.code == 2
    assert "train with --learner softmax or crf" in refused.err
