"""``accord score`` and ``accord compare`` on trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

import click

from accord.cli.bar import missed
from accord.cli.kind_options import class_options
from accord.cli.options import gathered
from accord.cli.output import note, note_runs, print_json
from accord.kinds.options import options_of
from accord.kinds.trees.options import TreeOptions
from accord.messages import printable

if TYPE_CHECKING:
    from fractions import Fraction

    from accord.formats.inputs import Inputs
    from accord.kinds.trees.runs import TreeScores


READING = class_options(TreeOptions, "universal", "functions", "traces")
tree_reading_options = gathered("reading", READING)
"""What of trees is scored, gathered into ``reading``."""


def are_trees(reference: str | None, inputs: Inputs, reading: dict[str, Any], context: click.Context) -> TypeGuard[str]:
    """Whether a reference holds trees; options that are for the other kind of data are refused."""
    trees = reference is not None and inputs.holds_trees(reference)
    for_labels = [name for name in _given(context) if name not in _FOR_TREES]
    if trees and for_labels:
        raise click.UsageError(f"--{for_labels[0].replace('_', '-')} is for labels, and {reference} holds trees")
    if reading and not trees:
        where = "which need a --reference" if reference is None else "and the reference holds none"
        name = next(iter(reading))
        switch = options_of(TreeOptions)[name].switch if name in READING else f"--{name}"
        raise click.UsageError(f"{switch} is for trees, {where}")
    return trees


_FOR_TREES = {
    *("paths", "reference", "fail_under", "by_file", "quiet", "input_format", "layout", "file_encoding"),
    *("format_", "as_json", "resamples", "seed", "measure", *READING),
}


def _given(context: click.Context) -> list[str]:
    """The parameters that stand on the command line."""
    source = click.core.ParameterSource.COMMANDLINE
    return [name for name in context.params if context.get_parameter_source(name) is source]


def score_command(
    paths: tuple[str, ...],
    reference: str,
    given: dict[str, Any],
    *,
    quiet: bool,
    format_: str,
    fail_under: Fraction | None,
) -> int:
    """Score parsers, show what they score, and say whether one misses the bar."""
    from accord.reporting.terminal import show_tables
    from accord.reporting.tree_scores import score_payload, score_records, score_tables
    from accord.verbs.score_trees import score_trees

    if format_ == "conlleval":
        raise click.UsageError("conlleval's layout is for labels")
    scores = score_trees(reference, list(paths), **given)
    if format_ == "json":
        print_json(score_payload(scores))
    else:
        show_tables([score_records(scores)] if format_ == "csv" else score_tables(scores), format_)
    _note(scores, quiet=quiet)
    headlines = [(run.file, run.headline) for run in scores.runs]
    return int(sum(missed(f"{printable(file)}: {each.name}", each.value, fail_under) for file, each in headlines) > 0)


def compare_command(
    paths: tuple[str, ...], reference: str, given: dict[str, Any], *, quiet: bool, format_: str
) -> None:
    """Compare parsers over sentences."""
    from accord.reporting.compare import compare_records
    from accord.reporting.terminal import show_tables
    from accord.reporting.tree_scores import compare_payload, compare_table
    from accord.verbs.score_trees import compare_trees

    compared = compare_trees(reference, list(paths), **given)
    if format_ == "json":
        print_json(compare_payload(compared))
    else:
        table = compare_records(compared.comparisons) if format_ == "csv" else compare_table(compared)
        show_tables([table], format_)
    _note(compared.scores, quiet=quiet)


def _note(scores: TreeScores, *, quiet: bool) -> None:
    for assumed in scores.assumptions:
        note(assumed, quiet=quiet)
    note_runs(scores.systems, quiet=quiet)
