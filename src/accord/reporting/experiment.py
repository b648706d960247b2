"""What came of an experiment, as tables, as JSON and as learning curves."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from accord.agreement.interval import LEVEL
from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import Undefined, number
from accord.agreement.signature import Signature
from accord.learn.experiment.measures import ACCURACY, F1
from accord.learn.experiment.outcome import RESAMPLES
from accord.learn.experiment.plan import BASELINE
from accord.messages import plural
from accord.reporting.curve_figure import curve_scene
from accord.reporting.export import Drawing
from accord.reporting.numbers import UNDEFINED, interval_name, p_value, percent
from accord.reporting.table import Table, not_shown, said_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.agreement.result import Interval, Value
    from accord.learn.experiment.outcome import Cell, Difference, Gain, Outcome

_SURE = 0.01


def experiment_signature(outcome: Outcome) -> Signature:
    """How the numbers were made; the plan says the rest."""
    plan, doubt = outcome.plan, outcome.bench.disagreement
    choices: dict[str, object] = {
        "features": plan.features,
        "epochs": plan.epochs,
        "seeds": len(plan.seeds),
        "protocols": len(plan.protocols),
        "weightings": len(plan.weightings),
        "ci": "bootstrap",
        "resamples": RESAMPLES,
        "seed": outcome.seed,
        "data": outcome.bench.digest,
    }
    if scheme := outcome.bench.train.encoding:
        choices["encoding"] = scheme.name
    if after := outcome.bench.downstream:
        choices["downstream"] = "+".join(map(str, after.said().values()))
    if plan.types:
        choices["types"] = ",".join(plan.types)
    measures = {ACCURACY, F1} & {cell.measure for cell in outcome.cells}
    return Signature(
        "+".join(sorted(measures, reverse=True)), choices | ({"disagreement": doubt.weights().data} if doubt else {})
    )


def experiment_tables(outcome: Outcome, words: Sequence[str] = (), most: int = 10) -> Iterator[Table]:
    """Differences from the baseline for each protocol, those from the controls, and where they come from."""
    for protocol in outcome.plan.protocols:
        yield _overview(outcome, protocol)
    for control in outcome.plan.controls:
        yield _against(outcome, control)
    for cell in _of_tokens(outcome):
        if cell.test in words:
            yield from _gains(outcome, cell, most)


def _of_tokens(outcome: Outcome) -> list[Cell]:
    """Every protocol on every test set once: labels and words are gained token by token."""
    return [cell for cell in outcome.cells if cell.measure == ACCURACY]


def _named(cell: Cell) -> str:
    return cell.test if cell.measure == ACCURACY else f"{cell.test}, {cell.measure}"


def _overview(outcome: Outcome, protocol: str) -> Table:
    plan = outcome.plan
    others = [name for name in plan.weightings if name != BASELINE]
    found = {(each.cell, each.weighting): each for each in outcome.differences[BASELINE]}
    means = {(each.cell, each.weighting): each for each in outcome.scores}
    rows = []
    for cell in (cell for cell in outcome.cells if cell.protocol == protocol):
        baseline = means[cell, BASELINE]
        marked = [f"{_points(found[cell, name].value)}{_star(found[cell, name].holm)}" for name in others]
        rows.append((_named(cell), percent(baseline.mean), percent(baseline.sd), *marked))
    notes = (
        f"{_measured(outcome)}, mean of {plural(len(plan.seeds), 'seed')}, and differences from {BASELINE} in points",
        f"*: p < {_SURE:.2g} in a paired t-test over seeds, {_corrected(outcome, BASELINE)}",
        f"controls, which know nothing: {', '.join(plan.controls)}" if plan.controls else "there is no control",
        str(experiment_signature(outcome)),
    )
    return Table(("test set", BASELINE, "sd", *others), tuple(rows), f"{plan.title}: protocol {protocol}", notes)


def _measured(outcome: Outcome) -> str:
    of_tokens = len(_of_tokens(outcome)) == len(outcome.cells)
    return "per cent right" if of_tokens else "per cent of tokens right, or F1 of mentions in per cent"


def _against(outcome: Outcome, control: str) -> Table:
    rows = said_once(
        (
            f"{each.cell.protocol}, {_named(each.cell)}",
            each.weighting,
            _points(each.value),
            _ends(each.interval),
            p_value(each.p),
            p_value(each.holm),
        )
        for each in outcome.differences[control]
    )
    columns = ("protocol, test set", "weighting", "points", interval_name(LEVEL), "p", "p (Holm)")
    notes = (
        f"the interval is over sentences, p over seeds; p (Holm) is {_corrected(outcome, control)}",
        str(experiment_signature(outcome)),
    )
    return Table(columns, rows, f"Differences from the control {control}", notes)


def _corrected(outcome: Outcome, against: str) -> str:
    tested = sum(not isinstance(each.p, Undefined) for each in outcome.differences[against])
    return f"corrected by Holm's method for all {plural(tested, 'difference')} from {against} that can be tested"


def _gains(outcome: Outcome, cell: Cell, most: int) -> Iterator[Table]:
    for weighting in (name for name in outcome.plan.weightings if name != BASELINE):
        for what, gains in (
            ("label", outcome.by_label(cell, weighting)),
            ("word", outcome.by_word(cell, weighting)),
        ):
            moved = [gain for gain in gains if gain.gained]
            rows = tuple((gain.name, str(gain.tokens), f"{gain.gained:+.2f}") for gain in moved[:most])
            title = f"{cell.protocol}, {cell.test}: where {weighting} gains on {BASELINE}, by {what}"
            yield Table((what, "tokens", "gained"), rows, title, not_shown(len(moved), most))


def experiment_payload(outcome: Outcome, most: int = 10) -> dict[str, Any]:
    """Everything: scores, seeds, differences from the baseline and the controls, gains by label and word, curves."""
    plan = outcome.plan
    return {
        "version": 1,
        "title": plan.title,
        "seeds": list(plan.seeds),
        "epochs": plan.epochs,
        "features": plan.features,
        "protocols": {name: dict(how) for name, how in plan.protocols.items()},
        "controls": plan.controls,
        "scores": [
            {
                **each.cell._asdict(),
                "weighting": each.weighting,
                "mean": each.mean,
                "sd": number(each.sd),
                "by_seed": outcome.by_seed(each.cell, each.weighting),
            }
            for each in outcome.scores
        ],
        "differences": [_difference(each) for found in outcome.differences.values() for each in found],
        "gains": [
            {
                "protocol": cell.protocol,
                "test": cell.test,
                "weighting": weighting,
                "labels": [_gain(gain) for gain in outcome.by_label(cell, weighting)],
                "words": [_gain(gain) for gain in outcome.by_word(cell, weighting)[:most]],
            }
            for cell in _of_tokens(outcome)
            for weighting in plan.weightings
            if weighting != BASELINE
        ],
        "curves": [
            {"protocol": protocol, "test": test, "weighting": weighting, "accuracy": curve}
            for protocol in plan.protocols
            for test, lines in curve_panels(outcome, protocol).items()
            for weighting, curve in lines.items()
        ],
        "notes": list(outcome.notes),
        "signature": str(experiment_signature(outcome)),
    }


def _difference(each: Difference) -> dict[str, Any]:
    return {
        **each.cell._asdict(),
        "weighting": each.weighting,
        "against": each.against,
        **value_payload(each.value),
        "p": number(each.p),
        "p_undefined": each.p.reason if isinstance(each.p, Undefined) else None,
        "p_holm": number(each.holm),
        "interval": interval_payload(each.interval),
    }


def _gain(gain: Gain) -> dict[str, Any]:
    return {"name": gain.name, "tokens": gain.tokens, "gained": gain.gained}


def curve_panels(outcome: Outcome, protocol: str) -> dict[str, dict[str, list[float]]]:
    """The learning curves of a protocol: while training, then on each test set."""
    panels = {"training": None, **{test: test for test in outcome.plan.data.test}}
    return {
        panel: {weighting: outcome.curve(protocol, weighting, test) for weighting in outcome.plan.weightings}
        for panel, test in panels.items()
    }


def experiment_figure(outcome: Outcome, protocol: str) -> Drawing:
    """The learning curves of a protocol."""
    said = f"mean of {plural(len(outcome.plan.seeds), 'seed')}, per cent right after each epoch"
    title = f"{outcome.plan.title}: protocol {protocol}"
    return Drawing(partial(curve_scene, curve_panels(outcome, protocol), title, said))


def _points(value: float) -> str:
    """A difference in points, with its sign."""
    shown = percent(value)
    return shown if shown.startswith("-") else f"+{shown}"


def _star(p: Value) -> str:
    return "*" if not isinstance(p, Undefined) and p < _SURE else ""


def _ends(interval: Interval | Undefined) -> str:
    if isinstance(interval, Undefined):
        return UNDEFINED
    return f"[{_points(interval.low)}, {_points(interval.high)}]"
