"""Labels of tokens as CoNLL columns, laid out like the file they belong to where there is one."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from accord.errors import ReadError, UsageError
from accord.model import TokenLabels
from accord.read.columns import Columns
from accord.read.layout import is_document_mark, sniff_layout
from accord.write.conll import with_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.model import Corpus
    from accord.read.source import Source

    Line = tuple[int, str]


def conll(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """The labels of one annotator: in the columns and with the comments of their file, or as token, tab, label.

    Sentences of the file that the corpus does not have are left out, with their comments.
    """
    layers = [layer for layer in corpus.layers.values() if isinstance(layer, TokenLabels)]
    files = {layer.file for layer in layers}
    if len(files) == 1 and all(layer.lines and not layer.one_line for layer in layers):
        source = Columns().source(files.pop())
        if Columns().sniff(source).format == "conll":
            return _like(source, layers)
    return _plain(corpus, annotator)


def _plain(corpus: Corpus, annotator: str) -> Iterator[bytes]:
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


def _like(source: Source, layers: Iterable[TokenLabels]) -> Iterator[bytes]:
    layout, codec = sniff_layout(source), source.output_codec()
    new = {line: labels for layer in layers for line, labels in zip(layer.lines, layer.labels, strict=True)}
    lines = enumerate(source.lines(keep_ends=True), 1)
    left_out = False
    for blank, group in groupby(lines, lambda line: line[1].isspace()):
        block = list(group)
        if blank and left_out:
            continue
        rows = [line for line in block if not _is_mark(line[1]) and not layout.is_comment(line[1].rstrip("\r\n"))]
        if rows and rows[0][0] not in new and rows[0][0] + 1 in new:  # it names the columns
            rows = rows[1:]
        if blank or not rows:
            kept = [text for _, text in block]
        elif rows[0][0] in new:
            head = [text for number, text in block if number < rows[0][0]]
            kept = head + [with_label(text, layout, label) for text, label in _labelled(rows, new, source.name)]
        else:
            kept = [text for _, text in block if _is_mark(text)]
        left_out = not kept
        yield "".join(kept).encode(codec, "surrogateescape")


def _labelled(rows: Sequence[Line], new: Mapping[int, tuple[str, ...]], file: str) -> Iterator[tuple[str, str]]:
    labels = new[rows[0][0]]
    if len(rows) != len(labels):
        raise ReadError(f"{file} is not what it was when it was read: read it again")
    return zip((text for _, text in rows), labels, strict=True)


def _is_mark(line: str) -> bool:
    return is_document_mark(line.rstrip("\r\n")) or line.startswith("# newdoc")
