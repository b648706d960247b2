"""Plain words and alerts, at the edges where words go wrong."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.agreement.interval import SAMPLING
from accord.campaign.report import Page, report_payload
from accord.reporting.numbers import digits
from accord.reporting.page_advice import advice
from accord.reporting.page_alerts import alerts
from accord.reporting.page_annotators import far_annotators
from accord.reporting.page_overview import how_much
from accord.reporting.page_tables import CHANCE_ONLY
from accord.reporting.page_where import where
from tests.payloads import layer_of, page_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.payload.page import Alert

    Make = Callable[..., dict[str, Any]]


HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"


def alerts_of(held: dict[str, Any]) -> list[Alert]:
    """What must be seen first, of a page that was changed by hand."""
    page = page_of(held)
    return alerts(page.layers, page.unmeasured, page.systems, findings=page.findings, refused=page.refused)


@pytest.fixture
def page(tmp_path: Path) -> Make:
    """The page of a table with one column per annotator."""

    def make(*columns: str, names: tuple[str, ...] = ("ada", "bram", "chloe", "dot")) -> dict[str, Any]:
        rows = [",".join(["item", *names[: len(columns)]])]
        rows += [",".join([f"i{number}", *cells]) for number, cells in enumerate(zip(*columns, strict=True))]
        (tmp_path / "votes.csv").write_text("\n".join(row.replace("_", "") for row in rows) + "\n", encoding="utf-8")
        return report_payload(str(tmp_path / "votes.csv"), budget=0)

    return make


def said(page: dict[str, Any]) -> list[tuple[str, str]]:
    return [(alert["severity"], alert["text"]) for alert in page["alerts"]]


def test_it_is_said_first_why_tokens_are_compared_where_a_file_cannot_be_read_as_spans(tmp_path: Path) -> None:
    for who, label in {"ada": "B-PER", "bram": "B-PER,B-LOC", "chloe": "B-PER"}.items():
        (tmp_path / f"{who}.conll").write_text(f"Crewe\t{label}\nsails\tO\n\nKiel\tB-LOC\n\n" * 5, "utf-8")
    (text,) = [text for severity, text in said(report_payload(str(tmp_path), budget=0)) if "tokens are" in text]
    assert "not the spans that they mark: " in text
    assert text.endswith("bram.conll:1:Crewe: 'B-PER,B-LOC' is 2 labels in one. Leave that file out to compare spans")
    (tmp_path / "bram.conll").unlink()
    without = report_payload(str(tmp_path), budget=0)
    assert (without["layers"][0]["kind"], [text for _, text in said(without) if "tokens" in text]) == ("spans", [])


def test_full_agreement_breaks_nowhere_and_is_doubted(page: Make) -> None:
    (layer,) = page("aabbab", "aabbab")["layers"]
    assert "They never differ" in layer["words"]["how_much"]
    assert layer["words"]["where"] == "It breaks nowhere."
    assert "worked apart" in layer["words"]["next"]


def test_one_label_is_undefined_and_the_way_out_is_said(page: Make) -> None:
    held = page("aaaa", "aaaa")
    (layer,) = held["layers"]
    assert layer["headline"]["value"] is None
    assert "has no value here" in layer["words"]["how_much"]
    assert "another label" in layer["words"]["next"]
    assert said(held)[0][0] == "error"
    assert "undefined" in said(held)[0][1]


def test_no_item_in_common_is_undefined(page: Make) -> None:
    held = page("aab___", "___bba")
    (layer,) = held["layers"]
    assert layer["headline"]["value"] is None
    assert "the same items" in layer["words"]["next"]


@pytest.mark.parametrize("columns", [("ab", "aa"), ("xy", "yx"), ("xyx", "yxy")])
def test_few_items_give_no_false_certainty_and_ask_for_more(page: Make, columns: tuple[str, ...]) -> None:
    (layer,) = page(*columns)["layers"]
    text = layer["words"]["how_much"]
    assert layer["headline"]["interval"] is None
    assert "too little for an interval, so nobody can say how far that holds" in text
    assert "bar" not in text
    assert "different rules" not in text
    assert layer["words"]["next"].startswith("Have more of the same annotated")


def test_it_is_said_which_question_each_interval_answers(page: Make) -> None:
    (layer,) = page("aabbabbaab" * 4, "aabbbbbaab" * 4, "abbbabbaaa" * 4)["layers"]
    assert layer["headline"]["other_annotators"]["low"] < layer["headline"]["interval"]["low"]
    assert layer["words"]["intervals"] == (
        "With 95 % confidence: the first says where agreement of these annotators would lie on other items; the "
        "second, where that of other people would, chosen and trained in the same way."
    )
    (two,) = page("aabbabbaab" * 4, "aabbbbbaab" * 4)["layers"]
    why = two["headline"]["other_annotators_undefined"]
    assert (two["headline"]["other_annotators"], why[:14]) == (None, "two annotators")
    assert two["words"]["intervals"].endswith(f"For other annotators like these it is not known: {why}.")
    (none,) = page("ab", "aa")["layers"]
    assert none["words"]["intervals"] == ""


def test_chance_cannot_be_told_from_one_item(page: Make) -> None:
    (layer,) = page("x", "y")["layers"]
    assert "That says nothing: chance cannot be told from one item" in layer["words"]["how_much"]
    (pair,) = layer["pairs"]
    assert (pair["value"], pair["undefined"]) == (None, "chance cannot be told from one item")
    assert [each["value"] for each in layer["agreement"]["pairs"]] == [None]
    assert layer["headline"]["value"] == 0


@pytest.mark.parametrize(
    ("value", "low", "high", "said"),
    [
        (0.85, 0.81, 0.9, "above 0.8, the higher of two customary bars;"),
        (0.85, 0.75, 0.9, "bars, though the interval reaches across 0.8;"),
        (
            0.81,
            0.65,
            0.9,
            "above 0.8, the higher of two customary bars, though the interval reaches across 0.667 and 0.8;",
        ),
        (0.7, 0.6, 0.78, "between 0.667 and 0.8, two customary bars, though the interval reaches across 0.667;"),
        (0.7, 0.67, 0.79, "between 0.667 and 0.8, two customary bars;"),
        (0.64, 0.6, 0.68, "below 0.667, the lower of two customary bars, though the interval reaches across 0.667;"),
        (0.6, 0.5, 0.66, "below 0.667, the lower of two customary bars;"),
    ],
)
def test_an_interval_that_holds_a_bar_is_said_to(page: Make, value: float, low: float, high: float, said: str) -> None:
    (layer,) = page("aabbab", "aabbbb")["layers"]
    interval = {"low": low, "high": high, "method": "jackknife over items", "level": 0.95}
    layer["headline"] |= {"value": value, "interval": interval}
    assert said in how_much(layer_of(layer))


def test_an_interval_that_holds_0_is_not_told_from_chance(page: Make) -> None:
    (layer,) = page("abababab", "aabbaabb")["layers"]
    assert "cannot be told from chance" in layer["words"]["how_much"]


def test_less_than_chance_is_said(page: Make) -> None:
    held = page("ab" * 40, "ba" * 40)
    assert "less than chance" in held["layers"][0]["words"]["how_much"]
    assert not any("too little" in text for _, text in said(held))


def test_somebody_far_off_is_named_first_of_all(page: Make) -> None:
    truth = "abcd" * 15
    wrong = "bcda" * 15
    held = page(truth, truth[:-1] + "a", truth, wrong)
    (layer,) = held["layers"]
    assert "‘dot’ is far from the others" in layer["words"]["where"]
    assert "dot" in layer["words"]["next"]
    assert any("dot is far from the others" in text for severity, text in said(held) if severity == "warning")


def test_who_is_far_off_may_be_no_annotator(page: Make) -> None:
    truth, names = "0101110010" * 8, ("ada o", "bram", "replied")
    held = page(truth, truth[:-3] + "101", "0011" * 20, names=names)
    (layer,) = held["layers"]
    leave_out = "if ‘replied’ is no annotator, leave it out (--exclude replied, or not in --annotators)"
    assert layer["words"]["next"].endswith(f"together; {leave_out}.")
    (told,) = [text for _, text in said(held) if "replied is far from the others" in text]
    assert told.endswith(f"; {leave_out}")


@pytest.mark.parametrize(("without", "named"), [((-0.4, -0.5, 0.8), ["chloe"]), ((0.1, 0.2, 0.3), [])])
def test_somebody_without_whom_all_is_well_is_named_though_nobody_agrees_with_the_rest(
    without: tuple[float, ...], named: list[str]
) -> None:
    behind = {"value": -0.2, "p": 0.01, "interval": {"low": -0.3, "high": -0.1}}
    rows = [
        {"annotator": name, "against_rest": {"value": 0.0}, "without": {"value": value}, "behind": behind}
        for name, value in zip(("ada", "bram", "chloe"), without, strict=True)
    ]
    found = far_annotators(layer_of({"headline": {"value": -0.4}, "annotators_table": rows}))
    assert [row.annotator for row in found] == named


def test_a_label_nobody_agrees_on_is_an_alert(page: Make) -> None:
    held = page("aabbaabbcaac", "aabbaabbacca")
    assert any("no two annotators ever agree on ‘c’" in text for _, text in said(held))


def test_a_type_of_spans_nobody_agrees_on_is_an_alert() -> None:
    from accord.model import Corpus, Document, Span, Spans

    marked = {"ada": "SSSP", "bram": "SSPS"}
    layers = {
        ("d", name): Spans(tuple(Span(10 * at, 10 * at + 4, type_) for at, type_ in enumerate(types * 2)), 100)
        for name, types in marked.items()
    }
    held = report_payload(Corpus.of((Document("d", (), "x" * 100),), layers), budget=0)
    assert any("no two annotators ever agree on ‘P’" in text for _, text in said(held))


def test_a_wide_interval_asks_for_more_items_and_counts_them(page: Make) -> None:
    (layer,) = page("aabbab", "aabbbb")["layers"]
    plan = layer["plan"]
    assert f"about {plan['needed'] - plan['have']:,} items more" in layer["words"]["next"]


def test_two_labels_that_are_mixed_up_are_to_be_adjudicated(page: Make) -> None:
    first = "aaaabbbbcccc" * 12
    second = "aaabbbbacccc" * 12
    (layer,) = page(first, second)["layers"]
    assert "‘a’ and ‘b’ are taken for each other (100 % of all disagreement)" in layer["words"]["where"]
    assert "Merged, they would give 1.00" in layer["words"]["next"]


def test_what_two_labels_are_confused_by_construction_is_not_said(page: Make) -> None:
    (layer,) = page("aaabbb" * 30, "aabbba" * 30)["layers"]
    assert "taken for each other" not in layer["words"]["where"]
    assert "Decide" not in layer["words"]["next"]


def test_one_item_that_many_see_otherwise_makes_no_confusion(page: Make) -> None:
    (layer,) = page(*("xyz" * 20 + label for label in "xxyy"))["layers"]
    assert (layer["labels_view"]["confusions"][0]["items"], layer["labels_view"]["confusions_items"]) == (1, 1)
    assert "taken for each other" not in where(layer_of(layer))


@pytest.mark.parametrize(("times", "named"), [(6, True), (4, False)])
def test_grades_far_apart_cost_most_and_are_not_the_most_frequent(tmp_path: Path, times: int, named: bool) -> None:
    pairs = ["12", "23", "34", "45"] * 10 + ["15"] * times + [2 * grade for grade in "12345" * 20]
    rows = [f"i{number},{pair[0]},{pair[1]}" for number, pair in enumerate(pairs)]
    (tmp_path / "grades.csv").write_text("\n".join(["item,ada,bram", *rows]), encoding="utf-8")
    (layer,) = report_payload(str(tmp_path / "grades.csv"), distance="ordinal", budget=0)["layers"]
    worst = layer["labels_view"]["confusions"][0]
    assert (worst["first"], worst["second"], worst["items"]) == ("1", "5", times)
    assert layer["labels_view"]["confusions_items"] == 40 + times
    assert ("hat costs most is that ‘1’ and ‘5’ are taken for each other" in where(layer_of(layer))) is named
    assert "ost often" not in where(layer_of(layer))


def test_errors_spread_evenly_over_three_labels_name_no_two_of_them(page: Make) -> None:
    (layer,) = page("aaaaaabbbbbbcccccc" * 10, "aaaabcbbbbaccccccb" * 10)["layers"]
    shares = [each["share"] for each in layer["labels_view"]["confusions"]]
    assert shares == pytest.approx([0.4, 0.4, 0.2])
    layer["labels_view"]["confusions"][0]["share"] += 0.01
    assert "taken for each other" not in where(layer_of(layer))
    assert "Decide" not in advice(layer_of(layer))[1].sentence


def test_a_label_given_now_and_then_is_not_the_least_agreed_on(page: Make) -> None:
    truth = "aaabbbccc" * 20
    (layer,) = page("x" * 9 + truth, "a" * 9 + truth[:-9] + "aabbbcccc")["layers"]
    assert min(layer["labels_view"]["labels"], key=lambda row: row["value"])["label"] == "x"
    assert "‘x’ is the least" not in layer["words"]["where"]
    (layer,) = page("x" * 10 + truth, "a" * 10 + truth[:-9] + "aabbbcccc")["layers"]
    assert "the label ‘x’ is the least agreed on" in layer["words"]["where"]


def test_a_label_for_itself_is_not_compared_with_a_value_that_knows_distances(page: Make) -> None:
    (layer,) = page("12345" * 20, "12354" * 20)["layers"]
    assert layer["agreement"]["about"]["distance"] == "ordinal"
    assert min(row["value"] for row in layer["labels_view"]["labels"]) < layer["headline"]["value"]
    assert "least agreed on" not in layer["words"]["where"]
    assert "each label for itself is one or it is not" in layer["labels_view"]["labels_of"]


def test_alerts_come_worst_first(page: Make) -> None:
    order = ["error", "warning", "note"]
    severities = [order.index(severity) for severity, _ in said(page("aab_ab", "aabb_b"))]
    assert severities == sorted(severities)


def test_left_out_items_are_said(page: Make) -> None:
    held = page("aab_ab", "aabb_b")
    assert any("left out of the value: items with one label: 2" in text for _, text in said(held))


@given(st.floats(-1, 1))
def test_a_value_never_looks_like_0_or_1_unless_it_is_as_near_as_four_digits_tell(value: float) -> None:
    shown = digits(value)
    assert abs(float(shown) - value) <= 0.005
    if abs(value) < 0.9999 and abs(value) > 0.0001:
        assert abs(float(shown)) not in {0.0, 1.0}


@given(st.lists(st.tuples(*[st.sampled_from(["a", "b", "c", ""])] * 3), min_size=1, max_size=12))
def test_words_and_payload_can_be_made_of_any_labels(rows: list[tuple[str, ...]]) -> None:
    import json

    from accord.model import Corpus, Document, ItemLabels

    layers = {
        ("votes", who): ItemLabels({str(number): row[at] for number, row in enumerate(rows) if row[at]})
        for at, who in enumerate(("ada", "bram", "chloe"))
        if any(row[at] for row in rows)
    }
    if len(layers) < 2:
        return
    page = accord.report(Corpus.of((Document("votes"),), layers))
    json.dumps(page.payload, allow_nan=False)
    for layer in page.payload["layers"]:
        said = [layer["words"][name] for name in ("how_much", "where", "next")]
        assert all(text.endswith((".", ").")) and "None" not in text for text in said)


def units_of(tmp_path: Path, rows: str) -> dict[str, Any]:
    (tmp_path / "radio.csv").write_text("annotator,category,start,end\n" + rows, encoding="utf-8")
    return report_payload(str(tmp_path / "radio.csv"))


def test_samples_of_chance_are_no_confidence(tmp_path: Path) -> None:
    marked = [(0, 5), (9, 14), (20, 28), (33, 39)]
    rows = [f"ada,call,{start},{end}\nbram,call,{start + 1},{end + 1}\n" for start, end in marked]
    (layer,) = units_of(tmp_path, "".join(rows))["layers"]
    assert layer["headline"]["interval"]["method"] == "sampling of chance"
    assert "% confidence" not in layer["words"]["how_much"]
    assert "as far as chance is known from samples" in layer["words"]["how_much"]
    assert "a second document" in layer["words"]["how_much"]


def test_more_samples_are_asked_for_where_samples_are_what_is_missing(tmp_path: Path) -> None:
    rows = "ada,call,0,5\nada,wind,9,14\nbram,wind,2,7\nbram,call,30,44\nada,call,50,60\nbram,wind,58,61\n"
    (layer,) = units_of(tmp_path, rows)["layers"]
    interval = layer["headline"]["interval"]
    assert interval["low"] < 0 < interval["high"]
    assert "more of them would narrow it" in layer["words"]["how_much"]
    assert "Have more" not in layer["words"]["next"]


def test_what_arithmetic_adds_to_0_is_no_verdict(page: Make) -> None:
    (layer,) = page("abab", "aabb")["layers"]
    for noise in (-1.8e-15, 3.7e-15, 0.0):
        layer["headline"] |= {"value": noise, "interval": None}
        assert "agree to 0.00 by" in how_much(layer_of(layer))
        assert "different rules" not in how_much(layer_of(layer))


def test_drift_is_one_note_with_a_count(page: Make) -> None:
    steady, falling = "ab" * 30, "ab" * 15 + "ba" * 15
    held = page(steady, steady, falling, falling)
    for row in held["layers"][0]["annotators_table"]:
        row["slope"] = {"value": -0.5, "p": 0.001, "interval": {"low": -0.6, "high": -0.4}}
    notes = [alert.text for alert in alerts_of(held) if "towards the end" in alert.text]
    (note,) = notes
    assert note.startswith("votes: 4 of 4 annotators agree less with the others towards the end of the files")
    assert note.endswith("whose order need not be that of the work (ada, bram, chloe, dot)")
    two = page(steady, falling)
    notes = [alert["text"] for alert in two["alerts"] if "towards the end" in alert["text"]]
    assert notes == [
        "votes: the two annotators agree less towards the end of the files, whose order need not be that of the work"
    ]


def test_annotators_of_one_label_each_are_doubted(page: Make) -> None:
    held = page("a__", "_b_", "__a", "b__")
    assert any("each of the 4 annotators has one label only" in text for _, text in said(held))


def test_trees_of_annotators_who_share_no_sentence_ask_who_they_are(tmp_path: Path) -> None:
    for name, word in (("ada", "fog"), ("bram", "rain")):
        row = f"1\t{word}\t_\t_\t_\t_\t0\troot\t_\t_"
        (tmp_path / f"{name}.conllu").write_text(f"# sent_id = {word}\n{row}\n\n", encoding="utf-8")
    (layer,) = report_payload(str(tmp_path), budget=0)["layers"]
    assert layer["headline"]["value"] is None
    assert "do the same sentences" in layer["words"]["next"]
    assert "say how annotators are told apart (--annotators-by)" in layer["words"]["next"]


def test_what_was_not_measured_does_not_stand_out_and_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.kinds.units.breakdown.MAX_ALIGNED", 0)
    rows = [
        f"{document},{who},{start},{start + 4 + shift},{'AB'[(start // 10 + number) % 2]}"
        for number, document in enumerate(("d", "e"))
        for shift, who in enumerate(("ada", "bram", "chloe"))
        for start in range(0, 60, 10)
    ]
    (tmp_path / "u.csv").write_text("\n".join(["document,annotator,start,end,category", *rows]), encoding="utf-8")
    held = report_payload(str(tmp_path / "u.csv"), layer="u", coefficient="u-alpha", budget=0)
    (layer,) = held["layers"]
    assert layer["words"]["where"].startswith("The items that annotators differ on")
    left_out = [remark["text"] for remark in held["left_out"]]
    assert any("u: categories are not compared: u-alpha" in line for line in left_out)
    assert any("u: what every two annotators, and each against the rest" in line for line in left_out)
    assert where(layer_of({**layer, "labels_view": {"labels": [], "confusions": []}})).startswith(
        "No label stands out; the"
    )


@pytest.mark.parametrize(
    ("labels", "repair", "why"),
    [
        ("B-PER,B-LOC O", "begin", "'B-PER,B-LOC' is 2 labels in one"),
        ("O I-PER", "none", "invalid transition 'O' -> 'I-PER'"),
        ("O I-PER", "begin", None),
        ("NOUN VERB", "begin", None),
    ],
)
def test_why_mentions_of_chunk_labels_are_not_measured_is_said(
    tmp_path: Path, labels: str, repair: str, why: str | None
) -> None:
    for name in ("ada", "bram"):
        rows = zip(
            ("Fog", "lifts", "in", "Pellwick"), (*labels.split(), "O", "B-LOC" if "-" in labels else "X"), strict=True
        )
        (tmp_path / f"{name}.conll").write_text(
            "".join(f"{token}\t{label}\n" for token, label in rows), encoding="utf-8"
        )
    held = report_payload(str(tmp_path), budget=0, repair=repair)
    told = [each["text"] for each in held["left_out"] if "no mentions are read from the labels" in each["text"]]
    assert [line.rpartition(": ")[2] for line in told] == ([why] if why else [])
    assert bool(held["layers"][0]["beside"]) == (why is None and "-" in labels)


def test_annotators_who_judged_different_texts_are_an_alert(tmp_path: Path) -> None:
    rows = ["item,text,annotator,label", "1,boat,ada,x", "1,goat,bram,x", "2,ship,ada,y", "2,sheep,bram,x"]
    (tmp_path / "calls.csv").write_text("\n".join(rows), encoding="utf-8")
    held = report_payload(str(tmp_path / "calls.csv"), budget=0)
    (finding,) = held["findings"]["shown"]
    assert ("warning", f"calls.csv:3: {finding['message']}") in said(held)
    assert not any("about the files" in text for _, text in said(held))


def test_measured_numbers_are_not_confused_but_apart(tmp_path: Path) -> None:
    rows = [f"i{number},{number / 4},{number / 4 + (0.5 if number % 3 else 0.25)}" for number in range(30)]
    (tmp_path / "metres.csv").write_text("\n".join(["item,ada,bram", *rows]), encoding="utf-8")
    page = accord.report(str(tmp_path / "metres.csv"))
    (layer,) = page.payload["layers"]
    assert layer["agreement"]["about"]["distance"] == "interval"
    assert layer["labels_view"] is None
    assert [pair["apart"] for pair in layer["pairs"]] == [0.5]
    assert page.table("pairs", form="csv").splitlines()[0].endswith(",apart (median)")
    assert "0.5 apart" in page.plot("pairs").svg()
    assert "taken for each other" not in layer["words"]["where"]


def test_grades_are_confused_also_where_they_are_taken_for_quantities(page: Make) -> None:
    (layer,) = page("12345" * 20, "12354" * 20)["layers"]
    assert [pair["apart"] for pair in layer["pairs"]] == [None]
    assert layer["labels_view"]["confusions"]


def test_who_drifts_takes_the_others_along_and_is_named_alone(page: Make) -> None:
    steady, falling = "ab" * 60, "ab" * 20 + "abba" * 10 + "ba" * 20
    held = page(steady, steady[:-2] + "bb", falling, steady)
    (note,) = [alert["text"] for alert in held["alerts"] if "towards the end" in alert["text"]]
    assert note.startswith("votes: chloe agrees less with the others towards the end")


def test_of_many_annotators_counts_have_commas(page: Make) -> None:
    steady, falling = "ab" * 30, "ab" * 15 + "ba" * 15
    held = page(steady, steady, falling, falling)
    (layer,) = held["layers"]
    layer["annotators"] = [f"a{number}" for number in range(3578)]
    for row in layer["annotators_table"]:
        row["slope"] = {"value": -0.5, "p": 0.001, "interval": {"low": -0.6, "high": -0.4}}
    assert any("4 of 3,578 annotators agree less" in alert.text for alert in alerts_of(held))


def test_intervals_of_samples_of_chance_are_called_that_everywhere(tmp_path: Path) -> None:
    marked = [(0, 5), (9, 14), (20, 28), (33, 39)]
    rows = [f"ada,call,{start},{end}\nbram,call,{start + 1},{end + 1}\n" for start, end in marked]
    page = Page(page_of(units_of(tmp_path, "".join(rows))))
    said = "intervals of one document are those of samples of chance"
    assert "], the interval that of samples of chance" in page.summary.splitlines()[-5]
    for table in ("documents", "layers"):
        assert said in page.table(table)
    assert said not in Page(page_of(report_payload(str(HARBOUR / "urgency.csv"), budget=0))).table("layers")


def test_the_page_and_its_tables_say_the_same_of_samples_of_chance() -> None:
    script = (files("accord.reporting") / "page" / "columns.js").read_text(encoding="utf-8")
    sentence = re.sub(r'" \+\s+"', "", script)
    assert f'"{CHANCE_ONLY}"' in sentence
    assert f'"{SAMPLING}"' in script


def test_of_two_annotators_none_stands_out_or_does_not(page: Make) -> None:
    (layer,) = page("ab" * 20, "ab" * 18 + "baab")["layers"]
    assert "annotator stands out" not in layer["words"]["where"]


def test_where_documents_cannot_be_judged_none_is_said_to_stand_out(tmp_path: Path) -> None:
    marked = [(0, 5), (9, 14), (20, 28), (33, 39)]
    rows = [f"ada,call,{start},{end}\nbram,call,{start + 1},{end + 1}\n" for start, end in marked]
    (layer,) = units_of(tmp_path, "".join(rows))["layers"]
    assert "document" not in layer["words"]["where"]
