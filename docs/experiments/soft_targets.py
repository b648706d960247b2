"""What should a tagger learn from: gold labels, weighted, smoothed by annotators' confusion, or those of a crowd?

    python docs/experiments/soft_targets.py [FOLDER] [--l2 1.0]

FOLDER holds gimpel_crowdsourced-tf.tsv.gz (14,439 tokens with expert gold and labels of 177 workers), inhouse,
gimpel-test and annotation-all.txt (500 tweets by two annotators). The learner is softmax regression over features of
the word and the words beside it, fitted by 200 steps of L-BFGS from zero, so that nothing depends on a seed. The
confusion is estimated on one half of the 500 tweets and the soft measures are taken on the other, and the other way
round; tweets with the same text are in the same half.
"""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array

import accord
from accord.formats import Columns
from accord.learn.disagreement import Disagreement
from accord.learn.targets import label_counts, observed_agreement
from accord.study.quotient import quotient
from accord.verbs.labelled_text import labelled_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

NO_LABEL = ("FLAG", "")
FOLDER = Path(__file__).parents[2].parent / "shared" / "data" / "pos"
TAGS = (".", "ADJ", "ADP", "ADV", "CONJ", "DET", "NOUN", "NUM", "PRON", "PRT", "VERB", "X")
MEASURES = ("cross-entropy", "jsd", "manhattan", "entropy-correlation")


def crowd_of(path: Path) -> list[list[list[str]]]:
    """Sentences of rows: item, word, the labels of all workers, the expert's label.

    A blank line stands behind each row and two behind each sentence, which no reader of tables keeps.
    """
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        parts = stream.read().split("\n\n\n")
    return [[line.split("\t") for line in part.split("\n") if line] for part in parts if part.strip()]


def features(words: Sequence[str]) -> Iterator[list[str]]:
    """The word, its case, digits, hyphen and affixes up to three characters, and the words beside it."""
    for at, word in enumerate(words):
        affixes = [
            f"{kind}:{part}"
            for size in (1, 2, 3)
            if len(word) > size
            for kind, part in (("suffix", word[-size:]), ("prefix", word[:size]))
        ]
        shape = [
            name
            for name, holds in (("title", word.istitle()), ("number", word.isdigit()), ("hyphen", "-" in word))
            if holds
        ]
        before, after = ["", *words][at], [*words, ""][at + 1]
        yield ["bias", f"word:{word}", f"before:{before}", f"after:{after}", *affixes, *shape]


class Encoder:
    """Features seen in training as columns."""

    def __init__(self) -> None:
        self.columns: dict[str, int] = {}
        self.open = True

    def __call__(self, sentences: Iterable[Sequence[str]]) -> csr_array:
        """A row for every token."""
        rows = []
        for words in sentences:
            for each in features(words):
                if self.open:
                    rows.append([self.columns.setdefault(name, len(self.columns)) for name in each])
                else:
                    rows.append([self.columns[name] for name in each if name in self.columns])
        lengths = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
        flat = np.concatenate([np.array(row, dtype=np.int64) for row in rows])
        return csr_array((np.ones(len(flat)), flat, lengths), shape=(len(rows), len(self.columns)))


