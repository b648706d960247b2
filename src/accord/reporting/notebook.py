"""What a notebook shows of a result, of agreement, of an alignment and of a corpus: HTML, and a picture as SVG."""

from __future__ import annotations

from functools import reduce
from html import escape
from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import number
from accord.messages import plural, printable
from accord.reporting.figures import intervals_figure
from accord.reporting.plot_rows import plot_row, scale_plot
from accord.reporting.scene import below
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.agreement.result import Result
    from accord.kinds.units.aligned import Aligned
    from accord.model import Corpus

    View = tuple[str, str | None]

_MAX = 10


def result_view(result: Result) -> View:
    """A value on its scale, and below it what makes it again."""
    return _results([result])


def agreement_view(agreement: Any) -> View:
    """All coefficients on one scale, and below them their signatures."""
    return _results(agreement.results)


def _results(results: Iterable[Result]) -> View:
    shown = list(results)
    rows = [
        plot_row(each.name, {**value_payload(each.value), "interval": interval_payload(each.interval)})
        for each in shown
    ]
    observed = [_is_uncorrected(each) for each in shown]
    corrected = [row for row, is_observed in zip(rows, observed, strict=True) if not is_observed]
    others = [row for row, is_observed in zip(rows, observed, strict=True) if is_observed]
    drawn = _drawn(corrected, others)
    reasons = dict.fromkeys(row["undefined"] for row in rows if row["undefined"])
    said = [*(f"undefined: {reason}" for reason in reasons), *(str(each.signature) for each in shown)]
    return drawn + "".join(f"<p><code>{_text(line)}</code></p>" for line in said), drawn


def _is_uncorrected(result: Result) -> bool:
    """Whether a value has 0 where nothing agrees, and not where chance would be."""
    return number(result.value) is not None and number(result.expected) is None


def _drawn(corrected: Sequence[dict[str, Any]], others: Sequence[dict[str, Any]]) -> str:
    """Values with chance at 0 and, below them on a scale of their own, those that are not corrected for chance."""
    said = "Values with their intervals"
    plots = [
        scale_plot(title, f"{said}, {scale}", rows, chance=chance)
        for title, scale, rows, chance in (
            ("Agreement", "chance at 0", corrected, 0.0),
            ("Agreement, not corrected for chance", "0 is none", others, None),
        )
        if rows
    ]
    return reduce(below, map(intervals_figure, plots)).svg()


def aligned_view(aligned: Aligned) -> View:
    """The alignment of the document with most disorder, and how many others there are."""
    from accord.reporting.alignment_drawn import Drawn
    from accord.reporting.alignment_figure import alignment_figure

    if not aligned.alignments:
        return f"<p>{_text(repr(aligned))}</p>", None
    worst = max(aligned.alignments, key=lambda each: each.disorder)
    drawn = alignment_figure(Drawn.made(aligned, worst))
    others = len(aligned.alignments) - 1
    said = f"{plural(others, 'other document')} with less disorder. {aligned.signature}"
    return f"{drawn}<p><code>{_text(said)}</code></p>", drawn


def corpus_view(corpus: Corpus) -> View:
    """Who annotated how many documents, and what is wrong in the files."""
    held = [(name, sum(who == name for _, who in corpus.annotations)) for name in corpus.annotators]
    rows = tuple((name, str(count)) for name, count in held[:_MAX])
    notes = [plural(len(corpus.documents), "document"), plural(len(held), "annotator")]
    left = [f"and {plural(len(held) - _MAX, 'annotator')} more"] if len(held) > _MAX else []
    found = [plural(len(corpus.findings), "finding")] if corpus.findings else []
    return table_html(Table(("annotator", "documents"), rows, ", ".join(notes + found), tuple(left))), None


def page_view(page: Any) -> View:
    """The page itself, in a frame of its own."""
    may = "allow-scripts allow-downloads"
    return f'<iframe srcdoc="{escape(page.html)}" width="100%" height="720" sandbox="{may}"></iframe>', None


def table_html(table: Table) -> str:
    """A table as HTML in which everything is text."""

    def row(cells: Iterable[str], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{_text(cell)}</{tag}>' for cell in cells)}</tr>"

    body = "".join(row(cells, "td") for cells in table.rows)
    notes = "".join(f"<p>{_text(note)}</p>" for note in table.notes)
    head = f"<caption>{_text(table.title)}</caption><thead>{row(table.columns, 'th')}</thead>"
    return f"<table>{head}<tbody>{body}</tbody></table>{notes}"


def _text(text: str) -> str:
    return escape(printable(text))
