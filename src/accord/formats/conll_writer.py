"""Labels of tokens as CoNLL columns, laid out like the file they belong to where there is one, and read as it is."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from itertools import count, groupby
from typing import TYPE_CHECKING

from accord.errors import ReadError, UsageError
from accord.formats.conll_reader import ConllReader
from accord.formats.inputs import Inputs
from accord.formats.layout import Layout, is_document_mark, sniff_layout
from accord.formats.output import encoded
from accord.formats.source import BYTE_ORDER_MARK, Source
from accord.model import TokenLabels, labelled_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.formats.columns import Columns
    from accord.formats.documents import Tokens
    from accord.formats.roles import Column
    from accord.model import Corpus, Sentence

    Line = tuple[int, str]

_EMPTY = "_"
_NO_CHANGE = (0, "")


def write_conll(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """The labels of one annotator as token, tab, label."""
    return encoded(_rows(corpus, annotator, Layout("\t", 2, 0, (1,))), "utf-8")


def write_as_read(corpus: Corpus, annotator: str, columns: Columns) -> bytes | None:
    """The labels of one annotator such as they are read with these columns, or None where they would not be.

    They stand in the columns and with the comments of the one file they belong to, where there is one; sentences of it
    that the corpus does not have are left out, with their comments. Else they stand in the columns alone, where each
    document has a name.
    """
    sentences = list(labelled_sentences(corpus, annotator))
    as_in_file = sorted(sentences, key=lambda sentence: sentence.line)
    for write, wanted in ((_like_source, as_in_file), (_in_columns, sentences)):
        content = write(corpus, annotator, columns)
        if content is not None and _is_read_as(content, wanted, columns):
            return content
    return None


def _in_columns(corpus: Corpus, annotator: str, columns: Columns) -> bytes:
    """The labels in columns that have the numbers and the names that were said."""
    said = [columns.token, (columns.labels or (None,))[-1]]
    numbers = [_number(each) for each in said]
    width = max([2, *(number + 1 if number >= 0 else -number for number in numbers if number is not None)])
    taken = [None if number is None else range(width)[number] for number in numbers]
    free = (number for number in count() if number not in taken)
    token, label = (next(free) if number is None else number for number in taken)
    names = [_EMPTY] * max(width, token + 1, label + 1)
    for place, name, number in zip((token, label), said, numbers, strict=True):
        names[place] = str(name or _EMPTY) if number is None else _EMPTY
    head = f"# global.columns = {' '.join(names)}\n" if {*names} != {_EMPTY} else ""
    layout = Layout("\t", len(names), token, (label,))
    return b"".join(encoded([head, *_rows(corpus, annotator, layout)], columns.file_encoding))


def _number(column: Column | None) -> int | None:
    """The number of a column, from the end where it is negative; None for a name."""
    try:
        return None if column is None else int(column)
    except ValueError:
        return None


def _rows(corpus: Corpus, annotator: str, layout: Layout) -> Iterator[str]:
    document = None
    for sentence in labelled_sentences(corpus, annotator):
        if sentence.document != document:
            document = sentence.document
            yield f"# newdoc id = {document}\n"
        yield "".join(_row(*each, layout) for each in zip(sentence.tokens, sentence.labels, strict=True)) + "\n"


def _row(token: str, label: str, layout: Layout) -> str:
    if not token or not label or any(map(str.isspace, token + label)):
        said = f"{token!r} {label!r}"
        raise UsageError(f"columns cannot hold {said}, empty or with white space: write JSON lines")
    fields = [_EMPTY] * layout.width
    fields[layout.token], fields[layout.label] = token, label
    return layout.delimiter.join(fields) + "\n"


def _is_read_as(content: bytes, wanted: Iterable[Sentence], columns: Columns) -> bool:
    source = Source("", columns.file_encoding, content=content)
    try:
        read = list(ConllReader(source, columns.token, columns.labels).sentences())
    except (ReadError, UsageError):
        return False
    return [(each.tokens, each.labels) for each in read] == [(each.tokens, each.labels) for each in wanted]


def _like_source(corpus: Corpus, _annotator: str, columns: Columns) -> bytes | None:
    inputs = Inputs.of(columns)
    layers = [layer for layer in corpus.annotations.values() if isinstance(layer, TokenLabels)]
    files = {layer.file for layer in layers}
    if len(files) != 1 or not all(layer.lines and not layer.one_line for layer in layers):
        return None
    source = inputs.source(files.pop())
    if inputs.sniff(source).format != "conll" or _slips(source, inputs, layers):
        return None
    lines = list(source.lines(keep_ends=True)) or [""]
    mark = BYTE_ORDER_MARK * lines[0].startswith(BYTE_ORDER_MARK)
    lines[0] = lines[0].removeprefix(mark)
    laid_out = _like(source.name, lines, sniff_layout(source, columns.token, columns.labels), layers)
    return b"".join(encoded([mark, *laid_out], source.output_codec()))


def _slips(source: Source, inputs: Inputs, layers: Iterable[TokenLabels]) -> bool:
    """Whether a document without a name would be taken for another one of the same text, for some are left out."""
    lines = {line for layer in layers for line in layer.lines}
    before: dict[Tokens, list[int]] = defaultdict(list)
    after: dict[Tokens, list[int]] = defaultdict(list)
    for number, passage in enumerate(replace(inputs, side_by_side=False).parse(source, "conll").passages):
        if passage.document is None:
            before[passage.tokens].append(number)
            after[tuple(sentence.tokens for sentence in passage.sentences if sentence.line in lines)].append(number)
    return any(text in before and before[text][: len(kept)] != kept for text, kept in after.items())


def _like(file: str, lines: Sequence[str], layout: Layout, layers: Iterable[TokenLabels]) -> Iterator[str]:
    new = {line: labels for layer in layers for line, labels in zip(layer.lines, layer.labels, strict=True)}
    left_out = False
    for blank, group in groupby(enumerate(lines, 1), lambda line: line[1].isspace()):
        block = list(group)
        if blank and left_out:
            continue
        rows = [line for line in block if not _is_mark(line[1]) and not layout.is_comment(line[1].rstrip("\r\n"))]
        if blank or not rows:
            kept = [text for _, text in block]
        elif rows[0][0] in new:
            head = [text for number, text in block if number < rows[0][0]]
            kept = head + [_with_label(text, layout, label) for text, label in _labelled(rows, new, file)]
        else:
            kept = [text for _, text in block if _is_mark(text) or text.rstrip("\r\n") == layout.header]
        left_out = not kept
        yield "".join(kept)


def _labelled(rows: Sequence[Line], new: Mapping[int, tuple[str, ...]], file: str) -> Iterator[tuple[str, str]]:
    labels = new[rows[0][0]]
    if len(rows) != len(labels):
        raise ReadError(f"{file} is not what it was when it was read: read it again")
    return zip((text for _, text in rows), labels, strict=True)


def _is_mark(line: str) -> bool:
    """Whether a line is about more than its sentence."""
    return is_document_mark(line.rstrip("\r\n")) or line.startswith(("# newdoc", "# global.columns"))


def relabelled(
    source: Source, layout: Layout, changes: Iterable[tuple[int, str]], *, append: bool = False
) -> Iterator[bytes]:
    """The lines of a file with some labels replaced, or put into a new column after the others.

    ``changes`` gives, in order, the line of a token and its new label. Comments, document marks, blank lines, other
    columns, delimiters, line ends and a byte order mark stay as they are.
    """
    changed = _with_column if append else _with_label
    codec = source.output_codec()
    pending = _fitting(changes, "\t" if append and layout.width == 1 else layout.delimiter)
    target, label = next(pending, _NO_CHANGE)
    for number, line in enumerate(source.lines(keep_ends=True), 1):
        if number == target:
            yield changed(line, layout, label).encode(codec, "surrogateescape")
            target, label = next(pending, _NO_CHANGE)
        else:
            yield line.encode(codec, "surrogateescape")
    next(pending, None)
    source.close()  # some systems replace no file that is open


def _fitting(changes: Iterable[tuple[int, str]], delimiter: str) -> Iterator[tuple[int, str]]:
    """The changes, none of which ends the line or the column it stands in."""
    known: set[str] = set()
    for line, label in changes:
        if label not in known:
            if any(end in label for end in (delimiter, "\t", "\n", "\r")) or (delimiter == " " and not label):
                raise UsageError(f"columns cannot hold the label {label!r}, which would end its line or its column")
            known.add(label)
        yield line, label


def _with_column(line: str, layout: Layout, label: str) -> str:
    body = line.rstrip("\r\n")
    delimiter = "\t" if layout.width == 1 else layout.delimiter
    return body.rstrip(None if delimiter == " " else " ") + delimiter + label + line[len(body) :]


def _with_label(line: str, layout: Layout, label: str) -> str:
    """A row with another label."""
    body = line.rstrip("\r\n")
    parts = re.split("(\t)" if layout.delimiter == "\t" else "( +)", body)
    if len(parts) < 2 * layout.width - 1:
        parts = re.split("( +|\t)", body)
    parts[2 * layout.label] = label
    return "".join(parts) + line[len(body) :]
