"""Logs of Inspect AI: samples, scorers, judges, epochs, and what is no score."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest

from accord.errors import ReadError
from accord.model import ItemLabels
from accord.verbs.agree import agree
from accord.verbs.read import read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.model import Corpus

    Lay = Callable[[Mapping[str, str | bytes]], list[str]]
    Refused = Callable[..., list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "inspect_ai"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")


def sample(number: int, epoch: int = 1, **values: object) -> dict[str, Any]:
    scores = {name: {"value": value, "answer": "x"} for name, value in values.items()}
    return {"id": number, "epoch": epoch, "input": f"Question {number}?", "target": "x", "scores": scores}


def log(*samples: dict[str, Any], status: str = "success", scorers: tuple[str, ...] = ()) -> dict[str, Any]:
    about = {"eval_id": "e", "task": "set/facts", "model": "mock/one"}
    results = {"scores": [{"name": name, "scorer": name.rstrip("0123456789")} for name in scorers]}
    return {"version": 2, "status": status, "eval": about, "results": results, "samples": list(samples)}


def zipped(held: dict[str, Any]) -> bytes:
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for number, each in enumerate(held.pop("samples")):
            archive.writestr(f"samples/{each['id']}_epoch_{each['epoch']}.json", json.dumps(each))
            archive.writestr(f"_journal/summaries/{number}.json", "[]")
        archive.writestr("header.json", json.dumps(held))
    return written.getvalue()


def labels(corpus: Corpus, layer: str | None = None) -> dict[str, dict[str, str]]:
    held = (corpus if layer is None else corpus.select(layer)).annotations
    return {who: dict(each.labels) for (_, who), each in held.items() if isinstance(each, ItemLabels)}


def test_runs_are_annotators_and_scorers_layers(lay: Lay) -> None:
    one = log(sample(1, match="C", length=3), sample(2, match="I", length=0.5))
    two = log(sample(1, match="P", length=3), sample(2, match="I", length=4))
    corpus = read(lay({"a.json": json.dumps(one), "b.eval": zipped(two)}))
    assert list(corpus.layers) == ["match", "length"]
    assert labels(corpus) == {"a": {"1": "C", "2": "I"}, "b": {"1": "P", "2": "I"}}
    assert labels(corpus, "length") == {"a": {"1": "3", "2": "0.5"}, "b": {"1": "3", "2": "4"}}
    (document,) = corpus.documents
    assert (document.id, document.items["1"]) == ("facts", "Question 1?")


def test_several_scores_by_one_scorer_are_judges(lay: Lay) -> None:
    names = ("model_graded_qa", "model_graded_qa1")
    held = log(
        sample(1, model_graded_qa="C", model_graded_qa1="C"), sample(2, model_graded_qa="C", model_graded_qa1="I")
    )
    corpus = read(lay({"a.json": json.dumps(held | {"results": log(scorers=names)["results"]})}))
    assert labels(corpus) == {"model_graded_qa": {"1": "C", "2": "C"}, "model_graded_qa1": {"1": "C", "2": "I"}}
    assert "annotators" in corpus.assumptions[0]


def test_judges_of_one_layer_leave_the_runs_of_others_apart(lay: Lay) -> None:
    one = log(sample(1, match="C", judge="C", judge1="I"))
    two = log(sample(1, match="I", judge="C", judge1="C"))
    corpus = read(lay({"a.json": json.dumps(one), "b.json": json.dumps(two)}))
    assert labels(corpus) == {"a": {"1": "C"}, "b": {"1": "I"}}
    judged = corpus.select("judge").annotations
    assert {key: dict(each.labels) for key, each in judged.items() if isinstance(each, ItemLabels)} == {
        ("a/facts", "judge"): {"1": "C"},
        ("a/facts", "judge1"): {"1": "I"},
        ("b/facts", "judge"): {"1": "C"},
        ("b/facts", "judge1"): {"1": "C"},
    }


def test_all_scorers_are_annotators_where_the_caller_says_so(lay: Lay) -> None:
    path = lay({"a.json": json.dumps(log(sample(1, match="C", human="C"), sample(2, match="I", human="C")))})
    corpus = read(path, annotators_by="columns")
    assert labels(corpus) == {"match": {"1": "C", "2": "I"}, "human": {"1": "C", "2": "C"}}
    assert list(read(path).layers) == ["match", "human"]


def test_values_that_are_objects_are_a_layer_for_each_key(lay: Lay) -> None:
    held = log(sample(1, rubric={"style": 4, "facts": True}), sample(2, rubric={"style": None, "facts": False}))
    corpus = read(lay({"a.json": json.dumps(held)}))
    assert labels(corpus, "rubric.style") == {"a": {"1": "4"}}
    assert labels(corpus, "rubric.facts") == {"a": {"1": "true", "2": "false"}}
    assert "left out: 1 score without a value" in corpus.assumptions[0]


def test_epochs_are_never_taken_for_one_answer(lay: Lay, refused: Refused) -> None:
    held = json.dumps(log(sample(1, match="C"), sample(1, 2, match="I")), indent=1)
    assert refused({"a.json": held}) == ["a.json:25 error duplicate-label"]
    with pytest.raises(ReadError) as caught:
        read(lay({"a.eval": zipped(log(sample(1, match="C"), sample(1, 2, match="I")))}))
    assert "duplicate-label" in str(caught.value)


def test_errors_and_cancelled_logs_are_said(lay: Lay) -> None:
    broken = sample(2) | {"error": {"message": "timeout"}}
    corpus = read(lay({"a.json": json.dumps(log(sample(1, match="C"), broken, status="cancelled"))}))
    assert "by mock/one, cancelled: 2 samples" in corpus.assumptions[0]
    assert "left out: 1 sample with an error" in corpus.assumptions[0]


@pytest.mark.parametrize(
    ("held", "found"),
    [
        (json.dumps(log()), "a.json error empty-file"),
        (json.dumps(log(sample(1))), "a.json error empty-file"),
        (json.dumps(log(sample(1, match="C")))[:-20], "a.json:1 error invalid-json"),
        (json.dumps(log({"id": 1, "scores": {"match": "C"}})), "a.json:1 error wrong-type"),
    ],
)
def test_refused(refused: Refused, held: str, found: str) -> None:
    assert found in refused({"a.json": held})


def test_zstandard_is_refused_in_one_sentence(lay: Lay) -> None:
    held = bytearray(zipped(log(sample(1, match="C"))))
    for at in range(len(held) - 12):
        if held[at : at + 4] == b"PK\x01\x02":
            held[at + 10] = 93
    with pytest.raises(ReadError, match="Zstandard"):
        read(lay({"a.eval": bytes(held)}))


def test_a_damaged_zip_is_refused(lay: Lay) -> None:
    with pytest.raises(ReadError, match="is the archive damaged"):
        read(lay({"a.eval": zipped(log(sample(1, match="C")))[:-30]}))


@REAL
@pytest.mark.data
def test_counts_of_real_logs() -> None:
    def counted(name: str) -> list[str]:
        return sorted(label for held in labels(read(next(DATA.glob(name)))).values() for label in held.values())

    assert counted("*13-04-00_popularity.json") == ["C", "C", "I"]
    assert counted("*security-guide.json") == ["C"] * 3
    assert counted("mmlu*.eval") == counted("log_formats.json") == counted("log_formats.eval") == ["I"]
    for name, said in (("*no-samples.json", "cancelled"), ("*dPiJ*.eval", "none of its 10 samples has a score")):
        with pytest.raises(ReadError, match=said):
            read(next(DATA.glob(name)))
    both = agree(read([DATA / "log_formats.json", DATA / "log_formats.eval"]), ["observed"])
    assert both.result.value == 1
