from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]

GOLD = "West B-LOC\nPhiladelphia I-LOC\nis O\nbig O\n\nAda B-PER\nand O\nBram B-PER\n"
PREDICTED = "West B-LOC\nPhiladelphia B-LOC\nis O\nbig O\n\nAda B-PER\nand O\nBram B-PER\n"
INVALID = "West I-LOC\nPhiladelphia I-LOC\nis O\nbig O\n\nAda B-PER\nand O\nBram I-ORG\n"


@pytest.fixture
def gold(write: Write) -> Path:
    return write("gold.conll", GOLD)


def test_json_contract(accord: Accord, write: Write, gold: Path) -> None:
    path = write("pred.conll", PREDICTED)
    payload = accord("score", path, "-r", gold, "-e", "BIO", "--json").json
    run = payload["runs"][0]
    assert run["file"] == str(path)
    assert run["micro"]["precision"] == 0.5
    assert run["micro"]["recall"] == pytest.approx(2 / 3)
    assert run["micro"]["f1"] == pytest.approx(4 / 7)
    assert [run["micro"][part] for part in ("reference", "predicted", "correct")] == [3, 4, 2]
    assert run["types"]["LOC"] == {
        "precision": 0.0,
        "recall": 0.0,
        "f1": 0.0,
        "reference": 1,
        "predicted": 2,
        "correct": 0,
    }
    assert run["accuracy"] == pytest.approx(6 / 7)
    assert payload["signature"].startswith(
        "f1|match:exact|avg:micro|enc:BIO|repair:none|repair-ref:none|runs:1|sents:2|tokens:7|"
    )


def test_schemas_are_those_of_the_sample(accord: Accord, write: Write, gold: Path) -> None:
    run = accord("score", write("pred.conll", PREDICTED), "-r", gold, "--schemas", "--json").json["runs"][0]
    f1 = {schema: round(counts["f1"], 4) for schema, counts in run["schemas"].items()}
    assert f1 == {"strict": 0.5714, "exact": 0.5714, "partial": 0.7143, "type": 0.8571}


def test_documents_are_counted_on_request(accord: Accord, write: Write) -> None:
    marked = GOLD.replace("\n\n", "\n\n# newdoc id = second\n")
    gold, path = write("marked.conll", "# newdoc id = first\n" + marked), write("pred.conll", PREDICTED)
    run = accord("score", path, "-r", gold, "--by-document", "--json").json["runs"][0]
    counts = {
        name: [row[part] for part in ("reference", "predicted", "correct")] for name, row in run["documents"].items()
    }
    assert counts == {"first": [1, 2, 0], "second": [2, 2, 2]}
    assert run["documents"]["second"]["f1"] == 1
    assert "documents" not in accord("score", path, "-r", gold, "--json").json["runs"][0]
    text = accord("score", path, "-r", gold, "--by-document")
    assert "pred.conll: by document" in text.out
    assert accord("score", path, "-r", gold, "--by-document", "-f", "csv").code == 2


def test_invalid_predictions_are_refused_and_all_listed(accord: Accord, write: Write, gold: Path) -> None:
    done = accord("score", write("pred.conll", INVALID), "-r", gold, "-e", "BIO")
    assert done.code == 1
    assert done.out == ""
    assert done.err.count("[invalid-transition]") == 2
    assert "repair begin, discard or last-type (--repair)" in done.err


def test_all_repairs(accord: Accord, write: Write, gold: Path) -> None:
    done = accord("score", write("pred.conll", INVALID), "-r", gold, "-e", "BIO", "--all-repairs", "--json")
    counts = {run["repair"]: (run["micro"]["predicted"], run["micro"]["correct"]) for run in done.json["runs"]}
    assert counts == {"begin": (3, 2), "discard": (1, 1), "last-type": (3, 2)}


def test_the_reference_is_never_repaired_unasked(accord: Accord, write: Write, gold: Path) -> None:
    reference, predicted = write("ref.conll", INVALID), write("pred.conll", PREDICTED)
    done = accord("score", predicted, "-r", reference, "-e", "BIO", "--repair", "discard")
    assert done.code == 1
    assert "the reference is never repaired unasked" in done.err
    allowed = accord("score", predicted, "-r", reference, "-e", "BIO", "--repair-reference", "begin", "--json")
    assert allowed.code == 0
    assert allowed.json["invalid_reference"] == 2
    assert "repair-ref:begin" in allowed.json["signature"]


