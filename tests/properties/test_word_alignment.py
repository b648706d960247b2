"""Parsers that cut the text themselves: every count against a slow version, and what must not change it."""

from __future__ import annotations

import io
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import accord
from accord.model import Corpus, DependencyTree, Document, Trees
from accord.model.tree import MultiwordToken
from accord.scoring.counts import Counts
from tests.oracle import words as oracle

RELATIONS = st.sampled_from(["nsubj", "obj", "case", "det", "punct", "root", "conj"])
ROW = st.fixed_dictionaries(
    {
        "deprel": RELATIONS,
        "upos": st.sampled_from(["NOUN", "ADP"]),
        "xpos": st.sampled_from(["N", "IN"]),
        "feats": st.sampled_from(["Number=Sing", "Case=Nom|Number=Sing", "Cxn=A|Number=Sing", "Cxn=A"]),
        "lemma": st.sampled_from(["ab", "b", "_"]),
    }
)
USED = {"form": "z", "head": 0, "deprel": "root", "upos": "NOUN", "xpos": "N", "feats": "Number=Sing", "lemma": "z"}
"""A word that makes every column one that is used, whatever else is drawn."""


@st.composite
def cut(draw: Any, text: str) -> list[list[oracle.Token]]:
    """A text cut into sentences, tokens and words; heads are any word of the sentence, or the root."""
    sentences: list[list[oracle.Token]] = [[("z", [USED])]]
    at = 0
    while at < len(text):
        sentence: list[oracle.Token] = []
        last = draw(st.integers(at + 1, len(text)))
        while at < last:
            end = draw(st.integers(at + 1, min(last, at + 3)))
            form, at = text[at:end], end
            forms = draw(
                st.one_of(st.just([form]), st.lists(st.sampled_from(["a", "b", "A", "ab"]), min_size=2, max_size=3))
            )
            sentence.append((form, [{**draw(ROW), "form": each} for each in forms]))
        several = [word for _, parts in sentence for word in parts]
        for number, word in enumerate(several, 1):
            word["head"] = draw(st.sampled_from([each for each in range(len(several) + 1) if each != number]))
        sentences.append(sentence)
    return sentences


@st.composite
def both_cut(draw: Any) -> list[list[list[oracle.Token]]]:
    text = draw(st.text("ab", min_size=1, max_size=10))
    return [draw(cut(text)), draw(cut(text))]


def trees(sentences: list[list[oracle.Token]]) -> list[DependencyTree]:
    """The same as accord reads it."""
    found = []
    for sentence in sentences:
        words = [word for _, parts in sentence for word in parts]
        ids = tuple(range(1, len(words) + 1))
        at, multiwords = 1, []
        for form, parts in sentence:
            if len(parts) > 1:
                multiwords.append(MultiwordToken(at, at + len(parts) - 1, form))
            at += len(parts)
        columns = {name: tuple(word[name] for word in words) for name in ("upos", "xpos", "feats", "lemma")}
        forms, labels = (tuple(word[name] for word in words) for name in ("form", "deprel"))
        heads = tuple(word["head"] for word in words)
        found.append(DependencyTree(forms, heads, labels, ids, columns=columns, multiwords=tuple(multiwords)))
    return found


def corpus(*documents: list[DependencyTree], name: str) -> Corpus:
    names = [f"d{number}" for number in range(len(documents))]
    held = {(each, name): Trees(tuple(of)) for each, of in zip(names, documents, strict=True)}
    return Corpus.of(tuple(map(Document, names)), held)


def scored(gold: list[list[oracle.Token]], system: list[list[oracle.Token]], **options: Any) -> Any:
    """What accord makes of one document."""
    sides = corpus(trees(gold), name="gold"), corpus(trees(system), name="system")
    return accord.score(*sides, align_words=True, **options).run


@given(both_cut())
def test_counts_are_those_of_the_definitions(both: list[list[list[oracle.Token]]]) -> None:
    run = scored(*both)
    expected = oracle.scores(*both)
    assert {name: tuple(run.measure(name).counts or ()) for name in expected} == expected
    assert sum(counts.correct for counts in run.labels.values()) == expected["las"][2]


@given(both_cut())
def test_instances_and_errors_add_up_to_las(both: list[list[list[oracle.Token]]]) -> None:
    run = scored(*both)
    rows = [Counts() for _ in range(len(run.headline.rows))]
    keys = set()
    for each in run.instances():
        rows[each.unit] = rows[each.unit].plus(each.counts)
        assert (each.unit, each.key) not in keys
        keys.add((each.unit, each.key))
    assert [tuple(row) for row in rows] == [tuple(row) for row in run.headline.rows.each().tolist()]
    errors = list(run.errors())
    aligned = [each for each in errors if each.kind in {"head", "label", "head and label"}]
    words = run.measure("words").counts
    assert len(aligned) == words.correct - run.headline.counts.correct
    assert len(errors) - len(aligned) == words.reference + words.predicted - 2 * words.correct


@given(both_cut())
def test_a_file_against_itself_is_right(both: list[list[list[oracle.Token]]]) -> None:
    run = scored(both[0], both[0])
    for name, measure in {**run.scores, **run.further}.items():
        assert measure.value == 1, name


