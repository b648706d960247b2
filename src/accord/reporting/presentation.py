"""How results, alignments, corpora and pages are shown in a notebook and handed on to other programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial, reduce
from html import escape
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from accord.agreement.payload import result_payload, value_payload
from accord.agreement.result import Interval, Undefined, number
from accord.errors import UsageError
from accord.messages import plural, suggestion
from accord.reporting.agree import agree_tables, results_table
from accord.reporting.agree_payload import COLUMNS, TEXT, agree_payload, agree_records, result_records
from accord.reporting.export import Drawing, Export, table_html, text_html
from accord.reporting.figures import intervals_figure
from accord.reporting.page_overview import coefficient_name
from accord.reporting.plot_rows import plot_row, scale_plot
from accord.reporting.scene import below
from accord.reporting.systems_plots import high_end, signed_as_one
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.agreement.agreement import Agreement
    from accord.agreement.result import Result
    from accord.agreement.rounds import ComparedRounds
    from accord.kinds.spans.difficulty import Difficulty
    from accord.kinds.units.aligned import Aligned
    from accord.learn.aggregate.aggregation import Aggregation
    from accord.learn.disagreement import Disagreement
    from accord.learn.weights import Weights
    from accord.model import Corpus
    from accord.payload.plots import PlotRow
    from accord.reporting.scene import Scene
    from accord.scoring.compare import Compared
    from accord.scoring.corrected import BeyondChance
    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.references import ReferenceScores
    from accord.scoring.scores import Scores
    from accord.scoring.soft import SoftScores
    from accord.scoring.system_table import SystemTable
    from accord.scoring.testsets import ScoresBySet
    from accord.simulation.calibration import Calibration
    from accord.simulation.corpus_calibration import CorpusCalibration

_MAX = 10
_SYSTEM_TEXT = frozenset({"part", "system", "file", "repair", "level", "type", "match", "signature"})


@dataclass(frozen=True, slots=True)
class Display:
    """What only a notebook shows: nothing to be handed on."""

    shown: str

    def html(self) -> str:
        """What a notebook shows."""
        return self.shown

    def svg(self) -> None:
        """There is no picture."""


# --- agreement ------------------------------------------------------------------------------------------------------


def present_agreement(agreement: Agreement) -> Export:
    """All coefficients on one scale, and below them their signatures; handed on as ``accord agree`` prints them."""
    drawing = Drawing(partial(_results_scene, agreement.results))
    return Export(
        tables=partial(agree_tables, agreement),
        tidy=partial(agree_records, agreement),
        text=TEXT,
        made=partial(agree_payload, agreement),
        drawing=drawing,
        shown=lambda: _drawn_with(drawing, agreement.results),
    )


def present_result(result: Result) -> Export:
    """A value on its scale, and below it what makes it again."""
    drawing = Drawing(partial(_results_scene, [result]))
    return Export(
        tables=lambda _: [results_table([result], "Result")],
        tidy=lambda: Table(COLUMNS, tuple(result_records([result]))),
        text=TEXT,
        made=lambda _: result_payload(result, "sd", "z", "p"),
        drawing=drawing,
        shown=lambda: _drawn_with(drawing, [result]),
    )


def _drawn_with(drawing: Drawing, results: Iterable[Result]) -> str:
    """A picture, and below it why values are undefined and what makes them again."""
    reasons = dict.fromkeys(value_payload(each.value)["undefined"] for each in results)
    said = [*(f"undefined: {reason}" for reason in reasons if reason), *(str(each.signature) for each in results)]
    return drawing.svg() + "".join(f"<p><code>{text_html(line)}</code></p>" for line in said)


def _results_scene(results: Iterable[Result], wide: float | None = None) -> Scene:
    """Values with chance at 0 and, below them on a scale of their own, those that are not corrected for chance."""
    corrected: list[PlotRow] = []
    others: list[PlotRow] = []
    for each in results:
        name, wider = coefficient_name(each.name, each.title), _known(each.other_annotators)
        row = plot_row(name, **value_payload(each.value), interval=_known(each.interval), wider=wider)
        (others if _is_uncorrected(each) else corrected).append(row)
    said = "Values with their intervals"
    plots = [
        scale_plot(title, f"{said}, {scale}", rows, chance=chance)
        for title, scale, rows, chance in (
            ("Agreement", "chance at 0", corrected, 0.0),
            ("Agreement, not corrected for chance", "0 is none", others, None),
        )
        if rows
    ]
    return reduce(below, (intervals_figure(plot, wide) for plot in plots))


def _known(interval: Interval | Undefined | None) -> Interval | None:
    return None if isinstance(interval, Undefined) else interval


def _is_uncorrected(result: Result) -> bool:
    """Whether a value has 0 where nothing agrees, and not where chance would be."""
    return number(result.value) is not None and number(result.expected) is None


def drawn(made: Export, title: str, value: str, *names: str, where: Mapping[str, Any] | None = None) -> Export:
    """The same with a picture of its records: one column on a scale, under what others hold, of some of the rows."""

    def scene(wide: float | None = None) -> Scene:
        records = [
            each for each in made.records() if all(each.get(name) == only for name, only in (where or {}).items())
        ]
        rows = [
            plot_row(name, each[value], interval=_ends(each))
            for each in records
            if (name := ", ".join(str(each[part]) for part in names if each.get(part)))
        ]
        signatures = dict.fromkeys(str(each["signature"]) for each in records if each.get("signature"))
        said = f"{plural(len(rows), 'value')}, with intervals where they are known"
        notes = signed_as_one(list(signatures)) if signatures else []
        plot = scale_plot(title, said, rows, chance=None, axis=value, high=high_end(rows), notes=notes)
        return intervals_figure(plot, wide)

    return replace(made, drawing=Drawing(scene))


def _ends(record: Mapping[str, Any]) -> Interval | None:
    low, high = record.get("low"), record.get("high")
    return None if low is None or high is None else Interval(low, high, "")


# --- scores ---------------------------------------------------------------------------------------------------------


def present_scores(scores: Scores) -> Export:
    """Runs and systems as ``accord score`` prints them, F1 of each run on a scale."""
    from accord.reporting.breakdown import breakdown_payload, breakdown_tables
    from accord.reporting.score import repair_tables, score_tables
    from accord.reporting.score_payload import score_payload
    from accord.reporting.score_records import score_records

    rows = [(run.file, {"value": number(run.micro.f1), "interval": run.intervals["f1"]}) for run in scores.runs]
    return Export(
        tables=lambda _: (
            repair_tables(scores) if scores.crossed else chain(score_tables(scores), breakdown_tables(scores))
        ),
        paper=lambda _: (
            repair_tables(scores, paper=True) if scores.crossed else score_tables(scores, paper=scores.table())
        ),
        tidy=partial(score_records, scores),
        text=_SYSTEM_TEXT,
        made=lambda _: score_payload(scores) | breakdown_payload(scores),
        drawing=Drawing(partial(_scores_scene, "F1", rows, str(scores.signature))),
    )


def _scores_scene(
    measure: str, runs: Sequence[tuple[str, Mapping[str, Any]]], signature: str, wide: float | None = None
) -> Scene:
    names = [PurePath(file).name for file, _ in runs]
    if len(set(names)) < len(names):
        names = [file for file, _ in runs]
    rows = [
        plot_row(name, run["value"], interval=_known(run["interval"]))
        for name, (_, run) in zip(names, runs, strict=True)
    ]
    said = f"{measure} of each run with its interval"
    plot = scale_plot(measure, said, rows, chance=None, axis=measure, notes=[signature])
    return intervals_figure(plot, wide)


def present_counted_scores(scores: CountedScores) -> Export:
    """Systems as ``accord score`` prints them, the first measure of each on a scale."""
    from accord.reporting.breakdown import breakdown_payload, breakdown_tables
    from accord.reporting.compare import measure_title
    from accord.reporting.counted_scores import score_payload, score_records, score_tables

    rows = [(run.file, {"value": number(run.headline.value), "interval": run.headline.interval}) for run in scores.runs]
    measure = measure_title(scores.runs[0].headline.name)
    return Export(
        tables=lambda _: chain(score_tables(scores), breakdown_tables(scores)),
        paper=lambda _: score_tables(scores, paper=scores.table()),
        tidy=partial(score_records, scores),
        text={"run", "measure", "label", "signature"},
        made=lambda _: score_payload(scores) | breakdown_payload(scores),
        drawing=Drawing(partial(_scores_scene, measure, rows, str(scores.signature))),
    )


def present_system_table(table: SystemTable) -> Export:
    """Systems with some measures as ``accord score --metrics`` prints them."""
    from accord.reporting.system_table import paper_table, table_payload, table_records

    made = Export(
        tables=lambda _: [paper_table(table)],
        tidy=partial(table_records, table),
        text={"system", "measure", "against", "signature"},
        made=lambda _: table_payload(table),
    )
    return drawn(made, "Systems", "value", "system", "measure", "against")


def present_test_sets(found: ScoresBySet) -> Export:
    """Systems on several test sets as ``accord score --test-sets`` prints them."""
    from accord.reporting.testsets import payload_of_sets, records_of_sets, tables_of_sets

    made = Export(
        tables=lambda _: tables_of_sets(found),
        tidy=partial(records_of_sets, found),
        text=_SYSTEM_TEXT | {"test_set", "run", "measure", "label"},
        made=lambda _: payload_of_sets(found),
    )
    if "value" in made.tidy().columns:
        return drawn(made, "Scores on each test set", "value", "test_set", "run", "measure", where={"label": ""})
    return drawn(made, "F1 on each test set", "f1", "test_set", "file", where={"level": "micro"})


def present_comparison(compared: Compared) -> Export:
    """Every two systems as ``accord compare`` prints them."""
    from accord.reporting.compare import compare_payload, compare_records, compare_table, measure_title
    from accord.reporting.examples import examples_payload, examples_tables

    made = Export(
        tables=lambda _: [compare_table(compared), *examples_tables(compared)],
        tidy=lambda: compare_records(compared.comparisons),
        text={"first", "second"},
        made=lambda _: compare_payload(compared) | examples_payload(compared),
    )
    return drawn(made, f"Difference in {measure_title(compared.measure)}", "difference", "first", "second")


def present_rounds(found: ComparedRounds) -> Export:
    """Every two rounds as ``accord compare-agreement`` prints them, and their differences on a scale."""
    from accord.reporting.rounds import TEXT as ROUND_TEXT
    from accord.reporting.rounds import rounds_payload, rounds_plot, rounds_records, rounds_tables

    drawing = Drawing(partial(intervals_figure, rounds_plot(found)))
    return Export(
        tables=partial(rounds_tables, found),
        tidy=partial(rounds_records, found),
        text=ROUND_TEXT,
        made=lambda _: rounds_payload(found),
        drawing=drawing,
        shown=lambda: f"{drawing.svg()}<p><code>{text_html(str(found.signature))}</code></p>",
    )


def present_references(scores: ReferenceScores) -> Export:
    """Systems and annotators against each of several references."""
    from accord.reporting.references import references_payload, references_records, references_tables

    made = Export(
        tables=lambda _: references_tables(scores),
        paper=lambda _: references_tables(scores, paper=True),
        tidy=partial(references_records, scores),
        text={"part", "name", "measure", "reference", "signature"},
        made=lambda _: references_payload(scores),
    )
    return drawn(made, "Scores against each reference", "value", "name", "measure", "reference")


def present_chance(found: BeyondChance) -> Export:
    """F1 corrected for chance as ``accord score --chance`` prints it."""
    from accord.reporting.chance import chance_payload, chance_records, chance_tables

    made = Export(
        tables=lambda _: chance_tables(found),
        tidy=partial(chance_records, found),
        text=_SYSTEM_TEXT,
        made=lambda _: chance_payload(found),
    )
    return drawn(made, "F1 beyond chance", "value", "file", where={"part": "all", "type": "", "document": None})


def present_soft(scores: SoftScores) -> Export:
    """Soft scores as ``accord soft`` prints them."""
    from accord.reporting.soft import soft_payload, soft_records, soft_tables

    made = Export(
        tables=partial(soft_tables, scores),
        tidy=partial(soft_records, scores),
        text={"annotator", "measure", "signature"},
        made=lambda _: soft_payload(scores),
    )
    return drawn(made, "Soft scores", "value", "measure", where={"annotator": ""})


# --- other results --------------------------------------------------------------------------------------------------


def present_aggregation(aggregation: Aggregation) -> Export:
    """Annotators and items as ``accord aggregate`` prints them."""
    from accord.reporting.aggregate import aggregate_tables
    from accord.reporting.aggregate_payload import aggregate_payload, aggregate_records

    made = Export(
        tables=partial(aggregate_tables, aggregation),
        tidy=partial(aggregate_records, aggregation),
        text={"annotator", "signature"},
        made=partial(aggregate_payload, aggregation),
    )
    return drawn(made, "Competence of each annotator", "competence", "annotator")


def present_disagreement(found: Disagreement) -> Export:
    """How much annotators agree on labels, and which they take for each other."""
    from accord.reporting.weights import disagreement_payload, disagreement_records, disagreement_tables

    made = Export(
        tables=partial(disagreement_tables, found),
        tidy=partial(disagreement_records, found),
        text={"label"},
        made=lambda _: disagreement_payload(found),
    )
    return drawn(made, "F1 between annotators on each label", "f1", "label")


def present_weights(weights: Weights) -> Export:
    """What errors cost, as ``accord weights`` prints it."""
    from accord.reporting.weights import cost_payload, weights_records, weights_table

    made = Export(
        tables=lambda most: [weights_table(weights, most)],
        tidy=partial(weights_records, weights),
        text={"gold", "predicted", "signature"},
        made=lambda _: cost_payload(weights),
    )
    return drawn(made, "What each error costs", "weight", "gold", "predicted")


def present_difficulty(difficulty: Difficulty) -> Export:
    """Documents and annotators as ``accord difficulty`` prints them."""
    from accord.reporting.difficulty import difficulty_payload, difficulty_records, difficulty_tables

    made = Export(
        tables=partial(difficulty_tables, difficulty),
        tidy=partial(difficulty_records, difficulty),
        text={"part", "name", "signature"},
        made=lambda _: difficulty_payload(difficulty),
    )
    return drawn(made, "Difficulty of each document", "difficulty", "name", where={"part": "document"})


def present_calibration(calibration: Calibration) -> Export:
    """What a value is for known noise, as ``accord calibrate`` prints and draws it."""
    from accord.reporting.calibration import calibration_payload, calibration_records, calibration_tables
    from accord.reporting.calibration_figure import calibration_scene

    return Export(
        tables=lambda _: calibration_tables(calibration),
        tidy=partial(calibration_records, calibration),
        text={"part", "noise", "coefficient", "signature"},
        made=lambda _: calibration_payload(calibration),
        drawing=Drawing(partial(calibration_scene, calibration, ())),
    )


def present_corpus_calibration(found: CorpusCalibration) -> Export:
    """What an observed agreement corresponds to, as ``accord calibrate`` prints and draws it."""
    from accord.reporting.calibration_figure import corpus_calibration_scene
    from accord.reporting.corpus_calibration import (
        corpus_calibration_payload,
        corpus_calibration_records,
        corpus_calibration_tables,
    )

    return Export(
        tables=lambda _: corpus_calibration_tables(found),
        tidy=partial(corpus_calibration_records, found),
        text={"part", "name", "signature"},
        made=lambda _: corpus_calibration_payload(found),
        drawing=Drawing(partial(corpus_calibration_scene, found)),
    )


def present_alignment(aligned: Aligned) -> Export:
    """The alignment of the document with most disorder, and how many others there are."""
    from accord.reporting.alignment_payload import alignment_payload, alignment_records
    from accord.reporting.alignment_text import alignment_tables

    drawing = _worst_alignment(aligned)
    return Export(
        tables=partial(alignment_tables, aligned),
        tidy=partial(alignment_records, aligned),
        text={"document", "annotator", "category"},
        made=lambda _: alignment_payload(aligned),
        drawing=drawing,
        shown=partial(_alignment_html, aligned, drawing),
        figures=partial(_alignment_of, aligned),
    )


def _alignment_of(aligned: Aligned, figure: str, part: str | None, pair: Sequence[str] | None) -> Drawing:
    """The alignment of a document."""
    from accord.reporting.alignment_drawn import Drawn
    from accord.reporting.alignment_figure import alignment_scene

    if figure != "aligner" or pair is not None:
        raise UsageError('alignments have one picture, "aligner", whose part is a document')
    found = {each.continuum.document: each for each in aligned.alignments}
    if part is not None and part not in found:
        raise UsageError(f"there is no document {part!r}: {suggestion(part, list(found))}")
    drawn = Drawn.worst(aligned) if part is None else Drawn.made(aligned, found[part])
    return Drawing(partial(alignment_scene, drawn))


def _worst_alignment(aligned: Aligned) -> Drawing | None:
    from accord.reporting.alignment_drawn import Drawn
    from accord.reporting.alignment_figure import alignment_scene

    if not aligned.alignments:
        return None
    return Drawing(partial(alignment_scene, Drawn.worst(aligned)))


def _alignment_html(aligned: Aligned, drawing: Drawing | None) -> str:
    if drawing is None:
        return f"<p>{text_html(repr(aligned))}</p>"
    others = plural(len(aligned.alignments) - 1, "other document")
    return f"{drawing.svg()}<p><code>{text_html(f'{others} with less disorder. {aligned.signature}')}</code></p>"


# --- what is no result ----------------------------------------------------------------------------------------------


def present_corpus(corpus: Corpus) -> Display:
    """Who annotated how many documents, and what is wrong in the files."""
    documents = Counter(who for _, who in corpus.annotations)
    held = [(name, documents[name]) for name in corpus.annotators]
    rows = tuple((name, str(count)) for name, count in held[:_MAX])
    notes = [plural(len(corpus.documents), "document"), plural(len(held), "annotator")]
    left = [f"and {plural(len(held) - _MAX, 'annotator')} more"] if len(held) > _MAX else []
    found = [plural(len(corpus.findings), "finding")] if corpus.findings else []
    return Display(table_html(Table(("annotator", "documents"), rows, ", ".join(notes + found), tuple(left))))


def present_page(page: Any) -> Display:
    """The page itself, in a frame of its own."""
    may = "allow-scripts allow-downloads"
    return Display(f'<iframe srcdoc="{escape(page.html)}" width="100%" height="720" sandbox="{may}"></iframe>')