def test_undefined_is_not_zero(accord: Accord, write: Write, gold: Path) -> None:
    nothing = write(
        "none.conll", GOLD.replace("B-", "O-").replace("I-", "O-").replace("O-LOC", "O").replace("O-PER", "O")
    )
    micro = accord("score", nothing, "-r", gold, "-e", "BIO", "--json").json["runs"][0]["micro"]
    assert (micro["precision"], micro["recall"], micro["f1"]) == (None, 0.0, 0.0)
    both = accord("score", nothing, "-r", nothing, "-e", "BIO", "--json").json["runs"][0]
    assert (both["micro"]["precision"], both["micro"]["recall"], both["micro"]["f1"]) == (None, None, None)
    assert set(both["undefined"]) == {"precision", "recall", "f1"}
    assert "F1 is undefined" in accord("score", nothing, "-r", nothing, "-e", "BIO").out


def test_a_type_missing_from_a_run_counts_as_zero_and_is_said(accord: Accord, write: Write, gold: Path) -> None:
    runs = [write("sys-1.conll", GOLD), write("sys-2.conll", GOLD.replace("Bram B-PER", "Bram B-MISC"))]
    done = accord("score", *runs, "-r", gold, "-e", "BIO", "--json")
    system = done.json["systems"][0]
    assert system["system"] == "sys"
    assert system["types"]["MISC"]["f1"]["mean"] == 0.0
    assert system["types"]["MISC"]["f1"]["counted_as_zero"] == 1
    assert system["types"]["PER"]["f1"]["mean"] == pytest.approx((1 + 2 / 3) / 2)
    assert "MISC: undefined counts as 0" in accord("score", *runs, "-r", gold, "-e", "BIO").out


def test_merged_file_as_conlleval_reads_it(accord: Accord, write: Write) -> None:
    rows = zip(GOLD.splitlines(), PREDICTED.splitlines(), strict=True)
    merged = write("merged.txt", "".join(f"{ours} {theirs.split()[1]}\n" if ours else "\n" for ours, theirs in rows))
    done = accord("score", merged, "-e", "BIO", "-f", "conlleval")
    assert done.out.splitlines() == [
        "processed 7 tokens with 3 phrases; found: 4 phrases; correct: 2.",
        "accuracy:  85.71%; precision:  50.00%; recall:  66.67%; FB1:  57.14",
        "              LOC: precision:   0.00%; recall:   0.00%; FB1:   0.00  2",
        "              PER: precision: 100.00%; recall: 100.00%; FB1: 100.00  2",
    ]


def test_all_token_mismatches_are_listed(accord: Accord, write: Write, gold: Path) -> None:
    other = write("pred.conll", PREDICTED.replace("West", "East").replace("Ada", "Eda"))
    done = accord("score", other, "-r", gold, "-e", "BIO")
    assert done.code == 1
    assert done.err.count("[token-mismatch]") == 2
    aligned = accord("score", other, "-r", gold, "-e", "BIO", "--align-tokens", "--json")
    assert aligned.json["runs"][0]["micro"]["correct"] == 2
    assert aligned.json["runs"][0]["left_out"]["tokens"] == 0


