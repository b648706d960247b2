from __future__ import annotations

import gzip
import io
import json
import pickle
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import accord
from accord.errors import ReadError, UsageError
from accord.learn.tagger import Prepared, Tagger
from accord.learn.tagger.clusters import Clusters
from accord.learn.tagger.gazetteer import Gazetteer
from accord.learn.weights import Weights

HARBOUR = Path(__file__).parents[4] / "examples" / "harbour"
SENTENCES = [
    (["the", "dog", "barks"], ["DET", "NOUN", "VERB"]),
    (["a", "cat", "sleeps"], ["DET", "NOUN", "VERB"]),
    (["dogs", "bark"], ["NOUN", "VERB"]),
]
WORDS = [tokens for tokens, _ in SENTENCES]
LABELS = [labels for _, labels in SENTENCES]


def test_what_was_learnt_is_known() -> None:
    tagger = Tagger.train(SENTENCES)
    assert tagger.labels == ("DET", "NOUN", "VERB")
    assert tagger.tag(WORDS) == LABELS
    assert tagger.accuracy(SENTENCES) == 1
    assert tagger.tag([[], ["dog"]])[0] == []
    assert [epoch.number for epoch in tagger.curve] == [1, 2, 3, 4, 5]


def test_a_corpus_is_learnt_from() -> None:
    corpus = accord.read(HARBOUR / "reference.conll")
    tagger = accord.Tagger.train(corpus, features="ner", encoding="BIO", dev=corpus)
    assert tagger.curve[-1].dev["dev"] == tagger.accuracy(corpus) > 0.95


def test_two_annotators_are_not_one() -> None:
    with pytest.raises(UsageError, match="a corpus of one annotator is needed, this one has 3"):
        Tagger.train(accord.read(HARBOUR / "annotators"))


def test_the_same_seed_gives_the_same_tagger_and_another_another() -> None:
    one, same, other = (Tagger.train(SENTENCES, regulariser="dropout", epochs=2, seed=seed) for seed in (4, 4, 5))
    assert (one.model.weights.emission == same.model.weights.emission).all()
    assert (one.model.weights.emission != other.model.weights.emission).any()


def test_prepared_sentences_give_the_same_tagger() -> None:
    prepared = Prepared.of(SENTENCES, "pos")
    one, other = Tagger.train(SENTENCES), Tagger.train(prepared)
    assert (one.model.weights.emission == other.model.weights.emission).all()
    assert other.accuracy(prepared.others(SENTENCES)) == 1
    assert [other.labels[code] for code in other.predict(prepared)] == [label for row in LABELS for label in row]


def test_labels_that_training_did_not_know_are_wrong() -> None:
    tagger = Tagger.train(SENTENCES, dev={"new": [(["dog"], ["X"])], "old": SENTENCES})
    assert tagger.curve[-1].dev == {"new": 0.0, "old": 1.0}


def test_weights_go_by_the_names_of_labels() -> None:
    weights = Weights(("VERB", "NOUN"), np.array([[1.0, 0.25], [0.5, 1.0]]))
    matrix = np.array([[1, 1, 1], [1, 1, 0.5], [1, 0.25, 1]])
    by_name, by_place = (Tagger.train(SENTENCES, weights=each) for each in (weights, matrix))
    assert (by_name.model.weights.emission == by_place.model.weights.emission).all()


def test_a_token_that_weighs_nothing_is_not_learnt_from() -> None:
    only = Tagger.train(SENTENCES[:1], token_weights=[[0, 0, 0]])
    assert not only.model.weights.emission.any()
    assert not only.model.weights.transition.any()


def test_one_label_is_always_right() -> None:
    tagger = Tagger.train([(["a", "b"], ["X", "X"])])
    assert tagger.curve[0].online == 1
    assert tagger.tag([["c"]]) == [["X"]]


def test_other_columns_are_features() -> None:
    columns = [(["x"], ["A"], {"pos": ["N"]}), (["x"], ["B"], {"pos": ["V"]})]
    tagger = Tagger.train(columns, features="chunk", epochs=50)
    assert tagger.tag([(["x"], {"pos": ["V"]}), (["x"], {"pos": ["N"]})]) == [["B"], ["A"]]
    with pytest.raises(UsageError, match="need a column 'pos'"):
        tagger.tag([["x"]])


