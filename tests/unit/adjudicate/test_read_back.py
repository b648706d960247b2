"""A gold standard, read with the options of its sources, is what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import accord
from accord.campaign.gold import gold
from accord.errors import UsageError
from accord.formats import Columns
from accord.formats.output import encoded
from accord.formats.writer import writer_for
from accord.model import Corpus, Document, PhraseTree, TokenLabels, Trees
from accord.model.tree import NO_WORDS
from accord.verbs.read import Campaign
from tests.build import items_of

if TYPE_CHECKING:
    from pathlib import Path


def lay(folder: Path, texts: dict[str, str], file_encoding: str = "utf-8") -> Path:
    folder.mkdir()
    for who, text in texts.items():
        (folder / f"{who}.conll").write_bytes(text.encode(file_encoding))
    return folder


def labels_in(path: Path, columns: Columns) -> list[tuple[str, ...]]:
    layers = Campaign(None, columns).read([path]).annotations.values()
    return [row for layer in layers if isinstance(layer, TokenLabels) for row in layer.labels]


def test_in_the_label_column_that_was_named_with_all_else_as_it_was(tmp_path: Path) -> None:
    texts = {who: f"Al\t{tag}\tB-PER\nran\tVERB\tO\n" for who, tag in (("ada", "NOUN"), ("b", "PROPN"), ("c", "PROPN"))}
    told = Campaign(None, Columns(label=1))
    gold(lay(tmp_path / "a", texts), tmp_path / "gold.conll", undecided="majority", campaign=told)
    assert (tmp_path / "gold.conll").read_text() == texts["b"]
    assert labels_in(tmp_path / "gold.conll", told.columns) == [("PROPN", "VERB")]


def test_in_columns_called_by_the_names_in_the_first_row_though_its_sentence_is_left_out(tmp_path: Path) -> None:
    texts = {who: f"form\ttag\tner\nEve\tX\tB-{who}\n\nAl\tX\tB-PER\n" for who in ("A", "B")}
    told = Campaign(None, Columns("form", "ner"))
    gold(lay(tmp_path / "a", texts), tmp_path / "gold.conll", undecided="leave-out", campaign=told)
    assert labels_in(tmp_path / "gold.conll", told.columns) == [("B-PER",)]


@pytest.mark.parametrize(
    ("file_encoding", "codec", "mark"),
    [
        ("utf-8", "utf-8", ""),
        ("utf-8", "utf-8", "\ufeff"),
        ("utf-8-sig", "utf-8", "\ufeff"),
        ("utf-16", "utf-16-le", "\ufeff"),
        ("utf-16", "utf-16-be", "\ufeff"),
        ("utf-16-be", "utf-16-be", ""),
        ("utf-32", "utf-32-le", "\ufeff"),
        ("latin-1", "latin-1", ""),
    ],
)
def test_with_the_label_first_in_the_text_encoding_that_was_named(
    tmp_path: Path, file_encoding: str, codec: str, mark: str
) -> None:
    texts = {who: f"{mark}B-{type_}\tCafé\nO\tran\n" for who, type_ in (("ada", "PER"), ("b", "LÉC"), ("c", "LÉC"))}
    told = Campaign(None, Columns(1, 0, file_encoding))
    gold(lay(tmp_path / "a", texts, codec), tmp_path / "gold.conll", undecided="majority", campaign=told)
    assert (tmp_path / "gold.conll").read_bytes() == texts["b"].encode(codec)
    assert labels_in(tmp_path / "gold.conll", told.columns) == [("B-LÉC", "O")]


def test_in_plain_columns_where_those_of_the_sources_would_be_read_otherwise(tmp_path: Path) -> None:
    rows = "Al\tB-PER\tO\nran\tO\tO\n\nEva\tB-{0}\tseen\nmet\tO\tseen\nhim\tO\tseen\n"
    folder = lay(tmp_path / "a", {who: rows.format(who) for who in ("PER", "LOC")})
    gold(folder, tmp_path / "gold.conll", undecided="leave-out")
    assert labels_in(tmp_path / "gold.conll", Columns()) == [("B-PER", "O")]


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        (Columns(1, 0), "B-{0}\t{1}\n"),
        (Columns("3", "1"), "X\tB-{0}\tX\t{1}\n"),
        (Columns("form", "ner"), "# global.columns = form tag ner\n{1}\tX\tB-{0}\n"),
        (Columns("-1", "-2"), "X\tB-{0}\t{1}\n"),
        *((Columns(label=label), "{1}\tX\tB-{0}\n") for label in (2, -1, None)),
    ],
)
def test_in_the_columns_that_were_named_where_there_are_several_files_an_annotator(
    tmp_path: Path, columns: Columns, row: str
) -> None:
    for document, token in (("d1", "Al"), ("d2", "Eva")):
        for who, type_ in (("ada", "PER"), ("bram", "LOC"), ("chloe", "LOC")):
            (tmp_path / "a" / who).mkdir(parents=True, exist_ok=True)
            sentences = (
                row.format(type_, token),
                row.format(type_, token.upper()).split("\n", row.count("\n") - 1)[-1],
            )
            (tmp_path / "a" / who / f"{document}.conll").write_text("\n".join(sentences))
    gold(tmp_path / "a", tmp_path / "gold.conll", undecided="majority", campaign=Campaign(None, columns))
    read = Campaign(None, columns).read([tmp_path / "gold.conll"])
    assert {document.id: document.sentences for document in read.documents} == {
        "d1": (("Al",), ("AL",)),
        "d2": (("Eva",), ("EVA",)),
    }
    assert labels_in(tmp_path / "gold.conll", columns) == [("B-LOC",)] * 4
    assert ("# global.columns = " in (tmp_path / "gold.conll").read_text()) == ("global" in row)


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
@pytest.mark.parametrize("file_encoding", ["latin-1", "utf-16"])
def test_labels_of_items_in_the_text_encoding_that_was_named(tmp_path: Path, ending: str, file_encoding: str) -> None:
    (tmp_path / "t.csv").write_bytes("item,ada,bram\nä,né,né\nö,né,né\n".encode(file_encoding))
    told = Campaign(None, Columns(file_encoding=file_encoding))
    gold(tmp_path / "t.csv", tmp_path / f"gold.{ending}", campaign=told)
    read = accord.read(tmp_path / f"gold.{ending}", file_encoding=file_encoding)
    assert [row[1:] for row in items_of(read, "gold")] == [("ä", "né"), ("ö", "né")]


def test_what_the_text_encoding_cannot_hold_is_refused() -> None:
    with pytest.raises(UsageError, match="'日' cannot be written in latin-1"):
        list(encoded(["né", "日"], "latin-1"))


@pytest.mark.parametrize("ending", ["conll", "jsonl"])
@pytest.mark.parametrize("left_out", [set(), {1}, {2}, {3}, {1, 2}, {1, 3}, {2, 3}], ids=str)
def test_on_the_documents_without_a_name_that_it_was_made_from(tmp_path: Path, left_out: set[int], ending: str) -> None:
    texts = {
        who: "".join(
            f"-DOCSTART- O\n\n{word} B-{who if number in left_out else number}\nsincerely O\n\n"
            for number, word in enumerate(("Yours", "Yours", "Mine"), 1)
        )
        for who in ("ada", "bram")
    }
    folder, file = lay(tmp_path / "a", texts), tmp_path / f"gold.{ending}"
    gold(folder, file, undecided="leave-out")
    for paths in ([folder, file], [file, folder]):
        together = accord.read(paths)
        held = {document for document, who in together.annotations if who == "gold"}
        assert held == {f"doc{number}" for number in (1, 2, 3) if number not in left_out}
        said = together.annotations
        assert all(said[each, "gold"].labels == said[each, "ada"].labels for each in held)  # type: ignore[attr-defined]


def test_phrases_that_would_be_read_as_others_are_not_written() -> None:
    for labels, words in ((("S", "f(1)g", "B"), ("x", "y")), (("S", "", "B", "y"), (NO_WORDS, NO_WORDS))):
        tree = PhraseTree(labels, (-1, 0, 0) if len(labels) == 3 else (-1, 0, 0, 2), words)
        corpus = Corpus.of((Document("d"),), {("d", "gold"): Trees((tree,))})
        with pytest.raises(UsageError, match="would be read as another tree: in brackets, every phrase has a label"):
            writer_for(corpus).write(corpus, "gold")


def test_leaves_without_words_that_would_be_read_as_words_are_written_where_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for who in ("ada", "bram"):
        (tmp_path / "a" / f"{who}.ptb").write_text(f"(S (NP N) (VP V))\n({who} D N)\n")
    with pytest.raises(UsageError, match="would be read as words: read the files with layout='bare'"):
        gold(tmp_path / "a", tmp_path / "gold.ptb", undecided="leave-out")
    bare = Campaign(None, Columns(layout="bare"))
    gold(tmp_path / "a", tmp_path / "gold.ptb", undecided="leave-out", campaign=bare)
    (layer,) = bare.read([tmp_path / "gold.ptb"]).annotations.values()
    assert isinstance(layer, Trees)
    assert [tree.labels for tree in layer.trees if isinstance(tree, PhraseTree)] == [("S", "NP", "N", "VP", "V")]


def test_a_tree_of_one_leaf_without_a_word_keeps_its_brackets(tmp_path: Path) -> None:
    for who in ("ada", "bram"):
        (tmp_path / f"{who}.ptb").write_text("(N)\n(S D N)\n")
    gold([tmp_path / "ada.ptb", tmp_path / "bram.ptb"], tmp_path / "all.ptb")
    assert "\n(N)\n" in (tmp_path / "all.ptb").read_text()
