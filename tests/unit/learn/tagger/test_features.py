from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from accord.errors import ReadError, UsageError
from accord.learn.tagger.aspects import ASPECTS, shapes
from accord.learn.tagger.clusters import Clusters
from accord.learn.tagger.features import Called, Given, Templated
from accord.learn.tagger.gazetteer import Gazetteer
from accord.learn.tagger.templates import TEMPLATES
from accord.learn.tagger.text import Text

if TYPE_CHECKING:
    from pathlib import Path

TEXT = Text(
    ["The", "Re-do", "of", "1984", "ends"], np.array([0, 3, 5]), None, {"pos": ["DET", "NOUN", "ADP", "NUM", "VERB"]}
)


def names(extractor: Templated, text: Text) -> list[list[str]]:
    """The features of each token, spelled out."""
    known = [
        f"{block.aspect}[{block.distance}]:{attribute}"
        for block in extractor.blocks
        for attribute in extractor.known[block[:2]]
    ]
    indptr, indices = extractor.rows(text)
    return [[known[each] for each in indices[start:end]] for start, end in pairwise(indptr)]


def plain(extractor: Templated, text: Text) -> list[list[str]]:
    """The same, token by token."""
    found = []
    for start, end in pairwise(text.starts):
        for token in range(start, end):
            features = []
            for column, aspect, distance in extractor.blocks:
                words = text.tokens if column == "token" else text.columns[column]
                there = token + distance
                edge = "\n<" if there < start else "\n>"
                attributes = ASPECTS[aspect]([words[there]]) if start <= there < end else [edge]
                features += [f"{aspect}[{distance}]:{attribute}" for attribute in attributes if attribute is not None]
            found.append(features)
    return found


@pytest.mark.parametrize("template", list(TEMPLATES))
@pytest.mark.parametrize("columns", [(), ("pos",)])
def test_rows_by_word_type_are_those_of_each_token(template: str, columns: tuple[str, ...]) -> None:
    extractor = Templated.named(template, columns)
    extractor.rows(TEXT, learn=True)
    assert names(extractor, TEXT) == plain(extractor, TEXT)


def lxmls(word: str) -> set[str]:
    """The `ExtendedFeatures` of LxMLS (July 2013), from their description."""
    found = {f"id:{word}"}
    found |= {name for name, true in (("uppercased", word.istitle()), ("number", word.isdigit())) if true}
    found |= {"hyphen"} if "-" in word else set()
    for length in (1, 2, 3):
        if len(word) > length:
            found |= {f"suffix:{word[-length:]}", f"prefix:{word[:length]}"}
    return found


@pytest.mark.parametrize("word", ["The", "1984", "a", "x-y", "McCoy", "Ol'", "ÉTÉ", "²", "i", "is", "its"])
def test_the_features_of_lxmls(word: str) -> None:
    extractor = Templated.named("lxmls", ())
    text = Text([word], np.array([0, 1]))
    extractor.rows(text, learn=True)
    called = {"word": "id", "titled": "uppercased", "last": "suffix", "first": "prefix"}
    found = set()
    for name in names(extractor, text)[0]:
        aspect, _, attribute = name.partition("[0]:")
        aspect = called.get(aspect.partition("-")[0], aspect)
        found.add(aspect if attribute == "yes" and aspect != "id" else f"{aspect}:{attribute}")
    assert found == lxmls(word)


def test_shapes() -> None:
    assert shapes(["McCoy-2000", "ÅRSMØTE", "ol", "...", "港"]) == ["XxXx-d", "X", "x", ".", "x"]


def test_what_training_did_not_know_is_left_out() -> None:
    extractor = Templated.named("lxmls", ())
    extractor.rows(TEXT, learn=True)
    width = extractor.width
    new = Text(["Thx", "of"], np.array([0, 2]))
    assert names(extractor, new) == [
        ["titled[0]:yes", "first-1[0]:T", "first-2[0]:Th"],
        ["word[0]:of", "last-1[0]:f", "first-1[0]:o"],
    ]
    assert extractor.width == width


