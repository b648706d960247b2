"""What `accord score` prints as JSON of mentions, of dependencies and of phrases, read in one shape.

Each kind has one measure that systems are ranked by: F1 of mentions by exact match, LAS of dependencies, F1 of labelled
brackets of phrases.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.payload.systems import SystemTerms
from accord.payload.values import interval_in
from accord.reporting.compare import measure_title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.agreement.result import Interval

    Row = Mapping[str, Any]

MENTIONS = "mentions"
_TREES = {"las": "dependencies", "bracket_f1": "phrases"}
"""What is scored, by the first of its measures."""


class Terms(NamedTuple):
    """What is scored in the words of the field: who does it, by which match, and how what they mark goes wrong.

    Of parts that may occur once, the one that most errors are made with is the hardest, and not that of the lowest F1.
    """

    system: str
    part: str
    marked: str
    wrong: str
    right: str
    match: str | None = None
    with_head: bool = False
    by_errors: bool = True
    """Whether the hardest part is that of most errors."""

    @property
    def by(self) -> str:
        """By which match."""
        return f" by {self.match} match" if self.match else ""

    @property
    def each(self) -> str:
        """What the table of parts is called."""
        return f"F1 of each {self.part}{' with its head' if self.with_head else ''}"

    def payload(self) -> SystemTerms:
        """What of this the page shows."""
        return SystemTerms(system=self.system, part=self.part, right=self.right, match=self.match, each=self.each)


_TERMS = {
    MENTIONS: Terms(
        "system",
        "type",
        "mention",
        "missed or made up",
        "F1: a mention is right with its type and its tokens",
        match="exact",
        by_errors=False,
    ),
    "dependencies": Terms(
        "parser",
        "relation",
        "token",
        "given another head or relation",
        "LAS, the labelled attachment score: a token is right with its head and its relation",
        with_head=True,
    ),
    "phrases": Terms(
        "parser", "label", "phrase", "missed or made up", "bracket F1: a phrase is right with its label and its tokens"
    ),
}


class RunScore(NamedTuple):
    """A run by the measure of its kind, and what it reaches for each type, relation or label."""

    file: str
    value: float | None
    undefined: str | None
    interval: Interval | None
    parts: Row


class SystemScore(NamedTuple):
    """A system and its runs: the value of the one, or the mean of several; the interval over sentences or runs."""

    name: str
    runs: Sequence[RunScore]
    value: float | None
    interval: Interval | None

    @property
    def interval_over(self) -> str | None:
        """What an interval of it is over."""
        return None if self.interval is None else "runs" if len(self.runs) > 1 else "sentences"


@dataclass(frozen=True, slots=True)
class Scoring:
    """A scoring: mentions, dependencies or phrases, by which measure, and every run."""

    score: Row

    @property
    def kind(self) -> str:
        """What is scored: mentions, dependencies or phrases."""
        return MENTIONS if self._first is None else _TREES[self._first]

    @property
    def measure(self) -> str:
        """What systems are ranked by, as the field calls it."""
        return "F1" if self._first is None else _title(self._first)

    @property
    def terms(self) -> Terms:
        """What is scored in words."""
        return _TERMS[self.kind]

    @property
    def measures(self) -> dict[str, str]:
        """Every measure of parsers as the field calls it, by its key; none of mentions."""
        scores = {} if self._first is None else self.score["runs"][0]["scores"]
        return {key: _title(key) for key in scores}

    @property
    def runs(self) -> list[RunScore]:
        """Every run."""
        if self._first is None:
            return [_tagged(run) for run in self.score["runs"]]
        return [_parsed(run, self._first) for run in self.score["runs"]]

    @property
    def systems(self) -> list[SystemScore]:
        """Every system, with the runs that it has."""
        by_file = {run.file: run for run in self.runs}
        means = self._means()
        return [
            _alone(name, by_file[files[0]])
            if len(files) == 1
            else SystemScore(
                name, [by_file[file] for file in files], means[name]["mean"], interval_in(means[name]["interval"])
            )
            for name, files in self._files()
        ]

    @property
    def _first(self) -> str | None:
        """The measure that parsers are ranked by, which stands first; None of mentions."""
        scores = next((run["scores"] for run in self.score["runs"] if "scores" in run), None)
        return None if scores is None else next(iter(scores))

    def _files(self) -> list[tuple[str, Sequence[str]]]:
        if self._first is not None:
            return list(self.score["systems"].items())
        return [(each["system"], each["runs"]) for each in self.score["systems"]]

    def _means(self) -> dict[str, Row]:
        if self._first is None:
            return {each["system"]: each["micro"]["f1"] for each in self.score["systems"]}
        return {each["system"]: each["scores"][self._first] for each in self.score["over_runs"]}


def _mean(over_runs: Row) -> tuple[float | None, Interval | None]:
    return over_runs["mean"], interval_in(over_runs["interval"])


def _title(key: str) -> str:
    return measure_title(key.replace("_", "-"))


def _alone(name: str, run: RunScore) -> SystemScore:
    return SystemScore(name, [run], run.value, run.interval)


def _tagged(run: Row) -> RunScore:
    micro = run["micro"]
    interval = interval_in((micro.get("intervals") or {}).get("f1"))
    undefined = (run.get("undefined") or {}).get("f1")
    return RunScore(run["file"], micro["f1"], undefined, interval, run.get("types") or {})


def _parsed(run: Row, measure: str) -> RunScore:
    found = run["scores"][measure]
    return RunScore(run["file"], found["value"], found["undefined"], interval_in(found["interval"]), run["labels"])
