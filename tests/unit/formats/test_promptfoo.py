"""Results of promptfoo: outputs, assertions, graders and people; versions 1 to 3 and CSV."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from accord.model import ItemLabels
from accord.verbs.agree import agree
from accord.verbs.read import read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.model import Corpus

    Lay = Callable[[Mapping[str, str | bytes]], list[str]]
    Refused = Callable[..., list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "promptfoo"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")


def part(passed: bool, kind: str, score: float | None = None, **assertion: str) -> dict[str, Any]:
    points = float(passed) if score is None else score
    return {"pass": passed, "score": points, "assertion": {"type": kind, **assertion}}


def result(topic: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    passed = all(each["pass"] for each in parts)
    return {
        "promptIdx": 0,
        "testIdx": 0,
        "prompt": {"raw": f"On {topic}", "label": "On {{topic}}"},
        "vars": {"topic": topic},
        "provider": {"id": "mock:one"},
        "response": {"output": f"{topic}!"},
        "success": passed,
        "gradingResult": {"pass": passed, "componentResults": list(parts)},
        **more,
    }


def export(*results: dict[str, Any]) -> str:
    return json.dumps({"evalId": "e", "results": {"version": 3, "prompts": [{"raw": "x"}], "results": list(results)}})


def labels(corpus: Corpus, layer: str | None = None) -> dict[str, dict[str, str]]:
    held = (corpus if layer is None else corpus.select(layer)).annotations
    return {who: dict(each.labels) for (_, who), each in held.items() if isinstance(each, ItemLabels)}


PEARS, FIGS = "topic=pears | mock:one | On {{topic}}", "topic=figs | mock:one | On {{topic}}"


def test_graders_of_one_assertion_are_annotators(lay: Lay) -> None:
    rubrics = [part(True, "llm-rubric", 0.8, value="kind", provider="a"), part(False, "llm-rubric", 0.3, provider="b")]
    corpus = read(lay({"a.json": export(result("pears", *rubrics, part(True, "contains")))}))
    assert list(corpus.layers) == ["pass", "llm-rubric", "llm-rubric score", "contains"]
    assert labels(corpus) == {"a": {PEARS: "fail"}}
    graded = labels(corpus, "llm-rubric")
    assert {who: set(held.values()) for who, held in graded.items()} == {"a": {"pass"}, "b": {"fail"}}


def test_several_rubrics_of_an_output_are_items(lay: Lay) -> None:
    rubrics = [part(True, "llm-rubric", value="kind"), part(False, "llm-rubric", value="short")]
    corpus = read(lay({"a.json": export(result("pears", *rubrics))}))
    assert labels(corpus, "llm-rubric") == {"a": {f"{PEARS} | kind": "pass", f"{PEARS} | short": "fail"}}


def test_a_person_against_the_assertions(lay: Lay) -> None:
    one = result("pears", part(True, "llm-rubric"), part(False, "human"), success=False)
    two = result("figs", part(True, "llm-rubric"), part(True, "human"), success=True)
    corpus = read(lay({"a.json": export(one, two)}))
    assert labels(corpus) == {"human": {PEARS: "fail", FIGS: "pass"}, "assertions": {PEARS: "pass", FIGS: "pass"}}


def test_all_assertions_are_annotators_where_the_caller_says_so(lay: Lay) -> None:
    path = lay({"a.json": export(result("pears", part(True, "llm-rubric"), part(False, "contains")))})
    corpus = read(path, annotators_by="columns", layer="assertions")
    assert labels(corpus) == {"llm-rubric": {PEARS: "pass"}, "contains": {PEARS: "fail"}}


def test_runs_are_annotators_and_errors_none(lay: Lay) -> None:
    failed = result("figs", success=False, failureReason=2)
    files = {"a.json": export(result("pears"), failed), "b.json": export(result("pears", part(False, "x")))}
    corpus = read(lay(files))
    assert labels(corpus) == {"a": {PEARS: "pass"}, "b": {PEARS: "fail"}}
    assert any("left out: 1 output with an error" in line for line in corpus.assumptions)


def test_repeated_outputs_are_never_one(refused: Refused) -> None:
    held = export(result("pears"), result("pears", part(False, "x")))
    assert refused({"a.json": held}) == ["a.json:2 error duplicate-label"]


def test_csv_with_and_without_a_status(lay: Lay) -> None:
    old = "topic,[mock:one] On {{topic}}\npears,[PASS] (1.00) pears!\nfigs,[ERROR] none\n"
    new = "topic,[mock:one] On {{topic}},Status,Score\npears,pears!,FAIL,0.5\n"
    corpus = read(lay({"a.csv": old, "b.csv": new}))
    assert labels(corpus) == {"a": {PEARS: "pass"}, "b": {PEARS: "fail"}}


@pytest.mark.parametrize("held", ['{"evalId": "e", "results": {"prompts": [{"raw": 1}], "results": []}}'])
def test_nothing_in_it(refused: Refused, held: str) -> None:
    assert refused({"a.json": held}) == ["a.json error empty-file"]


@REAL
@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "passed", "failed"),
    [
        ("*simple-cli*.json", 8, 0),
        ("*simple-cli*.csv", 8, 0),
        ("*llama4*", 10, 0),
        ("*sample-export*", 0, 4),
        ("*multi*", 8, 0),
    ],
)
def test_counts_of_real_results(name: str, passed: int, failed: int) -> None:
    (held,) = labels(read(next(DATA.glob(name)))).values()
    given = list(held.values())
    assert (given.count("pass"), given.count("fail"), len(given)) == (passed, failed, passed + failed)


@REAL
@pytest.mark.data
def test_json_and_csv_hold_the_same_outputs() -> None:
    measured = agree(read(sorted(DATA.glob("*simple-cli*"))), ["observed"])
    assert (measured.used["items"], measured.result.value) == (8, 1)
