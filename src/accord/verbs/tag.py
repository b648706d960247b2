"""Label the tokens of a file by a tagger, and touch nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from accord.formats.conll_writer import relabelled
from accord.formats.inputs import Inputs
from accord.formats.output import whole_file
from accord.learn.tagger.templates import GAZETTEER, TOKEN
from accord.learn.tagger.text import Text
from accord.learn.tagger.trained import Certainty
from accord.model import UNREAD
from accord.verbs.label_sources import refuse_errors
from accord.verbs.labelled_text import columns_of, starts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.formats import Columns
    from accord.formats.conll_reader import ConllReader
    from accord.learn.tagger import Tagger

_AT_ONCE = 100_000
"""How many tokens are tagged at once, so that many short sentences cost little."""


@dataclass(slots=True)
class Tagged:
    """What was done to a file."""

    file: str
    column: int
    appended: bool
    tokens: int = 0
    sentences: int = 0
    changed: int = 0
    certainties: list[Certainty] = field(default_factory=list)


def tag(
    tagger: Tagger, path: str, output: str, columns: Columns, *, append: bool = False, certainty: bool = False
) -> Tagged:
    """Write a file again with the tagger's labels in its label column, or in a new one after the others.

    A file of tokens only gets a new column in any case. ``certainty`` notes how sure the tagger is of every label.
    """
    reader = Inputs.of(columns).for_tokens(path).conll(path, labelled=False)
    append = append or reader.layout.width == 1
    done = Tagged(reader.name, reader.layout.width if append else reader.layout.label, append)
    with whole_file(output) as stream:
        changes = _labels(reader, tagger, done, certainty=certainty)
        for line in relabelled(reader.source, reader.layout, changes, append=append):
            stream.write(line)
    return done


def other_columns(tagger: Tagger) -> list[str]:
    """The columns besides the token that the tagger looks at."""
    blocks = getattr(tagger.extractor, "blocks", ())
    return [name for name in dict.fromkeys(block.column for block in blocks) if name not in {TOKEN, GAZETTEER}]


def _labels(reader: ConllReader, tagger: Tagger, done: Tagged, *, certainty: bool) -> Iterator[tuple[int, str]]:
    """The line and the label of every token whose label changes."""
    others = other_columns(tagger)
    for columns, lengths, lines in _batches(reader, columns_of(reader, others)):
        tokens, old, *more = columns
        text = Text(tokens, starts_of(lengths), None, dict(zip(others, more, strict=True)))
        found = tagger.tag_text(text)
        if certainty:
            done.certainties += _certainties(tagger, text, lines, found)
        done.tokens += len(text.tokens)
        done.sentences += len(text.starts) - 1
        for line, before, label in zip(lines, old, found, strict=True):
            if before != UNREAD and (done.appended or label != before):
                done.changed += 1
                yield line, label
    refuse_errors(reader)


def _certainties(tagger: Tagger, text: Text, lines: list[int], labels: list[str]) -> Iterator[Certainty]:
    margins: list[float] = tagger.margins_of(text).tolist()
    chances: list[float | None] = [None] * len(labels)
    if tagger.has_probabilities:
        code = {label: number for number, label in enumerate(tagger.labels)}
        chances = tagger.shares(text)[range(len(labels)), [code[label] for label in labels]].tolist()
    yield from map(Certainty, lines, text.tokens, labels, margins, chances)


def _batches(reader: ConllReader, numbers: list[int]) -> Iterator[tuple[list[list[str]], list[int], list[int]]]:
    """Some sentences at a time: these columns of theirs, the length of each, and the line of each token."""
    columns: list[list[str]] = [[] for _ in numbers]
    lengths: list[int] = []
    lines: list[int] = []
    for fields, more_lengths, line in reader.columns(numbers):
        for column, more in zip(columns, fields, strict=True):
            column.extend(more)
        lengths += more_lengths
        for start, behind in pairwise(accumulate((length + 1 for length in more_lengths), initial=line)):
            lines += range(start, behind - 1)
        if len(lines) > _AT_ONCE:
            yield columns, lengths, lines
            columns, lengths, lines = [[] for _ in numbers], [], []
    if lines:
        yield columns, lengths, lines
