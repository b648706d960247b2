"""Coreference as in CoNLL-2012: a token per row, and in the last column where mentions of clusters begin and end.

#begin document (d1); part 000
d1   0   0   Ann    (1)
d1   0   1   saw    -
d1   0   2   her    (2|(1)
d1   0   3   dog    2)
#end document
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from accord.formats.clusters import Clusters, say_clusters
from accord.formats.content import Content, undecodable_bytes
from accord.formats.formats import Format
from accord.formats.source import UNDECODABLE

if TYPE_CHECKING:
    from accord.formats.columns import Columns
    from accord.formats.source import Source

_BEGIN = re.compile(r"#\s?begin document\b\s*(?P<name>.*?)\s*;?\s*(?:part\s+(?P<part>\d+))?\s*$")
_END = re.compile(r"#\s?end document\b")
_ANYWHERE = re.compile(r"#\s?begin document\b[^\n]*\n(?=[^#\s])", re.MULTILINE)
_BRACKETS = re.compile(r"(\()?([^()|\s]+)(\))?")
_COLUMN = re.compile(r"\(?[^()|\s]+(?:(?:\)\|?\(?|\|\(?|\()[^()|\s]+)*\)?\|?")
"""Names with a sign or more between two of them, so that there is one way to read them and no other to try."""
_TYPED = re.compile(r"(.+)-(\d+)")
_NOTHING = {"-", "_", "*", ""}
_OFFICIAL = 5
"""From so many columns on, document and part stand before the number of the token."""
_HINT = "the last column holds -, or brackets with the ids of clusters: (1, 1), (1)|(2"


def recognise(source: Source) -> str:
    """Whether a document begins as in such files."""
    return "it holds #begin document" if _ANYWHERE.search(source.start()) else ""


def read_conll2012(source: Source, _: Columns) -> Content:
    """CoNLL-2012: coreference, as a layer of mentions and one of links, from brackets in the last column.

    Other columns than the words are not read.
    """
    content = Content(source.name)
    documents: list[Clusters] = []
    for number, line in enumerate(source.lines(), 1):
        if UNDECODABLE.search(line):
            content.findings.append(undecodable_bytes(source, number, line))
        elif begun := _BEGIN.match(line):
            name = begun["name"].removeprefix("(").removesuffix(")")
            part = f" part {begun['part']}" if begun["part"] and int(begun["part"]) else ""
            documents.append(Clusters(content, f"{name}{part}" or None))
        elif _END.match(line):
            continue
        elif not line.strip():
            if documents:
                documents[-1].end_sentence()
        elif not documents:
            content.report("misplaced-document-mark", number, "a token before any #begin document", _HINT)
            break
        else:
            _add_token(documents[-1], line, number)
    left_out: Counter[str] = Counter()
    for each in documents:
        each.finish(left_out)
    if not any(each.words for each in documents) and not content.has_errors:
        content.report("empty-file", None, "there is not a single token in it", "is it the right file?")
    content.assumption = f"{say_clusters(documents, left_out)}; other columns are not read"
    return content


def _add_token(document: Clusters, line: str, number: int) -> None:
    """Take in a row: what begins begins before its word, and what ends ends after it."""
    cells = line.split("\t") if "\t" in line else line.split()
    if len(cells) < 2:
        document.content.report("ragged-row", number, f"one column: {line[:60]!r}", _HINT)
        return
    marks = cells[-1].strip()
    if marks not in _NOTHING and not _COLUMN.fullmatch(marks):
        document.content.report("invalid-span", number, f"{marks[:60]!r} is no bracket of a mention", _HINT)
        return
    found = [] if marks in _NOTHING else [each.groups() for each in _BRACKETS.finditer(marks)]
    for opens, name, _ in found:
        if opens:
            type_, cluster = _named(name)
            document.open(cluster, type_, number)
    document.words.append(cells[3 if len(cells) >= _OFFICIAL else len(cells) > 2])
    for opens, name, closes in found:
        if closes:
            document.close(_named(name)[1], number)
        elif not opens:
            document.content.report("invalid-span", number, f"{name!r} neither opens nor closes a mention", _HINT)


def _named(name: str) -> tuple[str, str]:
    """The type and the cluster that a bracket names.

    >>> _named("person-12"), _named("12"), _named("e4")
    (('person', '12'), ('', '12'), ('', 'e4'))
    """
    typed = _TYPED.fullmatch(name)
    return (typed[1], typed[2]) if typed else ("", name)


CONLL_2012 = Format(read_conll2012, recognise=recognise)
