"""Real outputs of systems scored from their files: the numbers are those of the other programs, each by its own rules.

85 outputs: three systems of WNUT 2017, conlleval's sample with types before and behind, and the tagger's own outputs
over ten seeds of eight kinds. Nothing keeps them valid, so most need a repair.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.agreement.result import number
from accord.learn.tagger import Prepared, Tagger
from accord.scoring.schemas import schema_counts
from tests.oracle.chunks import chunks_of_conlleval, write

if TYPE_CHECKING:
    from accord.scoring.counted_scores import CountedRun
    from accord.scoring.run import Run

DATA = Path(__file__).parents[2].parent / "shared" / "data"
pytestmark = [
    pytest.mark.peer,
    pytest.mark.data,
    pytest.mark.thorough,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}"),
]
SEEDS = range(10)
SYSTEMS = ("arcada", "spinningbytes.txt", "mic-cis.txt")
SAMPLES = {"ground_truth.txt": "BIO", "ground_truth_inv.txt": "BIO-suffix"}
TAGGED = {  # the file, its columns of tokens and labels, and the encoding that the tagger learns
    "ewt": ("ner_valid/en_ewt-ud-test.iob2", 1, 2, "BIO"),
    "ewt-bioes": ("ner_valid/en_ewt-ud-test.iob2", 1, 2, "BIOES"),
    "germeval": ("ner_valid/germeval-dev.iob1", 0, -1, "BIO"),
    "wnut17": ("wnut17/emerging.test.annotated", 0, 1, "BIO"),
}
TWEETS = ("gimpel-test", "daily547", "ritter-eval", "inhouse")
STRICT = {"BIO": "IOB2", "BIO-suffix": "IOB2", "BIOES": "IOBES"}
Sentences = list[tuple[list[str], list[str]]]
Labels = list[list[str]]


def read(path: Path, token: int, label: int) -> Sentences:
    """Words and labels, by the simplest of readers."""
    blocks = path.read_text(encoding="utf-8").split("\n")
    rows: list[list[list[str]]] = [[]]
    for line in blocks:
        if not line.strip():
            rows.append([])
        elif not (line.startswith("# ") and " = " in line):
            rows[-1].append(line.split("\t") if "\t" in line else line.split())
    return [([row[token] for row in each], [row[label] for row in each]) for each in rows if each]


def written(path: Path, words: Labels, labels: Labels) -> Path:
    sentences = (
        "".join(f"{word}\t{label}\n" for word, label in zip(*each, strict=True))
        for each in zip(words, labels, strict=True)
    )
    path.write_text("\n".join(sentences), encoding="utf-8")
    return path


@cache
def halves(name: str) -> tuple[Prepared, Sentences]:
    """What the tagger learns from, and the other half, which it labels."""
    file, token, label, encoding = TAGGED[name]
    sentences = read(DATA / file, token, label)
    if encoding != "BIO":
        sentences = [(words, write(chunks_of_conlleval(row), len(row), encoding)) for words, row in sentences]
    return Prepared.of(sentences[::2], "ner"), sentences[1::2]


@cache
def tweets() -> Prepared:
    return Prepared.of(read(DATA / "pos" / "gimpel-train", 0, 1), "pos")


@cache
def tagger_of_tweets(seed: int) -> Tagger:
    return Tagger.train(tweets(), epochs=2, seed=seed)


def turned(labels: Labels) -> Labels:
    """Labels like NP-B as B-NP."""
    return [["-".join(label.split("-")[::-1]) for label in row] for row in labels]


class TestMentions:
    """Mentions by exact match, read by begin and discard."""

    def check(
        self,
        folder: Path,
        words: Labels,
        reference: Labels,
        predicted: Labels,
        encoding: str,
        *,
        other_words: Any = None,
    ) -> None:
        files = (
            written(folder / "gold.txt", words, reference),
            written(folder / "system.txt", other_words or words, predicted),
        )
        of_repair: dict[str, Run] = {
            repair: accord.score(
                *files, encoding=encoding, repair=repair, surface=True, align_tokens=other_words is not None
            ).run
            for repair in ("begin", "discard")
        }
        if encoding.endswith("-suffix"):
            reference, predicted = turned(reference), turned(predicted)
        self.as_conlleval(of_repair["begin"], words, reference, predicted)
        self.as_seqeval(of_repair["begin"], reference, predicted)
        self.as_seqeval(of_repair["discard"], reference, predicted, STRICT[encoding])
        if encoding != "BIOES":
            self.as_nervaluate(of_repair["begin"], reference, predicted)
            for repair, run in of_repair.items():
                self.as_seqscore(run, reference, predicted, repair)

    def as_conlleval(self, run: Run, words: Labels, reference: Labels, predicted: Labels) -> None:
        """Its rules for where chunks begin and end, its accuracy, and the surface forms of WNUT 2017."""
        ours, theirs = (
            {(number, *chunk) for number, row in enumerate(side) for chunk in chunks_of_conlleval(row)}
            for side in (reference, predicted)
        )
        assert tuple(run.micro) == (len(ours), len(theirs), len(ours & theirs))
        right = sum(
            one == other for pair in zip(reference, predicted, strict=True) for one, other in zip(*pair, strict=True)
        )
        assert run.tokens - run.differing == right
        forms, found, correct = (
            {(" ".join(words[at][start:end]), type_) for at, start, end, type_ in side}
            for side in (ours, theirs, ours & theirs)
        )
        assert tuple(run.surface["in place"].micro) == (len(forms), len(found), len(correct))
        assert tuple(run.surface["anywhere"].micro) == (len(forms), len(found), len(forms & found))

    def as_seqeval(self, run: Run, reference: Labels, predicted: Labels, strict: str = "") -> None:
        module = pytest.importorskip("seqeval.metrics.v1" if strict else "seqeval.metrics.sequence_labeling")
        choice = {"scheme": getattr(pytest.importorskip("seqeval.scheme"), strict)} if strict else {}

        def theirs(average: str | None) -> Any:
            return module.precision_recall_fscore_support(
                reference, predicted, average=average, zero_division=0, **choice
            )

        for average, ours in (("micro", run.micro), ("macro", run.macro), ("weighted", run.weighted)):
            assert [number(each) for each in (ours.precision, ours.recall, ours.f1)] == pytest.approx(
                theirs(average)[:3]
            )
        rows = list(zip(*theirs(None), strict=True))
        for counts, row in zip(run.types.values(), rows, strict=True):
            parts = [
                counts.correct / counts.predicted if counts.predicted else 0,
                number(counts.recall) if counts.reference else 0,
            ]
            assert parts == pytest.approx(row[:2])
            assert counts.reference == row[3]

    def as_nervaluate(self, run: Run, reference: Labels, predicted: Labels) -> None:
        """All four schemas, of all types that occur, for it forgets predictions of others."""
        module = pytest.importorskip("nervaluate")
        types = sorted({label[2:] for side in (reference, predicted) for row in side for label in row if label != "O"})
        found = module.Evaluator(reference, predicted, tags=types, loader="list").evaluate()["overall"]
        for schema, counts in schema_counts(run.label_runs).items():
            other = found["ent_type" if schema == "type" else schema]
            assert list(counts) == [other.correct, other.incorrect, other.partial, other.missed, other.spurious], schema

    def as_seqscore(self, run: Run, reference: Labels, predicted: Labels, repair: str) -> None:
        module = pytest.importorskip("seqscore.scoring")
        theirs = {"begin": "conlleval"}.get(repair, repair)
        total, _ = module.score_label_sequences(predicted, reference, "BIO", repair=theirs)
        assert tuple(run.micro) == (total.total_ref, total.total_pos, total.true_pos)
        for type_, counts in run.types.items():
            other = total.type_scores[type_]
            assert tuple(counts) == (other.total_ref, other.total_pos, other.true_pos)

    @pytest.mark.parametrize("system", SYSTEMS)
    def test_systems_of_wnut17(self, tmp_path: Path, system: str) -> None:
        gold = read(DATA / "wnut17" / "emerging.test.annotated", 0, 1)
        output = read(DATA / "wnut17" / system, 0, 1)
        words, reference = map(list, zip(*gold, strict=True))
        theirs, predicted = map(list, zip(*output, strict=True))
        self.check(tmp_path, words, reference, predicted, "BIO", other_words=theirs if theirs != words else None)

    @pytest.mark.parametrize(("file", "encoding"), SAMPLES.items())
    def test_the_sample_of_conlleval(self, tmp_path: Path, file: str, encoding: str) -> None:
        reference, predicted = ([row for _, row in read(DATA / "chunks" / file, 0, at)] for at in (2, 3))
        words = [row for row, _ in read(DATA / "chunks" / file, 0, 2)]
        self.check(tmp_path, words, reference, predicted, encoding)

    @pytest.mark.parametrize("seed", SEEDS)
    @pytest.mark.parametrize("name", TAGGED)
    def test_the_tagger(self, tmp_path: Path, name: str, seed: int) -> None:
        learnt, held_out = halves(name)
        words, reference = map(list, zip(*held_out, strict=True))
        predicted = Tagger.train(learnt, epochs=2, seed=seed).tag(words)
        self.check(tmp_path, words, reference, predicted, TAGGED[name][3])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", TWEETS)
def test_parts_of_speech_of_tweets_as_in_scikit_learn(tmp_path: Path, name: str, seed: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    words, reference = map(list, zip(*read(DATA / "pos" / name, 0, 1), strict=True))
    predicted = tagger_of_tweets(seed).tag(words)
    files = written(tmp_path / "gold.txt", words, reference), written(tmp_path / "system.txt", words, predicted)
    run: CountedRun = accord.score(*files).run
    ours, theirs = (list(chain.from_iterable(side)) for side in (reference, predicted))
    report = metrics.classification_report(ours, theirs, output_dict=True, zero_division=0)
    assert number(run.headline.value) == pytest.approx(report["accuracy"])
    for average in ("macro", "weighted"):
        for part, name_ in (("precision", "precision"), ("recall", "recall"), ("f1", "f1-score")):
            assert number(run.measure(f"{average}-{part}").value) == pytest.approx(report[f"{average} avg"][name_])
    matrix = metrics.confusion_matrix(ours, theirs, labels=sorted(run.labels))
    for at, label in enumerate(sorted(run.labels)):
        assert tuple(run.labels[label]) == (matrix[at].sum(), matrix[:, at].sum(), matrix[at, at])
