"""Labels of tokens as CoNLL columns, laid out like the file they belong to where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from typing import IO, TYPE_CHECKING

from accord.errors import ReadError, UsageError
from accord.model import TokenLabels
from accord.read.conll import ConllReader
from accord.read.layout import is_document_mark, sniff_layout
from accord.read.source import BYTE_ORDER_MARK, Source
from accord.write.conll import with_label
from accord.write.encoded import encoded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.model import Corpus, Sentence
    from accord.read.columns import Columns
    from accord.read.layout import Layout

    Line = tuple[int, str]


def conll(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """The labels of one annotator as token, tab, label."""
    document = None
    for sentence in corpus.sentences(annotator):
        if sentence.document != document:
            document = sentence.document
            yield f"# newdoc id = {document}\n".encode("utf-8", "surrogateescape")
        rows = (_row(token, label) for token, label in zip(sentence.tokens, sentence.labels, strict=True))
        yield ("".join(rows) + "\n").encode("utf-8", "surrogateescape")


def _row(token: str, label: str) -> str:
    if not token or not label or any(map(str.isspace, token + label)):
        said = f"{token!r} {label!r}"
        raise UsageError(f"columns cannot hold {said}, empty or with white space: write JSON lines")
    return f"{token}\t{label}\n"


def like_source(corpus: Corpus, annotator: str, columns: Columns) -> bytes | None:
    """The labels of one annotator in the columns and with the comments of the one file they belong to, if there is one.

    Sentences of the file that the corpus does not have are left out, with their comments. None, too, where that would
    not be read as the same labels in these columns.
    """
    layers = [layer for layer in corpus.layers.values() if isinstance(layer, TokenLabels)]
    files = {layer.file for layer in layers}
    if len(files) != 1 or not all(layer.lines and not layer.one_line for layer in layers):
        return None
    source = columns.source(files.pop())
    if columns.sniff(source).format != "conll":
        return None
    lines = list(source.lines(keep_ends=True)) or [""]
    mark = BYTE_ORDER_MARK * lines[0].startswith(BYTE_ORDER_MARK)
    lines[0] = lines[0].removeprefix(mark)
    laid_out = _like(source.name, lines, sniff_layout(source, columns.token, columns.labels), layers)
    content = b"".join(encoded([mark, *laid_out], source.output_codec()))
    written = ConllReader(_Written(source.path, source.file_encoding, content), columns.token, columns.labels)
    wanted = sorted(corpus.sentences(annotator), key=lambda sentence: sentence.line)
    return content if list(map(_said, written.sentences())) == list(map(_said, wanted)) else None


@dataclass(frozen=True, slots=True)
class _Written(Source):
    """What is to be written, for a look at how it will be read."""

    content: bytes = b""

    def open(self) -> IO[bytes]:
        return BytesIO(self.content)


def _said(sentence: Sentence) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return sentence.tokens, sentence.labels


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
            kept = head + [with_label(text, layout, label) for text, label in _labelled(rows, new, file)]
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