def test_a_left_out_prediction_is_said_and_lowers_the_f1_that_counts_it(accord: Accord, write: Write) -> None:
    """1 of 1 mention is right, 1 is more: F1 is 2 * 1 / (1 + 2) = 66.67 with it; with a missed one 2 / (2 + 2) = 50."""
    gold = write("g.conll", "Rome B-LOC\nfell O\n")
    more = write("p.conll", "Rome B-LOC\nfell O\nextra B-PER\n")
    told = ("-r", gold, "-e", "BIO", "--align-tokens")
    done = accord("score", more, *told)
    assert "left out, not aligned: 1 predicted mention; with these as spurious, F1 is 66.67" in done.out
    assert "left-out-tokens:0|left-out-mentions:1|" in done.out
    left_out = accord("score", more, *told, "--json").json["runs"][0]["left_out"]
    assert (left_out["tokens"], left_out["mentions"], left_out["predicted_mentions"]) == (0, 0, 1)
    assert left_out["f1_with_left_out"] == pytest.approx(2 / 3)
    assert accord("score", more, *told, "--fail-under", "0.66").code == 0
    assert accord("score", more, *told, "--fail-under", "0.67").code == 1
    for method in ("begin", "discard", "last-type"):
        note = f"p.conll, {method}: left out, not aligned: 1 predicted mention; with these as spurious, F1 is 66.67"
        assert note in accord("score", more, *told, "--all-repairs").out
    two = write("g2.conll", "Rome B-LOC\nfell O\n\nAda B-PER\nleft O\n")
    other = write("p2.conll", "Rome B-LOC\nfell O\n\nAdah B-PER\nX I-PER\nleft O\n")
    both = "1 reference token with 1 mention and 1 predicted mention; with these as missed and spurious, F1 is 50.00"
    assert both in accord("score", other, "-r", two, "-e", "BIO", "--align-tokens").out


def test_two_runs_that_are_one_file_are_said_to_be(accord: Accord, write: Write, gold: Path) -> None:
    runs = [write(f"s-{seed}.conll", GOLD) for seed in (1, 2)]
    said = f"{runs[1]}: the same file as {runs[0]}, byte for byte; is it a run of its own?"
    assert said in accord("score", *runs, "-r", gold, "-e", "BIO").out
    other = write("s-2.conll", PREDICTED)
    assert "the same file as" not in accord("score", runs[0], other, "-r", gold, "-e", "BIO", "--repair", "begin").out


def test_truncated_predictions_are_named(accord: Accord, write: Write, gold: Path) -> None:
    cut = write("cut.conll", "West B-LOC\nPhiladelphia I-LOC\n\nAda B-PER\nand O\nBram B-PER\n")
    done = accord("score", cut, "-r", gold, "-e", "BIO")
    assert done.code == 1
    assert "truncated: 2 of 4 tokens" in done.err
    run = accord("score", cut, "-r", gold, "-e", "BIO", "--align-tokens", "--json").json["runs"][0]
    assert (run["left_out"]["tokens"], run["left_out"]["mentions"]) == (2, 0)
    assert [run["micro"][part] for part in ("reference", "predicted", "correct")] == [3, 3, 3]
    short = write("short.conll", GOLD.split("\n\n", maxsplit=1)[0] + "\n")
    assert "1 sentence missing, from line 6 of the reference" in accord("score", short, "-r", gold, "-e", "BIO").err


def test_error_list_has_places(accord: Accord, write: Write, gold: Path) -> None:
    path = write("pred.conll", PREDICTED.replace("Bram B-PER", "Bram B-ORG"))
    errors = accord("score", path, "-r", gold, "--errors", "--json").json["runs"][0]["errors"]
    assert [(error["kind"], Path(error["file"]).name, error["line"]) for error in errors] == [
        ("boundary", "gold.conll", 1),
        ("spurious", "pred.conll", 2),
        ("type", "gold.conll", 8),
    ]


def test_fail_under(accord: Accord, write: Write, gold: Path) -> None:
    path = write("pred.conll", PREDICTED)
    assert accord("score", path, "-r", gold, "--fail-under", "0.57").code == 0
    assert accord("score", path, "-r", gold, "--fail-under", "0.58").code == 1


def test_a_missed_bar_says_what_was_reached_and_what_was_asked(accord: Accord, write: Write, gold: Path) -> None:
    path = write("pred.conll", PREDICTED)
    done = accord("score", path, "-r", gold, "-e", "BIO", "--fail-under", "0.57143", "-q")
    assert done.err == f"accord: {path}: micro F1 is 0.5714, --fail-under asks for 0.57143\n"
    nothing = write("none.conll", "".join(f"{line.split()[0]} O\n" if line else "\n" for line in GOLD.splitlines()))
    undefined = accord("score", nothing, "-r", nothing, "-e", "BIO", "--fail-under", "0")
    assert undefined.code == 1
    assert "micro F1 is undefined" in undefined.err


