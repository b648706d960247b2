"""Trees on the command line: agree, score, compare and check."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from accord.reporting.scene import CHANCE
from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]
TREES, PHRASES, RADIO = HARBOUR / "trees", HARBOUR / "phrases", HARBOUR / "radio.csv"
ROW = "{}\t{}\t_\t_\t_\t_\t{}\t{}\t_\t_\n"


def sentence(*tokens: tuple[str, int, str]) -> str:
    return "".join(ROW.format(number, *token) for number, token in enumerate(tokens, 1)) + "\n"


FOG = sentence(("Thick", 2, "amod"), ("fog", 3, "nsubj"), ("lifts", 0, "root"))
OTHER = sentence(("Thick", 2, "compound"), ("fog", 3, "nsubj"), ("lifts", 0, "root"))
RAIN = sentence(("Rain", 0, "root"), ("falls", 1, "dep"))


def test_json_keeps_its_contract(accord: Accord) -> None:
    options = ["--coefficient", "alpha", "--distance", "tree-edit", "--variant", "metric", "--linear", "--json"]
    payload = accord("agree", TREES, *options).json
    result, las, uas, kappa = payload["results"]
    assert set(result) >= {"value", "observed", "expected", "interval", "signature", "undefined"}
    assert result["value"] == pytest.approx(1 - result["observed"] / result["expected"])
    assert "|variant:metric|power:linear|" in result["signature"]
    assert [each["coefficient"] for each in (las, uas, kappa)] == ["las", "uas", "label-kappa"]
    assert 0.8 < las["value"] < uas["value"] < 1
    assert payload["about"] == {
        "trees": "dependencies",
        "distance": "tree-edit",
        "variant": "metric",
        "power": "linear",
        "sampling": None,
    }
    assert [pair["first"] for pair in payload["pairs"]] == ["ada", "ada", "bram"]


def test_phrases_have_brackets_in_common(accord: Accord) -> None:
    payload = accord("agree", PHRASES, "--json").json
    assert (payload["kind"], payload["about"]["trees"]) == ("trees", "phrases")
    values = {each["coefficient"]: each["value"] for each in payload["results"]}
    assert list(values) == ["alpha", "bracket-f1", "jaccard"]
    assert values["jaccard"] == pytest.approx(0.9006, abs=5e-5)


@pytest.mark.parametrize("format_", ["text", "csv", "latex", "markdown"])
@pytest.mark.parametrize("folder", [TREES, PHRASES])
def test_every_layout_holds_the_parts(accord: Accord, folder: Path, format_: str) -> None:
    done = accord("agree", folder, "-f", format_)
    assert done.code == 0
    parts = {"csv": ["all,,,alpha,", "pair,ada,bram,alpha,", "lengths,1-5,,alpha,"]}
    named = parts.get(format_, ["Krippendorff's alpha", "By length of the sentence", "The hardest sentences"])
    assert [part for part in named if part not in done.out] == []


def test_without_options_alpha_comes_with_its_interval_and_las_and_uas(accord: Accord) -> None:
    done = accord("agree", TREES)
    assert "Krippendorff's alpha" in done.out
    assert "LAS" in done.out
    assert "UAS" in done.out
    assert "left out: 1 graph without the structure of a tree" in done.out
    assert "alpha over tree edit distance" in done.err
    assert "1 Duchess -> 3 Pellwick -> 1 Duchess is a cycle" in done.err


def test_graphs_that_are_no_trees_can_be_kept(accord: Accord) -> None:
    kept = accord("agree", TREES, "--non-trees", "author", "--json").json["results"][0]
    left_out = accord("agree", TREES, "--json").json["results"][0]
    assert kept["used"]["trees"] == left_out["used"]["trees"] + 1


def test_trees_of_the_same_labels_above_other_tokens_are_equal_to_alpha_and_not_to_las(
    accord: Accord, write: Write
) -> None:
    turned = sentence(("Rain", 2, "dep"), ("falls", 0, "root"))
    payload = accord("agree", write("a.conllu", FOG + RAIN), write("b.conllu", FOG + turned), "--json").json
    assert [each["value"] for each in payload["results"][:2]] == [1, 0.6]


def test_the_jaccard_index_of_brackets_is_explained(accord: Accord) -> None:
    assert "see bracket-f1" in accord("explain", "jaccard").out


def test_labels_may_be_cut_at_their_colon(accord: Accord, write: Write) -> None:
    one, other = write("a.conllu", FOG + RAIN), write("b.conllu", FOG.replace("nsubj", "nsubj:pass") + RAIN)
    assert accord("agree", one, other, "--json").json["results"][1]["value"] < 1
    assert accord("agree", one, other, "--universal", "--json").json["results"][1]["value"] == 1


def test_a_sentence_is_drawn_in_the_terminal(accord: Accord) -> None:
    done = accord("agree", TREES, "--show", "d01-s06", "--annotators", "ada", "--annotators", "bram")
    assert "d01-s06: ada and bram differ in 1 of 12 tokens" in done.out
    assert " 9  Hull     │ │ ╰╌╌╌╰╌> obl        │ │ ╰╌╰╌> nmod       <" in done.out


def test_the_cheapest_edit_stands_below_the_drawing(accord: Accord, write: Write) -> None:
    moved = sentence(("Thick", 3, "amod"), ("fog", 3, "nsubj"), ("lifts", 0, "root"))
    one, other = write("a.conllu", FOG + RAIN), write("b.conllu", moved + RAIN)
    done = accord("agree", one, other, "--show", "worst").out
    assert done.endswith("the cheapest edit changes 2 nodes:\n  1 Thick: amod goes\n  1 Thick: amod comes\n")
    cheap = write("costs.csv", ",amod,compound\namod,,0.5\ncompound,,\n")
    told = accord("agree", one, write("c.conllu", OTHER + RAIN), "--costs", cheap, "--show", "worst").out
    assert told.endswith("the cheapest edit changes 1 node:\n  1 Thick: amod becomes compound\n")
    assert "the cheapest edit" not in accord("agree", one, other, "-d", "pq-gram", "--show", "worst").out


def test_phrases_are_drawn_with_who_has_what(accord: Accord) -> None:
    done = accord("agree", PHRASES, "--show", "d06-s07")
    assert "    ADJP     4  gone                   < only ada" in done.out
    assert "    VP       4  gone                   < only bram" in done.out


@pytest.mark.parametrize("folder", [TREES, PHRASES])
def test_a_figure_is_well_formed_and_tells_differences_by_colour_and_dash(
    accord: Accord, tmp_path: Path, folder: Path
) -> None:
    done = accord("agree", folder, "--figure", tmp_path / "out.svg")
    assert "figure of" in done.err
    text = (tmp_path / "out.svg").read_text(encoding="utf-8")
    root = ET.fromstring(text)
    assert root.tag.endswith("svg")
    broken = [each for each in root.iter("{http://www.w3.org/2000/svg}path") if "stroke-dasharray" in each.attrib]
    assert len(broken) > 1  # one is in the key
    assert {each.get("stroke") for each in broken} == {CHANCE}


def test_quiet_writes_a_figure_without_a_word(accord: Accord, tmp_path: Path) -> None:
    assert accord("agree", TREES, "--figure", tmp_path / "out.svg", "--quiet").err == ""
    assert (tmp_path / "out.svg").exists()


def test_what_stands_in_files_is_text_and_never_markup(accord: Accord, write: Write, tmp_path: Path) -> None:
    evil = sentence(("<script>", 2, 'a"b'), ("&amp;", 0, "<b>"))
    one, other = write("a.conllu", evil), write("b<i>.conllu", evil.replace("<b>", "<u>"))
    assert accord("agree", one, other, "--show", "worst", "--figure", tmp_path / "out.svg").code == 0
    text = (tmp_path / "out.svg").read_text(encoding="utf-8")
    ET.fromstring(text)
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_options_of_other_data_are_refused(accord: Accord) -> None:
    assert accord("agree", TREES, "-c", "kappa").code == 2
    assert "--match is for spans, and trees are measured here" in accord("agree", TREES, "--match", "exact").err
    assert "--variant is for trees" in accord("agree", HARBOUR / "annotators", "--variant", "norm").err
    assert (
        "--repair begin is for labels of tokens, and trees are scored here"
        in accord("score", TREES / "bram.conllu", "-r", TREES / "ada.conllu", "--repair", "begin").err
    )
    assert "unknown tree distance 'masi': choose from tree-edit" in accord("agree", TREES, "--distance", "masi").err
    assert "draws for the terminal" in accord("agree", TREES, "--show", "worst", "--json").err


@pytest.mark.parametrize(
    ("folder", "option", "said"),
    [
        (TREES, "--no-traces", "without traces is for phrases, and these trees are dependencies"),
        (TREES, "--no-functions", "without functional tags is for phrases, and these trees are dependencies"),
        (PHRASES, "--universal", "is for dependencies, and these trees are phrases"),
    ],
)
def test_what_is_for_the_other_kind_of_trees_is_refused(accord: Accord, folder: Path, option: str, said: str) -> None:
    one, other, *_ = sorted(folder.iterdir())
    for command in (["agree", folder], ["score", one, "-r", other]):
        done = accord(*command, option)
        assert (done.code, said in done.err) == (2, True)


@pytest.mark.parametrize("name", ["out.eps", "-"])
def test_a_figure_is_svg_pdf_or_png_and_nothing_else(accord: Accord, name: str) -> None:
    done = accord("agree", TREES, "--figure", name)
    assert (done.code, done.out) == (2, "")
    assert "name a file that ends in .svg, .pdf or .png" in done.err


def test_trees_are_drawn_in_pixels(accord: Accord, write: Write, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="figures of pixels need the extra 'plot'")
    long = sentence(("名" * 3000, 2, "nsubj"), ("می\u200cخواهم", 0, "root"))
    files = write("a.conllu", long), write("b.conllu", long.replace("nsubj", "obj"))
    for paths in ([TREES], files):
        done = accord("agree", *paths, "--show", "worst", "--figure", tmp_path / "out.png", "--quiet")
        assert (done.code, done.err) == (0, "")
        assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("verb", ["agree", "align"])
def test_pixels_without_their_extra_are_refused_in_one_sentence(
    accord: Accord, tmp_path: Path, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = accord(verb, TREES if verb == "agree" else RADIO, "--figure", tmp_path / "out.png")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "accord[plot]" in done.err
    assert not any(tmp_path.iterdir())


def test_a_figure_of_no_sentence_in_particular_says_which_it_draws(
    accord: Accord, write: Write, tmp_path: Path
) -> None:
    files, path = (write("a.conllu", FOG + RAIN), write("b.conllu", OTHER + RAIN)), tmp_path / "out.svg"
    choice = "the one that costs most of 2 sentences"
    done = accord("agree", *files, "--figure", path)
    assert f"figure of text:1, {choice} (--show names another), written to" in done.err
    assert choice in path.read_text(encoding="utf-8")
    assert choice not in accord("agree", *files, "--show", "text:2", "--figure", path).err
    assert choice not in path.read_text(encoding="utf-8")


def test_every_row_of_scores_has_its_own_signature(accord: Accord) -> None:
    rows = accord("score", TREES / "bram.conllu", "-r", TREES / "ada.conllu", "-f", "csv").out.splitlines()[1:]
    assert [row.split(",")[1] for row in rows] == [row.split(",")[-1].partition("|")[0] for row in rows]


def test_some_sentences_are_named_where_there_is_none_of_that_name(accord: Accord) -> None:
    assert "there is no sentence '1': there are d01-s06, " in accord("agree", TREES, "--show", "1").err


def test_the_costliest_sentence_is_drawn_also_where_tokens_differ(accord: Accord, write: Write) -> None:
    fog, lifts = "(S (NP (NN fog)) (VP (VB lifts)))\n", "(S (NP (NN fog)) (XP (VB lifts)))\n"
    one = write("a.mrg", "(S (NP (DT a) (JJ b) (NN c)) (VP (VB d)))\n" + fog)
    other = write("b.mrg", "(X (Y (Z e)))\n" + lifts)
    done = accord("agree", one, other, "--show", "worst")
    assert "text:1: a and b differ in 10 of 10 brackets, and 4 tokens are not the same\n" in done.out
    assert "a/e b c d" in done.out


def test_tokens_that_differ_face_each_other(accord: Accord, write: Write, tmp_path: Path) -> None:
    one = sentence(("The", 2, "det"), ("fog", 3, "nsubj"), ("lifts", 0, "root"))
    other = sentence(("The", 2, "det"), ("smog", 3, "obj"), ("lifts", 0, "root"), ("now", 3, "advmod"))
    files = write("a.conllu", one + RAIN), write("b.conllu", other + RAIN)
    for name in ("worst", "text:1"):
        done = accord("agree", *files, "--show", name, "--figure", tmp_path / "out.svg")
        assert (
            """text:1: a and b differ in 2 of 4 tokens, and 2 tokens are not the same
             a          b
