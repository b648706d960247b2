"""The same annotator, the same item, more than once: what counts, and what is said."""

from __future__ import annotations

import json
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord import agree, convert, read
from accord.errors import ReadError, UsageError
from accord.formats import Columns
from accord.formats.repeats import GivenLabel, RepeatedItem
from accord.model import ItemLabels, Place, Spans, TokenLabels, Trees, Units
from accord.verbs.convert import Converted

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.formats.conftest import Lay

POLICIES = ("first", "last", "majority", "keep")
HEAD = "item,annotator,label\n"
TWICE = HEAD + "1,ada,x\n2,ada,y\n1,bram,x\n2,bram,x\n1,ada,y\n1,ada,x\n2,bram,x\n1,bram,y\n"


def labels_by(corpus: accord.Corpus, who: str) -> dict[str, str]:
    (layer,) = (each for (_, name), each in corpus.annotations.items() if name == who)
    assert isinstance(layer, ItemLabels)
    return dict(layer.labels)


def refusal(path: Any, **options: Any) -> str:
    with pytest.raises(ReadError) as refused:
        read(path, **options)
    assert len(refused.value.findings) == 1
    return str(refused.value.findings[0])


def test_the_same_label_again_is_counted_once(lay: Lay) -> None:
    corpus = read(lay({"a.csv": HEAD + "1,ada,x\n1,bram,y\n1,ada,x\n"}))
    assert labels_by(corpus, "ada") == {"1": "x"}
    (said,) = corpus.findings
    assert str(said) == (
        "a.csv:4: warning: ada's label of item '1' stands here again, the same as at line 2 [duplicate-label] "
        "(each counts once)"
    )
    assert corpus.layer.choices == {}


def test_labels_that_contradict_are_refused_in_one_sentence(lay: Lay) -> None:
    said = refusal(lay({"a.csv": TWICE}))
    assert said == (
        "a.csv:6: error: ada's label of item '1' is 'y' here and 'x' at line 2; 4 of 8 labels (50.00 %) are repeated, "
        "by 2 annotators; 2 contradict (next: a.csv:9) [duplicate-label] "
        "(correct it, or say which counts: repeats='first', last, majority or keep)"
    )
    assert refusal(["a.csv"], repeats="error") == said


def test_a_few_of_many_are_named(lay: Lay) -> None:
    rows = "".join(f"{item},ada,x\n" for item in range(1_000))
    again = "".join(f"{item},ada,y\n" for item in range(9))
    said = refusal(lay({"a.csv": HEAD + rows + again}))
    assert "9 of 1,009 labels (0.89 %) are repeated, by 1 annotator; 9 contradict" in said
    assert "(next: a.csv:1003, a.csv:1004, a.csv:1005, a.csv:1006, and 4 more)" in said


@pytest.mark.parametrize(
    ("policy", "ada", "bram"),
    [
        ("first", {"1": "x", "2": "y"}, {"1": "x", "2": "x"}),
        ("last", {"1": "x", "2": "y"}, {"1": "y", "2": "x"}),
        ("majority", {"1": "x", "2": "y"}, {"2": "x"}),
        ("keep", {"1": "x", "2": "y"}, {"1": "x", "2": "x"}),
    ],
)
def test_the_policy_says_which_counts(lay: Lay, policy: str, ada: dict[str, str], bram: dict[str, str]) -> None:
    corpus = read(lay({"a.csv": TWICE}), repeats=policy)
    assert (labels_by(corpus, "ada"), labels_by(corpus, "bram")) == (ada, bram)
    (said,) = (line for line in corpus.assumptions if "repeated" in line)
    assert "4 of 8 labels (50.00 %) are repeated, by 2 annotators; 2 contradict (first at a.csv:6)" in said
    assert said.endswith(f"(repeats={policy!r})")
    assert ("1 item with a tie counts as not annotated" in said) == (policy == "majority")
    assert corpus.findings == ()
    assert f"|repeats:{policy}|" in str(agree(corpus, "alpha").result.signature)


def test_places_are_those_of_the_labels_that_count(lay: Lay) -> None:
    lay({"1/ada.csv": "item,label\n1,x\n2,y\n", "2/ada.csv": "item,label\n2,z\n1,z\n1,x\n"})
    corpus = read("1/ada.csv", "2/ada.csv", annotators_by="{annotator}", repeats="last")
    (layer,) = corpus.annotations.values()
    assert isinstance(layer, ItemLabels)
    assert layer.labels == {"1": "x", "2": "z"}
    assert layer.place("1") is layer.place("2") is None  # they stand in another file than the first
    again = read("2/ada.csv", annotators_by="{annotator}", repeats="last").annotations
    assert [each.place("1") for each in again.values() if isinstance(each, ItemLabels)] == [Place("2/ada.csv", 4)]