def test_no_tokens_have_no_features() -> None:
    extractor = Templated.named("pos", ())
    extractor.rows(TEXT, learn=True)
    indptr, indices = extractor.rows(Text([], np.array([0, 0])))
    assert indptr.tolist() == [0]
    assert len(indices) == 0


def test_a_missing_column_is_named() -> None:
    extractor = Templated.named("chunk", ["pos"])
    with pytest.raises(UsageError, match="need a column 'pos': there are no columns but the tokens"):
        extractor.rows(Text(["a"], np.array([0, 1])), learn=True)


def test_unknown_features_get_a_suggestion() -> None:
    with pytest.raises(UsageError, match="did you mean ner"):
        Templated.named("nre", ())


def test_a_gazetteer_by_file(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("New York\tplace\nAnn\n\n", encoding="utf-8")
    found = Gazetteer.read(str(path))
    assert found.entries() == [("new york", "place"), ("ann", "name")]
    assert Gazetteer.of(found.entries()) == found
    matched = found.matches(Text(["ANN", "New", "York", "New", "York"], np.array([0, 4, 5])))
    assert matched == ["B-name", "B-place", "I-place", "", ""]  # a name does not run across sentences


def test_clusters_by_file(tmp_path: Path) -> None:
    path = tmp_path / "paths.txt"
    path.write_text("0110\tdog\t7\n01110110\tCat\n", encoding="utf-8")
    clusters = Clusters.read(str(path))
    words = ["Dog", "Cat", "cow"]
    assert clusters.beginnings("2")(words) == ["01", "01", None]
    assert clusters.beginnings("6")(words) == [None, "011101", None]
    assert clusters.beginnings("whole")(words) == ["0110", "01110110", None]
    extractor = Templated.named("ner", (), clusters=clusters)
    extractor.rows(Text(["Dog", "Cat"], np.array([0, 2])), learn=True)
    assert set(extractor.known["token", "cluster-4"]) == {"0111", "\n<", "\n>"}


@pytest.mark.parametrize("content", ["", "dog\n", "0112\tdog\n", "01 dog\n"])
def test_files_that_hold_no_clusters(tmp_path: Path, content: str) -> None:
    path = tmp_path / "paths.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ReadError, match="a path of 0 and 1, a tab and a word"):
        Clusters.read(str(path))


def test_an_empty_gazetteer(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(ReadError, match="holds no names"):
        Gazetteer.read(str(path))


def test_features_of_a_function() -> None:
    extractor = Called(lambda tokens: [[token, f"{len(tokens)}"] for token in tokens])
    rows = extractor.rows(TEXT, learn=True)
    assert extractor.width == 7
    assert rows.indptr.tolist() == [0, 2, 4, 6, 8, 10]
    assert extractor.rows(Text(["of", "new"], np.array([0, 2]))).indices.tolist() == [
        extractor.known["of"],
        extractor.known["2"],
        extractor.known["2"],
    ]
    with pytest.raises(UsageError, match="sentence 1 has 3 tokens, and the function gave features for 1"):
        Called(lambda tokens: [["x"]]).rows(TEXT, learn=True)


def test_features_as_arrays() -> None:
    rows = Given(3).checked(([0, 2, 3, 3], [0, 5, 2]), 3)
    assert rows.indptr.tolist() == [0, 1, 2, 2]  # 5 is no feature that training knew
    assert rows.indices.tolist() == [0, 2]
    for arrays in (([0, 1], [0]), ([0, 2, 1, 3], [0, 1, 2]), ([0, 1, 2, 4], [0, 1, 2]), ([0, 1, 2, 3], [0, -1, 2])):
        with pytest.raises(UsageError, match="ind"):
            Given(3).checked(arrays, 3)
    with pytest.raises(UsageError, match="two arrays"):
        Given(3).checked(7, 3)