@pytest.mark.parametrize(
    ("sentences", "options", "message"),
    [
        ([], {}, "not a single token"),
        ([([], [])], {}, "not a single token"),
        ("the dog", {}, "a list of sentences or a corpus"),
        ([["the", "dog", "barks"]], {}, "sentence 1: tokens must be strings"),
        ([(["the"], ["DET", "X"])], {}, "sentence 1 has 1 token and 2 labels"),
        ([(["the"], [1])], {}, "labels must be strings"),
        (SENTENCES, {"epochs": 0}, "epochs: a whole number from 1"),
        (SENTENCES, {"seed": -1}, "seed: a whole number from 0"),
        (SENTENCES, {"average": "updates"}, "did you mean update"),
        (SENTENCES, {"ties": "first"}, "choose from seed, lowest"),
        (SENTENCES, {"regulariser": "drop-out"}, "did you mean dropout"),
        (SENTENCES, {"rate": 1.5}, "rate: a number from 0 to below 1"),
        (SENTENCES, {"rate": np.nan}, "rate: a number from 0 to below 1"),
        (SENTENCES, {"seed": 2**64}, "seed: a whole number from 0 to 18446744073709551615 is needed, not 18446744"),
        (SENTENCES, {"shuffle": "no"}, "shuffle: True or False is needed, not 'no'"),
        (SENTENCES, {"supported_only": "no"}, "supported_only: True or False is needed, not 'no'"),
        (SENTENCES, {"learner": "crfs"}, "learner: there is no 'crfs': did you mean crf"),
        (SENTENCES, {"learner": "crf", "learning_rate": 0}, "learning_rate: a number from 1e-9 to 1000 is needed"),
        (SENTENCES, {"learner": "crf", "learning_rate": np.inf}, "learning_rate: a number from 1e-9 to 1000 is needed"),
        (SENTENCES, {"learning_rate": 0.5}, "learning_rate is for the learners softmax and crf"),
        (SENTENCES, {"l2": 0}, "l2 is for the learners softmax and crf"),
        (SENTENCES, {"learner": "softmax", "l2": -1}, "l2: a number from 0"),
        (SENTENCES, {"labels": "NOUN"}, "labels: a list of names is needed, not 'NOUN'"),
        (SENTENCES, {"labels": [1]}, r"labels: a list of names is needed, not \[1\]"),
        (SENTENCES, {"features": lambda tokens: tokens}, "sentence 1: the function gave 'the' for a token"),
        (SENTENCES, {"dev": []}, "dev: there is not a single token to score"),
        (SENTENCES, {"dev": {"old": SENTENCES, "new": [([], [])]}}, "new: there is not a single token to score"),
        (SENTENCES, {"weights": Weights(("X", "Y"), np.ones((2, 2)))}, "the weights know no label of the data"),
        (SENTENCES, {"features": "word"}, "unknown features 'word'"),
        (SENTENCES, {"features": 3}, "features are the name of a template"),
        (SENTENCES, {"weights": np.ones((2, 2))}, "3 x 3 weights"),
        (SENTENCES, {"weights": -np.ones((3, 3))}, "numbers from 0"),
        (SENTENCES, {"token_weights": [1.0]}, "8 weights of tokens are needed, not 1"),
        (SENTENCES, {"encoding": "BIO"}, "'DET' is no label of BIO"),
        ([(["a"], ["I-X"])], {"encoding": "BIO"}, "sentence 1: I-X may not follow the start in BIO"),
    ],
)
def test_what_cannot_be_learnt_from_is_refused(sentences: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Tagger.train(sentences, **options)


@pytest.mark.parametrize(
    "options",
    [
        {"features": "ner", "gazetteer": Gazetteer.of([("New York", "place")]), "encoding": None},
        {"features": "pos", "clusters": Clusters({"dog": "0101"}), "ties": "lowest", "average": "epoch"},
        {"features": "lxmls", "regulariser": "zipf", "seed": 3, "dev": SENTENCES},
    ],
)
def test_a_tagger_is_saved_and_read(tmp_path: Path, options: dict[str, Any]) -> None:
    tagger = Tagger.train(SENTENCES, **options)
    tagger.save(tmp_path / "one")
    again = Tagger.load(tmp_path / "one")
    assert (again.labels, again.settings, again.encoding, again.curve) == (
        tagger.labels,
        tagger.settings,
        tagger.encoding,
        tagger.curve,
    )
    unseen = [["New", "York", "dogs", "purr"], ["dog"]]
    assert again.tag(unseen) == tagger.tag(unseen)
    again.save(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_features_of_your_own_come_again_with_the_file(tmp_path: Path) -> None:
    def own(tokens: Any) -> list[list[str]]:
        return [[token] for token in tokens]

    tagger = Tagger.train(SENTENCES, features=own)
    tagger.save(tmp_path / "tagger")
    assert Tagger.load(tmp_path / "tagger", features=own).tag(WORDS) == LABELS
    with pytest.raises(UsageError, match="give the function again"):
        Tagger.load(tmp_path / "tagger")
    arrays = np.arange(9), np.arange(8)
    Tagger.train(SENTENCES, features=arrays).save(tmp_path / "arrays")
    assert Tagger.load(tmp_path / "arrays").tag(WORDS, features=arrays) == LABELS
    with pytest.raises(UsageError, match="give those of the new sentences"):
        Tagger.load(tmp_path / "arrays").tag(WORDS)
    with pytest.raises(UsageError, match="makes its own features"):
        Tagger.train(SENTENCES).tag(WORDS, features=arrays)


def test_files_that_are_no_taggers(tmp_path: Path) -> None:
    good = tmp_path / "good"
    Tagger.train(SENTENCES).save(good)
    whole = good.read_bytes()
    foreign = tmp_path / "foreign"
    for content in (b"", b"the\tDET\n", whole[: len(whole) // 2], whole[:40], pickle.dumps({"a": 1}), b"PK\x03\x04"):
        foreign.write_bytes(content)
        with pytest.raises(ReadError, match="foreign is no tagger: give a file that accord train has written"):
            Tagger.load(foreign)
    with foreign.open("wb") as stream:
        np.savez(stream, weights=np.ones(3))
    with pytest.raises(ReadError, match="is no tagger"):
        Tagger.load(foreign)
    with pytest.raises(UsageError, match="nowhere"):
        Tagger.load(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 99}, "is a tagger of version 99, and this accord reads version 3"),
        ({"labels": None}, "a part of it is missing or wrong"),
        ({"labels": ["A"], "places": [0]}, "its weights do not fit"),
        ({"places": [0, 0, 1]}, "a part of it is missing or wrong"),
        ({"settings": {"epochs": 1, "colour": "red"}}, "a part of it is missing or wrong"),
        ({"features": {"kind": "template"}}, "a part of it is missing or wrong"),
        ({"format": "another"}, "is no tagger"),
        ({"labels": ["DET", "NOUN", "NOUN"]}, "a part of it is missing or wrong"),
        ({"labels": ["DET", "NOUN", 3]}, "a part of it is missing or wrong"),
        ({"labels": [], "places": []}, "a part of it is missing or wrong"),
        ({"tolerance": float("nan")}, "a part of it is missing or wrong"),
        ({"tolerance": -1}, "a part of it is missing or wrong"),
        ({"tolerance": 1e9}, "a part of it is missing or wrong"),
        ({"encoding": "BIO"}, "its weights do not fit"),
        ({"settings": {"seed": 2**64}}, "a part of it is missing or wrong"),
    ],
)
def test_taggers_that_were_changed(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    path = tmp_path / "tagger"
    Tagger.train(SENTENCES).save(path)
    changed(path, change)
    with pytest.raises(ReadError, match=message):
        Tagger.load(path)


def changed(path: Path, known: dict[str, Any], **arrays: Any) -> None:
    with np.load(path) as archive:
        parts = dict(archive)
    whole = json.loads(parts["tagger"].tobytes()) | known
    parts |= {"tagger": np.frombuffer(json.dumps(whole).encode(), dtype=np.uint8)} | arrays
    with path.open("wb") as stream:
        np.savez(stream, **parts)


@pytest.mark.parametrize("encoding", [None, "BIO"])
@pytest.mark.parametrize(
    "change",
    [
        {"transition": np.zeros((5, 2))},
        {"transition": np.array(1.0)},
        {"before": np.array([0, 9], dtype=np.int32), "after": np.zeros(2, np.int32), "transition": np.ones(2)},
        {"before": np.zeros(2, np.int32), "after": np.array([0, 3], dtype=np.int32), "transition": np.ones(2)},
        {"before": np.array([0, 0], dtype=np.int32), "after": np.zeros(2, np.int32), "transition": np.ones(2)},
        {"before": np.array([-1]), "after": np.array([0]), "transition": np.ones(1)},
        {"before": np.array([0.0]), "after": np.array([0]), "transition": np.ones(1)},
        {"before": np.array([0]), "after": np.array([0]), "transition": np.array([np.nan])},
        {"before": np.array([0]), "after": np.array([0]), "transition": np.array([np.inf])},
        {"feature": np.array([0]), "label": np.array([3]), "emission": np.ones(1)},
        {"feature": np.array([10**6]), "label": np.array([0]), "emission": np.ones(1)},
        {"feature": np.array([0]), "label": np.array([0]), "emission": np.array([-np.inf])},
        {"feature": np.array([1, 0]), "label": np.array([0, 0]), "emission": np.ones(2)},
        {"feature": np.array([0]), "label": np.array([0]), "emission": np.array(["x"])},
    ],
)
def test_weights_that_do_not_fit_are_not_read(tmp_path: Path, encoding: str | None, change: dict[str, Any]) -> None:
    path = tmp_path / "tagger"
    Tagger.train([(["a", "b", "c"], ["O", "B-X", "I-X"])], encoding=encoding).save(path)
    changed(path, {}, **change)
    with pytest.raises(ReadError, match="its weights do not fit"):
        Tagger.load(path)


def test_a_step_that_the_encoding_forbids_has_no_weight(tmp_path: Path) -> None:
    path = tmp_path / "tagger"
    tagger = Tagger.train([(["a", "b", "c"], ["O", "B-X", "I-X"])], encoding="BIO")
    tagger.save(path)
    step = {"before": np.array([0]), "after": np.array([tagger.labels.index("I-X")]), "transition": np.ones(1)}
    changed(path, {}, **step)
    with pytest.raises(ReadError, match="its weights do not fit"):
        Tagger.load(path)


def rezipped(path: Path, content: bytes | None = None, compression: int = zipfile.ZIP_DEFLATED) -> None:
    """The same archive with another JSON, or otherwise compressed."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    if content is not None:
        held = io.BytesIO()
        np.save(held, np.frombuffer(content, dtype=np.uint8))
        parts["tagger.npy"] = held.getvalue()
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)


def marked(path: Path, local: int, central: int, value: int) -> None:
    """Set a field of every entry's headers, which `zipfile` cannot write."""
    held = bytearray(path.read_bytes())
    for magic, offset in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        place = held.find(magic)
        while place >= 0:
            held[place + offset : place + offset + 2] = value.to_bytes(2, "little")
            place = held.find(magic, place + 4)
    path.write_bytes(held)


def test_hostile_files_are_refused_in_one_sentence_and_little_room(tmp_path: Path) -> None:
    path = tmp_path / "tagger"
    sound = Tagger.train(SENTENCES)

    def refused(message: str = "is no tagger") -> None:
        tracemalloc.start()
        with pytest.raises(ReadError, match=message):
            Tagger.load(path)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 400_000_000

    for deep in (b"[" * 100_000, b'{"a":' * 100_000):
        sound.save(path)
        rezipped(path, deep)
        refused()
    sound.save(path)
    marked(path, 6, 8, 1)  # encrypted
    refused()
    sound.save(path)
    marked(path, 8, 10, 97)  # a compression that nobody knows
    refused()
    sound.save(path)
    rezipped(path, b" " * 500_000_000)
    assert path.stat().st_size < 1_000_000
    refused()
    path.write_bytes(gzip.compress(bytes(500_000_000)))
    refused()
    sound.save(path)
    held = json.dumps({"descr": "<f8", "fortran_order": False, "shape": [10**12]}).replace("[", "(").replace("]", ",)")
    header = held.replace("false", "False").encode() + b"\n"
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("more.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
    refused()
    sound.save(path)
    changed(path, {"features": {"kind": "arrays", "width": 10**12}})
    refused("its weights do not fit")


def test_any_byte_of_a_file_that_is_flipped_is_refused_or_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tagger"
    Tagger.train(SENTENCES, features="lxmls").save(path)
    sound, labels = path.read_bytes(), Tagger.load(path).tag(WORDS)
    for place in range(0, len(sound), 3):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 0x15]) + sound[place + 1 :])
        try:
            assert Tagger.load(path).tag(WORDS) == labels
        except ReadError as error:
            assert "train" in str(error)  # noqa: PT017 - most are refused