def test_an_item_of_the_second_file_may_be_repeated_in_a_third(lay: Lay) -> None:
    lay({f"{name}/ada.csv": f"item,label\n{item},x\n" for name, item in [("a", 1), ("b", 2), ("c", 2)]})
    corpus = read("a", "b", "c", annotators_by="{annotator}")
    assert [str(each.place) for each in corpus.findings] == ["c/ada.csv:2"]
    assert labels_by(corpus, "ada") == {"1": "x", "2": "x"}


def test_repetitions_are_kept_and_count_for_nobody_else(lay: Lay) -> None:
    corpus = read(lay({"a.csv": TWICE}), repeats="keep")
    held = {who: each.repeats for (_, who), each in corpus.annotations.items() if isinstance(each, ItemLabels)}
    assert held == {"ada": {"1": ("y", "x")}, "bram": {"2": ("x",), "1": ("y",)}}
    assert corpus.annotators == ("ada", "bram")
    first = read(["a.csv"], repeats="first")
    assert agree(corpus, "alpha").value == agree(first, "alpha").value


def test_repetitions_that_a_format_has_no_place_for_are_said(lay: Lay) -> None:
    made = convert(read(lay({"a.csv": TWICE}), repeats="keep"), "out.csv", "table")
    assert isinstance(made, Converted)
    assert made.lost == ("4 repeated labels",)


def test_nothing_changes_where_nothing_is_repeated(lay: Lay) -> None:
    paths = lay({"a.csv": HEAD + "1,ada,x\n1,bram,y\n"})
    plain = read(paths)
    for policy in POLICIES:
        assert read(paths, repeats=policy) == plain


def test_numbers_that_are_the_same_do_not_contradict(lay: Lay) -> None:
    corpus = read(lay({"a.csv": HEAD + "1,ada,3\n1,bram,4\n1,ada,3.0\n"}))
    assert labels_by(corpus, "ada") == {"1": "3"}
    assert [str(each.severity) for each in corpus.findings] == ["warning"]


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(UsageError, match=r"'newest' to count repeated labels: choose from error, first, last"):
        Columns(repeats="newest")


def test_data_in_hand_have_the_same_policies() -> None:
    records = [{"item": item, "annotator": who, "label": label} for item, who, label in [(1, "a", "x"), (1, "b", "x")]]
    records.append({"item": 1, "annotator": "a", "label": "y"})
    assert labels_by(read(records, repeats="last"), "a") == {"1": "y"}
    with pytest.raises(ReadError, match="repeats='first'"):
        read(records)


rows_of_one = st.lists(st.tuples(st.sampled_from("12"), st.sampled_from("xyz")), min_size=1, max_size=5)


@given(rows=rows_of_one)
def test_a_majority_does_not_know_the_order_of_rows(rows: list[tuple[str, str]]) -> None:
    def chosen(order: tuple[tuple[str, str], ...]) -> dict[str, str | None]:
        held: dict[str, list[GivenLabel]] = {}
        for line, (item, label) in enumerate(order):
            held.setdefault(item, []).append(GivenLabel(label, Place("a", line)))
        found = {item: RepeatedItem(item, "ada", labels).chosen("majority") for item, labels in held.items()}
        return {item: each and each.label for item, each in found.items()}

    assert all(chosen(order) == chosen(tuple(rows)) for order in permutations(rows))


# --- documents -------------------------------------------------------------------------------------------------------


def spans(document: str, who: str, *found: tuple[int, int, str]) -> str:
    marked = [{"start": start, "end": end, "label": label} for start, end, label in found]
    text = "Ann met Bo in Rome"
    return json.dumps({"document": document, "annotator": who, "text": text, "spans": marked}) + "\n"


DOCUMENTS = {
    "a.jsonl": "".join(
        (spans("d", "ada", (0, 3, "P")), spans("d", "bram", (0, 3, "P")), spans("d", "ada", (8, 10, "Q")))
    )
}


@pytest.mark.parametrize(("policy", "type_"), [("first", "P"), ("last", "Q")])
def test_a_document_that_stands_twice(lay: Lay, policy: str, type_: str) -> None:
    corpus = read(lay(DOCUMENTS), repeats=policy)
    (layer,) = (each for (_, who), each in corpus.annotations.items() if who == "ada")
    assert isinstance(layer, Spans)
    assert [each.type for each in layer.spans] == [type_]
    said = f"1 document again by the same annotator (first at a.jsonl:3): the {policy} of each counts"
    assert any(line.startswith(said) for line in corpus.assumptions)
    assert corpus.layer.choices == {"repeats": policy}


