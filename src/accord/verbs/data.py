"""What callers may give as annotations besides files: what Python has for tables, triples, sequences and spans."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.encoding.shape import is_chunk_label, is_typed_label
from accord.errors import ReadError, UsageError
from accord.formats.columns import Columns
from accord.formats.folders import Files
from accord.formats.frame import Frame, frame_of, is_frame
from accord.formats.inputs import Inputs
from accord.formats.numbers import finite_number
from accord.formats.span_data import holds_spans, nested, refuse_untyped, span_source
from accord.formats.triples import triples_of
from accord.formats.values import is_absent, label_text, plain, refuse_mixed_truth
from accord.messages import plural, shown
from accord.model import Corpus, Document, TokenLabels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.formats.source import Source

_TO_ASK = frozenset({"other-spelling", "unlike-columns", "counted-labels", "unlikely-item-column"})
"""What is only a warning for a file, whose reader sees it, and a question for a table of Python objects."""

_FILE_NAME = re.compile(r"/|\\|\.[a-z]{2,7}(\.[a-z]z2?)?$", re.IGNORECASE)
_MIN_ANNOTATORS, _MIN_RATIO = 20, 5
"""So many columns of labels, and so many times the rows, are rather items than annotators."""
_LONG, _MIN_CELLS, _MIN_CROSS = 3, 3, 6
"""A long table has so many columns; in fewer cells, or pairs of them, chance can make columns of labels look like one.
"""


def are_paths(data: Any) -> bool:
    """Whether data are a path or several; a data frame, which gives the names of its columns, is none."""
    if isinstance(data, str | PathLike):
        return True
    if isinstance(data, Mapping | Corpus) or not isinstance(data, Collection) or is_frame(data):
        return False
    return is_filled(data) and all(isinstance(part, str | PathLike) for part in data)


def is_filled(data: Any) -> bool:
    """Whether a collection holds something; an array of no dimensions holds nothing."""
    return getattr(data, "shape", None) != () and len(data) > 0


def in_hand(data: Any) -> Any:
    """What iterators give, also those of each annotator, as lists that can be looked at twice; all else as it is."""
    if isinstance(data, Mapping) and any(isinstance(part, Iterator) for part in data.values()):
        return {name: in_hand(part) for name, part in data.items()}
    return list(data) if isinstance(data, Iterator) and not is_frame(data) else data


def refuse_rows(data: Any, rows: str | None) -> None:
    """Refuse to be told what a row is where names say it."""
    if rows is not None and (isinstance(data, Mapping | Corpus) or is_frame(data) or are_paths(data)):
        raise UsageError(f"rows: only a table without names needs it, and this is {shown(data)}; leave it out")


def two_annotators(first: Any, second: Any, known: Sequence[str]) -> dict[str, list[Any]] | None:
    """Two sequences of labels, as scikit-learn takes them; None where the second is names of ``known`` things.

    >>> two_annotators(["yes", "no"], ["yes", "yes"], ["kappa"])
    {'1': ['yes', 'no'], '2': ['yes', 'yes']}
    """
    if (theirs := _flat(second)) is None or (ours := _flat(first)) is None:
        return None
    named = all(isinstance(name, str) for name in theirs)
    if named and (any(name.casefold().partition(":")[0] in known for name in theirs) or any(map(is_file_name, ours))):
        return None
    if len(ours) != len(theirs):
        if named and not (set(theirs) & set(ours)):
            return None  # names, none of them known
        raise UsageError(f"two annotators label the same items, and these have {len(ours)} and {len(theirs)} labels")
    return {"1": ours, "2": theirs}


def are_files(labels: Iterable[Any]) -> bool:
    """Whether labels are rather paths: one of them is there, or all are written like names of files."""
    names = {label for label in labels if isinstance(label, str)}
    written = [name for name in names if _FILE_NAME.search(name)]
    return bool(written) and (len(written) == len(names) or any(Path(name).is_file() for name in written))


def is_file_name(label: Any) -> bool:
    """Whether a label is rather a path: it is there, or is written like the name of a file."""
    return isinstance(label, str) and (bool(_FILE_NAME.search(label)) or Path(label).exists())


def _flat(data: Any) -> list[Any] | None:
    """The labels of a list, tuple, array or series; None for anything else."""
    if data is None or isinstance(data, str | PathLike | Mapping | Corpus) or is_frame(data):
        return None
    listed = plain(data)
    if not isinstance(listed, Iterable):
        return None  # an array of no dimensions
    labels = list(listed)
    return None if any(isinstance(label, list | tuple | Mapping) for label in labels) else labels


def corpus_of(
    data: Any, columns: Columns | None = None, *, annotators: Any = None, how: str | None = None, texts: Any = None
) -> Corpus | None:
    """A corpus of a data frame, of records, triples, spans or chunk labels; None where data are labels in a table.

    ``columns`` says which column is what, and ``annotators`` which columns hold the labels of one annotator each.
    """
    columns = columns or Columns()
    if holds_spans(data):
        return read_source(span_source(data, texts), columns, how)
    refuse_untyped(data)
    if texts is not None:
        raise UsageError("texts: these are not spans, so they lie in no text")
    if sequences := _chunk_labels(data):
        return token_corpus(sequences)
    frame = frame_of(data) or _triples(data)
    if frame is None:
        return None
    named = [annotators] if isinstance(annotators, str) else list(annotators or ())
    if len(named) > 1 and set(named) <= set(frame.columns) and columns.label is None:
        columns = replace(columns, label=named)
    if not frame.rows:
        raise UsageError(f"there is not a single row in the {frame.name}")
    try:
        corpus = read_source(frame.source(columns.item), columns, how)
    except ReadError as error:
        doubt = next((each for each in error.findings if getattr(each, "code", "") in _TO_ASK), None)
        if doubt is None:
            raise
        said = f"{frame.name}: {getattr(doubt, 'message', doubt)}"
        raise UsageError(f"{said}: say which columns are annotators, as in annotators=[...]") from None
    return corpus if columns.label is not None else _ask_in_doubt(corpus, frame)


def _triples(data: Any) -> Frame | None:
    """Coder, item and label, in a list or an array of rows."""
    shape = getattr(data, "shape", None)
    listed = isinstance(data, list | tuple) and data and all(isinstance(row, list | tuple) for row in data)
    if not (listed or (shape is not None and len(shape) == 2 and shape[1] == 3)):
        return None
    return triples_of(data)


def read_source(source: Source, columns: Columns, how: str | None = None) -> Corpus:
    """A corpus of what stands in Python as files have it."""
    inputs = Inputs.of(columns)
    inputs.run.sources[source.path, inputs.file_encoding, inputs.sheet] = source
    if source.content is not None and columns.format is None:
        inputs = replace(inputs, format="jsonl")
    from accord.formats.corpus import read_corpus  # here, so that what is no corpus is scored without

    return read_corpus(Files((source.path,)), how, inputs)


def _ask_in_doubt(corpus: Corpus, frame: Frame) -> Corpus:
    """The same, unless it is not sure which columns of a frame are annotators."""
    annotators, rows = len(corpus.annotators), len(frame.rows)
    if annotators >= max(_MIN_ANNOTATORS, _MIN_RATIO * rows) and set(corpus.annotators) <= set(frame.columns):
        raise UsageError(
            f"{frame.name}: {annotators} columns and {plural(rows, 'row')} look like items in columns: turn it round, "
            "one column per annotator, or say annotators=[...]"
        )
    doubt = next((finding.message for finding in corpus.findings if finding.code in _TO_ASK), None)
    if set(corpus.annotators) <= set(frame.columns):
        columns = {name: [row[frame.columns.index(name)] for row in frame.rows] for name in corpus.annotators}
        refuse_mixed_truth(value for column in columns.values() for value in column)
        if doubt is None and (why := _may_be_long(columns)):
            raise UsageError(
                f"{frame.name}: {why}: name these, as in accord.read(data, item={next(iter(columns))!r}, "
                "annotator=..., label=...), or list the columns that are annotators, annotators=[...]"
            )
    if doubt is None:
        return corpus
    names = ", ".join(map(repr, list(corpus.annotators)[:3]))
    raise UsageError(f"{frame.name}: {doubt}: say which columns are annotators, as in annotators=[{names}]")


def _may_be_long(columns: Mapping[str, list[Any]]) -> str | None:
    """Why columns that were taken for annotators are perhaps items, annotators and labels, one row for each label.

    >>> _may_be_long({"foo": [1, 1, 2, 2], "bar": ["p", "q"] * 2, "baz": ["yes", "no", "no", "no"]})
    "the column 'bar' has no value in common with the others, so they may be items, annotators and labels"
    """
    cells = {name: [label_text(value) for value in column if not is_absent(value)] for name, column in columns.items()}
    held = {name: set(values) for name, values in cells.items() if len(values) >= _MIN_CELLS}
    if len(held) < _LONG:
        return None
    worded = [name for name, values in held.items() if None in map(finite_number, values)]
    for name in worded:
        if all(held[name].isdisjoint(held[other]) for other in held if other != name):
            why = f"the column {name!r} has no value in common with the others"
            return f"{why}, so they may be items, annotators and labels"
    for one, other in combinations(held, 2):
        pairs = set(zip(map(label_text, columns[one]), map(label_text, columns[other]), strict=True))
        sides = len(held[one]), len(held[other])
        if min(sides) > 1 and len(pairs) == len(columns[one]) == sides[0] * sides[1] >= _MIN_CROSS:
            why = f"the columns {one!r} and {other!r} hold each of their pairs once"
            return f"{why}, so they may be items and annotators"
    return None


def _chunk_labels(data: Any) -> dict[str, list[list[str]]] | None:
    """Annotators with the chunk labels of their sentences; None for anything else."""
    if not isinstance(data, Mapping) or not nested(data.values()):
        return None
    listed = {str(annotator): plain(given) for annotator, given in data.items()}
    labels: list[Any] = [
        label
        for given in listed.values()
        for row in (given if isinstance(given, list | tuple) else [None])
        for label in (row if isinstance(row, list | tuple) else [None])
    ]
    chunks = labels and all(isinstance(label, str) and is_chunk_label(label) for label in labels)
    if not chunks or not any(map(is_typed_label, labels)):
        return None
    return {annotator: [list(row) for row in given] for annotator, given in listed.items()}


def token_corpus(sequences: Mapping[str, Sequence[Sequence[str]]]) -> Corpus:
    """A corpus of the labels of tokens that are not known, sentence by sentence, of each annotator."""
    shapes = {annotator: tuple(map(len, rows)) for annotator, rows in sequences.items()}
    (first, shape), *others = shapes.items()
    for annotator, other in others:
        if len(other) != len(shape):
            raise UsageError(f"{first} has labels of {len(shape)} sentences, and {annotator} of {len(other)}")
        for number, (ours, theirs) in enumerate(zip(shape, other, strict=True), 1):
            if ours != theirs:
                raise UsageError(f"sentence {number} has {ours} labels by {first} and {theirs} by {annotator}")
    document = Document("sentences", tuple(("",) * size for size in shape), named=False)
    annotations = {
        (document.id, annotator): TokenLabels(tuple(tuple(map(str.strip, row)) for row in rows))
        for annotator, rows in sequences.items()
    }
    return Corpus.of((document,), annotations)