1  The       ╭─> det    ╭─> det
2  fog/smog  ├─> nsubj  ├─> obj     <
3  lifts     ╰╌  root   ├╌  root
4  now                  ╰╌> advmod  <
< differs, and is drawn with broken lines
the cheapest edit changes 2 nodes:
  2 fog: nsubj becomes obj
  4 now: advmod comes
"""
            in done.out
        )
        assert ET.fromstring((tmp_path / "out.svg").read_text(encoding="utf-8")).tag.endswith("svg")


def test_phrases_dependencies_and_labels_are_not_scored_against_each_other(accord: Accord, write: Write) -> None:
    phrases, labels = write("a.ptb", "(S (NN Fog) (VBZ lifts))\n"), write("a.conll", "Fog O\nlifts O\n")
    trees = HARBOUR / "trees" / "ada.conllu"
    for prediction, held in ((phrases, "phrases"), (labels, "labels of tokens")):
        done = accord("score", prediction, "-r", trees)
        refusal = f"{prediction} holds {held}, and the reference {trees} dependencies"
        assert (done.code, done.err) == (2, f"accord: {refusal}\n")


def test_traces_of_one_side_only_are_said_to_be_that(accord: Accord, write: Write) -> None:
    bare = write("bare.mrg", "(S (VP (VB go) (NP (NN home))))\n" * 2)
    traced = write("traced.mrg", "(S (NP (-NONE- *)) (VP (VB go) (NP (NN home))))\n" * 2)
    done = accord("score", bare, "-r", traced)
    assert (done.code, "--no-traces leaves empty leaves out" in done.err) == (1, True)
    assert accord("score", bare, "-r", traced, "--no-traces").code == 0


def test_drawings_keep_what_joins_letters_and_cut_long_words(accord: Accord, write: Write, tmp_path: Path) -> None:
    long = sentence(("w" * 10_000, 2, "nsubj"), ("می\u200cخواهم", 0, "root"))
    one, other = write("a.conllu", FOG + long), write("b.conllu", FOG + long.replace("nsubj", "obj"))
    done = accord("agree", one, other, "--show", "worst", "--figure", tmp_path / "out.svg")
    assert "می\u200cخواهم" in done.out
    assert "w" * 61 not in done.out
    assert "می\u200cخواهم" in (tmp_path / "out.svg").read_text(encoding="utf-8")


def test_an_unknown_sentence_is_refused_before_anything_is_printed(accord: Accord) -> None:
    done = accord("agree", TREES, "--show", "d01-s60")
    assert (done.code, done.out) == (2, "")
    assert "did you mean d01-s06?" in done.err


def test_a_name_that_two_documents_use_is_told_apart_by_the_document(accord: Accord, write: Write) -> None:
    def two(first: str, second: str) -> str:
        return f"# newdoc id = d1\n# sent_id = s1\n{first}# newdoc id = d2\n# sent_id = s1\n{second}"

    longer = sentence(("It", 2, "nsubj"), ("rains", 0, "root"), ("again", 2, "advmod"), ("today", 2, "advmod"))
    one, other = write("a.conllu", two(longer, FOG)), write("b.conllu", two(RAIN, OTHER))
    drawn = "s1: a and b differ in 4 of 4 tokens, and 4 tokens are not the same"
    assert drawn in accord("agree", one, other, "--show", "worst").out
    done = accord("agree", one, other, "--show", "s1")
    assert (done.code, done.out) == (2, "")
    assert "there are 2 sentences s1: choose from d1/s1, d2/s1" in done.err
    assert "s1: a and b differ in 1 of 3 tokens" in accord("agree", one, other, "--show", "d2/s1").out
    assert drawn in accord("agree", one, other, "--show", "d1/s1").out


def test_pq_grams_may_be_counted_in_relation_to_the_trees(accord: Accord) -> None:
    payload = accord("agree", TREES, "--distance", "pq-gram", "--variant", "norm", "--json").json
    assert "|dist:pq-gram|variant:norm|" in payload["results"][0]["signature"]
    done = accord("agree", TREES, "--distance", "pq-gram", "--variant", "metric")
    assert (done.code, "unknown variant 'metric' of pq-gram: choose from plain, norm" in done.err) == (2, True)


def test_some_labels_may_cost_less_than_others(accord: Accord, write: Write) -> None:
    one, other = write("a.conllu", FOG + RAIN), write("b.conllu", OTHER + RAIN)
    costs = write("costs.csv", ",amod,compound\namod,0,0.5\ncompound,,0\n")
    cheaper = accord("agree", one, other, "--linear", "--costs", costs, "--json").json["results"][0]
    usual = accord("agree", one, other, "--linear", "--json").json["results"][0]
    assert cheaper["observed"] == usual["observed"] / 2
    assert "|costs:" in cheaper["signature"]
    assert "costs are for tree-edit" in accord("agree", one, other, "-d", "pq-gram", "--costs", costs).err
    assert "no two of their labels" in accord("agree", one, other, "--costs", write("x.csv", ",a\na,0\n")).err
    kept = accord("agree", one, other, "--costs", write("y.csv", ",amod\namod,1\n"))
    assert (kept.code, "it costs nothing to leave 'amod' as it is" in kept.err) == (2, True)


def test_without_two_trees_of_a_sentence_it_is_said_what_is_missing(accord: Accord, write: Write) -> None:
    def named(name: str) -> str:
        return f"# sent_id = {name}\n{FOG}"

    one, other = write("a.conllu", named("s1")), write("b.conllu", named("s2"))
    assert "no sentence was annotated by two annotators" in accord("agree", one, other).out


def test_parsers_are_scored_with_alpha(accord: Accord) -> None:
    payload = accord("score", TREES / "bram.conllu", "-r", TREES / "ada.conllu", "--json").json
    (run,) = payload["runs"]
    assert set(run["scores"]) == {"las", "uas", "clas", "mlas"}
    assert set(run["further"]) == {"upos"}
    assert run["scores"]["las"]["correct"] == 112
    assert run["alpha"]["value"] == pytest.approx(0.8950, abs=5e-5)


@pytest.mark.parametrize("verb", ["score", "compare"])
def test_whether_leaves_are_words_is_said_and_can_be_told(accord: Accord, write: Write, verb: str) -> None:
    files = [write(f"{name}.ptb", "(S (NP (NN fog)) (VP (VB lifts)))\n" * 2) for name in ("gold", "a", "b")]
    gold, *systems = files
    done = accord(verb, *systems, "-r", gold)
    assert (done.code, "brackets hold words" in done.err) == (0, True)
    told = accord(verb, *systems, "-r", gold, "--layout", "bare")
    assert (told.code, "brackets hold" in told.err) == (0, False)
    assert accord("check", gold, "--layout", "bare").code == 0
    assert accord("check", write("c.ptb", "(S (NP D N))"), "--layout", "words").code == 1


def test_alpha_is_the_same_when_scoring_and_when_measuring_agreement(accord: Accord, write: Write) -> None:
    one, other = write("a.conllu", (FOG + RAIN) * 300), write("b.conllu", (OTHER + RAIN) * 300)
    scored = accord("score", other, "-r", one, "--json").json["runs"][0]["alpha"]["value"]
    assert scored == accord("agree", one, other, "--json").json["results"][0]["value"]


def test_what_parsers_have_wrong_is_listed_and_counted(accord: Accord) -> None:
    files = (TREES / "bram.conllu", "-r", TREES / "ada.conllu")
    lines = accord("score", *files, "--errors", "-f", "csv").out.splitlines()
    assert lines[0] == "run,file,line,token,error,reference,predicted,text"
    assert lines[1].endswith("ada.conllu,12,,head and label,obl of send,nmod of bill,Hull")
    assert len(lines) == 13
    counts = accord("score", *files, "--error-counts", "--json").json["error_counts"]
    (forms,) = counts.values()
    assert forms[0] == {
        "count": 2,
        "error": "label",
        "reference": "amod of Pilot",
        "predicted": "compound of Pilot",
        "text": "Blind",
    }


def test_phrases_are_scored_by_brackets(accord: Accord) -> None:
    done = accord("score", PHRASES / "bram.ptb", "-r", PHRASES / "ada.ptb")
    assert "bracket F1" in done.out
    assert "precision" in done.out
    assert accord("score", PHRASES / "bram.ptb", "-r", PHRASES / "ada.ptb", "--fail-under", "0.99", "-q").code == 1


def test_other_tokens_than_the_reference_has_are_refused(accord: Accord, write: Write) -> None:
    gold, system = write("gold.conllu", FOG + RAIN), write("system.conllu", FOG + RAIN.replace("falls", "fell"))
    done = accord("score", system, "-r", gold)
    assert done.code == 1
    assert "system has 'fell' where gold has 'falls'" in done.err
    fewer = accord("score", write("fewer.conllu", FOG), "-r", gold)
    assert "fewer lacks 1 sentence that gold has" in fewer.err


def test_parsers_are_compared_over_sentences(accord: Accord, write: Write) -> None:
    gold, good = write("gold.conllu", (FOG + RAIN) * 20), write("good.conllu", (FOG + RAIN) * 20)
    poor = write("poor.conllu", (OTHER + RAIN) * 20)
    payload = accord("compare", good, poor, "-r", gold, "--json").json
    (pair,) = payload["comparisons"]
    assert payload["measure"] == "las"
    assert pair["difference"] == pytest.approx(0.2)
    assert pair["p"] < 0.01
    uas = accord("compare", good, poor, "-r", gold, "--measure", "uas", "--json").json
    assert uas["comparisons"][0]["difference"] == 0
    assert "Difference in LAS" in accord("compare", good, poor, "-r", gold).out
    assert accord("compare", good, poor, "-r", gold, "--measure", "bracket-f1").code == 2


def test_check_says_which_graph_is_no_tree_and_where_tokens_differ(accord: Accord, write: Write) -> None:
    round_ = sentence(("Thick", 2, "amod"), ("fog", 1, "nsubj"), ("lifts", 0, "root"))
    one, other = write("a.conllu", FOG * 3 + round_), write("b.conllu", FOG * 2 + FOG.replace("Thick", "Thin") + FOG)
    done = accord("check", one, other)
    assert done.code == 1
    assert "a.conllu:13:Thick: error: no tree: 1 Thick -> 2 fog -> 1 Thick is a cycle [cycle]" in done.out
    assert "b has 'Thin' where a has 'Thick'" in done.out


def test_check_says_that_most_sentences_have_other_tokens(accord: Accord, write: Write) -> None:
    done = accord("check", write("a.conllu", FOG + RAIN), write("b.conllu", FOG + RAIN.replace("falls", "fell")))
    (line,) = [line for line in done.out.splitlines() if "token-mismatch" in line]
    assert "warning: the tokens of 1 of 2 sentences differ between annotators" in line
    assert "the first: b has 'fell' where a has 'falls'" in line


def test_a_score_and_its_companion_in_agreement_have_one_interval(accord: Accord) -> None:
    agreed = accord("agree", TREES / "ada.conllu", TREES / "bram.conllu", "--non-trees", "author", "--json").json
    scored = accord("score", TREES / "bram.conllu", "-r", TREES / "ada.conllu", "--json").json
    las = next(each for each in agreed["results"] if each["coefficient"] == "las")
    for end in ("low", "high"):
        assert scored["runs"][0]["scores"]["las"]["interval"][end] == pytest.approx(las["interval"][end])


def test_a_sentence_with_a_missing_head_is_left_out_and_counted(accord: Accord, write: Write) -> None:
    whole, half = write("a.conllu", FOG * 2 + RAIN), write("b.conllu", FOG + OTHER + RAIN.replace("\t1\tdep", "\t_\t_"))
    done = accord("agree", whole, half)
    assert (done.code, "left out: 1 tree with tokens without a head" in done.out) == (0, True)
    assert "1 token without a head: 2 falls [missing-head]" in done.err
    assert (accord("check", half).code, accord("check", whole).code) == (1, 0)
    against = accord("score", whole, "-r", half)
    assert (against.code, "note: left out: 1 sentence of the reference with tokens without a head" in against.err) == (
        0,
        True,
    )
    las = accord("score", half, "-r", whole, "--json").json["runs"][0]["scores"]["las"]
    assert (las["correct"], las["reference"]) == (6, 8)


def test_scoring_says_which_graphs_are_kept_though_they_are_no_trees(accord: Accord, write: Write) -> None:
    round_ = sentence(("Thick", 2, "amod"), ("fog", 1, "nsubj"), ("lifts", 0, "root"))
    done = accord("score", write("b.conllu", FOG + round_), "-r", write("a.conllu", FOG * 2))
    assert "note: 1 graph that is no tree: scored token by token" in done.err


def test_check_warns_of_ids_that_are_irregular(accord: Accord, write: Write) -> None:
    name = "# sent_id = s1\n"
    gap = FOG.replace("3\tlifts", "4\tlifts").replace("\t3\tnsubj", "\t4\tnsubj")
    range_ = "1-5\tThickfog\t_\t_\t_\t_\t_\t_\t_\t_\n"
    done = accord("check", write("a.conllu", f"{name}{gap}{name}{range_}{FOG}"))
    assert done.code == 0
    assert "a.conllu:2:Thick: warning: the ids of the tokens are not 1 to 3 in their order [irregular-ids]" in done.out
    assert "a.conllu:8:Thick: warning: the range 1-5 covers ids that no token has [irregular-ids]" in done.out
    assert "a.conllu:8: warning: the name s1 stands at line 2 too [duplicate-sentence-id]" in done.out


def test_runs_of_one_parser_have_a_mean_and_a_deviation(accord: Accord, write: Write) -> None:
    gold = write("gold.conllu", FOG + RAIN)
    runs = [write(f"parser-{number}.conllu", first + RAIN) for number, first in enumerate((FOG, OTHER), 1)]
    done = accord("score", *runs, "-r", gold)
    assert "Over runs" in done.out
    assert re.search(r"\nLAS +\S*parser +2 +90.00 +14.14 +10.00 ", done.out)
    (system,) = accord("score", *runs, "-r", gold, "--json").json["over_runs"]
    assert system["system"].endswith("parser")
    assert system["scores"]["las"]["mean"] == 0.9
    assert "Over runs" not in accord("score", *runs, "-r", gold, "--by-file").out


def test_files_of_labels_are_scored_as_before(accord: Accord) -> None:
    done = accord("score", HARBOUR / "systems" / "lantern-1.conll", "-r", HARBOUR / "reference.conll", "--universal")
    assert "--universal is for trees" in done.err
    systems = [HARBOUR / "systems" / f"{name}-1.conll" for name in ("beacon", "lantern")]
    compared = accord("compare", *systems, "-r", HARBOUR / "reference.conll", "--repair", "begin", "--measure", "las")
    assert compared.code == 2
    assert "there is no measure 'las': choose from f1, precision" in compared.err


def test_a_merged_file_of_labels_has_no_trees_to_read(accord: Accord, write: Write) -> None:
    done = accord("score", write("merged.conll", "Ada\tB-PER\tB-PER\nsails\tO\tO\n"), "--universal")
    assert (done.code, done.out) == (2, "")
    assert "--universal is for trees, and labels of tokens are scored here" in done.err


def test_one_sentence_is_counted_as_one(accord: Accord, write: Write) -> None:
    done = accord("score", write("system.conllu", OTHER), "-r", write("gold.conllu", FOG))
    assert "\n1 sentence, 3 tokens; alpha" in done.out


def test_words_are_cut_by_the_room_they_take(accord: Accord, write: Write) -> None:
    wide = sentence(("港" * 40, 2, "nsubj"), ("lifts", 0, "root"))
    done = accord("agree", write("a.conllu", wide + FOG), write("b.conllu", wide.replace("nsubj", "obj") + FOG))
    assert f": {'港' * 24}…  " in done.out


def test_many_findings_do_not_bury_the_result(accord: Accord, tmp_path: Path) -> None:
    row = "1\tgoat\t_\t_\t_\t_\t{}\troot\t_\t_\n\n"
    (tmp_path / "ada.conllu").write_text(row.format("_") * 30 + row.format(0) * 2)
    (tmp_path / "bram.conllu").write_text(row.format(0) * 32)
    done = accord("agree", tmp_path / "ada.conllu", tmp_path / "bram.conllu")
    assert sum("missing-head" in line for line in done.err.splitlines()) == 10
    assert "and 20 more findings: accord check lists them all" in done.err


def test_content_words_are_told_by_relations_of_universal_dependencies(accord: Accord, write: Write) -> None:
    """Of other treebanks CLAS would count the few words whose relation happens to have such a name."""
    theirs = [FOG.replace("amod", "mod").replace("nsubj", "subj"), OTHER.replace("nsubj", "subj")]
    done = accord("score", write("a.conllu", theirs[1]), "-r", write("gold.conllu", theirs[0]))
    assert "CLAS" not in done.out
    assert "gold.conllu without relations of Universal Dependencies)" in done.err
    some = accord("score", write("b.conllu", FOG + RAIN.replace("dep", "dobj")), "-r", write("c.conllu", FOG + RAIN))
    assert "CLAS" in some.out
    assert "CLAS do not count 1 word whose relation is none of Universal Dependencies (dobj)" in some.err


@pytest.mark.parametrize("mark", ["", "# newdoc\n"])
def test_folders_with_files_of_the_same_names_are_sides(accord: Accord, tmp_path: Path, mark: str) -> None:
    """Each file is a document, whether or not it marks one; the reference is not taken for two annotators."""
    for side, first in (("gold", FOG), ("parser", OTHER)):
        (tmp_path / side).mkdir()
        for name, content in (("a", first), ("b", RAIN)):
            (tmp_path / side / f"{name}.conllu").write_text(mark + content, "utf-8")
    (run,) = accord("score", tmp_path / "parser", "-r", tmp_path / "gold", "--json").json["runs"]
    assert (run["scores"]["las"]["reference"], run["scores"]["las"]["correct"]) == (5, 4)
    by_document = accord("score", tmp_path / "parser", "-r", tmp_path / "gold", "--by-document").out
    assert re.findall(r"^([ab])(?:/doc1)?  ", by_document, re.MULTILINE) == ["a", "b"]