def test_a_bar_is_the_decimal_that_was_typed(accord: Accord, write: Write) -> None:
    """11 of 20 is 0.55, and the float 0.55 a little more."""
    gold = write("gold.conll", "a B-X\n\n" * 20)
    predicted = write("pred.conll", "a B-X\n\n" * 11 + "a B-Y\n\n" * 9)
    assert accord("score", predicted, "-r", gold, "-e", "BIO", "--fail-under", "0.55").code == 0


def test_quiet_counts_problems_instead_of_listing_them(accord: Accord, write: Write, gold: Path) -> None:
    path = write("pred.conll", INVALID)
    done = accord("score", path, "-r", gold, "-e", "BIO", "-q")
    assert (done.code, done.out, done.err.count("\n"), done.err.count(" error: ")) == (1, "", 2, 1)
    assert f"2 problems in the labels of {path}: nothing was scored" in done.err


def test_two_output_formats_are_refused(accord: Accord, write: Write, gold: Path) -> None:
    path = write("pred.conll", PREDICTED)
    done = accord("score", path, "-r", gold, "--json", "-f", "csv")
    assert done.code == 2
    assert "--json and --format csv contradict each other" in done.err
    assert accord("score", path, "-r", gold, "--json", "-f", "json").code == 0


def test_a_prediction_in_another_encoding_is_recognised(accord: Accord, write: Write, gold: Path) -> None:
    closed = GOLD.replace("Philadelphia I-", "Philadelphia E-").replace("Ada B-", "Ada S-")
    closed = closed.replace("Bram B-", "Bram S-")
    path = write("bioes.conll", closed)
    predicted = accord("score", path, "-r", gold)
    assert predicted.code == 1
    assert f"{path} is valid BIOES, BMES: if that is its encoding, convert it to BIO first" in predicted.err
    assert (
        f"{path} is valid BIOES, BMES: was encoding BIOES meant?" in accord("score", gold, "-r", path, "-e", "BIO").err
    )
    inside = write("iob.conll", GOLD.replace("B-", "I-"))
    assert f"{inside} is valid IOB, IO, IOE1: if that" in accord("score", inside, "-r", gold, "-e", "BIO").err


def test_the_checklist_counts_runs_by_system(accord: Accord, write: Write, gold: Path) -> None:
    runs = [write(f"{name}-{seed}.conll", f"{GOLD}\n{name} O\n") for name in "ab" for seed in (1, 2)]
    reference = write("ref.conll", f"{GOLD}\na O\n")
    told = ("-r", reference, "-e", "BIO", "--checklist", "--align-tokens")
    out = accord("score", *runs, *told).out
    assert "5. Use good statistics: 2 runs of each of 2 systems, reported as" in out
    assert "F1 over 2 runs of each of 2 systems, computed by" in out
    assert "2 runs of a, 1 run of b" in accord("score", *runs[:3], *told).out.replace(f"{runs[0].parent}/", "")
    assert "over 1 run of each of 2 systems" in accord("score", *runs[1:3], *told).out


def test_encodings_that_mark_ends_are_scored(accord: Accord, write: Write) -> None:
    gold = write("gold.conll", "Ada I-PER\nLow E-PER\nsails O\nHull E-LOC\nYork E-LOC\n")
    system = write("system.conll", "Ada I-PER\nLow I-PER\nsails O\nHull E-LOC\nYork E-LOC\n")
    done = accord("score", system, "-r", gold, "--json", "--repair", "discard")
    assert done.json["encoding"] == "IOE2"
    assert {name: done.json["runs"][0]["micro"][name] for name in ("reference", "predicted", "correct")} == {
        "reference": 3,
        "predicted": 2,
        "correct": 2,
    }


def test_errors_as_one_table_for_programs(accord: Accord, write: Write) -> None:
    gold = write("gold.conll", "Ada B-PER\nLow I-PER\nsails O\nHull B-LOC\n")
    system = write("system.conll", "Ada B-PER\nLow O\nsails B-ORG\nHull B-LOC\n")
    listed = accord("score", system, "-r", gold, "-e", "BIO", "--errors", "-f", "csv").out.splitlines()
    assert listed == [
        "run,file,line,error,reference,predicted,text,predicted_text",
        f"{system},{gold},1,boundary,PER,PER,Ada Low,Ada",
        f"{system},{system},3,spurious,,ORG,,sails",
    ]
    counted = accord("score", system, "-r", gold, "-e", "BIO", "--error-counts", "-f", "csv").out.splitlines()
    assert counted == [
        "run,count,error,reference,predicted,text,predicted_text",
        f"{system},1,boundary,PER,PER,Ada Low,Ada",
        f"{system},1,spurious,,ORG,,sails",
    ]
    both = accord("score", system, "-r", gold, "-e", "BIO", "--errors", "--error-counts", "-f", "csv")
    assert both.code == 2
    assert "a list of errors in CSV does not go with --error-counts" in both.err


