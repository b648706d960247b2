"""A table, and how each output format writes it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from accord.messages import JOINERS, last_break, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

_INTERVAL = r"\[-?[\d.]+, -?[\d.]+\]"
_NUMBER = re.compile(rf"[-<]?[\d.,]+(?: ± [\d.]+| {_INTERVAL})?†?|{_INTERVAL}|–|")
_INTERVAL_OF = re.compile(r"interval( of .+)?")
BOLD = r"\textbf{{{}}}"
_NEEDED = r"needs \usepackage{booktabs}"
_THOUSANDS = re.compile(r"-?\d{1,3}(,\d{3})+(\.\d+)?")
_LATEX = {
    "\\": r"\textbackslash{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "]": "{]}",
    "`": r"\textasciigrave{}",
    "*": "{*}",  # a star that begins a row would belong to the line break before it
    "–": "--",
    "±": r"$\pm$",
    "†": r"$^{\dagger}$",
    "Δ": r"$\Delta$",
    "↓": r"$\downarrow$",
}
_MARKDOWN = {"&": "&amp;", "<": "&lt;", ">": "&gt;"} | {character: f"\\{character}" for character in "\\`*_[]#~$"}


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under column names, with a title above and notes below.

    A table with a ``caption`` is printed as it goes into a paper: as a float of LaTeX. The numbers of cells in ``bold``
    (row, column) are so where a format has bold type.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = field(default=())
    caption: str = ""
    bold: frozenset[tuple[int, int]] = frozenset()
    bold_means: str = ""
    """What a caption says of bold type, where there is some."""

    @property
    def full_caption(self) -> str:
        """The caption of a format that has bold type."""
        return f"{self.caption} {self.bold_means}".strip()

    def is_number(self, column: int) -> bool:
        """Whether a column holds only numbers, and is aligned to the right."""
        return all(_NUMBER.fullmatch(row[column]) for row in self.rows)

    def selected(self, columns: Sequence[int]) -> Table:
        """The same with only some columns."""
        rows = tuple(tuple(row[column] for column in columns) for row in self.rows)
        at = {column: number for number, column in enumerate(columns)}
        bold = frozenset((row, at[column]) for row, column in self.bold if column in at)
        return replace(self, columns=tuple(self.columns[column] for column in columns), rows=rows, bold=bold)


def said_once(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The same rows, with a first cell only where it is not that of the row before.

    >>> said_once([("PER", "a"), ("PER", "b"), ("LOC", "a")])
    (('PER', 'a'), ('', 'b'), ('LOC', 'a'))
    """
    shown: list[tuple[str, ...]] = []
    before = None
    for row in rows:
        shown.append(row if row[0] != before else ("", *row[1:]))
        before = row[0]
    return tuple(shown)


def not_shown(rows: int, most: int) -> tuple[str, ...]:
    """The note on rows for which there was no room.

    >>> not_shown(12, 10), not_shown(10, 10)
    (('and 2 more (--top 12 shows all)',), ())
    """
    return (f"and {rows - most:,} more (--top {rows} shows all)",) if rows > most else ()


def width(text: str) -> int:
    """How many terminal cells a text takes: two for wide characters, none for combining ones."""
    if text.isascii():
        return len(text)
    return sum(
        1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
        if not unicodedata.combining(character) and character not in JOINERS
    )


def shortened(text: str, cells: int) -> str:
    """A text that takes no more than so many terminal cells, with a mark where something was cut off.

    >>> shortened("harbour", 7), shortened("harbour", 4), shortened("港港港", 5)
    ('harbour', 'har…', '港港…')
    """
    if width(text) <= cells:
        return text
    kept = next(end for end in range(len(text)) if width(text[: end + 1]) >= cells)
    return text[: last_break(text, kept)] + "…" if cells > 0 else ""


def shortened_apart(texts: Sequence[str], cells: int) -> list[str]:
    """Texts that take no more than so many cells; those that would be alike keep their ends and lose their middle.

    >>> shortened_apart(["annotator-1", "annotator-2", "ada"], 7), shortened_apart(["港港港港一", "港港港港二"], 7)
    (['anno…-1', 'anno…-2', 'ada'], ['港港…一', '港港…二'])
    """
    cut = [shortened(text, cells) for text in texts]
    times = Counter(cut)
    return [
        short if times[short] == 1 or short == text else _without_middle(text, cells)
        for text, short in zip(texts, cut, strict=True)
    ]


