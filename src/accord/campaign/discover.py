"""Detect which of many files belong together, which of them is a reference, and which are predictions of systems."""

from __future__ import annotations

import re
from dataclasses import dataclass
from os.path import commonpath
from pathlib import Path
from typing import TYPE_CHECKING

from accord.campaign.file_layers import Group
from accord.campaign.groups import content_of, grouped
from accord.campaign.left_aside import SYSTEMS, passed_over, refuse_these_alone, unlike_annotators
from accord.errors import ReadError, UsageError
from accord.formats.annotators import same_text
from accord.formats.folders import find_files
from accord.formats.formats import SCORED_FORMATS
from accord.formats.inputs import Inputs
from accord.formats.names import gold_of, is_reference, named_gold, short_names, some, stem, words
from accord.formats.soft import soft_labels
from accord.formats.source import STANDARD_INPUT
from accord.messages import option
from accord.model import Finding, Place, Severity
from accord.verbs.arguments import check_path
from accord.verbs.check import check_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.formats import Columns
    from accord.formats.source import Source

_HEAD = 2_000
"""In so many bytes a page or its payload says what it is."""
GENERATOR = '<meta name="generator" content="accord">'
_ACCOUNT = re.compile(r'\s*\{\s*"layer": "(?:[^"\\]|\\.)*",\s*"kind": "\w+",\s*"undecided":')
_PAGE = re.compile(r'\s*\{\s*"version":\s*\d+,\s*"accord":')


@dataclass(frozen=True, slots=True)
class Discovery:
    """What files are for: layers, a reference and what is scored against it; what was assumed, and what was refused."""

    groups: tuple[Group, ...]
    reference: str | None
    systems: tuple[str, ...]
    assumptions: tuple[str, ...]
    findings: tuple[Finding, ...]
    root: str
    """The folder that all files share."""
    lost: tuple[tuple[str, str], ...]
    """Files and folders that cannot be opened, and why."""


def discover(paths: Iterable[str], reference: str | None, systems: Sequence[str], columns: Columns) -> Discovery:
    """Look at files and into folders, and say which files belong together.

    A layer is what files of one format in one folder hold; files that name their annotators themselves are layers of
    their own, unless they hold different items of the same. Folders of one format that hold files of the same names
    are one layer, one folder per annotator or document, but not where all of them hold the same text.
    """
    inputs = Inputs.of(columns)
    told = [check_path(reference, "reference")] if reference is not None else []
    predicted = list(find_files([check_path(path, "system") for path in systems]).paths)
    files = find_files(check_path(path, "report") for path in paths)
    known = {*map(Path, [*told, *predicted, *files.lost])}
    listed = [path for path in files.paths if Path(path) not in known]
    said: list[str] = []
    formats, findings = _formats(listed, inputs, files.found, said)
    short = short_names([*files.paths, *files.skipped])
    root = _root([*files.paths, *told, *predicted])
    exported = _exported(formats, inputs, files.found, root)
    formats = {path: format_ for path, format_ in formats.items() if path not in exported}
    if reference is None and (named := [path for path in formats if _is_reference(path, formats)]):
        told = [next((path for path in named if _systems_of(path, formats, inputs)), named[0])]
        said.append(f"{short[told[0]]} is the reference, by its name ({option('reference')} says which is)")
    systems = option("systems", flag="--system")
    if predicted and not told:
        raise UsageError(f"there is no reference to score systems against: name it ({option('reference')})")
    if told and not predicted:
        predicted = _systems_of(told[0], formats, inputs)
        if predicted:
            where = some([short[path] for path in predicted])
            said.append(f"{where}: predictions of systems, by their folder ({systems} says which are)")
    if reference is not None and not predicted:
        named_by_hand = [path for path in _alike(told[0], formats, inputs) if path not in files.found]
        predicted = _beside_reference(told[0], named_by_hand, inputs)
        if predicted:
            where = some([short[path] for path in predicted])
            said.append(f"{where}: predictions of systems, for they are named together with a reference of their text")
    if told and not predicted:
        said.append(f"{told[0]} is left aside: there are no predictions to score against it ({systems} says which are)")
    if exported:
        where = some([short[path] for path in exported])
        said.append(f"{where}: passed over, as gold standards by their names and not annotators")
    rest = {path: format_ for path, format_ in formats.items() if path not in {*told, *predicted}}
    if told and not (predicted or rest or findings or files.lost):
        why = "" if reference is not None else ", by its name"
        raise UsageError(f"{told[0]} is the reference{why}, and there is nothing else to show: name other files, too")
    said += files.passed_over()
    groups = grouped(rest, inputs, files.found)
    aside = unlike_annotators(groups, rest, exported, inputs, root) if len(groups) > 1 or predicted else {}
    groups = [paths for paths in groups if paths[0] not in aside]
    if aside and not (groups or predicted):
        refuse_these_alone(aside, short)
    said += passed_over(aside, short)
    lost = tuple((path, f"it cannot be opened: {why}") for path, why in files.lost.items())
    findings += [Finding("unreadable-file", Severity.ERROR, Place(path), why, "left out") for path, why in lost]
    return Discovery(
        tuple(_named(groups, root)),
        told[0] if told else None,
        tuple(predicted),
        tuple(said),
        tuple(findings),
        root,
        lost,
    )