def test_many_labels_take_room_for_what_occurs_only() -> None:
    count = 2_000
    sentences = [([f"w{number}", f"v{number}"], [f"L{number}", f"L{number}"]) for number in range(count)]
    tracemalloc.start()
    tagger = Tagger.train(sentences, features="lxmls", epochs=1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    table = 8 * tagger.extractor.width * count
    assert table > 80_000_000  # more than is held whole
    steps = 8 * count * (count + 2)
    assert peak < 6 * steps + 20_000_000


@pytest.mark.parametrize(
    "change",
    [
        {"blocks": [["token", "colour", 0]]},
        {"blocks": [["token", "cluster-2", 0]]},
        {"blocks": [["token", "cluster-long", 0]], "clusters": {"dog": "01"}},
        {"blocks": [["gazetteer", "value", 0]]},
        {"blocks": [["token", "word", 10**30]]},
        {"blocks": [["token", "word", 0.5]]},
        {"blocks": [["pos", "value", 0]]},
        {"known": []},
        {"known": [["token", "word", ["the", "the", "dog"]]]},
        {"known": [["token", "word", ["the", 3]]]},
        {"gazetteer": [["", "place"]]},
    ],
)
def test_features_that_were_changed_are_not_read(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "tagger"
    Tagger.train(SENTENCES, features="lxmls").save(path)
    with np.load(path) as archive:
        features = json.loads(archive["tagger"].tobytes())["features"]
    changed(path, {"features": features | change})
    with pytest.raises(ReadError, match="a part of it is missing or wrong"):
        Tagger.load(path)


def test_numbers_of_numpy_are_numbers(tmp_path: Path) -> None:
    settings = {"epochs": np.int64(2), "seed": np.uint64(3), "rate": np.float32(0.5), "shuffle": np.bool_(True)}
    tagger = Tagger.train(SENTENCES, regulariser="dropout", **settings)  # type: ignore[arg-type]
    tagger.save(tmp_path / "tagger")
    plain = Tagger.train(SENTENCES, regulariser="dropout", epochs=2, seed=3, rate=0.5)
    assert tagger.settings == plain.settings == Tagger.load(tmp_path / "tagger").settings
    assert (tagger.model.weights.emission == plain.model.weights.emission).all()


def test_nothing_has_no_accuracy() -> None:
    with pytest.raises(UsageError, match="not a single token to score"):
        Tagger.train(SENTENCES).accuracy([])


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    Tagger.train(SENTENCES, epochs=2, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


@pytest.mark.parametrize("learner", ["softmax", "crf"])
def test_probabilities_are_those_of_the_labels_and_the_best_is_predicted(tmp_path: Path, learner: str) -> None:
    tagger = Tagger.train(SENTENCES, learner=learner, epochs=20)
    found = tagger.probabilities([*WORDS, []])
    assert [each.shape for each in found] == [(len(words), 3) for words in [*WORDS, []]]
    for rows, labels in zip(found, LABELS, strict=False):
        assert rows.sum(axis=1) == pytest.approx(np.ones(len(rows)))
        assert [tagger.labels[code] for code in rows.argmax(axis=1)] == labels
    tagger.save(tmp_path / "tagger")
    again = Tagger.load(tmp_path / "tagger")
    assert again.settings == tagger.settings
    assert all((one == other).all() for one, other in zip(found, again.probabilities([*WORDS, []]), strict=True))
    assert again.margins(WORDS) == tagger.margins(WORDS)


def test_the_margin_of_softmax_is_the_log_of_the_odds() -> None:
    tagger = Tagger.train(SENTENCES, learner="softmax")
    for rows, margins in zip(tagger.probabilities(WORDS), tagger.margins(WORDS), strict=True):
        second, highest = np.sort(rows, axis=1)[:, -2:].T
        assert margins == pytest.approx(np.log(highest / second))


def test_probabilities_of_an_encoding_give_nothing_to_what_it_forbids() -> None:
    tagger = Tagger.train([(["a", "b", "c"], ["O", "B-X", "I-X"])], encoding="BIO", learner="softmax")
    (rows,) = tagger.probabilities([["c", "c"]])
    assert rows[0, tagger.labels.index("I-X")] == 0
    assert rows.sum(axis=1) == pytest.approx(np.ones(2))


def test_a_perceptron_has_margins_and_no_probabilities() -> None:
    tagger = Tagger.train(SENTENCES)
    assert not tagger.has_probabilities
    assert min(margin for sentence in tagger.margins(WORDS) for margin in sentence) >= 0
    with pytest.raises(UsageError, match="a perceptron has no probabilities"):
        tagger.probabilities(WORDS)


@pytest.mark.parametrize("learner", ["softmax", "crf"])
def test_weights_of_errors_weigh_in_every_learner(learner: str) -> None:
    """With a gamma of nothing for a gold label that is taken for another, it is hardly learnt."""
    sentences = [(["x"], ["A"])] * 6 + [(["x"], ["B"])] * 4
    plain = Tagger.train(sentences, learner=learner, epochs=20, labels=["A", "B"])
    weighted = Tagger.train(sentences, learner=learner, epochs=20, labels=["A", "B"], weights=[[1, 1], [0, 1]])
    assert plain.probabilities([["x"]])[0][0, 0] == pytest.approx(0.6, abs=0.1)
    assert weighted.probabilities([["x"]])[0][0, 0] > 0.9
