"""What a plan may hold, key by key: the parser goes by this table, and `docs/experiments.md` prints it."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple

from accord.learn import WEIGHTS
from accord.learn.kinds import CONTROLS
from accord.learn.tagger.regularisers import REGULARISERS
from accord.learn.tagger.settings import AVERAGES, LEARNERS, TIES, Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Key(NamedTuple):
    """What stands under a key: its type in words, what holds where it is left out, and what it does."""

    value: str
    default: str
    help: str


def _one_of(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


_SETTINGS = {each.name: str(each.default).lower() for each in fields(Settings)}
_FILES = "a file, or a list of files"
_COLUMN = "a number or a name"

PLAN_KEYS: dict[str, dict[str, Key]] = {
    "": {
        "title": Key("text", "experiment", "the heading of all tables"),
        "seeds": Key("how many, or a list", "5", "one tagger each; a number means 0, 1, 2 ..."),
        "epochs": Key("whole number", "5", "how often each tagger goes through the data"),
        "features": Key("text", "pos", "the template: pos, chunk, ner or lxmls"),
        "labels": Key("list of labels", "none", 'labels that come first, for `ties = "lowest"`'),
        "encoding": Key(
            "text", "detected", "of chunk labels, such as BIO: keeps predictions valid; `none` for other labels"
        ),
        "types": Key("list of types", "none", "types of mentions with an F1 of their own"),
        "data": Key("table", "needed", "the files"),
        "protocols": Key("tables by name", "default, with all defaults", "ways to learn"),
        "weightings": Key("kinds or tables by name", "none", "weights; `none` is always there, as the baseline"),
        "downstream": Key("table", "none", "a second tagger, such as a chunker, that learns from the labels of each"),
    },
    "data": {
        "folder": Key("text", "that of the plan", "where the files lie; `--data` overrides it"),
        "train": Key(_FILES, "needed", "learnt from, in this order"),
        "test": Key("files by name", "needed", "scored by every tagger"),
        "agreement": Key(_FILES, "none", "labels of several annotators, from which weights are estimated"),
        "missing": Key("list of labels", "none", "labels of `agreement` that mean no answer"),
        "columns": Key("table", "detected", "where `train` and `test` keep what"),
        "agreement-columns": Key("table", "detected", "where `agreement` keeps what"),
    },
    "data.columns": {
        "token": Key(_COLUMN, "detected", "the column of tokens"),
        "label": Key(_COLUMN, "detected", "the column of labels"),
        "format": Key("text", "detected", "how the files are read: see `accord formats`"),
        "file_encoding": Key("text", "utf-8", "their text encoding"),
    },
    "data.agreement-columns": {
        "token": Key(_COLUMN, "detected", "the column of tokens"),
        "label": Key("a column, or a list", "detected", "the column of labels, or one for each annotator"),
        "annotators_by": Key("text", "detected", "how annotators are told apart: files, folders, names, columns, rows"),
        "annotator": Key(_COLUMN, "detected", "the column that names the annotator"),
        "item": Key(_COLUMN, "detected", "the column that names the item"),
        "document": Key(_COLUMN, "detected", "the column that names the document"),
        "layout": Key("text", "detected", "long, wide, joined or survey"),
        "format": Key("text", "detected", "how the files are read: see `accord formats`"),
        "file_encoding": Key("text", "utf-8", "their text encoding"),
    },
    "downstream": {
        "train": Key(_FILES, "needed", "learnt from by the second tagger"),
        "test": Key("files by name", "needed", "scored by it"),
        "columns": Key("table", "detected", "where these files keep what, as `[data.columns]`"),
        "encoding": Key("text", "detected", "of their labels, as above"),
        "features": Key("text", "chunk", "the template; the labels of the tagger are added"),
        "learner": Key(_one_of(LEARNERS), "crf", "what is learnt"),
        "epochs": Key("whole number", "5", "how often it goes through the data"),
    },
    "protocols.NAME": {
        "learner": Key(_one_of(LEARNERS), _SETTINGS["learner"], "what is learnt: see [taggers](tagging.md#learners)"),
        "learning_rate": Key("number", _SETTINGS["learning_rate"], "for softmax and crf: the size of a step"),
        "l2": Key("number", _SETTINGS["l2"], "for softmax and crf: how strongly large weights are penalised"),
        "average": Key(_one_of(AVERAGES), _SETTINGS["average"], "average over sentences, or over epochs"),
        "shuffle": Key("true or false", _SETTINGS["shuffle"], "another order of sentences in each epoch"),
        "ties": Key(_one_of(TIES), _SETTINGS["ties"], "which of equally good labels is predicted"),
        "regulariser": Key(_one_of(REGULARISERS), _SETTINGS["regulariser"], "corrupt sentences while learning"),
        "rate": Key("number", _SETTINGS["rate"], "for drop-out: the share that is left out"),
        "supported_only": Key(
            "true or false", "true for perceptron", "weights only for pairs of feature and label that occur"
        ),
    },
    "weightings.NAME": {
        "kind": Key(_one_of(WEIGHTS), "its name", "the kind; also as `NAME = kind`"),
        "strength": Key("number", "1.0", "multiplies what is taken off 1"),
        "smooth": Key("number", "0.0", "added to every cell of the confusion"),
        "control": Key(
            "true or false", f"true for {', '.join(CONTROLS)}", "a control, which knows nothing of disagreement"
        ),
    },
}
"""The keys of each table, the file itself first; NAME is any name."""


def plan_reference() -> str:
    """A section for each table of a plan, as Markdown."""
    return "\n".join(_sections())


def _sections() -> Iterator[str]:
    for table, keys in PLAN_KEYS.items():
        yield f"### `[{table}]`\n" if table else "### At the top\n"
        yield "| key | value | default | |\n|---|---|---|---|"
        yield from (f"| `{name}` | {key.value} | {key.default} | {key.help} |" for name, key in keys.items())
        yield ""
