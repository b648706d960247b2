"""Small campaigns of every kind, drawn anew and always alike: a name, a kind, and the files of a folder."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.snapshots.drawing import RELATIONS, TAGS, Draw, Mark, chunked
from tests.snapshots.formats import (
    columns,
    conll,
    conllu,
    elan,
    glozz,
    json_lines,
    long_table,
    rttm,
    table,
    textgrid,
    wide_table,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Files = dict[str, str]
NAMES = ("ada", "bram", "chloe", "dov", "eve")
TYPES = ("PER", "LOC", "SHIP")


@dataclass(frozen=True, slots=True)
class Campaign:
    """What lies in the folder of a campaign, and what kind of commands fit it."""

    name: str
    kind: str
    draw: Callable[[Draw], Files]

    def write(self, root: Path) -> None:
        """Write its folder below another."""
        for name, text in self.draw(Draw(self.name)).items():
            path = root / self.name / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")


CAMPAIGNS: dict[str, Campaign] = {}


def campaign(name: str, kind: str) -> Callable[[Callable[[Draw], Files]], Callable[[Draw], Files]]:
    """Enter a campaign into the list."""

    def enter(function: Callable[[Draw], Files]) -> Callable[[Draw], Files]:
        CAMPAIGNS[name] = Campaign(name, kind, function)
        return function

    return enter


def _coded(
    draw: Draw,
    annotators: int,
    size: int,
    labels: tuple[str, ...],
    *,
    error: float = 0.25,
    missing: float = 0.0,
    skew: float = 1.0,
) -> dict[str, list[str]]:
    truth = draw.labels(labels, size, skew)
    return {who: draw.coded(truth, labels, error, missing) for who in NAMES[:annotators]}


# --- labels of items -------------------------------------------------------------------------------------------------


@campaign("labels-long", "labels")
def _(draw: Draw) -> Files:
    return {"data.csv": long_table(_coded(draw, 3, 24, ("calm", "fresh", "gale"), missing=0.1))}


@campaign("labels-two", "two-labels")
def _(draw: Draw) -> Files:
    return {"data.csv": wide_table(_coded(draw, 2, 20, ("no", "yes")))}


@campaign("labels-five-missing", "labels")
def _(draw: Draw) -> Files:
    return {"data.csv": wide_table(_coded(draw, 5, 20, ("a", "b", "c", "d"), missing=0.3))}


@campaign("labels-rare", "two-labels")
def _(draw: Draw) -> Files:
    return {"data.tsv": wide_table(_coded(draw, 2, 40, ("no", "yes"), error=0.1, skew=4), "\t")}


@campaign("labels-joined", "labels")
def _(draw: Draw) -> Files:
    rows = zip(*_coded(draw, 3, 16, ("A", "B", "C"), missing=0.15).values(), strict=True)
    return {"data.csv": table(["item", "labels"], *([f"i{n}", ", ".join(row)] for n, row in enumerate(rows)), sep=";")}


@campaign("labels-documents", "documents")
def _(draw: Draw) -> Files:
    return {"data.csv": long_table(_coded(draw, 3, 30, ("calm", "fresh", "gale")), documents=5)}


@campaign("labels-careless", "documents")
def _(draw: Draw) -> Files:
    coded = _coded(draw, 4, 48, ("x", "y", "z"), error=0.1)
    return {"data.csv": long_table(coded | {"eve": draw.labels(("x", "y", "z"), 48)}, documents=6)}


@campaign("labels-ordinal", "numbers")
def _(draw: Draw) -> Files:
    scale = ("1", "2", "3", "4", "5")
    truth = draw.labels(scale, 24)
    return {"data.csv": wide_table({who: draw.near(truth, scale, 0.4) for who in NAMES[:3]})}


@campaign("labels-interval", "numbers")
def _(draw: Draw) -> Files:
    truth = [draw.number(2, 9) for _ in range(14)]
    coded = {who: [str((value + draw.number(-1, 1)) / 4) for value in truth] for who in NAMES[:4]}
    return {"data.csv": long_table(coded)}


@campaign("labels-signed", "numbers")
def _(draw: Draw) -> Files:
    scale = ("-2", "-1", "0", "1", "2")
    truth = draw.labels(scale, 20)
    return {"data.csv": wide_table({who: draw.near(truth, scale, 0.5) for who in NAMES[:2]})}


@campaign("labels-sets", "sets")
def _(draw: Draw) -> Files:
    sets = ("joy", "joy|fear", "fear", "fear|rage", "joy|fear|rage", "rage")
    return {"data.csv": wide_table(_coded(draw, 3, 20, sets, error=0.4))}


@campaign("labels-json", "labels")
def _(draw: Draw) -> Files:
    coded = _coded(draw, 3, 14, ("true", "false", "unclear"))
    records = [{"id": f"i{n}", "labels": {who: said[n] for who, said in coded.items()}} for n in range(14)]
    return {"data.jsonl": json_lines(records)}


@campaign("labels-missing-word", "missing")
def _(draw: Draw) -> Files:
    return {"data.csv": wide_table(_coded(draw, 3, 20, ("good", "bad", "SKIP"), error=0.3))}


@campaign("labels-one-annotator", "labels")
def _(draw: Draw) -> Files:
    return {"data.csv": long_table(_coded(draw, 1, 8, ("a", "b")))}


@campaign("labels-all-equal", "labels")
def _(draw: Draw) -> Files:
    return {"data.csv": wide_table({who: ["a"] * 10 for who in NAMES[:3]})}


@campaign("labels-same-answers", "labels")
def _(draw: Draw) -> Files:
    return {"data.csv": wide_table(_coded(draw, 3, 10, ("a", "b"), error=0.0))}


@campaign("labels-nobody-overlaps", "labels")
def _(draw: Draw) -> Files:
    rows = [[f"i{n}", NAMES[n % 3], draw.one(("a", "b"))] for n in range(12)]
    return {"data.csv": table(["item", "annotator", "label"], *rows)}


# --- soft labels -----------------------------------------------------------------------------------------------------


def _predictions(draw: Draw, items: list[str], labels: tuple[str, ...]) -> str:
    rows = []
    for item in items:
        shares = [draw.number(0, 9) + 1 for _ in labels]
        rows.append([item, *(share / sum(shares) for share in shares)])
    return table(["item", *labels], *rows)


@campaign("soft-table", "soft")
def _(draw: Draw) -> Files:
    labels = ("calm", "fresh", "gale")
    items = [f"i{n:02}" for n in range(1, 16)]
    return {"data.csv": wide_table(_coded(draw, 4, 15, labels)), "predicted.csv": _predictions(draw, items, labels)}


@campaign("soft-lewidi", "soft")
def _(draw: Draw) -> Files:
    coded = _coded(draw, 4, 12, ("0", "1"), missing=0.2)
    said: dict[str, Any] = {}
    for n in range(12):
        given = {who: labels[n] for who, labels in coded.items() if labels[n]} or {"ada": "0"}
        share = sum(label == "1" for label in given.values()) / len(given)
        said[str(n)] = {
            "text": " ".join(draw.words()),
            "annotators": ",".join(given),
            "annotations": given,
            "soft_label": {"0": 1 - share, "1": share},
        }
    return {"data.json": json.dumps(said, indent=1), "predicted.csv": _predictions(draw, list(said), ("0", "1"))}


# --- labels of tokens ------------------------------------------------------------------------------------------------


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


def _chunks(draw: Draw, annotators: int, size: int, encoding: str = "BIO", error: float = 0.2) -> Files:
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
    return _chunks(draw, 3, 10)


@campaign("chunks-bioes", "chunks")
def _(draw: Draw) -> Files:
    return _chunks(draw, 2, 10, "BIOES")


@campaign("chunks-five", "chunks")
def _(draw: Draw) -> Files:
    return _chunks(draw, 5, 6, error=0.35)


@campaign("chunks-equal", "chunks")
def _(draw: Draw) -> Files:
    return _chunks(draw, 2, 6, error=0.0)


@campaign("chunks-invalid", "invalid")
def _(draw: Draw) -> Files:
    files = _chunks(draw, 3, 10)
    files["bram.conll"] = files["bram.conll"].replace("\tB-LOC", "\tI-LOC")
    files["chloe.conll"] = files["chloe.conll"].replace("\tI-PER", "\tI-SHIP").replace("\tB-SHIP", "\tB-")
    return files


@campaign("chunks-other-tokens", "invalid")
def _(draw: Draw) -> Files:
    files = _chunks(draw, 2, 6)
    lines = files["bram.conll"].splitlines(keepends=True)
    files["bram.conll"] = "".join(line for n, line in enumerate(lines) if n not in {6, 20})
    return files


@campaign("chunks-missing-document", "chunks")
def _(draw: Draw) -> Files:
    files = _chunks(draw, 3, 9)
    files["chloe.conll"] = files["chloe.conll"].rpartition("-DOCSTART-\tO\n\n")[0]
    return files


# --- spans -----------------------------------------------------------------------------------------------------------


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


# --- units -----------------------------------------------------------------------------------------------------------

SPEECH = ("call", "weather", "chatter")


def _units(
    draw: Draw, annotators: int, documents: int, *, overlap: bool = False, count: int = 5, error: float = 0.25
) -> dict[str, dict[str, list[Mark]]]:
    """What each annotator marked in each document."""
    found: dict[str, dict[str, list[Mark]]] = {who: {} for who in NAMES[:annotators]}
    for n in range(documents):
        truth = draw.marks(20, SPEECH, count, overlap=overlap)
        for marked in found.values():
            marked[f"r{n + 1}"] = draw.departed(truth, 20, SPEECH, error, overlap=overlap)
    return found


def _unit_table(units: dict[str, dict[str, list[Mark]]]) -> Files:
    rows = [
        [document, who, mark.category, mark.start, mark.end]
        for who, documents in units.items()
        for document, marks in documents.items()
        for mark in marks
    ]
    return {"data.csv": table(["document", "annotator", "category", "start", "end"], *rows)}


@campaign("units-one", "units")
def _(draw: Draw) -> Files:
    return _unit_table(_units(draw, 3, 1, count=7))


@campaign("units-many", "units")
def _(draw: Draw) -> Files:
    return _unit_table(_units(draw, 2, 5))


@campaign("units-overlapping", "units")
def _(draw: Draw) -> Files:
    return _unit_table(_units(draw, 3, 3, overlap=True))


@campaign("units-equal", "units")
def _(draw: Draw) -> Files:
    return _unit_table(_units(draw, 2, 2, error=0.0))


@campaign("units-one-annotator", "units")
def _(draw: Draw) -> Files:
    return _unit_table(_units(draw, 1, 2))


@campaign("units-json", "units")
def _(draw: Draw) -> Files:
    units = _units(draw, 3, 3)
    records = [
        {"document": document, "annotator": who, "length": 20, "units": [list(mark) for mark in marks]}
        for who, documents in units.items()
        for document, marks in documents.items()
    ]
    return {"data.jsonl": json_lines(records)}


@campaign("units-textgrid", "units")
def _(draw: Draw) -> Files:
    units = _units(draw, 2, 1, count=6)
    return {"data.TextGrid": textgrid({who: documents["r1"] for who, documents in units.items()}, 20)}


@campaign("units-elan", "units")
def _(draw: Draw) -> Files:
    units = _units(draw, 3, 1, count=6)
    ends = [Mark(20 + n, 21 + n, category) for n, category in enumerate(SPEECH)]  # all tiers have the same values
    return {"data.eaf": elan({who: [*documents["r1"], *ends] for who, documents in units.items()})}


@campaign("units-rttm", "units")
def _(draw: Draw) -> Files:
    units = _units(draw, 2, 2)
    return {
        f"{who}.rttm": "".join(rttm(document, marks) for document, marks in documents.items())
        for who, documents in units.items()
    }


@campaign("units-segments", "segments")
def _(draw: Draw) -> Files:
    """Every annotator cuts the whole text into pieces."""
    rows = []
    for document in ("t1", "t2", "t3"):
        borders = [at for at in range(2, 20) if draw.chance(0.3)]
        for who in NAMES[:3]:
            moved = sorted({at + draw.one((0, 0, 0, 1)) for at in borders if not draw.chance(0.15)})
            edges = [0, *(at for at in moved if at < 20), 20]
            rows += [[document, who, "part", one, two] for one, two in itertools.pairwise(edges)]
    return {"data.csv": table(["document", "annotator", "category", "start", "end"], *rows)}


# --- trees -----------------------------------------------------------------------------------------------------------

Parse = tuple[list[str], list[str], list[int], list[str]]


def _parses(draw: Draw, annotators: int, size: int, error: float = 0.2) -> dict[str, list[Parse]]:
    found: dict[str, list[Parse]] = {who: [] for who in NAMES[:annotators]}
    for _ in range(size):
        words = draw.words(3, 7)
        tags, heads = draw.labels(TAGS, len(words)), draw.heads(len(words))
        relations = [draw.one(RELATIONS) if head else "root" for head in heads]
        for parses in found.values():
            other = draw.heads(len(words)) if draw.chance(error) else heads
            named = [draw.one(RELATIONS) if draw.chance(error) else relation for relation in relations]
            parses.append(
                (words, tags, other, [name if head else "root" for name, head in zip(named, other, strict=True)])
            )
    return found


@campaign("trees-three", "dependencies")
def _(draw: Draw) -> Files:
    return {f"{who}.conllu": conllu(parses, documents=3) for who, parses in _parses(draw, 3, 8).items()}


@campaign("trees-no-trees", "dependencies")
def _(draw: Draw) -> Files:
    parses = _parses(draw, 2, 6)
    words, tags, heads, relations = parses["bram"][2]
    parses["bram"][2] = (words, tags, [2, 1, *heads[2:]], relations)
    return {f"{who}.conllu": conllu(said if who == "ada" else said[:-1]) for who, said in parses.items()}


@campaign("trees-equal", "dependencies")
def _(draw: Draw) -> Files:
    return {f"{who}.conllu": conllu(parses) for who, parses in _parses(draw, 2, 5, error=0.0).items()}


@campaign("trees-brackets", "brackets")
def _(draw: Draw) -> Files:
    found: dict[str, list[str]] = {who: [] for who in NAMES[:3]}
    for n in range(7):
        words = draw.words(3, 6)
        same = draw.bracketed(words)
        for said in found.values():
            said.append(f"# sent_id = s{n}\n(S {draw.bracketed(words) if draw.chance(0.3) else same})\n")
    return {f"{who}.ptb": "\n".join(said) for who, said in found.items()}


# --- references and systems ------------------------------------------------------------------------------------------


@campaign("systems-chunks", "systems")
def _(draw: Draw) -> Files:
    texts = [draw.words(5, 11) for _ in range(16)]
    truth = [draw.marks(len(words), TYPES, 3) for words in texts]
    files = {"reference.conll": _labelled(texts, truth)}
    for system, error in (("lamp", 0.1), ("torch", 0.25)):
        for seed in (1, 2):
            said = [draw.departed(marks, len(words), TYPES, error) for words, marks in zip(texts, truth, strict=True)]
            files[f"systems/{system}-{seed}.conll"] = _labelled(texts, said)
    files["systems/torch-2.conll"] = files["systems/torch-2.conll"].replace("\tB-PER", "\tI-PER")
    return files


def _labelled(texts: list[list[str]], said: list[list[Mark]]) -> str:
    labels = [chunked(marks, len(words)) for words, marks in zip(texts, said, strict=True)]
    return conll(list(zip(texts, labels, strict=True)), documents=4)


@campaign("systems-merged", "merged")
def _(draw: Draw) -> Files:
    sentences = []
    for _ in range(10):
        words = draw.words(5, 9)
        truth = draw.marks(len(words), TYPES, 3)
        said = draw.departed(truth, len(words), TYPES, 0.2)
        sentences.append((words, [chunked(truth, len(words)), chunked(said, len(words))]))
    return {"data.conll": columns(sentences)}


@campaign("systems-parsers", "parsers")
def _(draw: Draw) -> Files:
    parses = _parses(draw, 3, 10)
    names = {"ada": "reference.conllu", "bram": "systems/swift-1.conllu", "chloe": "systems/slow-1.conllu"}
    return {names[who]: conllu(said, documents=5) for who, said in parses.items()}


# --- learning, folders of many things, and files with problems -------------------------------------------------------


@campaign("learning", "learning")
def _(draw: Draw) -> Files:
    sentences = [(words, draw.labels(TAGS[:3], len(words))) for words in (draw.words() for _ in range(12))]
    twice = [(words, [tags, draw.coded(tags, TAGS[:3], 0.2)]) for words, tags in sentences[:6]]
    plan = 'seeds = 2\nepochs = 2\n[data]\ntrain = "train.conll"\nagreement = "twice.conll"\n[data.test]\n'
    return {
        "train.conll": conll(sentences),
        "twice.conll": columns(twice),
        "plan.toml": plan + 'dev = "train.conll"\n[weightings]\nCM = "cm-cond"\neps = "eps"\n',
    }


@campaign("mixed", "folder")
def _(draw: Draw) -> Files:
    files = {f"names/{name}": text for name, text in _chunks(draw, 3, 8).items()}
    files |= {"mood.csv": long_table(_coded(draw, 3, 12, ("calm", "fresh", "gale")))}
    files |= {"radio.csv": _unit_table(_units(draw, 2, 2))["data.csv"]}
    files |= {f"trees/{who}.conllu": conllu(parses) for who, parses in _parses(draw, 2, 5).items()}
    return files | {"notes.md": "# Notes\n\nNothing to measure.\n"}


@campaign("problems", "problems")
def _(draw: Draw) -> Files:
    wrong_spans = {"document": "d", "annotator": "ada", "text": "Pym left.", "spans": [[0, 30, "PER"], [4, 2, "X"]]}
    graph = conllu([(["a", "b", "c"], ["X"] * 3, [2, 1, 9], ["dep"] * 3)])
    return {
        "empty.csv": "",
        "ragged.csv": "item,ada,bram\n1,a,b\n2,a\n3,a,b,c\n",
        "twice.csv": "item,annotator,label\n1,ada,x\n1,ada,y\n2,ada,x\n2,bram,x\n",
        "labels.conll": "Pym\tI-PER\nleft\tX-PER\n\nGannet\tB-LOC extra\nRock\n\n\tB-PER\n",
        "broken.jsonl": '{"tokens": ["a"], "labels": ["B-X", "O"]}\n{"tokens": \n{"tokens": ["a"], "labels": ["O"]}\n',
        "spans.jsonl": json_lines([wrong_spans]),
        "units.csv": "ada,Noun,3,16\nbram,Verb,9,7\nbram,Verb,9,9\n",
        "graph.conllu": graph,
        "brackets.ptb": "(S (NP a) (VP b)\n\n(S (NP a) ())\n",
        "matrix.csv": ",a,b\na,0,1\nb,2,0\n",
    }


def write_all(root: Path, names: list[str] | None = None) -> None:
    """Write the folders of all campaigns, or of those that are named."""
    for name in CAMPAIGNS if names is None else names:
        CAMPAIGNS[name].write(root)
