"""How a scoring meets the five guidelines of Palen-Michel, Holley & Lignos 2021, and a sentence for a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord import __version__
from accord.formats.names import some
from accord.messages import plural
from accord.reporting.compare import measure_title
from accord.reporting.numbers import percent
from accord.scoring.scores import Scores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.scoring.counted_scores import CountedScores


def checklist_lines(scores: Scores | CountedScores) -> Iterator[str]:
    """The guidelines, each with what this scoring did."""
    yield "Checklist for reproducible evaluation (Palen-Michel, Holley & Lignos 2021)"
    encoding, repair, valid = _of_labels(scores) if isinstance(scores, Scores) else _of_others(scores)
    yield f"1. Report the chunk encoding: {encoding}"
    yield f"2. Use an external scorer and name it: accord {__version__}, signature {scores.signature}"
    yield f"3. Say how invalid sequences were repaired: {repair}"
    yield f"4. Score against a valid reference: {valid}"
    single = [system for system, files in scores.systems.items() if len(files) < 2]
    if not single:
        yield f"5. Use good statistics: {_runs(scores)}, reported as mean, standard deviation and interval."
    else:
        said = "one run of a system" if len(single) == len(scores.systems) else f"one run of {some(single)}"
        yield f"5. Use good statistics: NOT MET with {said}. Score several seeds; test with accord compare."
    yield ""
    yield f"For the paper: {method_sentence(scores)}"


def _of_labels(scores: Scores) -> tuple[str, str, str]:
    """What is to be said of chunk labels: their encoding, repairs of the predictions, and of the reference."""
    found = "detected from the reference" if scores.encoding_detected else "declared"
    invalid = sum(run.invalid for run in scores.runs if not scores.crossed or run.repair == scores.runs[0].repair)
    repair = f"{plural(invalid, 'invalid transition')}, repair {scores.repair}."
    valid = f"all of {scores.reference} is valid {scores.encoding.name}."
    if scores.invalid_reference:
        valid = (
            f"NOT MET, {plural(scores.invalid_reference, 'invalid transition')} "
            f"in it, read by repair {scores.repair_reference}. Fix the reference and publish the fixed file."
        )
    nothing = "there were none, so no repair matters."
    return f"{scores.encoding.name}, {found}.", repair if invalid else nothing, valid


def _of_others(scores: CountedScores) -> tuple[str, str, str]:
    """The same of what is no chunk labels."""
    no = "no chunk labels are scored."
    return (
        f"there is none, for {no}",
        f"nothing was repaired, for {no}",
        f"{scores.reference} was read without an error.",
    )


def _runs(scores: Scores | CountedScores) -> str:
    """How many runs there are of how many systems."""
    sizes = [len(files) for files in scores.systems.values()]
    if len(sizes) == 1:
        return plural(sizes[0], "run")
    if len(set(sizes)) == 1:
        return f"{plural(sizes[0], 'run')} of each of {plural(len(sizes), 'system')}"
    return ", ".join(f"{plural(len(files), 'run')} of {system}" for system, files in scores.systems.items())


def method_sentence(scores: Scores | CountedScores) -> str:
    """What to write in a method section."""
    result = f" of {percent(scores.results[0].value)}" if len(scores.runs) == 1 else f" over {_runs(scores)}"
    by = f"computed by accord {__version__}"
    if not isinstance(scores, Scores):
        return f"We report {measure_title(scores.measures[0])}{result}, {by} ({scores.signature})."
    labels = f"{scores.encoding.name}-encoded labels; {_repair(scores)}"
    return f"We report micro-averaged exact-match F1{result}, {by} on {labels} ({scores.signature})."


def _repair(scores: Scores) -> str:
    """How invalid labels were read, and what was left out."""
    common, *own = scores.repair.split(",")
    read = [(f"of {system}", method) for system, _, method in (each.rpartition("=") for each in own)]
    read += [("in the reference", scores.repair_reference)] * (scores.repair_reference != "none")
    if common == "all":
        first = "invalid label sequences were read by each repair method in turn"
    elif common != "none":
        first = f"invalid label sequences in the predictions were read by {common.replace('+', ' and by ')} repair"
    elif read:
        (where, method), *read = read
        first = f"invalid label sequences {where} were read by {method} repair"
    else:
        first = "no label sequence needed repair"
    repair = first + "".join(f", those {where} by {method} repair" for where, method in read)
    left_out = sum(part.tokens for part in scores.left_out.values())
    if left_out:
        repair += f"; {plural(left_out, 'token')} of the reference that a prediction lacks were left out"
    if spurious := sum(run.left_out.predicted for run in scores.runs):
        repair += f"; {plural(spurious, 'predicted mention')} on other tokens were left out"
    return repair
