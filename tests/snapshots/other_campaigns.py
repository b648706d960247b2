"""References and systems, data to learn from, a folder of many things, and files with problems."""

from __future__ import annotations

from tests.snapshots.campaign import TYPES, Files, campaign
from tests.snapshots.drawing import TAGS, Draw, Mark, chunked
from tests.snapshots.formats import (
    columns,
    conll,
    conllu,
    json_lines,
    long_table,
)
from tests.snapshots.label_campaigns import coded_labels
from tests.snapshots.text_campaigns import chunk_files
from tests.snapshots.tree_campaigns import parses_of
from tests.snapshots.unit_campaigns import unit_table, units_of


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
    parses = parses_of(draw, 3, 10)
    names = {"ada": "reference.conllu", "bram": "systems/swift-1.conllu", "chloe": "systems/slow-1.conllu"}
    return {names[who]: conllu(said, documents=5) for who, said in parses.items()}


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
    files = {f"names/{name}": text for name, text in chunk_files(draw, 3, 8).items()}
    files |= {"mood.csv": long_table(coded_labels(draw, 3, 12, ("calm", "fresh", "gale")))}
    files |= {"radio.csv": unit_table(units_of(draw, 2, 2))["data.csv"]}
    files |= {f"trees/{who}.conllu": conllu(parses) for who, parses in parses_of(draw, 2, 5).items()}
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
