"""How things show themselves in a notebook and are handed on to other programs.

What does it stands in `accord.reporting`, which knows all results and which no result knows: it is found by the name of
a thing's class, and loaded when somebody asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from accord.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike

_PACKAGE = "accord.reporting.presentation"
PRESENTATIONS = Registry(
    "presentation",
    {
        "Aggregation": f"{_PACKAGE}:present_aggregation",
        "Agreement": "accord.campaign.agreement_figures:present_agreement",
        "Aligned": f"{_PACKAGE}:present_alignment",
        "BeyondChance": f"{_PACKAGE}:present_chance",
        "Calibration": f"{_PACKAGE}:present_calibration",
        "Compared": f"{_PACKAGE}:present_comparison",
        "ComparedRounds": f"{_PACKAGE}:present_rounds",
        "CountedScores": f"{_PACKAGE}:present_counted_scores",
        "Corpus": f"{_PACKAGE}:present_corpus",
        "CorpusCalibration": f"{_PACKAGE}:present_corpus_calibration",
        "Difficulty": f"{_PACKAGE}:present_difficulty",
        "Disagreement": f"{_PACKAGE}:present_disagreement",
        "Page": f"{_PACKAGE}:present_page",
        "ReferenceScores": f"{_PACKAGE}:present_references",
        "Result": f"{_PACKAGE}:present_result",
        "Scores": f"{_PACKAGE}:present_scores",
        "ScoresBySet": f"{_PACKAGE}:present_test_sets",
        "SystemTable": f"{_PACKAGE}:present_system_table",
        "SoftScores": f"{_PACKAGE}:present_soft",
        "Weights": f"{_PACKAGE}:present_weights",
    },
)
"""The class of a thing to "module:function", which gives its `Presentation`."""


class Plot(Protocol):
    """A picture that a notebook shows."""

    def svg(self) -> str:
        """The picture as SVG."""
        ...

    def png(self) -> bytes:
        """The same in pixels; needs the extra 'plot'."""
        ...

    def pdf(self) -> bytes:
        """The same as PDF; needs the extra 'plot'."""
        ...

    def save(self, path: str | PathLike[str]) -> None:
        """Write it into a file that ends in .svg, .pdf or .png."""
        ...


class Presentation(Protocol):
    """All ways in which a thing is shown and handed on, each made when it is asked for."""

    def html(self) -> str:
        """What a notebook shows."""
        ...

    def svg(self) -> str | None:
        """The picture of it, if there is one."""
        ...

    def plot(self, figure: str | None, part: str | None, pair: Sequence[str] | None, width: str | float | None) -> Plot:
        """The picture of it, or the one of this name."""
        ...

    def records(self) -> list[dict[str, Any]]:
        """One row per value."""
        ...

    def frame(self) -> Any:
        """The same as a data frame."""
        ...

    def payload(self, most: int) -> dict[str, Any]:
        """Everything, as JSON holds it."""
        ...

    def latex(self, most: int) -> str:
        """Its tables."""
        ...

    def markdown(self, most: int) -> str:
        """The same for Markdown."""
        ...


class NotebookDisplay:
    """A thing that shows itself in a notebook."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return self._presentation().html()

    def _repr_svg_(self) -> str | None:
        return self._presentation().svg()

    def _presentation(self) -> Presentation:
        present: Callable[[object], Presentation] = PRESENTATIONS.get(type(self).__name__)
        return present(self)


class ResultExport(NotebookDisplay):
    """A result that other programs take, and that can be drawn."""

    __slots__ = ()

    def to_records(self) -> list[dict[str, Any]]:
        """One dictionary per value: what it is of, and the value with what it is made of; None where undefined."""
        return self._presentation().records()

    def to_frame(self) -> Any:
        """The same as a data frame of pandas or polars, whichever is there; one that is loaded already goes first."""
        return self._presentation().frame()

    def to_dict(self, most: int = 10) -> dict[str, Any]:
        """Everything as ``--json`` prints it, with so many of the hardest items and the like."""
        return self._presentation().payload(most)

    def to_json(self, most: int = 10, indent: int | None = 2) -> str:
        """The same as text."""
        import json

        return json.dumps(self.to_dict(most), ensure_ascii=False, indent=indent, allow_nan=False)

    def to_latex(self, most: int = 10) -> str:
        """The tables that the command prints, for LaTeX with booktabs, with so many rows each."""
        return self._presentation().latex(most)

    def to_markdown(self, most: int = 10) -> str:
        """The same for Markdown."""
        return self._presentation().markdown(most)

    def plot(
        self,
        figure: str | None = None,
        *,
        part: str | None = None,
        pair: Sequence[str] | None = None,
        width: str | float | None = None,
    ) -> Plot:
        """The picture of it: a notebook shows it, and ``plot().save("name.svg")``, .pdf or .png writes it.

        An agreement has more of them, by name: headline, pairs, annotators, drift, labels, confusion, differences,
        documents, aligner and trees; of the last two, ``part`` is the document or the sentence, and ``pair`` the two
        annotators of trees. In print it is so wide: "single", as a column, "double", as two, or in millimetres.
        """
        return self._presentation().plot(figure, part, pair, width)
