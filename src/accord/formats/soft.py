"""Soft labels in files: predictions, or what annotators said, as a share of each label for each item.

A soft label that is an object of objects (several labels at once) becomes an item for each of its labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.errors import ReadError
from accord.formats.json_values import Wrong, kind
from accord.formats.lewidi import SHAPE, Record, finding_in, label_in, lewidi_records
from accord.formats.numbers import finite_number
from accord.formats.rows import plain_rows
from accord.model import Finding, Place
from accord.model.soft import SoftLabels

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.formats.source import Source

TABLE = "give a first row of item and labels, and a row of shares for every item"
ROUNDED = 0.005
"""How far a share may be from what it should be: files keep two decimals."""


def soft_labels(source: Source) -> SoftLabels:
    """The soft labels of a file: LeWiDi JSON, or a table with one row per item and one column per label."""
    start = next(filter(None, source.pieces()), "")
    return _of_lewidi(source) if start.lstrip().startswith("{") else _of_table(source)


def _of_table(source: Source) -> SoftLabels:
    """The first row names the labels, the first column the items."""
    rows = plain_rows(source)
    labels = [name.strip() for name in rows[0][1:]] if rows else []
    findings: list[Finding] = []
    shares: dict[str, dict[str, float]] = {}
    for line, row in enumerate(rows[1:], 2):
        if not row:
            continue
        try:
            if len(row) != len(labels) + 1:
                raise Wrong("wrong-type", f"{len(row)} cells where the first row has {len(labels) + 1}", TABLE)
            if row[0] in shares:
                raise Wrong("duplicate-key", f"the item {row[0]!r} stands twice", "keep the one that is meant")
            shares[row[0]] = distribution(dict(zip(labels, row[1:], strict=True)))
        except Wrong as wrong:
            findings.append(finding_in(row[0], wrong, Place(source.name, line)))
    if findings or not shares or not labels:
        raise ReadError(f"{source.name} is no table of soft labels: {TABLE}", findings)
    return SoftLabels(shares, file=source.name)


def _of_lewidi(source: Source) -> SoftLabels:
    """The soft labels of its items, or, where it has none, the shares of its annotators' labels."""
    records = lewidi_records(source)
    findings: list[Finding] = []
    shares: dict[str, dict[str, float]] = {}
    answers: dict[str, dict[str, str]] = {}
    given = any(record.soft for record in records)
    for record in records:
        try:
            parts = list(_parts(record)) if given else [(record.name, _counted(record), dict(record.answers))]
        except Wrong as wrong:
            findings.append(finding_in(record.name, wrong, Place(source.name, record.line)))
            continue
        for name, share, said in parts:
            shares[name] = share
            for annotator, label in said.items():
                answers.setdefault(annotator, {})[name] = label
    if findings or not shares:
        raise ReadError(f"{source.name} holds no soft labels that can be used", findings)
    return SoftLabels(shares, answers, "soft-labels" if given else "annotations", source.name)


def _parts(record: Record) -> Iterator[tuple[str, dict[str, float], dict[str, str]]]:
    """The item with its soft label and its annotators' labels; one for each label where these are not exclusive."""
    if record.soft is None:
        raise Wrong("unknown-shape", "no soft label, while others have one", SHAPE)
    if not any(isinstance(share, dict) for share in record.soft.values()):
        yield record.name, distribution(record.soft), dict(record.answers)
        return
    for label, share in record.soft.items():
        if not isinstance(share, dict):
            raise Wrong("wrong-type", f"{label!r} has {kind(share)}, while other labels have an object", SHAPE)
        said = {who: str(int(label in map(str.strip, given.split(",")))) for who, given in record.answers.items()}
        yield f"{record.name}:{label}", distribution(share), said


def distribution(given: Mapping[str, Any]) -> dict[str, float]:
    """Shares that are numbers from 0 and sum to 1, but for their rounding to two decimals, which is taken out."""
    shares: dict[str, float] = {}
    for label, share in given.items():
        number = finite_number(share)
        if number is None or number < 0:
            message = f"the share of {label!r:.40} is {kind(share)}"
            raise Wrong("wrong-type", message, "shares are numbers from 0 to 1")
        shares[label_in(label)] = shares.get(label_in(label), 0.0) + number
    total = sum(shares.values())
    if abs(total - 1) > ROUNDED * len(shares) + 1e-9:
        raise Wrong("wrong-type", f"the shares sum to {total:.6g}", "the shares of an item sum to 1")
    return {label: share / total for label, share in shares.items()}


def _counted(record: Record) -> dict[str, float]:
    if not record.answers:
        raise Wrong("unknown-shape", "neither a soft label nor annotations", SHAPE)
    labels = list(record.answers.values())
    return {label: labels.count(label) / len(labels) for label in dict.fromkeys(labels)}