def _formats(
    paths: Sequence[str], inputs: Inputs, found: frozenset[str], said: list[str]
) -> tuple[dict[str, str], list[Finding]]:
    """The format of each file that has one, and what is wrong with those that have none."""
    formats: dict[str, str] = {}
    findings: list[Finding] = []
    for path in paths:
        source = inputs.source(path)
        try:
            if path in found and is_page(source):
                said.append(f"{path} is passed over: it is what an earlier page holds")
                continue
            if path in found and _is_account(source):
                said.append(f"{path} is passed over: it says how a gold standard was made")
                continue
            format_ = inputs.sniff(source).format
            if path in found and format_ == "table" and _holds_shares(source):
                said.append(f"{Path(path).name} is passed over: it holds shares of labels, and no labels")
                continue
            formats[path] = format_
        except (ReadError, UsageError) as error:
            if path not in found and not isinstance(error, ReadError):
                raise
            severity = Severity.WARNING if path in found else Severity.ERROR
            told = [each for each in getattr(error, "findings", ()) if isinstance(each, Finding)]
            told = told or [Finding("unreadable-file", severity, Place(source.name), str(error))]
            findings += [finding._replace(severity=severity, hint=finding.hint or "left aside") for finding in told]
    return formats, findings


def is_page(source: Source) -> bool:
    """Whether a file is the payload of a page."""
    return source.path.casefold().endswith(".json") and bool(_PAGE.match(_start(source)))


def _is_account(source: Source) -> bool:
    """Whether a file is the account of a gold standard."""
    return source.path.casefold().endswith(".json") and bool(_ACCOUNT.match(_start(source)))


def is_html_page(source: Source) -> bool:
    """Whether a file is a page, or has nothing in it that could be lost."""
    start = _start(source)
    return not start or GENERATOR in start


def _start(source: Source) -> str:
    try:
        return source.head(_HEAD).decode("utf-8", "replace")
    except (UsageError, OSError):  # what is wrong with it is said where it is read or written
        return ""


def _holds_shares(source: Source) -> bool:
    """Whether a table holds soft labels: one column per label and numbers that sum to 1, not all of them 0 or 1."""
    try:
        rows = soft_labels(source).shares.values()
    except ReadError:
        return False
    return any(0 < share < 1 for row in rows for share in row.values())


# --- a reference and systems ----------------------------------------------------------------------------------------


def _is_reference(path: str, formats: Mapping[str, str]) -> bool:
    """Whether a file of labels or trees is called like a reference, and not like the gold standard of a layer."""
    name = stem(path)
    return path != STANDARD_INPUT and formats[path] in SCORED_FORMATS and is_reference(name) and gold_of(name) is None


def _exported(formats: Mapping[str, str], inputs: Inputs, found: frozenset[str], root: str) -> list[str]:
    """Gold standards beside other files: those that are called after a layer, and tables of references alone."""
    called = [path for path in formats if path != STANDARD_INPUT and is_reference(stem(path))]
    golds = [path for path in called if formats[path] in SCORED_FORMATS and gold_of(stem(path)) is not None]
    others = {path: format_ for path, format_ in formats.items() if path not in golds}
    layers = {named_gold(group.name) for group in _named(grouped(others, inputs, found), root)} if golds else set()
    named = [path for path in golds if named_gold(gold_of(stem(path)) or "") in layers]
    tables = [path for path in called if formats[path] not in SCORED_FORMATS]
    exported = [*named, *(path for path in tables if _holds_references(path, inputs))]
    return exported if len(exported) < len(formats) else []