def fitted(rows: csr_array, targets: np.ndarray, weights: np.ndarray, l2: float) -> np.ndarray:
    """Softmax regression: the minimum of the weighted soft cross-entropy + l2 / 2 times the squared weights."""
    shape = rows.shape[1], targets.shape[1]
    transposed = rows.T.tocsr()

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        matrix = flat.reshape(shape)
        scores = rows @ matrix
        scores -= scores.max(axis=1, keepdims=True)
        log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        apart = weights[:, None] * (np.exp(log_p) * targets.sum(axis=1, keepdims=True) - targets)
        value = -(weights[:, None] * targets * log_p).sum() + l2 / 2 * (flat @ flat)
        return float(value), (transposed @ apart + l2 * matrix).ravel()

    found = minimize(loss, np.zeros(shape).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": 200})
    return found.x.reshape(shape)


def predicted(rows: csr_array, matrix: np.ndarray) -> np.ndarray:
    scores = np.exp((scores := rows @ matrix) - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def accuracy(shares: np.ndarray, labels: Sequence[str]) -> float:
    return 100 * float(np.mean([TAGS[code] == label for code, label in zip(shares.argmax(1), labels, strict=True)]))


def one_hot(labels: Sequence[str]) -> np.ndarray:
    return np.eye(len(TAGS))[[TAGS.index(label) for label in labels]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--l2", type=float, default=1.0)
    given = parser.parse_args()
    if not given.folder.is_dir():
        print(f"there is no folder {given.folder}: name one that holds the tweets")
        return
    train = crowd_of(given.folder / "gimpel_crowdsourced-tf.tsv.gz")
    encode = Encoder()
    rows = encode([[cells[1] for cells in sentence] for sentence in train])
    encode.open = False
    gold = [cells[3] for sentence in train for cells in sentence]
    table = [[label or None for label in cells[2].split(",")] for sentence in train for cells in sentence]
    counts = label_counts(table, TAGS)
    hard = list(held_out(given.folder, encode))
    halves = list(_halves(given.folder / "annotation-all.txt", encode))
    agreement = observed_agreement(counts)
    majority = one_hot(accord.aggregate(table, "majority", labels=TAGS, interval=None, rows="items").label)
    ones = np.ones(len(gold))
    crowd = quotient(counts, counts.sum(axis=1, keepdims=True))
    print(f"{len(gold):,} training tokens, {rows.shape[1]:,} features, {int(counts.sum()):,} labels of the crowd")
    print(f"majority against gold: {100 * (majority * one_hot(gold)).sum() / len(gold):.1f} %")
    print(f"mean observed agreement of the crowd: {np.nanmean(agreement):.3f}\n")
    head = ("training target", "in-house", "gimpel-test", *MEASURES)
    widths = [max(12, len(name) + 2) for name in head[1:]]
    print(f"{head[0]:<36}" + "".join(f"{name:>{wide}}" for name, wide in zip(head[1:], widths, strict=True)))

    def report(name: str, targets: Any, weights: Any = ones) -> None:
        """Fit for each half where the target depends on its confusion, once where it does not."""
        alike = not callable(targets) and not callable(weights)
        accuracies, soft = [], []
        for dis, (tweets, shares) in halves:
            if not alike or not soft:
                target = targets(dis) if callable(targets) else targets
                weight = weights(dis) if callable(weights) else weights
                matrix = fitted(rows, target, weight, given.l2)
            accuracies.append([accuracy(predicted(test, matrix), labels) for test, labels in hard])
            soft.append((shares, predicted(tweets, matrix)))
        scores = accord.score_soft(*map(np.concatenate, zip(*soft, strict=True)), interval=None)
        cells = [f"{value:.1f}" for value in np.mean(accuracies, axis=0)]
        cells += [f"{float(scores[each]):.3f}" for each in MEASURES]
        print(f"{name:<36}" + "".join(f"{cell:>{wide}}" for cell, wide in zip(cells, widths, strict=True)), flush=True)

    expert = one_hot(gold)
    report("expert gold", expert)
    report("gold x F1 class weight", expert, lambda dis: np.array([float(dis.f1()[label]) for label in gold]))
    for lam in (0.5, 1.0):
        report(f"gold smoothed by confusion, lam {lam:g}", lambda dis, lam=lam: dis.soft_targets(gold, lam))
    report("gold + uniform smoothing .1", 0.9 * expert + 0.1 / len(TAGS))
    report("half gold, half crowd", (expert + crowd) / 2)
    report("majority of the crowd", majority)
    report("majority x observed agreement", majority, np.nan_to_num(agreement, nan=1.0))
    report("shares of the crowd", crowd)
    for name, targets in aggregated(table):
        report(name, targets)


def aggregated(table: list[list[str | None]]) -> Iterator[tuple[str, np.ndarray]]:
    for method in ("dawid-skene", "mace"):
        aggregation = accord.aggregate(table, method, labels=TAGS, interval=None, rows="items")
        yield f"{method}, likeliest label", one_hot(aggregation.label)
        yield f"{method}, posterior", aggregation.posterior


def held_out(folder: Path, encode: Encoder) -> Iterator[tuple[csr_array, list[str]]]:
    for name in ("inhouse", "gimpel-test"):
        text, _ = labelled_text([str(folder / name)], Columns())
        yield encode(text.cut(text.tokens)), text.labels or []


def _halves(path: Path, encode: Encoder) -> Iterator[tuple[Disagreement, tuple[csr_array, np.ndarray]]]:
    """The confusion of one half of the tweets, with the features and shares of the other."""
    corpus = accord.read(path)
    tweets = [tweet for document in corpus.documents for tweet in document.sentences]
    tags = [
        [tag for document in corpus.documents for tag in corpus.annotations[document.id, who].labels]
        for who in corpus.annotators
    ]
    kinds = {text: number for number, text in enumerate(dict.fromkeys(tweets))}
    for half in (0, 1):
        one, other = ([at for at, text in enumerate(tweets) if kinds[text] % 2 == side] for side in (half, 1 - half))
        dis = Disagreement.from_table(list(_pairs(tags, one)), TAGS)
        counts = label_counts(list(_pairs(tags, other)), TAGS)
        given = counts.sum(axis=1) > 0
        rows = encode([tweets[at] for at in other])
        yield dis, (rows[given], quotient(counts[given], counts[given].sum(axis=1, keepdims=True)))


def _pairs(tags: list[list[tuple[str, ...]]], chosen: list[int]) -> Iterator[list[str | None]]:
    """What the annotators say of each token of some tweets."""
    for at in chosen:
        for said in zip(*(of_one[at] for of_one in tags), strict=True):
            yield [None if tag in NO_LABEL else tag for tag in said]


if __name__ == "__main__":
    main()
