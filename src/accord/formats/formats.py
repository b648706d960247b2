"""The formats that accord reads and writes, each with what it declares: endings, and what a caller may say about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from inspect import getdoc
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from re import Pattern

    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.source import Source
    from accord.formats.writer import Writer

    Reader = Callable[[Source, Columns], Content]

FORMATS = Registry(
    "format",
    {
        "brackets": "accord.formats.brackets:BRACKETS",
        "conll": "accord.formats.conll:CONLL",
        "conllu": "accord.formats.dependencies:CONLLU",
        "conllx": "accord.formats.dependencies:CONLLX",
        "conll2012": "accord.formats.conll2012:CONLL_2012",
        "jsonl": "accord.formats.jsonl:JSON_LINES",
        "lewidi": "accord.formats.lewidi:LEWIDI",
        "table": "accord.formats.table:TABLE",
        "parquet": "accord.formats.parquet:PARQUET",
        "arrow": "accord.formats.parquet:ARROW",
        "units": "accord.formats.units:UNITS",
        "rttm": "accord.formats.rttm:RTTM",
        "elan": "accord.formats.elan:ELAN",
        "textgrid": "accord.formats.textgrid:TEXTGRID",
        "glozz": "accord.formats.glozz:GLOZZ",
        "brat": "accord.formats.brat:BRAT",
        "webanno": "accord.formats.webanno:WEBANNO",
        "webanno-2": "accord.formats.webanno_old:WEBANNO_OLD",
        "xmi": "accord.formats.cas:XMI",
        "uima-json": "accord.formats.cas:CAS_JSON",
        "inception": "accord.formats.inception:INCEPTION",
        "label-studio": "accord.formats.label_studio:LABEL_STUDIO",
        "prodigy": "accord.formats.prodigy:PRODIGY",
        "doccano": "accord.formats.doccano:DOCCANO",
        "argilla": "accord.formats.argilla:ARGILLA",
        "docbin": "accord.formats.docbin:DOCBIN",
        "inspect": "accord.formats.inspect_logs:INSPECT",
        "promptfoo": "accord.formats.promptfoo:PROMPTFOO",
        "mqm": "accord.formats.mqm:MQM",
    },
    aliases={
        "csv": "table",
        "tsv": "table",
        "iob": "conll",
        "ndjson": "jsonl",
        "eaf": "elan",
        "praat": "textgrid",
        "penn": "brackets",
        "ptb": "brackets",
        "spacy": "docbin",
    },
)

_ENDINGS = {
    "brackets": (".ptb", ".mrg", ".tree"),
    "conll": (".conll", ".conllu", ".iob", ".iob1", ".iob2", ".bio", ".bioes", ".bilou", ".bmes"),
    "conllx": (".conllx",),
    "docbin": (".spacy",),
    "elan": (".eaf",),
    "glozz": (".aa",),
    "inspect": (".eval",),
    "jsonl": (".jsonl", ".ndjson"),
    "rttm": (".rttm",),
    "table": (".csv",),
    "textgrid": (".textgrid",),
    "xmi": (".xmi",),
}
"""The endings that only files of these formats have, known without loading what reads them."""
_MARKS = {
    "brat": (".ann",),
    "conll2012": ("begin document",),
    "inception": ("exportedproject",),
    "inspect": ('"eval"',),
    "label-studio": ("annotation_id", '"result"'),
    "lewidi": ('"soft_label"', '"annotations"'),
    "mqm": ("severity",),
    "promptfoo": ('"prompt', "[PASS]", "[FAIL]", "[ERROR]", ",Status,"),
    "uima-json": ('"%',),
    "webanno": ("#FORMAT=",),
    "webanno-2": ("#id=", "#text=", "1-1\t"),
    "xmi": ("XMI",),
}
"""What stands in the name or at the start of a text of each format that recognises its files: a few, one of which must.

A text without is none of it, known without loading what would look closer. What is no text is looked at by all.
"""

TEXT_OF_GLOZZ = ".ac"
"""The ending of a text without annotations, which the files of these look for."""

TREE_FORMATS = {"brackets": "phrases", "conllu": "dependencies", "conllx": "dependencies"}
"""Formats of trees, and which trees they hold."""
SCORED_FORMATS = {"conll": "labels of tokens", **TREE_FORMATS}
"""Formats whose files can be scored against a reference that holds the same, and what they hold."""
NAMING_FORMATS = ("table", "jsonl", "units")
"""Formats whose files often name their annotators themselves."""
_OF_SEVERAL_FORMATS = {".tsv", ".txt", ".tab", ".json", ".dat", ".ann"}
_MAY_BE_SAID = ("token", "item", "annotator", "document", "text", "start", "end", "layout", "offsets")


@dataclass(frozen=True, slots=True)
class Format:
    """A format: what reads its files, the endings that only these have, and what writes such files, if anything does.

    Those of accord itself stand in this module, so that a file is told without loading every format. ``takes`` are the
    parts of `Columns` that mean something for it. What tells its files from others, where their ending does not, is
    ``shape``, how no other text starts, or ``recognise``, which says why a file is one, or nothing.
    """

    read: Reader
    endings: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    writer: Writer | None = None
    shape: Pattern[str] | None = None
    recognise: Callable[[Source], str] | None = None

    @property
    def what(self) -> str:
        """What it is, in the first sentence that its reader says."""
        return (getdoc(self.read) or "").split("\n")[0]


def endings() -> dict[str, str]:
    """The endings that say a format, with its name."""
    return _endings(tuple(FORMATS))


@cache
def _endings(names: tuple[str, ...]) -> dict[str, str]:
    own = {ending: name for name, own in _ENDINGS.items() for ending in own}
    return own | {ending: name for name in names if name not in FORMATS.entries for ending in FORMATS.get(name).endings}


def recognisers(path: str, start: str) -> Iterator[tuple[str, Callable[[Source], str]]]:
    """The formats that may recognise a file of this name and start as theirs, with what says why."""
    where = f"{path.casefold()}\n{start}"
    for name in FORMATS:
        if name in FORMATS.entries and not (
            name in _MARKS and (not start or any(map(where.__contains__, _MARKS[name])))
        ):
            continue
        if (recognise := FORMATS.get(name).recognise) is not None:
            yield name, recognise


def is_known_ending(ending: str) -> bool:
    """Whether an ending says what a file is, rather than what it is about."""
    return ending in endings() or ending in _OF_SEVERAL_FORMATS or ending == TEXT_OF_GLOZZ


def refuse_idle(columns: Columns, formats: Iterable[str]) -> None:
    """Refuse what a caller says about columns if no file is of a format that has these."""
    known = dict.fromkeys(formats)
    for role in (role for role in _MAY_BE_SAID if known and getattr(columns, role) is not None):
        takers = [name for name in FORMATS if role in FORMATS.get(name).takes]
        if known.keys().isdisjoint(takers):
            wanted = " or ".join(takers)
            raise UsageError(f"{role} is for files of the format {wanted}, and these are {', '.join(known)}")
