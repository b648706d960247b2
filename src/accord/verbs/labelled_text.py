"""The tokens of files with their labels and other columns, for taggers to learn from."""

from __future__ import annotations

from itertools import accumulate, chain
from typing import TYPE_CHECKING

import numpy as np

from accord.checks import label_findings, offer_repair
from accord.encoding import encoding as named_encoding
from accord.encoding.detect import Census
from accord.encoding.scheme import NO_ENCODING
from accord.errors import ReadError, UsageError
from accord.formats.inputs import Inputs
from accord.formats.label_columns import say_column
from accord.formats.roles import column_number
from accord.learn.tagger.text import Text
from accord.messages import plural
from accord.model import sentences_of
from accord.verbs.label_sources import refuse_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.encoding import Encoding
    from accord.formats import Columns
    from accord.formats.conll_reader import ConllReader
    from accord.learn.tagger.kernel import Integers
    from accord.model import LabelSource


def labelled_text(paths: Sequence[str], columns: Columns, others: Sequence[str] = ()) -> tuple[Text, list[LabelSource]]:
    """All sentences of some files, with these other columns; and the files, for what else is to be said of them.

    Other columns are there in CoNLL columns only.
    """
    inputs = Inputs.of(columns)
    read: list[LabelSource] = []
    parts: list[list[list[str]]] = []
    lengths: list[int] = []
    for path in paths:
        _refuse_annotators(inputs.for_tokens(path), path)
        if others:
            reader = inputs.for_tokens(path).conll(path)
            for fields, of_sentences, _ in reader.columns(columns_of(reader, others)):
                parts.append(fields)
                lengths += of_sentences
            read.append(reader)
        else:
            label_source = inputs.for_tokens(path).label_source(path)
            for batch in label_source.batches():
                parts.append([batch.tokens, batch.labels])
                lengths += batch.lengths
            read.append(label_source)
    refuse_errors(*read)
    tokens, labels, *more = (
        list(chain.from_iterable(part[column] for part in parts)) for column in range(len(others) + 2)
    )
    return Text(tokens, starts_of(lengths), labels, dict(zip(others, more, strict=True))), read


def learnt_encoding(
    label_sources: Sequence[LabelSource], given: str | None, key: str = "--encoding"
) -> tuple[Encoding | None, list[str]]:
    """The encoding that keeps predictions valid: as told, or that of the labels if none of them breaks it.

    ``key`` is where a user says which.
    """
    if given == NO_ENCODING:
        return None, []
    if given is not None:
        scheme = named_encoding(given)
        problems = [
            finding
            for label_source in label_sources
            for sentence in sentences_of(label_source)
            for finding in label_findings(sentence, label_source.name, scheme)
        ]
        if problems:
            raise ReadError(
                f"{plural(len(problems), 'problem')} in the labels ({scheme.name}): fix them, "
                f"or learn without an encoding ({key} {NO_ENCODING})",
                offer_repair(problems),
            )
        return scheme, []
    census = Census.of(batch for label_source in label_sources for batch in label_source.batches())
    found = census.best() if census.marked else None
    if found is None:
        return None, []
    errors = census.verdict(found).errors
    if errors:
        problem = f"{plural(errors, 'invalid label')} in {found.name}"
        return None, [f"{problem}: predictions may be invalid too (accord repair fixes the labels)"]
    return found, [f"encoding {found.name}, detected: predictions are valid in it ({key} says otherwise)"]


def _refuse_annotators(inputs: Inputs, path: str) -> None:
    """Refuse to choose one of several columns of the same labels, which are those of different annotators."""
    columns = inputs.label_columns(path)
    if columns and columns.twins:
        held = ", ".join(map(str, sorted((columns.used, *columns.twins))))
        raise UsageError(f"{path} has labels of several annotators, in the columns {held}: say which ({say_column()})")


def columns_of(reader: ConllReader, others: Sequence[str]) -> list[int]:
    """The token's column, the label's, and those of the other columns."""
    layout = reader.layout
    found = [column_number(other, "other", layout.names, layout.width) for other in others]
    return [layout.token, layout.label, *found]


def starts_of(lengths: Iterable[int]) -> Integers:
    """Where sentences of these lengths start, and where the last one ends."""
    return np.fromiter(accumulate(lengths, initial=0), np.int64)
