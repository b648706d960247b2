"""What ``accord score`` shows of kinds that are counted alike: labels of tokens, trees, relations."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from accord.cli.bar import missed
from accord.cli.chance import chance_payload, chance_tables
from accord.cli.output import note_scores, print_json
from accord.messages import printable

if TYPE_CHECKING:
    from fractions import Fraction

    from accord.cli.system_table import TableChoice
    from accord.scoring.corrected import BeyondChance, Correction
    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.scores import Scores

_OF_MENTIONS = ("schemas",)


def refuse_idle(context: click.Context, scores: CountedScores, format_: str) -> None:
    """Refuse what is shown of mentions only."""
    given = [name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    idle = [name for name in given if name in _OF_MENTIONS]
    if "confusion" in given and not scores.runs[0].confused:
        idle.append("confusion")
    if scores.runs[0].errors is None:
        idle += [name for name in ("errors", "error_counts") if name in given]
    if idle:
        listed = "what is listed one by one"
        of = {"confusion": "what has one label each", "errors": listed, "error_counts": listed}
        what = of.get(idle[0], "mentions")
        raise click.UsageError(f"--{idle[0].replace('_', '-')} is for {what}, and {scores.reference} holds none")
    if format_ == "conlleval":
        raise click.UsageError("conlleval's layout is for mentions")


def show_scores(
    scores: CountedScores,
    format_: str,
    fail_under: Fraction | None,
    *,
    table: TableChoice,
    correction: Correction | None,
    confused: bool,
    checklist: bool,
    errors: bool = False,
    error_counts: bool = False,
    quiet: bool,
    found: BeyondChance | None = None,
) -> int:
    """Show what systems score, and say whether one misses the bar."""
    from accord.reporting import scoring_errors
    from accord.reporting.breakdown import breakdown_payload, breakdown_records, breakdown_tables
    from accord.reporting.chance import chance_records
    from accord.reporting.compare import measure_title
    from accord.reporting.counted_scores import score_payload, score_records, score_tables
    from accord.reporting.system_table import table_payload, table_records
    from accord.reporting.terminal import show_tables

    paper = table.of(scores, correction) if table.wanted(format_) else None
    if format_ == "json":
        more = {"table": table_payload(paper)} if paper else {}
        payload = score_payload(scores, confused=confused)
        wrong = scoring_errors.error_payload(scores) if errors else {}
        wrong |= scoring_errors.error_count_payload(scores) if error_counts else {}
        print_json(payload | breakdown_payload(scores) | chance_payload(found) | more | wrong)
    elif format_ == "csv" and paper:
        show_tables([table_records(paper)], format_)
    elif format_ == "csv":
        tables = [breakdown_records(scores) if scores.breakdowns else score_records(scores)]
        tables = [scoring_errors.error_count_records(scores)] if error_counts else tables
        tables = [scoring_errors.error_records(scores)] if errors else tables
        show_tables([chance_records(found)] if found else tables, format_)
    else:
        shown = (score_tables(scores, paper=paper, confused=confused), breakdown_tables(scores), chance_tables(found))
        listed = scoring_errors.error_tables(scores) if errors else ()
        forms = scoring_errors.error_count_tables(scores) if error_counts else ()
        show_tables(chain(chain.from_iterable(shown), listed, forms), format_)
        if checklist:
            show_checklist(scores, format_)
    note_scores(scores, quiet=quiet)
    headlines = [(run.file, measure_title(run.headline.name), run.at_worst) for run in scores.runs]
    return int(sum(missed(f"{printable(file)}: {name}", value, fail_under) for file, name, value in headlines) > 0)


def show_checklist(scores: Scores | CountedScores, format_: str) -> None:
    """Show how a scoring meets the guidelines, as a comment where a format has some."""
    from accord.reporting.checklist import checklist_lines

    comment = "% " if format_ == "latex" else ""
    click.echo("\n" + "\n".join(f"{comment}{printable(line)}" for line in checklist_lines(scores)))
