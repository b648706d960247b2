"""``accord score --chance`` of everything that is not the mentions of chunk labels."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from scipy.stats import hypergeom, norm

import accord as api
from accord.errors import UsageError
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
    assert "p: from 9,999 random placements, where there are few documents" in done.out
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


def test_p_of_relations_is_that_of_their_placements(accord: Accord, write: Write) -> None:
    """Two arcs of each side on the 12 pairs of 4 mentions: how many are common is hypergeometric."""
    mentions = [{"id": str(at), "start": at, "end": at + 1, "type": "M"} for at in range(4)]

    def file(name: str, *arcs: tuple[int, int]) -> Path:
        held = [{"source": str(one), "target": str(other), "type": "to"} for one, other in arcs]
        return write(name, json.dumps({"id": "d", "text": TEXT, "mentions": mentions, "relations": held}) + "\n")

    gold = file("gold.jsonl", (0, 1), (1, 2))
    for system, least in ((file("one.jsonl", (0, 1), (3, 0)), 1), (file("both.jsonl", (0, 1), (1, 2)), 2)):
        run = first(accord("score", system, "-r", gold, "--chance", "--json").json)
        assert run["p"] == pytest.approx(hypergeom.sf(least - 1, 12, 2, 2), abs=0.015)
        assert "|draws:9999|seed:1|" in run["signature"]
        assert run["labels"]["to"]["p"] == run["p"]
        normal = first(accord("score", system, "-r", gold, "--chance", "--draws", "0", "--json").json)
        assert normal["p"] == pytest.approx(norm.sf(normal["z"]))


def test_trees_point_to_alpha(accord: Accord) -> None:
    ada, bram = (HARBOUR / "trees" / f"{name}.conllu" for name in ("ada", "bram"))
    done = accord("score", bram, "-r", ada, "--chance")
    assert (done.code, done.out) == (2, "")
    assert "leave out --chance: what is corrected for chance of trees is alpha over tree edit distance" in done.err
    with pytest.raises(UsageError, match="alpha over tree edit distance"):
        api.score_beyond_chance(ada, bram)


def test_units_have_gamma_as_agreement_has_it(accord: Accord, write: Write) -> None:
    radio = (HARBOUR / "radio.csv").read_text(encoding="utf-8").splitlines()
    ada, chloe = (
        write(f"{name}.csv", "\n".join([radio[0], *(row for row in radio if f",{name}," in row)]) + "\n")
        for name in ("ada", "chloe")
    )
    run = first(accord("score", chloe, "-r", ada, "--chance", "--json").json)
    agreed = accord("agree", ada, chloe, "-c", "gamma", "--json").json["results"][0]
    for name in ("value", "observed", "expected", "sd", "p"):
        assert run[name] == pytest.approx(agreed[name])
    assert (run["interval"]["low"], run["interval"]["high"]) == pytest.approx(
        (agreed["interval"]["low"], agreed["interval"]["high"])
    )
    more = first(accord("score", chloe, "-r", ada, "--chance", "--draws", "60", "--json").json)
    sixty = accord("agree", ada, chloe, "-c", "gamma", "--samples", "60", "--json").json["results"][0]
    assert (more["value"], more["p"]) == pytest.approx((sixty["value"], sixty["p"]))
    for option in (["--fixed", "none"], ["--draws", "1"], ["--types", "joint"]):
        assert accord("score", chloe, "-r", ada, "--chance", *option).code == 2


def test_the_least_disorder_ranks_first(accord: Accord, write: Write) -> None:
    rows = "document,category,start,end\n"
    gold = write("gold.csv", rows + "d,x,0,2\nd,y,3,5\ne,x,0,4\n")
    system = write("near.csv", rows + "d,x,0,2\nd,y,3,4\ne,x,1,4\n")
    again = write("same.csv", gold.read_text(encoding="utf-8"))
    out = accord("score", system, again, "-r", gold, "--chance").out.splitlines()
    head = next(number for number, line in enumerate(out) if line.startswith("Corrected for chance"))
    assert out[head + 1].endswith("rank by disorder  rank by gamma")
    assert [line.split()[-2:] for line in out[head + 2 : head + 4]] == [["2", "2"], ["1", "1"]]
    assert "above 100" not in "\n".join(out)


def test_documents_in_which_nothing_was_found_count_for_gamma(accord: Accord, write: Write) -> None:
    """In d two pair, one of them for ((0 + 1) / (2 + 1)) squared; in e one stays alone for 1; 2.5 units a side."""
    rows = "document,category,start,end\n"
    gold = write("gold.csv", rows + "d,x,0,2\nd,y,3,5\ne,x,0,4\n")
    system = write("system.csv", rows + "d,x,0,2\nd,y,3,4\n")
    run = first(accord("score", system, "-r", gold, "--chance", "--documents", "every", "--json").json)
    assert run["observed"] == pytest.approx((1 / 9 + 1) / 2.5)


def test_sets_of_labels_are_corrected_as_whole_sets(accord: Accord, write: Write) -> None:
    """Of six items two have the same set; {b} and {a, b} are 2 of 6 on both sides, all others on one side only."""
    gold = write("gold.csv", "item,label\n1,a|b\n2,b\n3,\n4,a|c\n5,a|b\n6,b\n")
    system = write("system.csv", "item,label\n1,b|a\n2,b\n3,c\n4,c\n5,b\n6,a|b\n")
    told = ("--set-separator", "|", "--chance")
    run = first(accord("score", system, "-r", gold, *told, "--json").json)
    chance = (2 * 2 + 2 * 2) / 36
    assert (run["observed"], run["expected"]) == pytest.approx((2 / 6, chance))
    sides = [["ab", "b", "none", "ac", "ab", "b"], ["ab", "b", "c", "c", "b", "ab"]]
    kappa = api.agree({"gold": sides[0], "system": sides[1]}, "kappa").value
    assert run["value"] == pytest.approx(kappa) == pytest.approx((2 / 6 - chance) / (1 - chance))
    both = run["labels"]["b"]
    assert (both["observed"], both["expected"], both["p"]) == pytest.approx((1, 4 * 4 / 6 / 4, 1 / 15))
    done = accord("score", system, "-r", gold, *told)
    assert "corrected exact match" in done.out
    assert "accord agree --distance jaccard gives alpha of both sides over it" in done.out
    assert "--match exact is for spans" in accord("score", system, "-r", gold, *told, "--match", "exact").err
    compared = ("--set-separator", "|", "--measure", "corrected-exact-match", "--json")
    [pair] = accord("compare", system, gold, "-r", gold, *compared).json["comparisons"]
    assert pair["difference"] == pytest.approx(run["value"] - 1)


def test_a_span_that_overlaps_several_is_said_to_count_with_each(accord: Accord, tmp_path: Path) -> None:
    gold = [{"start": start, "end": start + 4, "label": "PER"} for start in (0, 5, 10)]
    for name, spans in {"gold": gold, "one": [{"start": 0, "end": 14, "label": "PER"}]}.items():
        record = {"id": "d", "text": "Ann. Bob. Cid. left", "spans": spans}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(record), encoding="utf-8")
    done = accord("score", tmp_path / "one.jsonl", "-r", tmp_path / "gold.jsonl", "--chance", "--match", "overlap")
    assert "150.00" in done.out  # 2 x 3 pairs of 3 and 1 spans
    assert "above 100: every pair that matches counts" in done.out
