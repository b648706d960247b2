"""Coreference in CoNLL-U: what CorefUD and GUM write in the last column (Entity=, Bridge=, SplitAnte=)."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from accord.formats.clusters import Clusters, say_clusters
from accord.model import DependencyTree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.formats.content import Content, Treebank

_DECLARED = re.compile(r"#\s*global\.Entity\s*=\s*(\S+)")
_BRACKETS = re.compile(r"\((?P<opened>[^()]+)(?P<one>\))?|(?P<closed>[^()]+)\)")
_PART = re.compile(r"(?P<cluster>[^\[\]]*)(?:\[(?P<part>\d+/\d+)\])?")
_CLUSTER, _TYPE = ("GRP", "eid"), ("etype", "entity")
_FIELDS = ("eid", "etype", "head", "other")
"""What brackets hold in CorefUD, where the file does not say it."""
_EMPTY_NODE, _RANGE = re.compile(r"\d+\.\d+\t"), re.compile(r"\d+-\d+\t")
_TOKEN = re.compile(r"\d+\s")
_LINKS = {"Bridge": "", "SplitAnte": "split"}
"""Links between clusters, and their type where they name none."""
_HINT = "Entity= holds brackets with the ids of clusters: (e1-person-1, e1), (e2-place-1)"


def add_entities(content: Content) -> None:
    """Add what is marked as mentions to a file of trees, as layers of its own; nothing, if nothing is."""
    trees = [tree for bank in content.trees for tree in bank.trees if isinstance(tree, DependencyTree)]
    rows = [row for tree in trees for row in tree.rows]
    if not any("Entity=" in row for row in rows) or content.has_errors:
        return
    declared = next((found[1] for row in rows if (found := _DECLARED.match(row))), None)
    fields = declared.split("-") if declared else list(_FIELDS)
    documents = [_document(content, bank, fields) for bank in content.trees]
    left_out: Counter[str] = Counter()
    if all(set(tree.labels) == {"_"} for tree in trees):  # no trees, but rows that carry mentions
        content.trees.clear()
    for each in documents:
        each.finish(left_out)
    content.assumption += f"; {say_clusters(documents, left_out)}"


def _document(content: Content, bank: Treebank, fields: Sequence[str]) -> Clusters:
    """The mentions of one document, sentence by sentence."""
    document = Clusters(content, bank.document)
    for tree in bank.trees:
        if isinstance(tree, DependencyTree):
            line = (tree.place.line if tree.place else None) or 1
            before = next((number for number, row in enumerate(tree.rows) if _TOKEN.match(row)), 0)
            for number, row in enumerate(tree.rows):
                if not row.startswith("#") and not _RANGE.match(row):
                    _add_row(document, row, fields, line - before + number)
            document.end_sentence()
    return document


def _add_row(document: Clusters, row: str, fields: Sequence[str], line: int) -> None:
    """Take in a token or an empty node: what begins begins before it, and what ends ends after it."""
    cells = row.split("\t") if "\t" in row else row.split()
    held = dict(part.partition("=")[::2] for part in cells[-1].strip().split("|"))
    brackets = list(_BRACKETS.finditer(held.get("Entity", "")))
    if sum(len(each[0]) for each in brackets) < len(held.get("Entity", "")):
        document.content.report("invalid-span", line, f"no brackets of mentions: {held['Entity'][:60]!r}", _HINT)
        return
    for each in brackets:
        if each["opened"]:
            values = dict(zip(fields, each["opened"].split("-"), strict=False))
            cluster, part = _named(_first(values, _CLUSTER) or each["opened"])
            document.open(cluster, _first(values, _TYPE), line, part=part)
    at = len(document.words)
    if not _EMPTY_NODE.match(row):
        document.words.append(cells[1])
    for each in brackets:
        if each["closed"] or each["one"]:
            said = each["closed"] or each["opened"]
            values = dict(zip(fields, said.split("-"), strict=False))
            named = _named(said.rpartition("-")[2] if each["closed"] else _first(values, _CLUSTER) or said)
            document.close(named[0], line, part=named[1])
    for key, usual in _LINKS.items():
        for link in held.get(key, "").split(","):
            ends, _, type_ = link.partition(":")
            antecedent, sign, anaphor = ends.partition("<")
            if sign:
                document.bridges.append((antecedent, anaphor, type_ or usual, at))


def _first(values: dict[str, str], names: Sequence[str]) -> str:
    return next((values[name] for name in names if name in values), "")


def _named(name: str) -> tuple[str, str]:
    """A cluster, and which part of a mention with gaps it is.

    >>> _named("e5"), _named("e5[1/2]")
    (('e5', ''), ('e5', '1/2'))
    """
    found = _PART.fullmatch(name)
    return (found["cluster"], found["part"] or "") if found else (name, "")
