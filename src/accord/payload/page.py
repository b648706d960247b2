"""All that the page holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from accord.payload.layer import LayerPayload, UnmeasuredLayer
from accord.payload.page_settings import PageSettings
from accord.payload.plots import PagePlots
from accord.payload.progress import ProgressView
from accord.payload.systems import SystemsPayload

VERSION = 2
"""Of what is where in a payload: keys may come, but none goes or changes what it means without another version."""


class Remark(NamedTuple):
    """A sentence about a layer, or about the whole page."""

    layer: Annotated[str | None, "null: of the whole page"]
    text: Annotated[str, "the sentence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """What must be seen before any number is believed."""

    severity: Annotated[Literal["error", "warning", "note"], "error, warning or note"]
    text: Annotated[str, "one sentence"]
    view: Annotated[str, "the view that says more; empty where none does"]
    layer: Annotated[str | None, "its layer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingCount:
    """How often something was found in the files."""

    code: Annotated[str, "what it is called"]
    severity: Annotated[Literal["error", "warning"], "error or warning"]
    count: Annotated[int, "how often"]
    explanation: Annotated[str, "what it means"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingRow:
    """Something that was found, as `accord check --json` has it."""

    code: Annotated[str, "what it is called"]
    severity: Annotated[str, "error or warning"]
    file: Annotated[str, "where"]
    line: Annotated[int | None, "the line there"]
    token: Annotated[str | None, "the token there"]
    message: Annotated[str, "what is wrong"]
    hint: Annotated[str, "what to do"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairedToken:
    """A token whose label a repair changes."""

    line: Annotated[int | None, "where it stands"]
    token: Annotated[str, "the token"]
    before: Annotated[str, "its label"]
    after: Annotated[str, "the label that it gets"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRepair:
    """What the repair changes in a file."""

    file: Annotated[str, "the file"]
    method: Annotated[str, "the repair"]
    changed: Annotated[int, "how many labels"]
    examples: Annotated[Sequence[RepairedToken], "some of them"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingsPayload:
    """What is wrong in the files."""

    total: Annotated[int, "how many findings there are"]
    by_code: Annotated[Sequence[FindingCount], "errors first"]
    shown: Annotated[Sequence[FindingRow], "some of each"]
    repairs: Annotated[Sequence[FileRepair], "what repair changes"]
    left_out: Annotated[int, "how many are not held"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePayload:
    """All that the page holds."""

    version: Annotated[int, "of the payload"]
    accord: Annotated[str, "the version of the program"]
    title: Annotated[str, "of the page"]
    settings: Annotated[PageSettings, "how it was made"]
    alerts: Annotated[Sequence[Alert], "the worst first"]
    layers: Annotated[Sequence[LayerPayload], "what annotators gave"]
    unmeasured: Annotated[Sequence[UnmeasuredLayer], "layers that were read but are not measured"]
    systems: Annotated[Sequence[SystemsPayload], "what was scored, for each reference"]
    progress: Annotated[ProgressView | None, "layers that are rounds of the same, by their names (round1, round2)"]
    findings: Annotated[FindingsPayload, "what is wrong in the files"]
    plots: Annotated[PagePlots, "pictures of the whole page"]
    assumptions: Annotated[Sequence[Remark], "how files were read, and what was taken for what"]
    left_out: Annotated[Sequence[Remark], "what the page does not hold, and where it is"]
    refused: Annotated[Sequence[tuple[str, str]], "layers and files that are not there: name or path, and why"]
