"""The layers of CoNLL-U: trees, and tags, lemmas and features beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.campaign.gold import gold as gold_of
from accord.errors import UsageError
from accord.kinds.trees.study import study_trees
from accord.learn.aggregate.reference import Accuracy
from accord.model import Document, TokenLabels
from accord.verbs.aggregate import aggregate
from accord.verbs.agree import agree
from accord.verbs.check import check
from accord.verbs.disagreement import disagreement
from accord.verbs.read import read
from tests.unit.formats.conftest import brief

if TYPE_CHECKING:
    from accord.model import Corpus
    from tests.unit.formats.conftest import Lay

ADA = """\
# newdoc id = d1
# sent_id = s1
1-2	Don't	_	_	_	_	_	_	_	_
1	Do	do	AUX	VB	Mood=Imp	3	aux	_	_
2	n't	not	PART	RB	_	3	advmod	_	_
2.1	you	you	PRON	_	_	_	_	3:nsubj	_
3	anchor	anchor	VERB	_	_	0	root	_	_

# sent_id = s2
1	Fog	fog	NOUN	_	Number=Sing	0	root	_	_
"""
BO = ADA.replace("NOUN", "_").replace("\tRB\t", "\t_\t").replace("\tVB\t", "\t_\t").replace("AUX", "VERB")


def labels(corpus: Corpus, layer: str, annotator: str = "ada") -> TokenLabels:
    found = corpus.select(layer).annotations["d1", annotator]
    assert isinstance(found, TokenLabels)
    return found


def test_a_file_gives_its_trees_first_and_a_layer_for_each_column_that_is_used(lay: Lay) -> None:
    corpus = read(lay({"ada.conllu": ADA, "bo.conllu": BO}))
    assert {layer.name: layer.kind for layer in corpus.layers.values()} == {
        "deps": "trees",
        "upos": "labels",
        "xpos": "labels",
        "lemma": "labels",
        "feats": "labels",
    }
    assert corpus.layer.name == "deps"
    assert corpus.documents == (Document("d1", (("Do", "n't", "anchor"), ("Fog",))),)
    assert labels(corpus, "upos").labels == (("AUX", "PART", "VERB"), ("NOUN",))
    assert labels(corpus, "lemma").labels == (("do", "not", "anchor"), ("fog",))
    assert labels(corpus, "feats").labels == (("Mood=Imp", "_", "_"), ("Number=Sing",))
    assert corpus.select("xpos").annotators == ("ada",)  # bo fills in nothing there


def test_labels_stand_on_the_lines_of_their_tokens(lay: Lay) -> None:
    upos = labels(read(lay({"ada.conllu": ADA})), "upos")
    places = [upos.place(*token) for token in ((0, 0), (0, 1), (0, 2), (1, 0))]
    assert [str(place) for place in places] == [f"ada.conllu:{line}" for line in (4, 5, 7, 10)]


def test_what_is_used_and_what_can_be_chosen_is_said_unless_it_was_chosen(lay: Lay) -> None:
    files = lay({"ada.conllu": ADA})
    said = "the layer deps is looked at; upos, xpos, lemma, feats can be chosen (layer=)"
    assert said in read(files).assumptions
    assert said not in read(files, layer="upos").assumptions
    assert read(files, layer="upos").annotations == read(files).select("upos").annotations


def test_without_other_columns_there_are_trees_alone(lay: Lay) -> None:
    corpus = read(lay({"a.conllu": "1\tFog\t_\t_\t_\t_\t0\troot\t_\t_\n"}))
    assert list(corpus.layers) == ["deps"]
    assert not [line for line in corpus.assumptions if "layer=" in line]


def test_blank_divided_columns_give_the_same_layers(lay: Lay) -> None:
    corpus = read(lay({"a.conllx": "1 Fog fog N NN _ 2 nsubj _ _\n2 lifts lift V VBZ _ 0 root _ _\n"}))
    assert list(corpus.layers) == ["deps", "upos", "xpos", "lemma"]
    assert corpus.select("xpos").annotations["a", "a"].labels == (("NN", "VBZ"),)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "content"), [("a.csv", "item,ada,bo\n1,x,y\n"), ("a.ptb", "(S (N Fog))")])
def test_other_formats_have_one_layer_without_a_name(lay: Lay, name: str, content: str) -> None:
    files = lay({name: content})
    assert list(read(files).layers) == [""]
    with pytest.raises(UsageError, match="there is no layer 'upos': there is one layer, without a name"):
        read(files, layer="upos")


def test_an_empty_tag_is_no_answer_but_no_features_are_one(lay: Lay) -> None:
    corpus = read(lay({"ada.conllu": ADA, "bo.conllu": BO}))
    tags, features = (agree(corpus.select(layer), "observed") for layer in ("upos", "feats"))
    assert tags.result.value == pytest.approx(2 / 3)  # Do differs, n't and anchor do not, and of Fog bo says nothing
    assert features.result.value == 1
    assert "items:3" in str(tags.result.signature)
    assert "items:4" in str(features.result.signature)


def test_sentences_that_somebody_lacks_or_cuts_otherwise_do_not_count(lay: Lay) -> None:
    shorter, other = ADA.partition("# sent_id = s2")[0], ADA.replace("\tFog\t", "\tMist\t")
    corpus = read(lay({"ada.conllu": ADA, "bo.conllu": shorter, "cy.conllu": other}))
    for layer, missing in (("upos", "_"), ("feats", "not-annotated")):
        assert labels(corpus, layer, "bo").labels[1] == (missing,)
        assert labels(corpus, layer, "cy").labels[1] == (missing,)
        assert labels(corpus, layer, "cy").place(1, 0) == ("cy.conllu", None, None)
    assert "items:3" in str(agree(corpus.select("feats"), "alpha").result.signature)
    assert not corpus.findings
    (finding,) = corpus.select("upos").findings
    assert brief(finding) == "cy.conllu:10 warning token-mismatch"
    assert "cy has other tokens in 1 sentence than most have" in str(finding)


def test_sentences_are_the_same_as_those_of_the_trees(lay: Lay) -> None:
    first, second = ADA.split("\n\n")
    turned = f"# newdoc id = d1\n{second}\n{first.removeprefix('# newdoc id = d1')}\n"
    corpus = read(lay({"ada.conllu": ADA, "bo.conllu": turned}))
    (document,) = corpus.documents
    assert [tuple(sentence.trees["bo"].words) for sentence in study_trees(corpus).sentences] == [*document.sentences]
    assert labels(corpus, "upos", "bo").labels == labels(corpus, "upos", "ada").labels


def test_a_layer_can_be_checked(lay: Lay) -> None:
    lay({"ada.conllu": ADA.replace("AUX", "B-X").replace("PART", "I-Y").replace("VERB", "O").replace("NOUN", "O")})
    assert check(read("ada.conllu")) == []
    (finding,) = check(read("ada.conllu", layer="upos"), encoding="BIO")
    assert brief(finding) == "ada.conllu:4 error invalid-transition"


def test_verbs_take_a_layer(lay: Lay) -> None:
    files = lay({"ada.conllu": ADA, "bo.conllu": BO})
    assert agree(files, "observed", layer="upos").result.value == pytest.approx(2 / 3)
    assert disagreement(files, layer="lemma").f1() == dict.fromkeys(("anchor", "do", "fog", "not"), 1.0)
    made = aggregate(files, "majority", layer="upos", interval=None, reference="ada.conllu")
    assert made.label[1:] == ("PART", "VERB", "NOUN")
    accuracy, _ = made.against
    assert isinstance(accuracy, Accuracy)
    assert (accuracy.right, accuracy.compared) == (3 + (made.label[0] == "AUX"), 4)
    made = aggregate(files, "majority", layer="upos", interval=None, reference="bo.conllu")
    assert [each.compared for each in made.against if isinstance(each, Accuracy)] == [3, 3]  # bo has no tag of Fog
    with pytest.raises(UsageError, match="layer: files and corpora have layers, and these are labels"):
        agree({"ada": ["x"], "bo": ["y"]}, layer="upos")


def test_what_nobody_answered_stays_open_in_what_is_made_of_it(lay: Lay) -> None:
    files = lay({who: text.replace("NOUN", "_") for who, text in {"ada.conllu": ADA, "bo.conllu": BO}.items()})
    made = aggregate(files, "majority", layer="upos", interval=None, reference="ada.conllu").corpus
    assert labels(made, "upos", "aggregated").labels[1] == ("_",)
    gold = gold_of(files, layer="upos", undecided="leave-out")
    assert gold.content.decode().split() == ["#", "newdoc", "id", "=", "d1", "Fog", "_"]


def test_an_annotator_is_not_wrong_where_there_is_no_answer(lay: Lay) -> None:
    files = lay({"ada.conllu": ADA, "bo.conllu": ADA.replace("NOUN", "_")})
    ada, bo = gold_of(files, layer="upos").account["annotators_against_gold"]
    assert (ada["labels"], ada["same"]) == (4, 1)
    assert (bo["labels"], bo["same"]) == (3, 1)
