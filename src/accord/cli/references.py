"""What ``accord score`` does with several references."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord.cli.bar import missed
from accord.cli.options import refuse_given
from accord.cli.output import note, print_json
from accord.cli.system_table import PAPERS
from accord.messages import printable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from pathlib import Path

    from accord.scoring.references import ReferenceScores

OF_ONE = ("schemas", "confusion", "errors", "error_counts", "checklist", "chance", "surface", "by_document", "by")
"""What is shown of one reference on one test set."""


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
    refuse_given(context, (*OF_ONE, "spread", "against"), f"needs one reference, and there are {references}")
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
    for said in scores.notes:
        note(said, quiet=quiet)
    bars = [(each.name, each.over.mean) for each in scores.systems()]
    return int(
        sum(missed(f"{printable(name)}: {measure_title(scores.measures[0])}", mean, fail_under) for name, mean in bars)
        > 0
    )