@pytest.mark.parametrize("policy", ["majority", "keep"])
def test_no_votes_are_counted_over_documents(lay: Lay, policy: str) -> None:
    with pytest.raises(UsageError, match=f"'{policy}' is for labels of items, .* say repeats='first'"):
        read(lay(DOCUMENTS), repeats=policy)


def test_without_a_policy_the_option_is_named(lay: Lay) -> None:
    assert "or say which counts: repeats='first' or last" in refusal(lay(DOCUMENTS))


def test_tokens_of_a_document_twice(lay: Lay) -> None:
    text = "# newdoc id = d\nAnn\tB-P\nmet\tO\n\n"
    lay({"1/ada.conll": text, "2/ada.conll": text.replace("B-P", "O")})
    found = {}
    for policy in ("first", "last"):
        corpus = read("1/ada.conll", "2/ada.conll", annotators_by="{annotator}", repeats=policy)
        (layer,) = corpus.annotations.values()
        assert isinstance(layer, TokenLabels)
        found[policy] = layer.labels
    assert found == {"first": (("B-P", "O"),), "last": (("O", "O"),)}


def test_trees_of_a_document_twice(lay: Lay) -> None:
    lay({"1/ada.mrg": "(S (A a) (B b))\n", "2/ada.mrg": "(S (A a) (C b))\n"})
    found = {}
    for policy in ("first", "last"):
        corpus = read("1/ada.mrg", "2/ada.mrg", annotators_by="{annotator}", repeats=policy)
        (layer,) = corpus.annotations.values()
        assert isinstance(layer, Trees)
        found[policy] = layer.trees[0].labels
        assert corpus.layer.choices == {"repeats": policy}
    assert found["first"] != found["last"]


def test_units_of_a_continuum_twice(lay: Lay) -> None:
    head = "document,category,start,end\n"
    lay({"1/ada.csv": head + "d,x,0,1\n", "2/ada.csv": head + "d,y,0,1\n"})
    found = {}
    for policy in ("first", "last"):
        corpus = read("1/ada.csv", "2/ada.csv", annotators_by="{annotator}", repeats=policy)
        (layer,) = corpus.annotations.values()
        assert isinstance(layer, Units)
        found[policy] = [unit.category for unit in layer.units]
    assert found == {"first": ["x"], "last": ["y"]}


def test_a_tool_may_mean_one_of_them(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    from accord.formats import content

    whole: Callable[..., None] = content.Content.answer

    def answer(self: content.Content, *args: Any, **named: Any) -> None:
        self.repeats = "last"
        whole(self, *args, **named)

    monkeypatch.setattr(content.Content, "answer", answer)
    paths = lay({"a.csv": TWICE})
    assert labels_by(read(paths), "bram") == {"1": "y", "2": "x"}
    assert labels_by(read(paths, repeats="first"), "bram") == {"1": "x", "2": "x"}


NUMBERED = [f"{number % 10},{number // 10},{'xy'[number % 2]},{'xyy'[number % 3]}" for number in range(30)]


@pytest.mark.parametrize("layout", ["wide", "long"])
def test_items_that_are_numbered_anew_are_told_by_another_column(lay: Lay, layout: str) -> None:
    """Counting the first of each would hold labels of different items against each other."""
    long = [f"{item},{part},{who},{label}" for row in NUMBERED for item, part, *labels in [row.split(",")]
            for who, label in zip(("ada", "bram"), labels, strict=True)]  # fmt: skip
    rows = ["id,chapter,ada,bram", *NUMBERED] if layout == "wide" else ["id,chapter,annotator,label", *long]
    path = lay({"a.csv": "\n".join(rows)})
    with pytest.raises(ReadError) as refused:
        read(path)
    said = [str(finding) for finding in refused.value.findings]
    assert any("under the same 'chapter'" in each and "document='chapter'" in each for each in said)
    assert len(read(path, document="chapter").documents) == 3


def test_repetitions_are_no_other_items(lay: Lay) -> None:
    rows = [f"{item},{run},{who},{'xy'[run % 2]}" for item in range(4) for run in range(3) for who in ("ada", "bram")]
    with pytest.raises(ReadError) as refused:
        read(lay({"a.csv": "\n".join(["id,run,annotator,label", *rows])}))
    assert "renumbered" not in str(refused.value)
    assert len(refused.value.findings) == 1


def test_a_row_where_several_contradict_is_named_once(lay: Lay) -> None:
    path = lay({"a.csv": "item,ada,bram\n1,x,y\n2,x,y\n1,y,x\n3,x,x\n2,y,x\n"})
    with pytest.raises(ReadError, match=r"4 contradict \(next: \S*a\.csv:6\)"):
        read(path)
