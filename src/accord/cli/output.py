"""What verbs print beside their tables: JSON, notes and warnings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from accord.messages import plural, printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.errors import AccordError
    from accord.model import Finding
    from accord.scoring.system_scores import SystemScores
    from accord.verbs.rewrite import Rewritten

_MAX_FINDINGS = 10


def print_json(payload: Any) -> None:
    r"""Print exactly the payload; bytes in it that are no text are written like \\xff."""
    from accord.formats.source import UNDECODABLE

    text = json.dumps(payload, ensure_ascii=False, indent=2)
    click.echo(UNDECODABLE.sub(lambda byte: rf"\\x{ord(byte[0]) & 0xFF:02x}", text))


def note(message: str, *, quiet: bool = False) -> None:
    """Say something beside the result, on standard error."""
    if not quiet:
        click.echo(f"note: {printable(message)}", err=True)


def reasons(path: str, error: AccordError) -> list[Finding]:
    """Why a file was refused, as findings."""
    from accord.errors import ReadError
    from accord.model import Finding, Place, Severity

    found = [each for each in getattr(error, "findings", ()) if isinstance(each, Finding)]
    why = error.summary if isinstance(error, ReadError) else str(error).removeprefix(path).strip()
    return found or [Finding("unreadable-file", Severity.ERROR, Place(path), why)]


def say_refused(refused: Mapping[str, AccordError], *, quiet: bool = False) -> None:
    """Say why files were refused, on standard error: of several the reasons first, one cause only in a few lines."""
    from accord.errors import ReadError, in_few_lines

    short = {
        path: error.in_short if quiet and isinstance(error, ReadError) else error for path, error in refused.items()
    }
    if len(short) < 2:
        for error in short.values():
            click.echo(f"accord: {error}", err=True)
        return
    for line in in_few_lines([reason for path, error in short.items() for reason in reasons(path, error)]):
        click.echo(printable(line), err=True)
    click.echo(f"accord: {len(short)} files are left out", err=True)


def some_of(findings: Sequence[Finding]) -> list[str]:
    """The first few findings, and how many more there are: a note for each would bury the result."""
    distinct = list(dict.fromkeys(findings))
    more = len(distinct) - _MAX_FINDINGS
    rest = [f"and {more:,} more findings: accord check lists them all"] if more > 0 else []
    return [*map(str, distinct[:_MAX_FINDINGS]), *rest]


def warn_merged(done: Rewritten) -> None:
    """Say which mentions ran together because the encoding that was written cannot part them, quiet or not."""
    if not done.merged:
        return
    count = sum(number for _, number in done.merged)
    lines = ", ".join(str(line) for line, _ in done.merged[:10]) + (", ..." if len(done.merged) > 10 else "")
    click.echo(
        f"warning: {done.target.name} cannot part neighbours of one type: "
        f"{plural(count, 'mention')} ran into the one before, "
        f"in the sentence{'s' if len(done.merged) > 1 else ''} at line{'s' if len(done.merged) > 1 else ''} {lines}",
        err=True,
    )


def note_scores(scores: SystemScores[Any], *, quiet: bool) -> None:
    """Say what was assumed of the files of a scoring."""
    for line in scores.notes:
        note(line, quiet=quiet)
