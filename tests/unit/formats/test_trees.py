"""Trees in CoNLL-U, CoNLL-X and brackets, and what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.errors import NotApplicable, UsageError
from accord.formats.sniff import sniff
from accord.formats.source import Source
from accord.model import DependencyTree, PhraseTree, TokenLabels, Trees
from accord.verbs.check import check
from accord.verbs.describe import describe, text
from accord.verbs.read import read

if TYPE_CHECKING:
    from tests.unit.formats.conftest import Lay, Refused

UNIVERSAL = """\
# newdoc id = d1
# sent_id = s1
# text = Don't anchor
1-2	Don't	_	_	_	_	_	_	_	_
1	Do	do	AUX	_	_	3	aux	3:aux	_
2	n't	not	PART	_	_	3	advmod	3:advmod	_
2.1	you	you	PRON	_	_	_	_	3:nsubj	_
3	anchor	anchor	VERB	_	_	0	root	0:root	_

# newdoc id = d2
# sent_id = s2
1	Fog	fog	NOUN	_	_	0	root	0:root	_
"""
BLANKS = "1 Fog fog N N _ 2 nsubj _ _\n2 lifts lift V V _ 0 root _ _\n"


def trees(corpus_of: object) -> list[DependencyTree | PhraseTree]:
    corpus = read(corpus_of)
    return [tree for layer in corpus.annotations.values() if isinstance(layer, Trees) for tree in layer.trees]


def test_conllu_keeps_ranges_empty_nodes_comments_and_the_enhanced_column(lay: Lay) -> None:
    first, second = trees(lay({"ada.conllu": UNIVERSAL}))
    assert isinstance(first, DependencyTree)
    assert (first.id, first.words, first.heads, first.labels) == (
        "s1",
        ("Do", "n't", "anchor"),
        (3, 3, 0),
        ("aux", "advmod", "root"),
    )
    assert (first.lines, second.place) == ((5, 6, 8), ("ada.conllu", 12, None))
    assert first.rows == tuple(UNIVERSAL.partition("\n\n")[0].split("\n"))
    assert read("ada.conllu").annotations.keys() == {("d1", "ada"), ("d2", "ada")}


@pytest.mark.parametrize("name", ["a.conll", "a.conllx", "a.txt", "a.conllu"])
def test_conllx_may_be_divided_by_blanks_and_is_known_by_its_rows(lay: Lay, name: str) -> None:
    (tree,) = trees(lay({name: BLANKS}))
    assert tree.words == ("Fog", "lifts")


def test_chunk_labels_in_ten_columns_with_heads_stay_chunk_labels(lay: Lay) -> None:
    (name,) = lay({"a.conllu": BLANKS.replace("nsubj _ _", "nsubj _ B-PER").replace("root _ _", "root _ O")})
    (layer,) = read(name).annotations.values()
    assert isinstance(layer, TokenLabels)
    assert layer.labels == (("B-PER", "O"),)


@pytest.mark.parametrize("options", [{"label": 3}, {"token": 1}, {"format": "conll"}])
def test_who_asks_for_a_column_gets_it(lay: Lay, options: dict[str, object]) -> None:
    (name,) = lay({"a.conll": BLANKS})
    (layer,) = read(name, **options).annotations.values()  # type: ignore[arg-type]
    assert isinstance(layer, TokenLabels)


def test_a_tree_whose_heads_are_missing_is_one_to_be_finished(lay: Lay) -> None:
    (name,) = lay({"a.conllu": UNIVERSAL.replace("\t3\tadvmod", "\t_\t_").replace("\t3\taux", "\t_\t_")})
    first, _ = trees([name])
    assert isinstance(first, DependencyTree)
    assert (first.heads, first.structure) == ((-1, -1, 0), (-2, -2, -1))
    (finding,) = check(name)
    assert str(finding).startswith("a.conllu:5:Do: error: 2 tokens without a head: 1 Do, 2 n't [missing-head] (write")


def test_sentences_before_the_first_mark_are_a_document_of_their_own(lay: Lay) -> None:
    corpus = read(
        lay({"a.conllu": UNIVERSAL.removeprefix("# newdoc id = d1\n") + "\n" + UNIVERSAL.replace("d2", "d3")})
    )
    assert [document.id for document in corpus.documents] == ["doc1", "d2", "d1", "d3"]


def test_columns_without_a_single_head_are_labels(lay: Lay) -> None:
    (name,) = lay({"a.conllu": BLANKS.replace(" 2 ", " _ ").replace(" 0 ", " _ ")})
    (layer,) = read(name).annotations.values()
    assert isinstance(layer, TokenLabels)


ROOT = "1\t{}\t_\tX\t_\t_\t0\troot\t_\t_\n"


@pytest.mark.parametrize(
    "content",
    [
        ROOT.format("Fog"),
        "# text = Fog\n1-2\tFo-g\t_\t_\t_\t_\t_\t_\t_\t_\n" + ROOT.format("Fo") + "2\tg\n\n1\tand\n\n1\tso\n",
        ROOT.format("g" * 100_000) + "\n" + ROOT.format("Fog"),
    ],
    ids=["one row", "short rows", "a long word"],
)
def test_the_first_row_of_a_conllu_file_says_that_it_is_one(lay: Lay, content: str) -> None:
    assert sniff(Source(*lay({"a.conllu": content}))).format == "conllu"


def test_all_problems_of_rows_are_reported(refused: Refused) -> None:
    row = "{}\tw\t_\t_\t_\t_\t{}\tdep\t_\t_\n"
    rows = row.format(1, 0) + row.format("x", 1) + row.format(3, "y") + "4\tw\n" + row.format(5, 1)
    assert refused({"a.conllu": rows}, format="conllu") == [
        "a.conllu:2 error invalid-id",
        "a.conllu:3 error invalid-head",
        "a.conllu:4 error ragged-row",
    ]


def test_brackets_with_words_and_an_extra_outer_bracket(lay: Lay) -> None:
    (tree,) = trees(lay({"a.mrg": "( (S (NP-SBJ (NN Fog))\n     (VP (VBZ lifts))) )\n"}))
    assert isinstance(tree, PhraseTree)
    assert tree.words == ("Fog", "lifts")
    assert tree.labels == ("S", "NP-SBJ", "NN", "VP", "VBZ")
    assert tree.spans() == [(0, 2), (0, 1), (0, 1), (1, 2), (1, 2)]


def test_a_bracket_behind_a_backslash_is_part_of_a_word(lay: Lay) -> None:
    (tree,) = trees(lay({"a.ptb": r"(S (-LRB- \() (NN fog) (-RRB- \)))" + "\n"}))
    assert isinstance(tree, PhraseTree)
    assert (tree.labels, tree.words) == (("S", "-LRB-", "NN", "-RRB-"), (r"\(", "fog", r"\)"))


def test_a_word_that_is_a_backslash_does_not_keep_a_bracket_open(lay: Lay) -> None:
    (tree,) = trees(lay({"a.ptb": "(S (NN fog) (SYM \\))\n"}))
    assert isinstance(tree, PhraseTree)
    assert (tree.labels, tree.words) == (("S", "NN", "SYM"), ("fog", "\\"))


def test_no_leaf_is_lost_where_parts_of_speech_are_leaves(lay: Lay) -> None:
    (tree,) = trees(lay({"a.tree": "(S (NP P) (VP V (NP D N)))"}))
    assert tree.labels == ("S", "NP", "P", "VP", "V", "NP", "D", "N")
    assert len(tree) == 4


def test_whether_there_are_words_is_found_out_from_all_files(lay: Lay) -> None:
    files = {"1-ada.tree": "(S (NP P))", "1-bo.tree": "(S (NP P))", "2-ada.tree": "(S V N)", "2-bo.tree": "(S V N)"}
    corpus = read(lay(files))
    assert corpus.annotators == ("ada", "bo")
    assert all(isinstance(layer, Trees) and "\0" in layer.trees[0].words for layer in corpus.annotations.values())
    told = read(["1-ada.tree", "1-bo.tree"], layout="words")
    assert all(isinstance(layer, Trees) and layer.trees[0].words == ("P",) for layer in told.annotations.values())


def test_an_unclosed_tree_does_not_hide_the_problems_behind_it(refused: Refused) -> None:
    text = "(S (NP a)\n(S (NP b))\nword\n(S ())\n"
    assert refused({"a.ptb": text}) == [
        "a.ptb:1 error unbalanced-bracket",
        "a.ptb:3 error unbalanced-bracket",
        "a.ptb:4 error empty-bracket",
    ]


def test_brackets_have_documents_and_names_of_sentences(lay: Lay) -> None:
    (name,) = lay({"a.ptb": "# newdoc id = d1\n# sent_id = s1\n(S (N a))\n# newdoc id = d2\n(S (N b))\n"})
    corpus = read(name)
    assert [document.id for document in corpus.documents] == ["d1", "d2"]
    (layer, _) = corpus.annotations.values()
    assert isinstance(layer, Trees)
    assert layer.trees[0].id == "s1"


def test_a_file_without_document_marks_is_divided_like_the_others(lay: Lay) -> None:
    bare = "\n".join(line for line in UNIVERSAL.split("\n") if not line.startswith("# newdoc"))
    corpus = read(lay({"ada.conllu": UNIVERSAL, "bo.conllu": bare}))
    assert corpus.annotations.keys() == {("d1", "ada"), ("d2", "ada"), ("d1", "bo"), ("d2", "bo")}


def test_a_file_with_other_sentences_cannot_be_divided(refused: Refused) -> None:
    assert refused({"ada.conllu": UNIVERSAL, "bo.conllu": BLANKS}) == ["bo.conllu error missing-document-marks"]


def test_trees_and_labels_are_not_read_together(lay: Lay) -> None:
    with pytest.raises(UsageError, match="read the files apart"):
        read(lay({"a.conll": BLANKS, "b.conll": "Fog\tO\n\nlifts\tO\n"}))


def test_the_text_of_trees(lay: Lay) -> None:
    lay({"a.conllu": UNIVERSAL, "a.ptb": "(S (NN Fog) (VBZ lifts))"})
    assert list(text("a.conllu")) == ["Do n't anchor", "", "Fog"]
    assert list(text("a.ptb")) == ["Fog lifts"]


def test_labels_without_words_are_no_text(lay: Lay) -> None:
    lay({"a.tree": "(S (NP P) (VP V (NP D N)))"})
    with pytest.raises(NotApplicable, match="holds labels and no words, so it has no text"):
        list(text("a.tree"))
    (summary,) = describe("a.tree")
    assert summary.labels == {"P": 1, "V": 1, "D": 1, "N": 1}


def test_a_chain_of_two_thousand_brackets_is_read(lay: Lay) -> None:
    (tree,) = trees(lay({"a.tree": "(X " * 2_000 + "N" + ")" * 2_000}))
    assert len(tree.labels) == 2_000


@pytest.mark.parametrize("said", ["sent_id", "newdoc", "newdoc id", "newdoc id =", "sent_id ="])
@pytest.mark.parametrize("behind", ["", "x ="])
def test_a_comment_of_blanks_takes_no_time(lay: Lay, said: str, behind: str) -> None:
    """Fifty thousand blanks took hours where a pattern tried each division of them."""
    comment = f"# {said}{' ' * 50_000}{behind}\n"
    trees, tokens = lay({"t.ptb": f"{comment}(S (NN a))\n", "t.conll": f"{comment}a\tO\n"})
    assert [len(content.documents) for content in (read(trees), read(tokens))] == [1, 1]
