"""A parser that cuts a Spanish text itself, scored by hand; and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import accord
from accord.errors import ReadError, UsageError
from accord.scoring.counts import Counts

GOLD = """\
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\tir\tVERB\t_\tMood=Imp|Number=Plur\t0\troot\t_\t_
2\tnos\tnosotros\tPRON\t_\tCase=Acc|Number=Plur\t1\tobj\t_\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_
3\ta\ta\tADP\t_\t_\t5\tcase\t_\t_
4\tel\tel\tDET\t_\tDefinite=Def\t5\tdet\t_\t_
5\tmar\tmar\tNOUN\t_\tNumber=Sing\t1\tobl\t_\t_
6\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_

1\tYa\tya\tADV\t_\t_\t0\troot\t_\t_
2\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_

"""
SYSTEM = """\
1\tVámonos\tvamonos\tVERB\t_\tMood=Imp|Number=Plur\t0\troot\t_\t_
2-3\tal\t_\t_\t_\t_\t_\t_\t_\t_
2\tA\ta\tADP\t_\t_\t4\tcase\t_\t_
3\tel\tel\tDET\t_\tDefinite=Def\t4\tdet\t_\t_
4\tmar\tmar\tNOUN\t_\tNumber=Sing|Own=X\t1\tobl\t_\t_
5\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_
6\tYa\tYa\tADV\t_\t_\t1\tadvmod\t_\t_
7\t.\t.\tPUNCT\t_\t_\t6\tpunct\t_\t_

"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.conllu").write_text(GOLD, "utf-8")
    Path("system.conllu").write_text(SYSTEM, "utf-8")


def test_counts_by_hand() -> None:
    """The characters are ``Vámonosalmar.Ya.``, 16 of them.

    Tokens of the reference: Vámonos al mar . Ya . (6); of the parser the same. Sentences: the reference has 0-13 and
    13-16, the parser 0-16, so none is the same. Words: 8 of the reference; 7 of the parser. ``Vámonos`` is a multi-
    word token of the reference, whose words vamos and nos are not vámonos: nothing is aligned there. Within ``al`` the
    words a and el are A and el. So 6 are aligned: a el mar . Ya .

    UAS: a and el hang on mar on both sides; mar hangs on vamos, which is not aligned: wrong, and so is the first full
    stop. Ya is a root in the reference, not in the parser: wrong; the last full stop hangs on Ya: right. 3 of 8 and 7.
    LAS: the same 3. Content words are vamos, nos, mar, Ya (4) and vámonos, mar, Ya (3), of which none is right.
    UPOS: all 6 aligned; XPOS is used by nobody. UFeats: Own is no universal feature, so all 6. Lemmas: ya is not Ya: 5.
    """
    run = accord.score("gold.conllu", "system.conllu", align_words=True).run
    counted = {name: measure.counts for name, measure in {**run.scores, **run.further}.items()}
    assert counted == {
        "las": Counts(8, 7, 3),
        "uas": Counts(8, 7, 3),
        "clas": Counts(4, 3, 0),
        "mlas": Counts(4, 3, 0),
        "blex": Counts(4, 3, 0),
        "tokens": Counts(6, 6, 6),
        "sentences": Counts(2, 1, 0),
        "words": Counts(8, 7, 6),
        "upos": Counts(8, 7, 6),
        "ufeats": Counts(8, 7, 6),
        "alltags": Counts(8, 7, 6),
        "lemmas": Counts(8, 7, 5),
        "aligned-las": Counts(6, 6, 3),
        "aligned-uas": Counts(6, 6, 3),
        "aligned-clas": Counts(2, 2, 0),
        "aligned-mlas": Counts(2, 2, 0),
        "aligned-blex": Counts(2, 2, 0),
        "aligned-upos": Counts(6, 6, 6),
        "aligned-ufeats": Counts(6, 6, 6),
        "aligned-alltags": Counts(6, 6, 6),
        "aligned-lemmas": Counts(6, 6, 5),
    }
    assert run.sizes == {"segments": 1, "sentences": 2, "words": 8}
    assert run.labels["case"] == Counts(1, 1, 1)
    assert run.labels["obl"] == Counts(1, 1, 0)


def test_what_is_wrong_is_said_with_its_place() -> None:
    run = accord.score("gold.conllu", "system.conllu", align_words=True).run
    assert run.errors is not None
    said = [(each.kind, str(each.place), each.reference, each.predicted) for each in run.errors()]
    assert said == [
        ("head", "gold.conllu:7", "obl of Vamos", "obl of Vámonos"),
        ("head", "gold.conllu:8", "punct of Vamos", "punct of Vámonos"),
        ("head and label", "gold.conllu:10", "root", "advmod of Vámonos"),
        ("missed", "gold.conllu:2", "root", ""),
        ("missed", "gold.conllu:3", "obj of Vamos", ""),
        ("spurious", "system.conllu:1", "", "root"),
    ]


def test_function_words_that_hang_on_a_content_word_count_in_mlas() -> None:
    """``mar`` has case and det below it: with another tag of ``el``, MLAS loses it and CLAS does not."""
    Path("other.conllu").write_text(GOLD.replace("el\tDET", "el\tPRON"), "utf-8")
    run = accord.score("gold.conllu", "other.conllu").run
    assert run.measure("clas").counts == Counts(4, 4, 4)
    assert run.measure("mlas").counts == Counts(4, 4, 3)
    assert run.measure("upos").counts == Counts(8, 8, 7)
    assert run.measure("blex").value == 1


