"""How a scoring meets the five guidelines of Palen-Michel, Holley & Lignos 2021, and a sentence for a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord import __version__
from accord.messages import plural
from accord.reporting.numbers import percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.scoring.scores import Scores


def checklist_lines(scores: Scores) -> Iterator[str]:
    """The guidelines, each with what this scoring did."""
    found = "detected from the reference" if scores.encoding_detected else "declared"
    invalid = sum(run.invalid for run in scores.runs if run.repair == scores.runs[0].repair)
    yield "Checklist for reproducible evaluation (Palen-Michel, Holley & Lignos 2021)"
    yield f"1. Report the chunk encoding: {scores.encoding.name}, {found}."
    yield f"2. Use an external scorer and name it: accord {__version__}, signature {scores.signature}"
    if not invalid:
        yield "3. Say how invalid sequences were repaired: there were none, so no repair matters."
    else:
        transitions = plural(invalid, "invalid transition")
        yield f"3. Say how invalid sequences were repaired: {transitions}, repair {scores.repair}."
    if scores.invalid_reference:
        yield (
            f"4. Score against a valid reference: NOT MET, {plural(scores.invalid_reference, 'invalid transition')} "
            f"in it, read by repair {scores.repair_reference}. Fix the reference and publish the fixed file."
        )
    else:
        yield f"4. Score against a valid reference: all of {scores.reference} is valid {scores.encoding.name}."
    if scores.systems and all(len(files) > 1 for files in scores.systems.values()):
        yield f"5. Use good statistics: {_runs(scores)}, reported as mean, standard deviation and interval."
    else:
        yield "5. Use good statistics: NOT MET with one run of a system. Score several seeds; test with accord compare."
    yield ""
    yield f"For the paper: {method_sentence(scores)}"


def _runs(scores: Scores) -> str:
    """How many runs there are of how many systems."""
    sizes = [len(files) for files in scores.systems.values()]
    if len(sizes) == 1:
        return plural(sizes[0], "run")
    if len(set(sizes)) == 1:
        return f"{plural(sizes[0], 'run')} of each of {plural(len(sizes), 'system')}"
    return ", ".join(f"{plural(len(files), 'run')} of {system}" for system, files in scores.systems.items())


def method_sentence(scores: Scores) -> str:
    """What to write in a method section."""
    repair = {
        "none": "no label sequence needed repair",
        "all": "invalid label sequences were read by each repair method in turn",
    }.get(scores.repair, f"invalid label sequences in the predictions were read by {scores.repair} repair")
    if scores.repair_reference != "none":
        repair += f", those in the reference by {scores.repair_reference} repair"
    left_out = sum(part.tokens for part in scores.left_out.values())
    if left_out:
        repair += f"; {plural(left_out, 'token')} of the reference that a prediction lacks were left out"
    if spurious := sum(run.left_out.predicted for run in scores.runs):
        repair += f"; {plural(spurious, 'predicted mention')} on other tokens were left out"
    alone = len(scores.runs) == 1
    result = f" of {percent(scores.runs[0].micro.f1)}" if alone else f" over {_runs(scores)}" * bool(scores.systems)
    return (
        f"We report micro-averaged exact-match F1{result}, computed by accord {__version__} on "
        f"{scores.encoding.name}-encoded labels; {repair} ({scores.signature})."
    )
