"""White space around a label is no part of it, in whatever file it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from accord.encoding import encoding
from accord.formats import Columns
from accord.verbs.agree import agree
from accord.verbs.check import check, check_file
from accord.verbs.read import read
from accord.verbs.rewrite import repair
from accord.verbs.score import score

if TYPE_CHECKING:
    from accord.model import Corpus

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

PLAIN = "Ann\tB-PER\nBob\tB-PER\nleft\tO\n\n"


@pytest.mark.parametrize(
    "loose",
    [
        "Ann\tB-PER\nBob\tB-PER \nleft\tO\n\n",
        "Ann\tB-PER \nBob\tB-PER \nleft\tO \n\n",
        "Ann\t B-PER\nBob\tB-PER\u00a0\nleft\tO\n\n",
        "Ann B-PER\nBob B-PER\t\nleft O\n\n",
        "Ann B-PER\t\nBob B-PER\t\nleft O\t\n\n",
        "Ann B-PER \t \nBob\t B-PER\nleft O\n\n",
        '{"tokens": ["Ann", "Bob", "left"], "labels": ["B-PER", "B-PER ", " O"]}\n',
    ],
    ids=["tabs", "everywhere", "no-break", "tab behind blanks", "tabs behind blanks", "before", "JSON"],
)
def test_labels_score_the_same_with_and_without(lay: Lay, loose: str) -> None:
    reference, predicted = lay({"a.txt": PLAIN, "b.txt": loose})
    (run,) = score(reference, predicted).runs
    assert run.micro == (2, 2, 2)
    assert run.accuracy == 1
    assert list(run.types) == ["PER"]
    assert check_file(predicted).errors == 0


def test_lists_of_labels_too() -> None:
    assert score([["B-PER", "O"]], [["B-PER ", "O"]]).run.micro == (1, 1, 1)
    assert agree({"ada": [["B-PER", "O", "O"]], "bram": [["B-PER ", "O", "O"]]}, "alpha").value == 1


@pytest.mark.parametrize("label", ["B- PER", "B-\tPER"])
def test_white_space_in_front_of_a_type_is_no_type(label: str) -> None:
    assert encoding("BIO").parse(label) is None
    assert [finding.code for finding in check([[label]], encoding="BIO")] == ["invalid-label"]


@pytest.mark.parametrize(
    ("rows", "repaired"),
    [
        ("Ann O\nBob I-PER\t\nCal I-PER\n\n", "Ann O\nBob B-PER\nCal I-PER\n\n"),
        ("Ann\tO\nBob\tI-PER \nCal\tI-PER\n\n", "Ann\tO\nBob\tB-PER\nCal\tI-PER\n\n"),
    ],
)
def test_a_repair_does_not_write_it_out(lay: Lay, rows: str, repaired: str) -> None:
    (path,) = lay({"a.conll": rows})
    repair(path, "b.conll", method="begin", encoding="BIO")
    assert Path("b.conll").read_text() == repaired


TREE = "1\tFog\tfog\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n2\tlifts\tlift\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize(
    "loose",
    [
        TREE.replace("nsubj", "nsubj "),
        TREE.replace("NOUN", " NOUN").replace("fog", "fog "),
        TREE.replace("\t", " ").replace("_ _\n", "_ _\t\n"),
    ],
    ids=["relation", "tag and lemma", "a tab behind blanks"],
)
def test_columns_of_trees(lay: Lay, loose: str) -> None:
    ada, bram = (read(path) for path in lay({"ada.conllx": TREE, "bram.conllx": loose}))

    def held(corpus: Corpus, annotator: str) -> list[object]:
        trees = corpus.annotations[corpus.documents[0].id, annotator].trees  # type: ignore[attr-defined]
        return [(tree.words, tree.labels, tree.heads, tree.columns) for tree in trees]

    assert held(ada, "ada") == held(bram, "bram")


def test_items_and_tiers(lay: Lay) -> None:
    paths = lay({"a.jsonl": '{"item": "1", "labels": {"ada": "x", "bram": "x "}}\n'})
    corpus = read(paths)
    assert corpus.annotations["a", "ada"] == corpus.annotations["a", "bram"]


def test_a_tab_alone_behind_each_token_is_an_empty_label(lay: Lay) -> None:
    (path,) = lay({"a.conll": "Ann\t\nBob\t\n"})
    assert [finding.code for finding in check(path, columns=Columns(format="conll"))] == ["empty-label"] * 2