def _without_middle(text: str, cells: int) -> str:
    start = next(start for start in range(len(text) + 1) if width(text[start:]) <= cells // 3)
    while start < len(text) and last_break(text, start) < start:
        start += 1
    end = text[start:]
    return shortened(text, cells - width(end)) + end


def padded(text: str, cells: int) -> str:
    """A text with spaces after it, so that it takes so many terminal cells."""
    return text + " " * (cells - width(text))


def as_text(table: Table) -> str:
    """Aligned columns, two spaces apart."""
    cells = [[printable(cell) for cell in row] for row in (table.columns, *table.rows)]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    right = [table.is_number(column) for column in range(len(table.columns))]

    def pad(cell: str, column: int) -> str:
        return " " * (widths[column] - width(cell)) + cell if right[column] else padded(cell, widths[column])

    lines = ["  ".join(pad(cell, column) for column, cell in enumerate(row)).rstrip() for row in cells]
    beneath = filter(None, (table.caption, *table.notes))
    return "\n".join([*filter(None, [printable(table.title)]), *lines, *map(printable, beneath)])


def as_markdown(table: Table) -> str:
    """A table of GitHub's Markdown."""

    def row(cells: Sequence[str], number: int = -1) -> str:
        shown = (_markdown(cell).replace("|", "\\|") for cell in cells)
        return f"| {' | '.join(_bold(table, number, at, cell, '**{}**') for at, cell in enumerate(shown))} |"

    rule = "|".join("--:" if table.is_number(column) else "---" for column in range(len(table.columns)))
    rows = (row(cells, number) for number, cells in enumerate(table.rows))
    body = "\n".join([row(table.columns), f"|{rule}|", *rows])
    title = [f"**{_markdown(table.title)}**"] if table.title else []
    return "\n\n".join([*title, body, *map(_markdown, filter(None, (table.full_caption, *table.notes)))])


def _bold(table: Table, row: int, column: int, shown: str, how: str) -> str:
    """A cell, its number bold if it is to be so, but not what follows that."""
    if (row, column) not in table.bold:
        return shown
    value, space, rest = shown.partition(" ")
    mark = "" if space else next((each for each in ("†", _LATEX["†"]) if value.endswith(each)), "")
    return f"{how.format(value.removesuffix(mark))}{mark}{space}{rest}"


def _markdown(text: str) -> str:
    """A text that Markdown shows as it is; a number needs nothing."""
    return text if _NUMBER.fullmatch(text) else _escaped(text, _MARKDOWN)


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in printable(text))


def as_latex(table: Table) -> str:
    """A tabular with booktabs rules, which says so; a float around it where there is a caption."""

    def row(cells: Sequence[str], number: int = -1) -> str:
        shown = [_escaped(cell, _LATEX) for cell in cells]
        return f"{' & '.join(_bold(table, number, at, cell, BOLD) for at, cell in enumerate(shown))} \\\\"

    align = "".join("r" if table.is_number(column) else "l" for column in range(len(table.columns)))
    comments = [f"% {printable(line)}" for line in (table.title, *table.notes, _NEEDED) if line]
    body = [row(table.columns), "\\midrule", *(row(cells, number) for number, cells in enumerate(table.rows))]
    tabular = [f"\\begin{{tabular}}{{{align}}}", "\\toprule", *body, "\\bottomrule", "\\end{tabular}"]
    if not table.caption:
        return "\n".join([*comments, *tabular])
    caption = f"\\caption{{{_escaped(table.full_caption, _LATEX)}}}"
    return "\n".join([*comments, "\\begin{table}", "\\centering", *tabular, caption, "\\end{table}"])


def as_csv(table: Table) -> str:
    """Comma-separated values, the column names first, numbers as programs read them; title and notes are left out.

    An interval is two columns, of its low and its high end.
    """
    import csv
    import io

    table = _ends_apart(table)
    numbers = [table.is_number(column) for column in range(len(table.columns))]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(
        [_bare(cell) if is_number else cell for cell, is_number in zip(row, numbers, strict=True)] for row in table.rows
    )
    return buffer.getvalue().rstrip("\n")


def _ends_apart(table: Table) -> Table:
    """The same with two columns for each interval."""
    columns = [_ends(name) if table.is_number(at) else (name,) for at, name in enumerate(table.columns)]
    if all(len(names) == 1 for names in columns):
        return table

    def row(cells: Sequence[str]) -> tuple[str, ...]:
        split = (_parted(cell) if len(names) > 1 else (cell,) for names, cell in zip(columns, cells, strict=True))
        return tuple(cell for each in split for cell in each)

    return replace(table, columns=tuple(name for names in columns for name in names), rows=tuple(map(row, table.rows)))


def _ends(column: str) -> tuple[str, ...]:
    """The names of both ends where a column is an interval.

    >>> _ends("interval of slope"), _ends("interval width")
    (('low of slope', 'high of slope'), ('interval width',))
    """
    found = _INTERVAL_OF.fullmatch(column)
    return (f"low{found[1] or ''}", f"high{found[1] or ''}") if found else (column,)


def _parted(interval: str) -> tuple[str, str]:
    """The two ends of an interval, or of none.

    >>> _parted("[-0.5000, 0.2000]"), _parted("–")
    (('-0.5000', '0.2000'), ('–', '–'))
    """
    low, _, high = interval.strip("[]").partition(", ")
    return low, high or low


def _bare(number: str) -> str:
    """A number without what is there for readers alone: commas between thousands, and a dash where there is none."""
    return "" if number == "–" else number.replace(",", "") if _THOUSANDS.fullmatch(number) else number


TABLE_FORMATS: dict[str, Callable[[Table], str]] = {
    "text": as_text,
    "csv": as_csv,
    "latex": as_latex,
    "markdown": as_markdown,
}
