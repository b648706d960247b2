"""``accord score --chance`` of everything that is not the mentions of chunk labels."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

    Write = Callable[..., Path]

RELATIONS = HARBOUR.parent / "relations"
TEXT = "abcdefghij"


def spans(*marked: tuple[int, int, str], id_: str = "1") -> str:
    held = [{"start": start, "end": end, "label": label} for start, end, label in marked]
    return json.dumps({"id": id_, "text": TEXT, "spans": held}) + "\n"


def first(payload: Any) -> Any:
    return payload["chance"]["parts"][0]["runs"][0]


def test_spans_lie_anywhere_in_their_document(accord: Accord, write: Write) -> None:
    """Two characters of ten against two others, one shared: each of nine places shares 2, 1, 1 or none."""
    gold, system = write("gold.jsonl", spans((0, 2, "X"))), write("system.jsonl", spans((1, 3, "X")))
    run = first(accord("score", system, "-r", gold, "--chance", "--json").json)
    assert (run["observed"], run["expected"]) == pytest.approx((2 * 1 / 4, 2 * (2 + 1) / 9 / 4))
    assert "|text:document|unit:character|" in run["signature"]
    both = first(accord("score", system, "-r", gold, "--chance", "--fixed", "none", "--json").json)
    places = [(one, other) for one in range(9) for other in range(9)]
    assert both["expected"] == pytest.approx(2 * sum(max(0, 2 - abs(a - b)) for a, b in places) / len(places) / 4)
    exact = first(accord("score", system, "-r", gold, "--chance", "--match", "exact", "--json").json)
    assert (exact["observed"], exact["expected"]) == pytest.approx((0, 1 / 9))
    assert "character F1" in accord("score", system, "-r", gold, "--chance").out


def test_spans_that_overlap_need_a_model_that_does(accord: Accord, write: Write) -> None:
    gold = write("gold.jsonl", spans((0, 2, "X")))
    system = write("system.jsonl", spans((0, 2, "X"), (1, 4, "X")))
    told = ("score", system, "-r", gold, "--chance")
    done = accord(*told)
    assert (done.code, done.out) == (2, "")
    assert "say --model overlap" in done.err
    assert "say --match union" in accord(*told, "--model", "overlap").err
    assert accord(*told, "--model", "overlap", "--match", "exact").code == 0
    assert "union F1" in accord(*told, "--model", "overlap", "--match", "union").out


def test_spans_are_compared_beyond_chance(accord: Accord, write: Write) -> None:
    gold = write("gold.jsonl", spans((0, 2, "X")) + spans((3, 4, "X"), id_="2"))
    one = write("one.jsonl", spans((0, 2, "X")) + spans((5, 6, "X"), id_="2"))
    two = write("two.jsonl", spans((1, 3, "X")) + spans((3, 4, "X"), id_="2"))
    told = ("-r", gold, "--json")
    [pair] = accord("compare", one, two, *told, "--measure", "corrected-f1", "--match", "exact").json["comparisons"]
    runs = accord("score", one, two, *told, "--chance", "--match", "exact").json["chance"]["parts"][0]["runs"]
    assert pair["difference"] == pytest.approx(runs[0]["value"] - runs[1]["value"])


def test_relations_are_corrected_within_their_document(accord: Accord) -> None:
    files = (RELATIONS / "bram.jsonl", "-r", RELATIONS / "ada.jsonl")
    done = accord("score", *files, "--chance")
    assert "corrected relation F1" in done.out
    assert "undefined: fewer than 30 documents have arcs of both" in done.out
    assert "p: " not in done.out
    run = first(accord("score", *files, "--chance", "--json").json)
    agreed = accord("agree", RELATIONS / "ada.jsonl", RELATIONS / "bram.jsonl", "--json").json["results"][0]
    for name in ("value", "observed", "expected", "sd"):
        assert run[name] == pytest.approx(agreed[name])
    both = (files[0], RELATIONS / "ada.jsonl", *files[1:])
    compared = accord("compare", *both, "--measure", "corrected-relation-f1", "--json").json
    assert compared["comparisons"][0]["difference"] == pytest.approx(run["value"] - 1)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--match", "exact"], "--match exact is for spans, and relations are corrected here"),
        (["--fixed", "reference"], "arcs of both sides are placed at random"),
        (["--draws", "10"], "arcs are not drawn"),
    ],
)
def test_what_relations_do_not_take(accord: Accord, options: list[str], said: str) -> None:
    done = accord("score", RELATIONS / "bram.jsonl", "-r", RELATIONS / "ada.jsonl", "--chance", *options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_labels_of_items_and_tokens(accord: Accord, write: Write) -> None:
    gold, system = write("gold.csv", "item,label\n1,a\n2,b\n3,a\n"), write("system.csv", "item,label\n1,a\n2,a\n3,a\n")
    run = first(accord("score", system, "-r", gold, "--chance", "--json").json)
    assert (run["observed"], run["expected"], run["value"]) == pytest.approx((2 / 3, 2 / 3, 0))
    done = accord("score", system, "-r", gold, "--chance")
    assert "corrected accuracy" in done.out
    assert "each label" in done.out
    assert "--types joint is for spans" in accord("score", system, "-r", gold, "--chance", "--types", "joint").err
    tags = write("tags.txt", "a DT\nb NN\n\nc NN\n")
    assert "Corrected for chance: 2 sentences" in accord("score", tags, "-r", tags, "--chance").out
    csv = accord("score", system, "-r", gold, "--chance", "--format", "csv").out
    assert csv.startswith("part,sentences,system,")


def test_trees_and_units_have_no_chance_level(accord: Accord, write: Write) -> None:
    ada, bram = (HARBOUR / "trees" / f"{name}.conllu" for name in ("ada", "bram"))
    done = accord("score", bram, "-r", ada, "--chance")
    assert (done.code, done.out) == (2, "")
    assert "what chance gives of las is not known: leave out --chance; alpha beside it is corrected" in done.err
    units = [write(f"{name}.csv", "annotator,category,start,end\na,x,0,2\na,y,3,4\n") for name in ("gold", "system")]
    refused = accord("score", units[1], "-r", units[0], "--chance")
    assert (refused.code, refused.out) == (2, "")
    assert "is not known" in refused.err


def test_a_span_that_overlaps_several_is_said_to_count_with_each(accord: Accord, tmp_path: Path) -> None:
    gold = [{"start": start, "end": start + 4, "label": "PER"} for start in (0, 5, 10)]
    for name, spans in {"gold": gold, "one": [{"start": 0, "end": 14, "label": "PER"}]}.items():
        record = {"id": "d", "text": "Ann. Bob. Cid. left", "spans": spans}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(record), encoding="utf-8")
    done = accord("score", tmp_path / "one.jsonl", "-r", tmp_path / "gold.jsonl", "--chance", "--match", "overlap")
    assert "150.00" in done.out  # 2 x 3 pairs of 3 and 1 spans
    assert "above 100: every pair that matches counts" in done.out
