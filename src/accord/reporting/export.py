"""Any result as records, a data frame, JSON, LaTeX, HTML and a picture, made from what its report has."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from html import escape
from importlib import import_module
from importlib.util import find_spec
from os import fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.errors import MissingExtra, UsageError
from accord.formats.output import whole_file
from accord.messages import printable
from accord.reporting.table import Table, as_latex, as_markdown

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from os import PathLike

    from accord.reporting.scene import Scene

COLUMNS = {"single": 85.0, "double": 175.0}
"""The widths of columns of papers, in millimetres."""
NARROWEST, WIDEST = 50.0, 1_000.0
"""How wide a picture may be in print, in millimetres."""
LETTER_MM = 0.217
"""What a pixel of a picture is in print, so that letters of 13 are 8 points high."""
_LIBRARIES = ("pandas", "polars")
"""Whose data frames are made, the first one first where neither is loaded."""
_HTML_ROWS = 10
"""How many rows of each table a notebook shows."""


@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """A picture: a notebook shows it, and it is saved as SVG, PDF or PNG.

    ``drawn`` lays it out as wide as it is asked to be, or as it is best; ``millimetres`` are how wide it is in print.
    """

    drawn: Callable[[float | None], Scene]
    millimetres: float | None = None
    is_bare: bool = False

    def __repr__(self) -> str:
        return '<picture: save("name.svg"), .pdf or .png writes it>'

    def _repr_svg_(self) -> str:
        return self.svg()

    def scene(self) -> Scene:
        """What is drawn."""
        scene = self.drawn(None if self.millimetres is None else self.millimetres / LETTER_MM)
        return replace(scene, millimetres=self.millimetres, bare=self.is_bare)

    def within(self, width: str | float | None) -> Drawing:
        """The same so wide in print: as one column, "single", as two, "double", or in millimetres."""
        return replace(self, millimetres=millimetres(width))

    def bare(self) -> Drawing:
        """The same without title and notes, which are in the caption of a paper."""
        return replace(self, is_bare=True)

    def svg(self) -> str:
        """The picture as SVG."""
        return self.scene().svg()

    def png(self) -> bytes:
        """The same in pixels; needs the extra 'plot'."""
        return self.scene().png()

    def pdf(self) -> bytes:
        """The same as PDF; needs the extra 'plot'."""
        return self.scene().pdf()

    def save(self, path: str | PathLike[str]) -> None:
        """Write it into a file that ends in .svg, .pdf or .png."""
        name = fspath(path)
        ending = figure_ending(name)
        if why := self.scene().why_empty:
            raise UsageError(f"there is nothing to draw: {why}")
        content = self.svg().encode() if ending == ".svg" else self.pdf() if ending == ".pdf" else self.png()
        with whole_file(name) as output:
            output.write(content)


def millimetres(width: str | float | None) -> float | None:
    """How wide a picture is in print.

    >>> millimetres("single"), millimetres("double"), millimetres(120), millimetres(None)
    (85.0, 175.0, 120.0, None)
    """
    if width is None or width in COLUMNS:
        return None if width is None else COLUMNS[width]
    try:
        wide = float(width)
    except (TypeError, ValueError):
        wide = 0.0
    if not NARROWEST <= wide <= WIDEST:
        raise UsageError(
            f"a width is {' or '.join(COLUMNS)}, or millimetres from {NARROWEST:g} to {WIDEST:g}, not {width!r}"
        )
    return wide


def figure_ending(path: str) -> str:
    """The ending of a file that can be drawn into, other than SVG only where the extra 'plot' is there."""
    ending = Path(path).suffix.casefold()
    if ending not in {".svg", ".pdf", ".png"}:
        raise UsageError(f"{path}: name a file that ends in .svg, .pdf or .png")
    if ending != ".svg" and find_spec("matplotlib") is None:
        raise MissingExtra("matplotlib", "plot")
    return ending


@dataclass(frozen=True, slots=True)
class Export:
    """The ways in which a result is handed on; ``text`` names the columns of records that hold no numbers."""

    tables: Callable[[int], Iterable[Table]]
    tidy: Callable[[], Table]
    text: Collection[str]
    made: Callable[[int], dict[str, Any]]
    drawing: Drawing | None = None
    shown: Callable[[], str] | None = None
    """What a notebook shows, where that is not the tables."""
    paper: Callable[[int], Iterable[Table]] | None = None
    """The tables as they go into a paper, where these are others."""
    figures: Callable[[str, str | None, Sequence[str] | None], Drawing] | None = None
    """Further pictures, by name, of a part and of two annotators."""

    def html(self) -> str:
        """What a notebook shows."""
        return self.shown() if self.shown else "".join(map(table_html, self.tables(_HTML_ROWS)))

    def svg(self) -> str | None:
        """The picture, if there is one."""
        return self.drawing.svg() if self.drawing else None

    def plot(
        self, figure: str | None, part: str | None, pair: Sequence[str] | None, width: str | float | None
    ) -> Drawing:
        """The picture, or the one of this name."""
        if figure is None and part is None and pair is None:
            if self.drawing is None:
                raise UsageError("there is no picture of this: to_frame() gives its numbers")
            return self.drawing.within(width)
        if self.figures is None:
            raise UsageError("this has one picture, which plot() draws, and no part of it alone")
        if figure is None:
            raise UsageError("say which picture the part and the pair are of")
        return self.figures(figure, part, pair).within(width)

    def records(self) -> list[dict[str, Any]]:
        """One row per value, numbers as numbers."""
        table = self.tidy()
        is_text = [column in self.text for column in table.columns]
        return [
            {
                column: cell if text else _number(cell)
                for column, cell, text in zip(table.columns, row, is_text, strict=True)
            }
            for row in table.rows
        ]

    def frame(self) -> Any:
        """The same as a data frame of pandas or polars."""
        records, columns = self.records(), list(self.tidy().columns)
        library = _library()
        by_column = {column: [record[column] for record in records] for column in columns}
        blank = [name for name, cells in by_column.items() if name not in self.text and not _any_given(cells)]
        if library.__name__ == "pandas":  # a column without numbers would hold objects
            return library.DataFrame(by_column | dict.fromkeys(blank, [float("nan")] * len(records)))
        return library.DataFrame(by_column, schema_overrides=dict.fromkeys(blank, library.Float64))

    def payload(self, most: int) -> dict[str, Any]:
        """Everything, as JSON holds it."""
        return self.made(most)

    def latex(self, most: int) -> str:
        """The tables, one after the other."""
        return "\n\n".join(map(as_latex, (self.paper or self.tables)(most))) + "\n"

    def markdown(self, most: int) -> str:
        """The same for Markdown."""
        return "\n\n".join(map(as_markdown, (self.paper or self.tables)(most))) + "\n"


def _number(cell: str) -> int | float | None:
    """A number of records, as `exact` wrote it."""
    if not cell:
        return None
    try:
        return int(cell)
    except ValueError:
        return float(cell)


def _any_given(cells: Iterable[object]) -> bool:
    """Whether a column has a number."""
    return any(cell is not None for cell in cells)


def _library() -> Any:
    """The library of data frames: the one that is loaded, or else the one that is installed."""
    loaded = [name for name in _LIBRARIES if name in sys.modules]
    for name in (*loaded, *_LIBRARIES):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise MissingExtra("pandas or polars", "frames")


def table_html(table: Table) -> str:
    """A table as HTML in which everything is text."""

    def row(cells: Iterable[str], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{text_html(cell)}</{tag}>' for cell in cells)}</tr>"

    body = "".join(row(cells, "td") for cells in table.rows)
    notes = "".join(f"<p>{text_html(note)}</p>" for note in table.notes)
    head = f"<caption>{text_html(table.title)}</caption><thead>{row(table.columns, 'th')}</thead>"
    return f"<table>{head}<tbody>{body}</tbody></table>{notes}"


def text_html(text: str) -> str:
    """A text as HTML shows it."""
    return escape(printable(text))
