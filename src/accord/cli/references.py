"""What ``accord score`` does with several references."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from accord.cli.bar import missed
from accord.cli.output import note, print_json
from accord.cli.system_table import PAPERS
from accord.messages import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction
    from pathlib import Path

    from accord.scoring.references import ReferenceScores

_OF_ONE = (
    "schemas",
    "confusion",
    "errors",
    "error_counts",
    "checklist",
    "chance",
    "surface",
    "by_document",
    "by",
    "spread",
    "against",
)


def references_said(paths: Sequence[str]) -> str | dict[str, Path] | None:
    """The reference, or several by name; a pattern that the shell left as it is stands for its files."""
    from glob import glob, has_magic
    from pathlib import Path

    from accord.formats.names import distinct_names
    from accord.verbs.arguments import refuse_repeated

    files: list[str] = []
    for path in paths:
        if has_magic(path) and not Path(path).exists():
            found = sorted(glob(path, recursive=True))  # noqa: PTH207 - Path.glob takes no absolute pattern
            if not found:
                raise click.UsageError(f"no file is called like {path}")
            files += found
        else:
            files.append(path)
    if len(files) < 2:
        return files[0] if files else None
    refuse_repeated(files, "reference")
    return dict(zip(distinct_names(files), map(Path, files), strict=True))


def refuse_of_one(context: click.Context, references: int) -> None:
    """Refuse what is shown of one reference only, rather than leave it out in silence."""
    for name in _OF_ONE:
        if context.params.get(name) and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            flag = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{flag} needs one reference, and there are {references}")
    if context.params["format_"] == "conlleval":
        raise click.UsageError("conlleval's layout is for one reference")


def show_references(
    context: click.Context,
    scores: ReferenceScores,
    format_: str,
    fail_under: Fraction | None,
    *,
    metrics: Sequence[str],
    quiet: bool,
) -> int:
    """Show systems against each reference, and say whether one misses the bar in the mean."""
    from accord.reporting.compare import measure_title
    from accord.reporting.references import references_payload, references_records, references_tables
    from accord.reporting.terminal import show_tables

    refuse_of_one(context, len(scores.references))
    if format_ == "json":
        print_json(references_payload(scores, metrics))
    else:
        is_csv = format_ == "csv"
        tables = references_tables(scores, metrics, paper=format_ in PAPERS)
        show_tables([references_records(scores, metrics)] if is_csv else tables, format_)
    for said in dict.fromkeys(_notes(scores)):
        note(said, quiet=quiet)
    bars = [(each.name, each.over.mean) for each in scores.systems()]
    return int(
        sum(missed(f"{printable(name)}: {measure_title(scores.measures[0])}", mean, fail_under) for name, mean in bars)
        > 0
    )


def _notes(scores: ReferenceScores) -> Iterator[str]:
    """What was assumed of the systems and each reference."""
    for each in scores.scores.values():
        yield from getattr(each, "assumptions", ())
        yield from each.run_notes
        if getattr(each, "encoding_detected", False):
            yield f"encoding {each.signature.choices['enc']}, detected from the references (say it with --encoding)"