def _holds_references(path: str, inputs: Inputs) -> bool:
    """Whether all whom a file names are called like references."""
    content = content_of(path, inputs)
    if content is None or not content.names_annotators:
        return False
    return all(is_reference(str(annotator)) for annotator in content.annotators)


def _is_system(path: str, reference: str) -> bool:
    """Whether a file lies in a folder that is called like one of predictions, but not together with the reference."""
    folders = [words(folder) for folder in Path(path).absolute().parent.parts]
    shared = [words(folder) for folder in Path(reference).absolute().parent.parts]
    return bool({*folders[len(shared) :]} & SYSTEMS) if folders[: len(shared)] == shared else folders[-1] in SYSTEMS


def _systems_of(reference: str, formats: Mapping[str, str], inputs: Inputs) -> list[str]:
    """Files that hold what a reference holds, in folders that are called like those of predictions."""
    return [path for path in _alike(reference, formats, inputs) if _is_system(path, reference)]


def _alike(reference: str, formats: Mapping[str, str], inputs: Inputs) -> list[str]:
    """Files that hold what a reference holds: labels of tokens, dependencies or phrases."""
    try:
        held = SCORED_FORMATS.get(inputs.sniff(inputs.source(reference)).format)
    except (ReadError, UsageError):  # what is wrong with it is said where it is scored
        return []
    return [
        path for path, format_ in formats.items() if held and SCORED_FORMATS.get(format_) == held and path != reference
    ]


def _beside_reference(reference: str, paths: Sequence[str], inputs: Inputs) -> list[str]:
    """Files with the text of a reference of chunk labels or trees, to be scored if nobody says otherwise."""
    try:
        if not inputs.holds_trees(reference) and check_file(reference, columns=inputs).encoding is None:
            return []
    except (ReadError, UsageError):  # what is wrong with it is said where it is scored
        return []
    found = {path: content_of(path, inputs) for path in (reference, *paths)}
    known = {path: content for path, content in found.items() if content is not None}
    return [path for path in known if path != reference and reference in known and same_text(known, reference, path)]


# --- names ----------------------------------------------------------------------------------------------------------


def _root(paths: Sequence[str]) -> str:
    """The folder that all files share."""
    parents = [str(Path(path).absolute().parent) for path in paths if path != STANDARD_INPUT]
    return commonpath(parents) if parents else ""


def _named(groups: Sequence[Sequence[str]], root: str) -> list[Group]:
    """Groups by the folder they lie in, or by their file where there is only one; each name once.

    Folders tell apart what is called the same, the ending of a file or a number what these do not.
    """
    named: list[Group] = []
    for name, paths in zip(_by_folders([_within(paths, root) for paths in groups]), groups, strict=True):
        taken = {group.name for group in named}
        suffix = Path(paths[0]).suffix.lstrip(".")
        tries = [name, f"{name}-{suffix}", *(f"{name}-{number}" for number in range(2, len(groups) + 2))]
        named.append(Group(next(each for each in tries if each not in taken), tuple(paths)))
    return named


def _within(paths: Sequence[str], root: str) -> tuple[str, ...]:
    """The folders from the root to that of several files, or to a file and its name."""
    place = Path(_root(paths)) if len(paths) > 1 else Path(paths[0]).absolute().parent / stem(paths[0])
    inside = place.relative_to(root).parts if place.is_relative_to(root) else ()
    return inside or (place.name or "files",)


def _by_folders(places: Sequence[tuple[str, ...]]) -> list[str]:
    """The last part of each place, with as many folders before it as tell it from the others.

    >>> _by_folders([("round1", "labels"), ("round2", "labels"), ("labels",), ("round2", "spans")])
    ['round1-labels', 'round2-labels', 'labels', 'spans']
    """
    names = [place[-1] for place in places]
    for depth in range(2, max(map(len, places), default=0) + 1):
        names = [
            "-".join(place[-depth:]) if names.count(name) > 1 else name
            for place, name in zip(places, names, strict=True)
        ]
    return names