@given(st.data())
def test_the_same_words_score_as_without_alignment(data: st.DataObject) -> None:
    gold = data.draw(cut("abbaab"))
    system = [[(form, [{**word, **data.draw(ROW)} for word in parts]) for form, parts in sentence] for sentence in gold]
    system[0] = gold[0]
    sides = corpus(trees(gold), name="gold"), corpus(trees(system), name="system")
    plain, aligned = accord.score(*sides).run, scored(gold, system)
    assert set(plain.scores) == {"las", "uas", "clas", "mlas", "blex"}
    for name, measure in {**plain.scores, **plain.further}.items():
        assert aligned.measure(name).counts == measure.counts
        assert aligned.measure(name).interval == measure.interval


@given(both_cut(), both_cut())
def test_documents_add_up(one: list[list[list[oracle.Token]]], other: list[list[list[oracle.Token]]]) -> None:
    gold = corpus(trees(one[0]), trees(other[0]), name="gold")
    system = corpus(trees(one[1]), trees(other[1]), name="system")
    run = accord.score(gold, system, align_words=True).run
    apart = [scored(*one), scored(*other)]
    for name in ("las", "mlas", "tokens", "sentences", "aligned-blex"):
        added = Counts(*map(sum, zip(*(each.measure(name).counts for each in apart), strict=True)))
        assert run.measure(name).counts == added
    assert run.documents == ["d0"] * len(apart[0].documents) + ["d1"] * len(apart[1].documents)


@given(both_cut(), st.data())
def test_another_system_changes_no_count(both: list[list[list[oracle.Token]]], data: st.DataObject) -> None:
    """It may have fewer borders, so that segments are longer."""
    other = data.draw(cut("".join(form for sentence in both[0][1:] for form, _ in sentence)))
    gold, one, two = (corpus(trees(each), name=name) for each, name in ((both[0], "g"), (both[1], "s"), (other, "t")))
    together = accord.score(gold, {"one": one, "two": two}, align_words=True).runs[0]
    alone = accord.score(gold, one, align_words=True).run
    for name, measure in {**alone.scores, **alone.further}.items():
        assert together.measure(name).counts == measure.counts


def conllu(sentences: list[DependencyTree]) -> str:
    """Trees as the peer reads them."""
    text = ""
    for tree in sentences:
        starts = {each.first: each for each in tree.multiwords}
        for number, word in enumerate(tree.words, 1):
            if each := starts.get(number):
                text += f"{each.first}-{each.last}\t{each.form}" + "\t_" * 8 + "\n"
            upos, xpos, feats, lemma = (tree.columns[name][number - 1] for name in ("upos", "xpos", "feats", "lemma"))
            head, label = tree.heads[number - 1], tree.labels[number - 1]
            text += f"{number}\t{word}\t{lemma}\t{upos}\t{xpos}\t{feats}\t{head}\t{label}\t_\t_\n"
        text += "\n"
    return text


def chained(sentences: list[list[oracle.Token]]) -> list[list[oracle.Token]]:
    """The same with heads that make a tree with one root, for the peer refuses all others."""
    for sentence in sentences:
        words = [word for _, parts in sentence for word in parts]
        for number, word in enumerate(words):
            word["head"] = min(word["head"], number)
            word["head"] = max(word["head"], 1) if number else 0
    return sentences


def runs_over(one: list[list[oracle.Token]], other: list[list[oracle.Token]]) -> bool:
    """Whether a token that the other side cuts stands right before a multi-word token.

    Then the script of the shared task aligns words of the multi-word token with the other side's pieces of the token
    before, if they are spelled alike, for it skips but one of these; its own description says that words are aligned
    that lie within the same stretch of multi-word tokens.
    """
    (words, _, _), (_, others, _) = oracle.laid_out(one), oracle.laid_out(other)
    for before, after in pairwise(words):
        if after["several"] and not before["several"]:
            start, end = before["span"]
            if sum(start <= each < end for each, _ in others) > 1:
                return True
    return False


@pytest.mark.peer
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(both_cut())
def test_counts_are_those_of_the_shared_task(both: list[list[list[oracle.Token]]]) -> None:
    peer = pytest.importorskip("conll18_ud_eval", reason="conll18_ud_eval.py of the CoNLL 2018 shared task is not here")
    sides = [trees(chained(each)) for each in both]
    assume(not runs_over(*both) and not runs_over(*reversed(both)))
    theirs = peer.evaluate(*(peer.load_conllu(io.StringIO(conllu(each))) for each in sides))
    run = scored(*both, universal=True)
    names = {"ufeats": "UFeats", "alltags": "AllTags", "tokens": "Tokens", "sentences": "Sentences", "words": "Words"}
    for name in (
        "tokens",
        "sentences",
        "words",
        "upos",
        "xpos",
        "ufeats",
        "alltags",
        "lemmas",
        "uas",
        "las",
        "clas",
        "mlas",
        "blex",
    ):
        found = theirs[names.get(name, "Lemmas" if name == "lemmas" else name.upper())]
        counts = run.measure(name).counts
        assert (counts.reference, counts.predicted, counts.correct) == (
            found.gold_total,
            found.system_total,
            found.correct,
        )