def test_a_p_that_no_draw_reached_is_a_bound(accord: Accord, write: Write) -> None:
    """Of 99 exchanges of twelve sentences none is as far apart, so p is below 1 / 100."""
    gold = write("gold.conll", "a B-X\nb O\n\n" * 12)
    systems = [write("best.conll", "a B-X\nb O\n\n" * 12), write("worst.conll", "a O\nb O\n\n" * 12)]
    out = accord("compare", *systems, "-r", gold, "-e", "BIO", "--resamples", 99).out
    assert out.count("<0.0100") == 3


def test_repair_is_offered_only_where_it_helps(accord: Accord, write: Write) -> None:
    """An unreadable label anywhere stops a repair, and only columns of tokens can be repaired."""
    mixed = write("mixed.conll", "a I-X\nb O\n\nc Q-X\nd O\n")
    assert "accord repair" not in accord("check", mixed, "-e", "BIO").out
    assert "accord repair" not in accord("score", mixed, "-r", mixed, "-e", "BIO").err
    assert "accord repair" not in accord("count", mixed, "-e", "BIO").err
    records = write("r.jsonl", '{"tokens": ["a", "b"], "labels": ["I-X", "O"]}\n')
    assert "accord repair" not in accord("score", records, "-r", records, "-e", "BIO").err
    plain = write("plain.conll", "a I-X\nb O\n")
    assert "accord repair fixes it" in accord("check", plain, "-e", "BIO").out
    assert "fix it with accord repair" in accord("score", plain, "-r", plain, "-e", "BIO").err


def test_checklist_has_five_guidelines(accord: Accord, write: Write, gold: Path) -> None:
    out = accord("score", write("pred.conll", PREDICTED), "-r", gold, "-e", "BIO", "--checklist").out
    assert [line[:2] for line in out.splitlines() if line[:2] in {"1.", "2.", "3.", "4.", "5."}] == [
        "1.",
        "2.",
        "3.",
        "4.",
        "5.",
    ]
    assert "For the paper: We report micro-averaged exact-match F1 of 57.14" in out


@pytest.mark.parametrize("format_", ["text", "csv", "latex", "markdown"])
def test_formats_show_the_same_number(accord: Accord, write: Write, gold: Path, format_: str) -> None:
    out = accord("score", write("pred.conll", PREDICTED), "-r", gold, "-f", format_).out
    assert ("57.14" if format_ != "csv" else "0.5714285714285714") in out


def test_csv_is_one_table_of_runs_and_systems(accord: Accord) -> None:
    runs = sorted((HARBOUR / "systems").glob("*.conll"))
    arguments = ["score", *runs, "-r", HARBOUR / "reference.conll", "-e", "BIO", "--repair", "begin"]
    rows = list(csv.DictReader(io.StringIO(accord(*arguments, "-f", "csv").out)))
    payload = accord(*arguments, "--json").json
    assert None not in {key for row in rows for key in row}
    for run in payload["runs"]:
        [row] = [row for row in rows if row["file"] == run["file"] and row["level"] == "micro"]
        assert float(row["accuracy"]) == run["accuracy"]
        assert float(row["f1"]) == run["micro"]["f1"]
        assert float(row["f1_low"]) == run["micro"]["intervals"]["f1"]["low"]
    for system in payload["systems"]:
        of_system = [row for row in rows if row["system"] == system["system"] and not row["file"]]
        assert {row["runs"] for row in of_system} == {"3"}
        assert [row["type"] for row in of_system if row["level"] == "type"] == list(system["types"])
        for row in of_system:
            distributions = system["types"][row["type"]] if row["type"] else system[row["level"]]
            for part in ("precision", "recall", "f1"):
                distribution = distributions[part]
                shown = (row[part], row[f"{part}_sd"], row[f"{part}_se"], row[f"{part}_low"])
                low = distribution["interval"] and distribution["interval"]["low"]
                wanted = (distribution["mean"], distribution["sd"], distribution["se"], low)
                assert shown == tuple("" if value is None else repr(value) for value in wanted)


