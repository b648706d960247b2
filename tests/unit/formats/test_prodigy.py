"""Prodigy's answers: choices among options, and yes or no to one label."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from accord.agreement.result import Undefined
from accord.errors import ReadError
from accord.model import ItemLabels, Span, Spans
from accord.model.relation import Relations
from accord.verbs.agree import agree
from accord.verbs.read import read
from tests.build import spans_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "prodigy"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")
OPTIONS = [{"id": "sad"}, {"id": "glad"}]


def record(shown: int, who: str, answer: str = "accept", **more: Any) -> str:
    session = {"_session_id": who, "_annotator_id": who}
    hashes = {"_input_hash": shown, "_task_hash": hash((shown, who))}
    return json.dumps({"text": f"text {shown}", **hashes, "answer": answer, **session, **more}) + "\n"


def choice(shown: int, who: str, *accept: str, answer: str = "accept") -> str:
    return record(shown, who, answer, options=OPTIONS, accept=list(accept))


def value(agreement: Any) -> float:
    assert not isinstance(agreement.value, Undefined)
    return float(agreement.value)


def labels(path: list[str], **how: Any) -> dict[str, Mapping[str, str]]:
    annotations = read(path, **how).annotations
    return {who: each.labels for (_, who), each in annotations.items() if isinstance(each, ItemLabels)}


def test_choices_are_labels_of_what_was_shown(lay: Lay) -> None:
    rows = [choice(-1, "ada", "sad"), choice(-1, "bram", "glad", "sad"), choice(2, "ada"), choice(2, "bram", "sad")]
    assert labels(lay({"c.jsonl": "".join(rows)})) == {
        "ada": {"-1": "sad", "2": ""},
        "bram": {"-1": "glad|sad", "2": "sad"},
    }


def test_rejected_and_ignored_choices_are_set_aside_and_counted(lay: Lay) -> None:
    rows = [choice(1, "ada", "sad"), choice(2, "ada", "sad", answer="reject"), choice(1, "bram", answer="ignore")]
    path = lay({"c.jsonl": "".join(rows)})
    assert labels(path) == {"ada": {"1": "sad"}}
    assert "1 with the answer reject, 1 with the answer ignore" in " ".join(read(path).assumptions)


@pytest.mark.parametrize("order", [1, -1])
def test_choices_and_answers_to_a_label_are_apart(lay: Lay, order: int) -> None:
    rows = [choice(1, "ada", "sad"), record(2, "ada", "accept", label="SPAM")]
    path = lay({"c.jsonl": "".join(rows[::order])})
    assert list(read(path).layers) == ["choices", "SPAM"][::order]
    assert labels(path, layer="choices") == {"ada": {"1": "sad"}}
    assert labels(path, layer="SPAM") == {"ada": {"2": "accept"}}


def test_yes_and_no_to_a_label_are_the_labels_of_a_layer(lay: Lay) -> None:
    rows = [
        record(1, "ada", "accept", label="SPAM"),
        record(1, "bram", "reject", label="SPAM"),
        record(1, "ada", "reject", label="RUDE"),
        record(2, "ada", "ignore", label="SPAM"),
    ]
    path = lay({"b.jsonl": "".join(rows)})
    assert list(read(path).layers) == ["SPAM", "RUDE"]
    assert labels(path) == {"ada": {"1": "accept"}, "bram": {"1": "reject"}}
    assert labels(path, layer="RUDE") == {"ada": {"1": "reject"}}


def suggested(who: str, answer: str, start: int, end: int, label: str = "ORG", **more: Any) -> str:
    view = {"_view_id": "ner"} if not more else {}
    return record(1, who, answer, spans=[{"start": start, "end": end, "label": label, **more}], **view)


@pytest.mark.parametrize("more", [{}, {"score": 0.5, "rank": 0}])
def test_suggested_spans_are_questions_about_each_of_them(lay: Lay, more: Mapping[str, Any]) -> None:
    rows = [
        suggested("ada", "accept", 0, 4, **more),
        suggested("bram", "reject", 0, 4, **more),
        suggested("ada", "reject", 5, 6, **more),
        suggested("ada", "ignore", 0, 2, **more),
        suggested("ada", "accept", 0, 4, "PER", **more),
    ]
    path = lay({"b.jsonl": "".join(rows)})
    assert labels(path) == {"ada": {"1 0-4": "accept", "1 5-6": "reject"}, "bram": {"1 0-4": "reject"}}
    assert labels(path, layer="PER") == {"ada": {"1 0-4": "accept"}}


def test_spans_that_were_marked_are_spans(lay: Lay) -> None:
    span = {"start": 0, "end": 4, "label": "ORG", "token_start": 0, "token_end": 0, "input_hash": 3}
    path = lay({"m.jsonl": record(1, "ada", spans=[span], _view_id="ner_manual")})
    (layer,) = read(path).annotations.values()
    assert isinstance(layer, Spans)


@pytest.mark.parametrize("order", [1, -1])
def test_spans_and_choices_of_blocks_or_of_two_interfaces_are_layers(lay: Lay, order: int) -> None:
    marks: dict[str, Any] = {
        "spans": [{"start": 0, "end": 4, "label": "ORG"}],
        "tokens": [{"text": "text", "start": 0, "end": 4}],
    }
    blocks: dict[str, Any] = {**marks, "_view_id": "blocks", "options": OPTIONS, "accept": ["sad"], "user_input": "so"}
    refused = record(2, "ada", "reject", **blocks)
    corpus = read(lay({"a.jsonl": "".join([record(1, "ada", **blocks), refused][::order])}))
    assert {name: layer.kind for name, layer in corpus.layers.items()} == {"spans": "spans", "choices": "labels"}
    assert spans_of(corpus, "ada") == [("1", Span(0, 4, "ORG"))]
    assert "1 with the answer reject" in " ".join(corpus.assumptions)
    assert "left out: 2 free texts" in " ".join(corpus.assumptions)
    two = [record(1, "ada", **marks, _view_id="ner_manual"), choice(1, "ada", "sad"), record(2, "ada", label="SPAM")]
    assert {*read(lay({"b.jsonl": "".join(two[::order])})).layers} == {"spans", "choices", "SPAM"}


def test_regions_of_images_are_counted_and_left_out(lay: Lay) -> None:
    shown = json.loads(record(3, "ada", spans=[{"points": [[0, 1]], "label": "CAT"}], _view_id="image_manual"))
    image = json.dumps({**{key: each for key, each in shown.items() if key != "text"}, "image": "cat.png"}) + "\n"
    with pytest.raises(ReadError, match="2 records of regions in images, which are not measured"):
        read(lay({"i.jsonl": image * 2}))
    path = lay({"b.jsonl": image + choice(1, "ada", "sad")})
    assert labels(path) == {"ada": {"1": "sad"}}
    assert "left out: 1 record of regions in images" in " ".join(read(path).assumptions)


def test_sessions_are_called_without_their_dataset(lay: Lay) -> None:
    both = lay({"a.jsonl": choice(1, "my-news-ada", "sad") + choice(1, "my-news-bram", "sad")})
    assert read(both).annotators == ("ada", "bram")
    assert "without the dataset 'my-news-'" in " ".join(read(both).assumptions)
    apart = lay({"a.jsonl": choice(1, "news-ada", "sad"), "b.jsonl": choice(1, "news-bram", "sad")})
    assert read(apart).annotators == ("ada", "bram")
    more = lay(
        {"a.jsonl": choice(1, "x-ada", "sad") + choice(1, "x-bram", "sad"), "b.jsonl": choice(2, "x-ada", "sad")}
    )
    assert labels(more) == {"ada": {"1": "sad", "2": "sad"}, "bram": {"1": "sad"}}
    times = [choice(1, f"news-2023-05-0{day}_12-30-00", "sad") for day in (5, 6)]
    assert read(lay({"a.jsonl": "".join(times)})).annotators == ("2023-05-05_12-30-00", "2023-05-06_12-30-00")
    assert read(lay({"a.jsonl": choice(1, "ada", "sad") + choice(1, "bram", "sad")})).annotators == ("ada", "bram")
    assert read(lay({"a.jsonl": choice(1, "news-ada", "sad")})).annotators == ("news-ada",)


def test_no_relations_in_the_view_of_relations_are_none_found(lay: Lay) -> None:
    path = lay({"r.jsonl": record(1, "ada", spans=[], relations=[], _view_id="relations")})
    (layer,) = read(path).annotations.values()
    assert isinstance(layer, Relations)


@REAL
def test_counts_of_real_files() -> None:
    linked = list(read(str(DATA / "bio_relations_15.jsonl")).annotations.values())
    assert sum(len(each.mentions) for each in linked if isinstance(each, Relations)) == 48
    assert sum(len(each.relations) for each in linked if isinstance(each, Relations)) == 32
    marked = list(read(str(DATA / "news_headlines_ner_manual.jsonl")).annotations.values())
    assert (len(marked), sum(len(each.spans) for each in marked if isinstance(each, Spans))) == (150, 129)
    (chosen,) = labels([str(DATA / "emerson_entity_linking_choice.jsonl")]).values()
    assert len(chosen) == 30


@REAL
def test_choices_of_three_annotators_as_scikit_learn_has_them() -> None:
    """The one record that xavi rejected holds no answer here; the counts took it for an empty one."""
    path = str(DATA / "presto_distortion_80_tasks.jsonl")
    counted = {("mireia", "miriam"): 0.714286, ("mireia", "xavi"): 0.633157, ("miriam", "xavi"): 0.540230}
    corpus = read(path)
    ((document, _), xavi), *_ = ((key, each) for key, each in corpus.annotations.items() if key[1] == "xavi")
    assert isinstance(xavi, ItemLabels)
    empty = replace(xavi, labels={**xavi.labels, "94680728": ""})
    kept = corpus.with_annotations({**corpus.annotations, (document, "xavi"): empty})
    assert value(agree(kept, "alpha")) == pytest.approx(0.627200, abs=5e-7)
    for pair, kappa in counted.items():
        assert value(agree(kept, "kappa", annotators=pair)) == pytest.approx(kappa, abs=5e-7)
    left_out = agree(corpus, "kappa", annotators=("mireia", "miriam"))
    assert value(left_out) == pytest.approx(0.714286, abs=5e-7)


@REAL
@pytest.mark.parametrize("pair", [("mireia", "miriam"), ("mireia", "xavi"), ("miriam", "xavi")])
def test_choices_are_sets_in_whatever_order_they_were_clicked(pair: tuple[str, str]) -> None:
    path = DATA / "presto_types_multi_20_tasks.jsonl"
    names = list(pair)
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    chosen = [
        {
            each["_input_hash"]: frozenset(each["accept"])
            for each in records
            if each["_annotator_id"].endswith(f"-{name}")
        }
        for name in names
    ]
    both = [(chosen[0][item], chosen[1][item]) for item in chosen[0]]
    observed = sum(one == other for one, other in both) / len(both)
    expected = sum(one == other for one in chosen[0].values() for other in chosen[1].values()) / len(both) ** 2
    kappa = agree(str(path), "kappa", annotators=names, distance="nominal").value
    assert not isinstance(kappa, Undefined)
    assert float(kappa) == pytest.approx((observed - expected) / (1 - expected), abs=1e-12)


@REAL
def test_binary_answers_are_counted() -> None:
    (given,) = labels([str(DATA / "github_issues_textcat_binary.jsonl")]).values()
    assert sorted(given.values()).count("reject") == 150
    assert sorted(given.values()).count("accept") == 88