def test_a_lemma_that_the_reference_lacks_is_right() -> None:
    Path("bare.conllu").write_text(GOLD.replace("ir\tVERB", "_\tVERB"), "utf-8")
    assert accord.score("bare.conllu", "gold.conllu").run.measure("lemmas").value == 1
    assert accord.score("gold.conllu", "bare.conllu").run.measure("lemmas").counts == Counts(8, 8, 7)


def test_a_column_that_one_file_lacks_leaves_its_measures_out() -> None:
    for tag in ("VERB", "PRON", "ADP", "DET", "NOUN", "PUNCT", "ADV"):
        Path("bare.conllu").write_text(
            (Path("bare.conllu").read_text("utf-8") if Path("bare.conllu").exists() else GOLD).replace(
                f"\t{tag}\t", "\t_\t"
            ),
            "utf-8",
        )
    scores = accord.score("gold.conllu", "bare.conllu")
    assert set(scores.run.scores) == {"las", "uas", "clas", "blex"}
    assert set(scores.run.further) == {"ufeats", "lemmas"}
    (said,) = [each for each in scores.assumptions if each.startswith("left out")]
    assert said == ("left out: mlas, upos, alltags (bare.conllu without UPOS tags); xpos (no file has XPOS tags)")


def test_other_words_are_refused_with_the_option_that_scores_them() -> None:
    with pytest.raises(ReadError, match="align_words=True aligns words by the characters of the text"):
        accord.score("gold.conllu", "system.conllu")


def test_another_text_is_refused_with_the_place() -> None:
    Path("other.conllu").write_text(SYSTEM.replace("\tmar\t", "\tmal\t", 1), "utf-8")
    with pytest.raises(ReadError) as refusal:
        accord.score("gold.conllu", "other.conllu", align_words=True)
    assert "other.conllu:5:mal: error: other goes on with 'l.Ya.' where gold has 'r.Ya.' (gold.conllu:7:mar)" in str(
        refusal.value
    )


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("1-2\tVámonos", "1-9\tVámonos", "covers ids that no token has"),
        ("3-4\tal", "2-4\tal", "overlaps with another"),
        ("3-4\tal", "4-3\tal", "covers ids that no token has"),
        ("5\tmar", "5\t\u00a0", "a token has no character"),
    ],
)
def test_tokens_that_cannot_be_placed_are_refused(before: str, after: str, said: str) -> None:
    Path("odd.conllu").write_text(GOLD.replace(before, after), "utf-8")
    with pytest.raises(ReadError, match=said):
        accord.score("gold.conllu", "odd.conllu", align_words=True)


def test_phrases_are_not_aligned() -> None:
    Path("a.ptb").write_text("(S (NP (N Fog)) (V lifts))\n")
    Path("b.ptb").write_text("(S (NP (N Fog)) (V lifts))\n")
    with pytest.raises(UsageError, match="align_words=True is for dependencies, and these trees are phrases"):
        accord.score("a.ptb", "b.ptb", align_words=True)


def test_agreement_takes_no_option_of_scoring() -> None:
    with pytest.raises(UsageError, match="align_words is for scoring against a reference"):
        accord.agree(["gold.conllu", "system.conllu"], align_words=True)
    with pytest.raises(UsageError, match="align_words is for trees, and labels of tokens"):
        accord.score([["B-PER"]], [["O"]], align_words=True)


def test_a_text_without_marks_is_divided_where_the_same_text_ends() -> None:
    """The parser has one sentence more in the first document, and one less in the second."""
    first, second = GOLD.split("\n\n")[:2]
    marked = f"# newdoc id = a\n{first}\n\n# newdoc id = b\n{second}\n\n{second}\n\n"
    one = "\n".join(first.split("\n")[:3]), "\n".join(first.split("\n")[3:])
    moved = one[1].replace("3-4", "1-2")
    for old, new in (
        ("\n3\t", "\n1\t"),
        ("\n4\t", "\n2\t"),
        ("\n5\t", "\n3\t"),
        ("\n6\t", "\n4\t"),
        ("\t5\t", "\t3\t"),
    ):
        moved = moved.replace(old, new)
    joined = second + "\n" + second.replace("1\tYa", "3\tYa").replace("2\t.", "4\t.")
    Path("marked.conllu").write_text(marked, "utf-8")
    Path("plain.conllu").write_text(f"{one[0]}\n\n{moved}\n\n{joined}\n\n", "utf-8")
    run = accord.score("marked.conllu", "plain.conllu", align_words=True).run
    assert list(run.documents) == ["a", "b"]
    assert run.measure("words").value == 1
    assert run.measure("sentences").counts == Counts(3, 3, 0)


def test_crlf_and_spaces_in_words() -> None:
    Path("gold.conllu").write_bytes(GOLD.replace("\tmar\t", "\tm ar\t", 1).replace("\n", "\r\n").encode())
    run = accord.score("gold.conllu", "system.conllu", align_words=True).run
    assert run.measure("words").counts == Counts(8, 7, 6)