def test_every_average_and_type_of_a_system_has_its_spread(accord: Accord) -> None:
    runs = sorted((HARBOUR / "systems").glob("beacon-*.conll"))
    out = accord("score", *runs, "-r", HARBOUR / "reference.conll", "--repair", "begin").out
    for title in ("F1 over runs", "Precision over runs", "Recall over runs"):
        assert title in out
    rows = [line.split() for line in out.splitlines()]
    firsts = [row[0] for row in rows if len(row) > 2 and row[1] == "beacon"]
    assert firsts == ["micro", "macro", "weighted", "DATE", "LOC", "ORG", "PER", "SHIP"] * 3


def test_single_runs_of_systems_show_every_average_and_type(accord: Accord) -> None:
    runs = [HARBOUR / "annotators" / "ada.conll", HARBOUR / "systems" / "beacon-3.conll"]
    out = accord("score", *runs, "-r", HARBOUR / "reference.conll").out
    for name in ("macro", "weighted", "DATE", "LOC", "ORG", "PER", "SHIP"):
        assert f"\n{name} " in out
    assert "invalid" not in out


def test_types_with_special_characters(accord: Accord, write: Write) -> None:
    path = write("p.conll", "a B-x|y\nb B-a_b&c\nc B-<script>\n")
    reference = write("r.conll", path.read_text())
    assert "a\\_b\\&c" in accord("score", path, "-r", reference, "-f", "latex").out
    assert "x\\|y" in accord("score", path, "-r", reference, "-f", "markdown").out


def test_compare(accord: Accord) -> None:
    runs = [HARBOUR / "systems" / f"{name}-{seed}.conll" for name in ("beacon", "lantern") for seed in (1, 2)]
    arguments = ["compare", *runs, "-r", HARBOUR / "reference.conll", "--repair", "begin", "--resamples", "200"]
    first, second = accord(*arguments, "--json").json, accord(*arguments, "--json").json
    assert first == second
    pair = first["comparisons"][0]
    assert (pair["first"], pair["second"]) == ("beacon", "lantern")
    assert pair["interval"]["low"] < pair["difference"] < pair["interval"]["high"]
    assert "resamples:200|seed:1" in first["signature"]
    assert accord(*arguments, "--seed", "2", "--json").json != first


def test_csv_of_a_comparison_has_all_digits(accord: Accord) -> None:
    runs = [HARBOUR / "systems" / f"{name}-1.conll" for name in ("beacon", "lantern")]
    arguments = ["compare", *runs, "-r", HARBOUR / "reference.conll", "--repair", "begin", "--resamples", "99"]
    [row] = csv.DictReader(io.StringIO(accord(*arguments, "-f", "csv").out))
    [pair] = accord(*arguments, "--json").json["comparisons"]
    assert {name: float(row[name]) for name in ("difference", "p", "p_holm", "p_bootstrap")}.items() <= pair.items()
    assert (float(row["low"]), float(row["high"])) == (pair["interval"]["low"], pair["interval"]["high"])


def test_compare_advises_only_what_it_can_do(accord: Accord, write: Write, gold: Path) -> None:
    invalid, short = write("invalid.conll", INVALID), write("short.conll", GOLD.split("\n\n", maxsplit=1)[0] + "\n")
    done = accord("compare", invalid, short, "-r", gold, "-e", "BIO")
    assert done.code == 1
    assert done.err.count("--all-repairs") == done.err.count("accord score --all-repairs") > 0


def test_a_prediction_that_stops_in_a_sentence_is_truncated_and_the_rest_missing(accord: Accord, write: Write) -> None:
    gold = write("gold.conll", "a\tO\nb\tO\n\nc\tB-PER\nd\tO\n\ne\tO\n\nf\tO\n")
    done = accord("score", write("cut.conll", "a\tO\nb\tO\n\nc\tB-PER\n"), "-r", gold, "-e", "BIO")
    assert "cut.conll:4:c: error: truncated: 1 of 2 tokens (line 4 of the reference), and 2 sentences" in done.err


