"""Detect which of many files belong together, which of them is a reference, and which are predictions of systems."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from accord.campaign.group_names import named_groups, root_of
from accord.campaign.groups import grouped
from accord.campaign.left_aside import passed_over, refuse_these_alone, unlike_annotators
from accord.campaign.scored_files import Listed, SystemFiles, divide
from accord.errors import ReadError, UsageError
from accord.formats.folders import find_files
from accord.formats.inputs import Inputs
from accord.formats.names import short_names, some
from accord.formats.soft import soft_labels
from accord.model import Finding, Place, Severity
from accord.verbs.arguments import check_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.campaign.file_layers import Group
    from accord.formats import Columns
    from accord.formats.source import Source

_HEAD = 2_000
"""In so many bytes a page or its payload says what it is."""
GENERATOR = '<meta name="generator" content="accord">'
_ACCOUNT = re.compile(r'\s*\{\s*"layer": "(?:[^"\\]|\\.)*",\s*"kind": "\w+",\s*"undecided":')
_PAGE = re.compile(r'\s*\{\s*"version":\s*\d+,\s*"accord":')


@dataclass(frozen=True, slots=True)
class Discovery:
    """What files are for: layers, references and what is scored by them; what was assumed, and what was refused."""

    groups: tuple[Group, ...]
    scored: tuple[SystemFiles, ...]
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
    root = root_of([*files.paths, *told, *predicted])
    scored, exported, rest, assumed = divide(
        Listed(formats, files.found, inputs, root, short), told[0] if told else None, predicted
    )
    said += assumed
    if exported:
        where = some([short[path] for path in exported])
        said.append(f"{where}: passed over, as gold standards by their names and not annotators")
    alone = told or [path for path in formats if path not in {*rest, *exported}]
    if alone and not (scored or rest or findings or files.lost):
        why = "" if reference is not None else ", by its name"
        raise UsageError(f"{alone[0]} is the reference{why}, and there is nothing else to show: name other files, too")
    said += files.passed_over()
    groups = grouped(rest, inputs, files.found)
    aside = unlike_annotators(groups, rest, exported, inputs, root) if len(groups) > 1 or scored else {}
    groups = [paths for paths in groups if paths[0] not in aside]
    if aside and not (groups or scored):
        refuse_these_alone(aside, short)
    said += passed_over(aside, short)
    lost = tuple((path, f"it cannot be opened: {why}") for path, why in files.lost.items())
    findings += [Finding("unreadable-file", Severity.ERROR, Place(path), why, "left out") for path, why in lost]
    return Discovery(
        tuple(named_groups(groups, root)),
        tuple(scored),
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
