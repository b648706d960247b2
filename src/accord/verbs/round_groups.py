"""The rounds of one campaign, as a column or a field says: guideline versions, or groups of annotators.

The files are read once for each round, with only the lines of that round: an annotator who labelled an item in two
rounds did not label it twice in one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.attributes import NO_VALUE, read_attribute
from accord.formats.folders import find_files
from accord.formats.inputs import Inputs
from accord.formats.source import Source
from accord.messages import option, plural, suggestion
from accord.study.scale import in_natural_order, number_in
from accord.verbs.arguments import check_path
from accord.verbs.data import are_paths
from accord.verbs.read import Campaign, path_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.encoding import Encoding
    from accord.model import Corpus

_SHOWN = 5


def groups_by(
    data: Any, name: str, campaign: Campaign, *, of_units: bool, encoding: str | Encoding | None
) -> dict[str, Corpus]:
    """What the files hold for each value of a column, values in their natural order."""
    if not are_paths(data):
        raise UsageError(f"{option('by', name)}: columns are those of files; give each round for itself")
    paths = [check_path(path, "read") for path in path_list(data)]
    inputs = Inputs.of(campaign.columns)
    files = find_files(paths).paths
    values = {file: _values(inputs, file, name) for file in files}
    found = {value for of_lines in values.values() for value in of_lines.values()} - {NO_VALUE}
    rounds = _in_order(list(found))
    if len(rounds) < 2:
        held = f": {rounds[0]}" if rounds else ""
        raise UsageError(
            f"{option('by', name)}: two rounds are needed, and there is {plural(len(rounds), 'value')}{held}"
        )
    return {
        value: Campaign(campaign.annotators_by, _only(campaign, inputs, values, value)).read(
            paths, of_units=of_units, encoding=encoding
        )
        for value in rounds
    }


def _in_order(values: list[str]) -> list[str]:
    """Numbers by their value, names by the alphabet and the numbers in them: r2 before r10.

    >>> _in_order(["r10", "r2", "r1"]), _in_order(["10", "9", "-1"])
    (['r1', 'r2', 'r10'], ['-1', '9', '10'])
    """
    if all(number_in(value) is not None for value in values):
        return in_natural_order(values)

    def key(value: str) -> list[tuple[int, str]]:
        parts = re.split("([0-9]+)", value)
        whole = [part.lstrip("0") if place % 2 else part for place, part in enumerate(parts)]
        return [(len(part) if place % 2 else 0, part) for place, part in enumerate(whole)]

    return sorted(sorted(values), key=key)


def _values(inputs: Inputs, file: str, name: str) -> Mapping[int, str]:
    """The value of each line of a file."""
    found = read_attribute(inputs, file, name)
    if not isinstance(found, list):
        return found.values
    if not found:
        raise UsageError(f"{option('by', name)}: {file} keeps nothing to tell rounds by; give each round for itself")
    held = f"{', '.join(found[:_SHOWN])}{', ...' * (len(found) > _SHOWN)}"
    raise UsageError(f"{option('by', name)}: {suggestion(name, found)}; {file} has {held}")


def _only(campaign: Campaign, inputs: Inputs, values: Mapping[str, Mapping[int, str]], value: str) -> Inputs:
    """The files as if they held the lines of one value only."""
    some = Inputs.of(campaign.columns)
    for file, of_lines in values.items():
        some.run.sources[file, some.file_encoding, some.sheet] = _kept(inputs.source(file), of_lines, value)
    return some


def _kept(source: Source, of_lines: Mapping[int, str], value: str) -> Source:
    """A file with its other lines left empty, so that each line keeps its number."""
    if source.rows is not None:
        rows = [row for number, row in enumerate(source.rows, 1) if of_lines.get(number, value) == value]
        return Source(source.path, source.file_encoding, rows=rows)
    lines: list[str] = []
    held = value
    for number, line in enumerate(source.lines(), 1):
        if number in of_lines:
            held = of_lines[number]
            if held != value:
                _empty_comments(lines)
        elif not line.strip():
            held = value
        lines.append(line if held == value else "")
    return Source(source.path, "utf-8", content="\n".join([*lines, ""]).encode("utf-8", "surrogateescape"))


def _empty_comments(lines: list[str]) -> None:
    """Leave the comments right above empty, which are about what is not there."""
    for place in range(len(lines) - 1, -1, -1):
        if not lines[place].startswith("#"):
            return
        lines[place] = ""