def test_letters_in_another_unicode_form_are_said_to_be_that(accord: Accord, write: Write) -> None:
    gold = write("gold.conll", "caf\u00e9\tO\nx\tO\n")
    done = accord("score", write("pred.conll", "cafe\u0301\tO\ny\tO\n"), "-r", gold, "-e", "BIO")
    first, second, _ = done.err.splitlines()
    assert "(line 1 of the reference), the same letters in another Unicode form" in first
    assert "Unicode" not in second


def test_compare_needs_two_systems(accord: Accord) -> None:
    done = accord(
        "compare", HARBOUR / "systems" / "beacon-1.conll", "-r", HARBOUR / "reference.conll", "--repair", "begin"
    )
    assert done.code == 2
    assert "two systems are needed" in done.err
    assert "--by-file" in done.err


def test_notes_stand_on_one_line(accord: Accord, write: Write, gold: Path) -> None:
    runs = [write(f"two\nlines-{seed}.conll", PREDICTED) for seed in (1, 2)]
    done = accord("score", *runs, "-r", gold, "-e", "BIO")
    assert done.err.startswith("note: two\\nlines: 2 runs of one system")
    assert done.err.count("\n") == 1


def test_errors_are_counted_by_surface_form(accord: Accord, write: Write) -> None:
    gold = write("g.conll", "Ada B-PER\n\nAda B-PER\n\nBram B-PER\n")
    predicted = write("p.conll", "Ada B-LOC\n\nAda B-LOC\n\nBram O\n")
    run = accord("score", predicted, "-r", gold, "-e", "BIO", "--error-counts", "--json").json["runs"][0]
    assert [(error["count"], error["kind"], error["reference"]) for error in run["error_counts"]] == [
        (2, "type", "Ada"),
        (1, "missed", "Bram"),
    ]
    assert "errors" not in run
    assert "errors by surface form" in accord("score", predicted, "-r", gold, "-e", "BIO", "--error-counts").out


def test_a_column_is_not_scored_against_itself(accord: Accord, write: Write) -> None:
    merged = write("merged.txt", "a X B-PER O\nb X O O\n")
    assert accord("score", merged, "-e", "BIO", "--column", "label=2", "--reference-column", "2").code == 2
    micro = accord("score", merged, "-e", "BIO", "--column", "label=3", "--json").json["runs"][0]["micro"]
    assert (micro["reference"], micro["predicted"]) == (1, 0)


def test_a_merged_file_is_not_its_own_reference(accord: Accord, write: Write) -> None:
    merged = write("merged.txt", "a B-PER O\nb O O\n")
    assert "is the reference itself" not in accord("score", merged, "-e", "BIO").err
    same = accord("score", merged, "-r", merged, "-e", "BIO", "--column", "label=1")
    assert f"{merged} is the reference itself" in same.err


@pytest.mark.parametrize(
    ("reference", "predicted", "said"),
    [
        ("EU B-ORG\nsaid O\n", "EU B-NP\nsaid B-VP\n", "no type in common: 'ORG' and 'NP', 'VP'"),
        ("EU NNP\nsaid VBD\n", "EU PROPN\nsaid VERB\n", "no label in common: 'NNP', 'VBD' and 'PROPN', 'VERB'"),
    ],
)
def test_labels_without_one_in_common_are_said(
    accord: Accord, write: Write, reference: str, predicted: str, said: str
) -> None:
    gold, system = write("gold.txt", reference), write("system.txt", predicted)
    done = accord("score", system, "-r", gold)
    assert f"{gold} and {system} have {said} (is one of them another column or layer?)" in done.err
    assert "in common" not in accord("score", system, "-r", system).err


def test_types_that_look_alike_are_said(accord: Accord, tmp_path: Path) -> None:
    reference, predicted = tmp_path / "a.bio", tmp_path / "b.bio"
    reference.write_text("Ann\tB-PER\n\n")
    predicted.write_text("Ann\tB-Per\n\n")
    done = accord("score", predicted, "--reference", reference)
    assert done.err.count("the labels 'PER' and 'Per' differ only in case") == 1
    assert accord("score", predicted, "--reference", reference, "-q").err == ""
