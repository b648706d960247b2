"""A square table of numbers between labels, as a file of comma- or tab-separated values holds it."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

from accord.errors import ReadError, UsageError
from accord.formats.numbers import finite_number
from accord.formats.output import whole_file
from accord.formats.rows import plain_rows
from accord.model import Finding, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.formats.source import Source


def read_matrix(source: Source) -> dict[tuple[str, str], float]:
    """The numbers by (label of the row, label of the column); a cell may be empty where the mirrored one is not.

    The first row and the first column name the labels.
    """
    rows = plain_rows(source)
    findings: list[Finding] = []

    def report(line: int, message: str, hint: str) -> None:
        findings.append(Finding("bad-matrix", Severity.ERROR, Place(source.name, line), message, hint))

    values: dict[tuple[str, str], float] = {}
    names = [name.strip() for name in rows[0][1:]] if rows else []
    if not names:
        report(1, "there are no names of labels", "give a first row and a first column of labels, distances inside")
    for line, row in enumerate(rows[1:], 2):
        if not row:
            continue
        if len(row) != len(names) + 1:
            report(line, f"{len(row)} cells where the first row has {len(names) + 1}", "give every row the same cells")
            continue
        for name, cell in zip(names, row[1:], strict=True):
            if cell.strip():
                number = finite_number(cell)
                if number is None:
                    hint = "write distances as numbers, 0 between a label and itself"
                    report(line, f"{cell!r:.40} is no number", hint)
                else:
                    values[row[0].strip(), name] = number
    if findings:
        raise ReadError(f"{source.name} is no matrix of distances", findings)
    return values


def write_matrix(path: str, labels: Sequence[str], values: Sequence[Sequence[float]]) -> None:
    """Write numbers between labels, to three digits, as `read_matrix` reads them."""
    for label in labels:
        if label != label.strip() or {"\t", "\n", "\r"} & set(label):
            raise UsageError(f"a file with a matrix cannot hold {label!r}, for the white space in it")
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["", *labels])
    writer.writerows([label, *(f"{value:.3g}" for value in row)] for label, row in zip(labels, values, strict=True))
    with whole_file(path) as output:
        output.write(text.getvalue().encode())
