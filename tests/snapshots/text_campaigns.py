"""Campaigns of labels of tokens, of chunk labels and of spans."""

from __future__ import annotations

from tests.snapshots.campaign import NAMES, TYPES, Files, campaign
from tests.snapshots.drawing import TAGS, Draw, chunked
from tests.snapshots.formats import (
    columns,
    conll,
    glozz,
    json_lines,
)


@campaign("tokens-tags", "tokens")
def _(draw: Draw) -> Files:
    texts = [draw.words() for _ in range(10)]
    truth = [draw.labels(TAGS, len(words)) for words in texts]
    return {
        f"{who}.conll": conll(
            [(words, draw.coded(tags, TAGS, 0.15)) for words, tags in zip(texts, truth, strict=True)], documents=4
        )
        for who in NAMES[:3]
    }


@campaign("tokens-columns", "tokens")
def _(draw: Draw) -> Files:
    sentences = []
    for _ in range(10):
        words = draw.words()
        truth = draw.labels(TAGS, len(words))
        sentences.append((words, [draw.coded(truth, TAGS, 0.2) for _ in range(2)]))
    return {"data.conll": columns(sentences)}


@campaign("tokens-json", "tokens")
def _(draw: Draw) -> Files:
    records = []
    for n in range(8):
        words = draw.words()
        truth = draw.labels(TAGS, len(words))
        records.append(
            {"id": f"s{n}", "tokens": words, "labels": {who: draw.coded(truth, TAGS, 0.2) for who in NAMES[:3]}}
        )
    return {"data.jsonl": json_lines(records)}


def chunk_files(draw: Draw, annotators: int, size: int, encoding: str = "BIO", error: float = 0.2) -> Files:
    texts = [draw.words(5, 11) for _ in range(size)]
    truth = [draw.marks(len(words), TYPES, 3) for words in texts]
    files: Files = {}
    for who in NAMES[:annotators]:
        said = [draw.departed(marks, len(words), TYPES, error) for words, marks in zip(texts, truth, strict=True)]
        labels = [chunked(marks, len(words), encoding) for words, marks in zip(texts, said, strict=True)]
        files[f"{who}.conll"] = conll(list(zip(texts, labels, strict=True)), documents=4)
    return files


@campaign("chunks-three", "chunks")
def _(draw: Draw) -> Files:
    return chunk_files(draw, 3, 10)


@campaign("chunks-bioes", "chunks")
def _(draw: Draw) -> Files:
    return chunk_files(draw, 2, 10, "BIOES")


@campaign("chunks-five", "chunks")
def _(draw: Draw) -> Files:
    return chunk_files(draw, 5, 6, error=0.35)


@campaign("chunks-equal", "chunks")
def _(draw: Draw) -> Files:
    return chunk_files(draw, 2, 6, error=0.0)


@campaign("chunks-invalid", "invalid")
def _(draw: Draw) -> Files:
    files = chunk_files(draw, 3, 10)
    files["bram.conll"] = files["bram.conll"].replace("\tB-LOC", "\tI-LOC")
    files["chloe.conll"] = files["chloe.conll"].replace("\tI-PER", "\tI-SHIP").replace("\tB-SHIP", "\tB-")
    return files


@campaign("chunks-other-tokens", "invalid")
def _(draw: Draw) -> Files:
    files = chunk_files(draw, 2, 6)
    lines = files["bram.conll"].splitlines(keepends=True)
    files["bram.conll"] = "".join(line for n, line in enumerate(lines) if n not in {6, 20})
    return files


@campaign("chunks-missing-document", "chunks")
def _(draw: Draw) -> Files:
    files = chunk_files(draw, 3, 9)
    files["chloe.conll"] = files["chloe.conll"].rpartition("-DOCSTART-\tO\n\n")[0]
    return files


def _spans(
    draw: Draw, annotators: int, documents: int, *, overlap: bool = False, empty: float = 0.0, skip: float = 0.0
) -> Files:
    records = []
    for n in range(documents):
        text = " ".join(draw.words(4, 8))
        truth = [] if draw.chance(empty) else draw.marks(len(text), TYPES, 4, overlap=overlap)
        for who in NAMES[:annotators]:
            if not draw.chance(skip):
                spans = [list(mark) for mark in draw.departed(truth, len(text), TYPES, 0.2, overlap=overlap)]
                records.append({"document": f"d{n}", "annotator": who, "text": text, "spans": spans})
    return {"data.jsonl": json_lines(records)}


@campaign("spans-three", "spans")
def _(draw: Draw) -> Files:
    return _spans(draw, 3, 5)


@campaign("spans-overlapping", "overlapping-spans")
def _(draw: Draw) -> Files:
    return _spans(draw, 2, 5, overlap=True)


@campaign("spans-empty", "spans")
def _(draw: Draw) -> Files:
    return _spans(draw, 3, 6, empty=0.5, skip=0.2)


@campaign("spans-glozz", "spans")
def _(draw: Draw) -> Files:
    files: Files = {}
    for name in ("d1", "d2"):
        text = " ".join(draw.words(8, 12))
        truth = draw.marks(len(text), TYPES, 6)
        for who in NAMES[:2]:
            files[f"{who}/{name}.ac"] = text
            files[f"{who}/{name}.aa"] = glozz(draw.departed(truth, len(text), TYPES, 0.25))
    return files
