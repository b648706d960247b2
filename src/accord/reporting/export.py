"""Any result as records, a data frame, JSON, LaTeX, HTML and a picture, made from what its report has."""

from __future__ import annotations

import sys
from dataclasses import dataclass
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
    from collections.abc import Callable, Collection, Iterable
    from os import PathLike

_LIBRARIES = ("pandas", "polars")
"""Whose data frames are made, the first one first where neither is loaded."""
_HTML_ROWS = 10
"""How many rows of each table a notebook shows."""


@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """A picture: a notebook shows it, and it is saved as SVG or in pixels."""

    drawn: Callable[[], str]
    pixels: Callable[[], bytes]

    def __repr__(self) -> str:
        return '<picture: save("name.svg") or save("name.png") writes it>'

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self) -> str:
        """The picture as SVG."""
        return self.drawn()

    def png(self) -> bytes:
        """The same in pixels; needs the extra 'plot'."""
        return self.pixels()

    def save(self, path: str | PathLike[str]) -> None:
        """Write it into a file that ends in .svg or .png."""
        name = fspath(path)
        content = self.svg().encode() if figure_ending(name) == ".svg" else self.png()
        with whole_file(name) as output:
            output.write(content)


def figure_ending(path: str) -> str:
    """The ending of a file that can be drawn into, for pixels only where the extra 'plot' is there."""
    ending = Path(path).suffix.casefold()
    if ending not in {".svg", ".png"}:
        raise UsageError(f"{path}: name a file that ends in .svg or .png")
    if ending == ".png" and find_spec("matplotlib") is None:
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

    def html(self) -> str:
        """What a notebook shows."""
        return self.shown() if self.shown else "".join(map(table_html, self.tables(_HTML_ROWS)))

    def svg(self) -> str | None:
        """The picture, if there is one."""
        return self.drawing.svg() if self.drawing else None

    def plot(self) -> Drawing:
        """The picture."""
        if self.drawing is None:
            raise UsageError("there is no picture of this: to_frame() gives its numbers")
        return self.drawing

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
