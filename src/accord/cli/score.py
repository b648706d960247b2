"""``accord score``."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from accord.cli.bar import Bar, missed
from accord.cli.breakdown import by_options
from accord.cli.chance import chance_options, chance_payload, chance_tables
from accord.cli.kind_options import KindCommand, kind_options
from accord.cli.kind_scores import refuse_idle, show_checklist, show_scores
from accord.cli.options import (
    TABLE_CHOICES,
    alignment_options,
    column_options,
    encoding_or_none_option,
    files_said,
    format_options,
    quiet_option,
    refuse_two_standard_inputs,
    repair_options,
    system_options,
)
from accord.cli.output import note, note_scores, print_json
from accord.cli.references import references_said, refuse_of_one, show_references
from accord.cli.system_table import PAPERS, TableChoice, table_options
from accord.cli.testsets import show_test_sets, test_sets_option
from accord.kinds.kind import kinds
from accord.messages import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from accord.errors import UsageError
    from accord.formats import Columns
    from accord.formats.inputs import Inputs
    from accord.reporting.table import Table
    from accord.scoring.corrected import BeyondChance, Correction
    from accord.scoring.scores import Scores
    from accord.scoring.system_table import SystemTable


@click.command("score", cls=KindCommand)
@system_options
@click.option(
    "--reference",
    "-r",
    "references",
    multiple=True,
    type=click.Path(allow_dash=True),
    help="The reference; without it, one merged file. Several, or a folder or file of several annotators: each is one.",
)
@click.option(
    "--reference-column",
    metavar="N|NAME",
    help="Column of the reference label, or the annotator of one file who is the reference. Default: as "
    "--column label=, or the one before it in a merged file.",
)
@encoding_or_none_option
@repair_options
@click.option("--all-repairs", is_flag=True, help="All repair methods side by side.")
@alignment_options
@click.option("--schemas", is_flag=True, help="SemEval/MUC schemas: strict, exact, partial, type.")
@click.option(
    "--surface", is_flag=True, help="F1 over distinct surface forms, found in place (WNUT 2017) and anywhere."
)
@click.option("--by-document", is_flag=True, help="Precision, recall and F1 for each document of the reference.")
@click.option("--confusion", is_flag=True, help="Which type was predicted for which.")
@click.option("--errors", is_flag=True, help="Every error with its place: missed, spurious, boundary, type, both.")
@click.option("--error-counts", is_flag=True, help="The same errors, counted by surface form.")
@by_options
@chance_options
@click.option(
    "--checklist", is_flag=True, help="How this scoring meets the five guidelines for reproducible evaluation."
)
@click.option(
    "--fail-under",
    type=Bar(0, 1),
    metavar="VALUE",
    help="Exit code 1 if a run has less than this (0 to 1): micro F1, accuracy, LAS, or what else comes first.",
)
@table_options
@test_sets_option
@kind_options(reversed(kinds()), scoring=True)
@quiet_option
@column_options("layer", "offsets", "repeats")
@format_options(*TABLE_CHOICES, "conlleval")
@click.pass_context
def command(
    context: click.Context,
    predictions: Any,
    references: tuple[str, ...],
    reference_column: str | None,
    encoding: str | None,
    repair: Any,
    repair_reference: str,
    all_repairs: bool,
    align_tokens: bool,
    missing: str | None,
    schemas: bool,
    surface: bool,
    by_document: bool,
    confusion: bool,
    errors: bool,
    error_counts: bool,
    by: tuple[str, ...],
    train: tuple[str, ...],
    correction: Correction | None,
    checklist: bool,
    fail_under: Fraction | None,
    table: TableChoice,
    test_sets: str | None,
    given: dict[str, Any],
    runs: bool,
    by_file: bool,
    quiet: bool,
    columns: Columns,
    format_: str,
) -> int:
    """Score predictions against a reference; what the reference holds says how.

    Mentions of chunk labels: precision, recall and F1 by exact match, micro, macro, weighted and for each type.
    Other labels of tokens (parts of speech) and labels of items: accuracy, and F1 of each. Spans: exact, partial,
    type and boundary F1. Units: F1 of those that are aligned, and the slot error rate. Trees: LAS, UAS and CLAS, or
    F1 of brackets, with alpha. Relations: F1 of arcs, of links and of each type. Several files are several runs;
    files whose names differ only in a number at the end are runs (seeds) of one system. A single file without
    --reference is read as a merged file: token, ..., reference, predicted.
    """
    from accord.formats.inputs import Inputs
    from accord.reporting.terminal import show_tables
    from accord.scoring.references import ReferenceScores
    from accord.scoring.scores import Scores
    from accord.verbs.score import score

    inputs = Inputs.of(columns)
    files = files_said(predictions)
    asked = {"schemas": schemas, "confused": confusion, "errors": errors, "error_counts": error_counts}
    as_csv = [name for name in ("errors", "error_counts") if asked[name] and format_ == "csv"]
    _refuse_errors_in_csv(as_csv, correction is not None or bool(by) or bool(table.metrics), all_repairs)
    _refuse_idle_options(
        format_,
        all_repairs,
        repair,
        chance=correction is not None,
        by=bool(by),
        details=surface or by_document or any(wanted for name, wanted in asked.items() if name not in as_csv),
        checklist=checklist,
        runs=len(files),
        table=table,
    )
    is_table = table.wanted(format_) and not all_repairs
    if correction is not None:
        given.pop("match", None)  # it is said to the correction
    how: dict[str, Any] = {
        "encoding": encoding,
        "repair": repair,
        "repair_reference": repair_reference,
        "all_repairs": all_repairs,
        "align_tokens": align_tokens,
        "missing": missing,
        **given,
    }
    if test_sets is not None:
        of_reference = _Sides(None, predictions, inputs, reference_column).of_reference
        how |= {"per_sentence": "types", "columns": inputs, "reference_columns": of_reference}
        return show_test_sets(context, test_sets, references, predictions, how, table, format_, quiet=quiet)
    refuse_two_standard_inputs(*files, *references)
    reference = references_said(references)
    if isinstance(reference, dict):
        refuse_of_one(context, len(reference))
    sides = _Sides(reference, predictions, inputs, reference_column)
    if reference is None:
        sides = _in_one_file(sides, files, encoding, quiet=quiet)
    scores = score(
        sides.reference,
        sides.predictions,
        locate=errors or error_counts,
        surface=surface,
        by_document=by_document,
        per_sentence="types" if is_table else False,
        spans=correction is not None,
        by=by or None,
        train=train or None,
        by_file=by_file,
        runs=runs,
        columns=sides.inputs,
        reference_columns=sides.of_reference,
        **how,
    )
    if isinstance(scores, ReferenceScores):
        return show_references(context, scores, format_, fail_under, metrics=table.metrics, quiet=quiet)
    if not isinstance(scores, Scores):
        refuse_idle(context, scores, format_)
        found = correction.of(scores) if correction else None
        return show_scores(
            scores,
            format_,
            fail_under,
            table=table,
            correction=correction,
            confused=confusion,
            checklist=checklist,
            errors=errors,
            error_counts=error_counts,
            found=found,
            quiet=quiet,
        )
    paper = table.of(scores, correction) if is_table and not scores.crossed else None
    found = correction.of(scores) if correction else None
    if format_ == "json":
        from accord.reporting.breakdown import breakdown_payload
        from accord.reporting.score_payload import score_payload

        more = breakdown_payload(scores) | _table_payload(paper) | chance_payload(found, by_document=by_document)
        print_json(score_payload(scores, **asked) | more)
    elif format_ == "conlleval":
        from accord.reporting.conlleval import as_conlleval

        click.echo(as_conlleval(scores.run))
    elif format_ == "csv":
        show_tables([_error_records(scores, as_csv[0]) if as_csv else _records(scores, found, paper)], "csv")
    else:
        by_run = _tables(scores, paper, asked, printed=format_ in PAPERS)
        show_tables(chain(by_run, chance_tables(found, by_document=by_document)), format_)
        _closing_lines(scores, format_, checklist, signed=paper is None)
    note_scores(scores, quiet=quiet)
    return int(sum(missed(f"{printable(run.file)}: micro F1", run.whole.f1, fail_under) for run in scores.runs) > 0)


class _Sides(NamedTuple):
    """A reference and predictions, and how the files of both are read."""

    reference: Any
    predictions: Any
    inputs: Inputs
    reference_column: str | None

    @property
    def of_reference(self) -> Columns:
        """How the file of the reference is read."""
        column = self.reference_column
        return replace(self.inputs, label=self.inputs.label if column is None else column)


def _tables(scores: Scores, paper: SystemTable | None, asked: dict[str, bool], *, printed: bool) -> Iterator[Table]:
    """Every run, by each of several repairs where there are some, and by groups where some are asked for."""
    from accord.reporting.score import repair_tables, score_tables

    yield from repair_tables(scores, paper=printed) if scores.crossed else score_tables(scores, paper=paper, **asked)
    if scores.breakdowns:
        from accord.reporting.breakdown import breakdown_tables  # here, for it loads what few ask for

        yield from breakdown_tables(scores)


def _in_one_file(sides: _Sides, files: Sequence[str], encoding: str | None, *, quiet: bool) -> _Sides:
    """The reference and systems in a single file: its annotators or columns, or the last columns of tokens."""
    from accord.verbs.one_table import holds_no_tokens, in_one_table

    inputs = sides.inputs
    if len(files) == 1 and holds_no_tokens(files[0], inputs):
        reference, systems = in_one_table(files[0], inputs, sides.reference_column)
        return _Sides(reference, systems, replace(inputs, label=None), None)
    predicted, of_reference = _merged(files, inputs.in_encoding(encoding), sides.reference_column)
    note(f"merged file: reference in column {of_reference.label}, predicted in column {predicted.label}", quiet=quiet)
    return _Sides(files[0], sides.predictions, predicted, of_reference.label)  # type: ignore[arg-type]


def _no_room(wanted: str) -> UsageError:
    from accord.errors import UsageError

    what = "--schemas, --surface, --by-document, --confusion and --errors"
    return UsageError(f"{wanted} does not go with {what}: leave one out")


def _records(scores: Scores, found: BeyondChance | None, paper: SystemTable | None) -> Table:
    """One tidy table: of F1 corrected for chance, of groups or of systems if that is asked for, or the usual scores."""
    from accord.reporting.breakdown import breakdown_records
    from accord.reporting.chance import chance_records
    from accord.reporting.score_records import score_records
    from accord.reporting.system_table import table_records

    if paper:
        return table_records(paper)
    if found:
        return chance_records(found)
    return breakdown_records(scores) if scores.breakdowns else score_records(scores)


def _error_records(scores: Scores, wanted: str) -> Table:
    """The errors of mentions one by one, or counted by their form."""
    from accord.reporting.mention_errors import error_count_records, error_records

    return error_records(scores) if wanted == "errors" else error_count_records(scores)


def _refuse_errors_in_csv(wanted: Sequence[str], more: bool, all_repairs: bool) -> None:
    """Refuse what does not fit into one table with a list of errors."""
    from accord.errors import UsageError

    if len(wanted) > 1 or (wanted and (more or all_repairs)):
        others = "--error-counts, --chance, --by, --metrics and --all-repairs"
        raise UsageError(f"a list of errors in CSV does not go with {others}: leave one out")


def _table_payload(paper: SystemTable | None) -> dict[str, Any]:
    from accord.reporting.system_table import table_payload

    return {"table": table_payload(paper)} if paper else {}


def _refuse_idle_options(
    format_: str,
    all_repairs: bool,
    repair: Any,
    *,
    chance: bool,
    by: bool,
    details: bool,
    checklist: bool,
    runs: int,
    table: TableChoice,
) -> None:
    """Refuse options that would do nothing together, rather than leave them out in silence."""
    from accord.errors import UsageError

    if checklist and format_ not in {"text", "markdown", "latex"}:
        raise UsageError(f"--checklist is written in text, markdown or latex, not in {format_}")
    if details and (format_ in {"csv", "conlleval"} or (all_repairs and format_ != "json")):
        wanted = f"--format {format_}" if format_ in {"csv", "conlleval"} else "--all-repairs"
        raise _no_room(wanted)
    if chance and (format_ == "conlleval" or all_repairs):
        wanted = "--all-repairs" if all_repairs else f"--format {format_}"
        raise UsageError(f"{wanted} does not go with --chance: leave one out")
    if by and (format_ == "conlleval" or all_repairs or (chance and format_ == "csv")):
        wanted = "--all-repairs" if all_repairs else "--chance" if chance else f"--format {format_}"
        raise UsageError(f"{wanted} does not go with --by: leave one out")
    several = all_repairs or isinstance(repair, list)
    if table.metrics and (several or format_ == "conlleval" or (format_ == "csv" and (chance or by))):
        wanted = "--all-repairs" if several else f"--format {format_}" + " with --chance or --by" * (format_ == "csv")
        raise UsageError(f"{wanted} does not go with --metrics: leave one out")
    if all_repairs and repair != "none":
        raise UsageError("--all-repairs shows every method: leave out --repair")
    if format_ == "conlleval" and (runs > 1 or all_repairs):
        raise UsageError("conlleval's layout is for one run: give one file and one --repair")


def _merged(paths: Sequence[str], inputs: Inputs, reference_column: str | None) -> tuple[Inputs, Inputs]:
    """Where a single file keeps prediction and reference: in its last two columns, as conlleval has it."""
    from accord.errors import UsageError

    if len(paths) != 1:
        raise UsageError("name the reference with --reference (only a single merged file has it as a column)")
    layout = inputs.conll(paths[0]).layout
    predicted = layout.label if inputs.label is not None else layout.width - 1
    told = replace(inputs, label=reference_column)
    reference = predicted - 1 if reference_column is None else told.conll(paths[0]).layout.label
    if reference == predicted:
        raise UsageError(f"column {predicted} of {paths[0]} cannot be both reference and prediction")
    if reference == layout.token or reference < 0:
        raise UsageError(f"{paths[0]} has no column for the reference: name it with --reference")
    return replace(inputs, label=predicted), replace(inputs, label=reference)


def _closing_lines(scores: Scores, format_: str, checklist: bool, *, signed: bool) -> None:
    comment = "% " if format_ == "latex" else ""
    if signed:
        click.echo(f"\n{comment}{scores.signature}")
    if checklist:
        show_checklist(scores, format_)
