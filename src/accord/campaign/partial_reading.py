"""Read what files of a layer hold together, without those that stop the others from being read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import ReadError
from accord.formats.source import Source
from accord.messages import plural
from accord.model import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.campaign.file_layers import Group
    from accord.errors import AccordError
    from accord.model import Corpus
    from accord.verbs.read import Campaign

_MISMATCH = "token-mismatch"
_MAX_TRIED = 10
"""How many files are left out in turn, to find the one whose tokens differ."""


class MostRead(NamedTuple):
    """A corpus and its files; the files that were left out, each with the reason, and what was found in them."""

    group: Group
    corpus: Corpus
    left_out: list[tuple[str, str]]
    findings: list[Finding]


def read_partial(group: Group, campaign: Campaign) -> MostRead:
    """Read a layer, without files that cannot be read, and without the one whose tokens are not those of the others."""
    try:
        return MostRead(group, campaign.read(group.paths), [], [])
    except ReadError as error:
        errors = errors_of(error)
        counts = Counter(finding.place.file for finding in errors)
        file_of = {path: Source(path).name for path in group.paths}
        broken = {finding.place.file for finding in errors if finding.code != _MISMATCH}
        if broken:
            kept = [path for path in group.paths if file_of[path] not in broken]
            if not kept or len(kept) == len(group.paths):
                raise
            rest = read_partial(group._replace(paths=tuple(kept)), campaign)
        else:
            rest = _without_one(group, campaign, sorted(group.paths, key=lambda path: -counts[file_of[path]]), error)
        gone = [path for path in group.paths if path not in rest.group.paths and path not in dict(rest.left_out)]
        unlike = f"its tokens are not those of the others ({plural(len(errors), 'difference')})"
        reasons = [(path, (broken and reason(file_of[path], errors)) or unlike) for path in gone]
        return rest._replace(left_out=[*reasons, *rest.left_out], findings=[*errors, *rest.findings])


def errors_of(error: AccordError | MemoryError) -> list[Finding]:
    """What an error says is wrong in files."""
    found = (finding for finding in getattr(error, "findings", ()) if isinstance(finding, Finding))
    return [finding for finding in found if finding.severity is Severity.ERROR]


def _without_one(group: Group, campaign: Campaign, suspects: Sequence[str], error: ReadError) -> MostRead:
    """Leave out one of at least three files in turn, the one with most problems first, until the others fit."""
    for path in suspects[:_MAX_TRIED] if len(suspects) > 2 else ():
        rest = group._replace(paths=tuple(each for each in group.paths if each != path))
        try:
            return MostRead(rest, campaign.read(rest.paths), [], [])
        except ReadError:
            continue
    raise error


def reason(file: str, errors: Sequence[Finding]) -> str | None:
    """Why a file cannot be read, from all that is wrong; None where that is not in it."""
    own = [finding for finding in errors if finding.place.file == file]
    if not own:
        return None
    more = f", the first of {plural(len(own), 'problem')}" if len(own) > 1 else ""
    return own[0].message + more
