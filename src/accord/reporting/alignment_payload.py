"""Alignments for programs: the JSON payload and the records of a CSV file."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from accord.messages import position
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.alignment.alignment import Alignment
    from accord.kinds.units.aligned import Aligned
    from accord.kinds.units.suggested import Suggested
    from accord.study.units import Numbers

_MAX_CELLS = 250_000
"""The most cells of matrices of categories that are written out."""


def alignment_payload(aligned: Aligned, alternatives: int = 0) -> dict[str, Any]:
    """Everything about alignments, the unitary alignments of each document from the worst on.

    At most so many ``alternatives`` that are equally good follow for each document.
    """
    study = aligned.study
    return {
        "version": 1,
        "documents": [_document(aligned, alignment, alternatives) for alignment in aligned.alignments],
        "of": study.of,
        "left_out": dict(study.left_out),
        "category_names": list(study.categories),
        "by_units": [
            {"units": units, "alignments": times} for units, times in enumerate(aligned.by_units.tolist()) if times
        ],
        "pairs_apart": aligned.apart,
        "identical_split": aligned.split,
        "annotators": _annotators(aligned),
        "missed": _by_category(aligned, aligned.missed_by_category),
        "added": _by_category(aligned, aligned.added_by_category),
        "confusions": [{"first": first, "second": second, "pairs": pairs} for first, second, pairs in aligned.confused],
        "coincidences": aligned.coincidences.tolist() if len(study.categories) ** 2 <= _MAX_CELLS else None,
        "confusion_matrices": _confusion_matrices(aligned),
        "signature": str(aligned.signature),
    }


def suggested_payload(suggested: Suggested) -> dict[str, Any]:
    """What the units suggest; distances in the order of ``category_names``, unless there are too many."""
    return {
        "position_weight": suggested.position_weight,
        "undefined": suggested.why or None,
        "clear_pairs": suggested.pairs,
        "other_pairs": suggested.others,
        "cut": None if suggested.cut is None else suggested.cut._asdict(),
        "distances": suggested.distances.tolist() if suggested.distances.size <= _MAX_CELLS else None,
    }


def _document(aligned: Aligned, alignment: Alignment, alternatives: int) -> dict[str, Any]:
    continuum = alignment.continuum
    return {
        "document": continuum.document,
        "annotators": list(continuum.annotators),
        "units": len(continuum),
        "disorder": alignment.disorder,
        "sum": alignment.sum,
        "size": alignment.size,
        "gap": _finite(alignment.gap),
        "proved": bool(alignment.proved),
        "objective": alignment.objective,
        "method": alignment.method,
        "bound": _finite(alignment.bound),
        "candidates": alignment.candidates,
        "equally_good": alignment.equally_good,
        "alternatives": [list(_unitary(aligned, other)) for other in alignment.others_as_good(alternatives)],
        "alignments": list(_unitary(aligned, alignment)),
    }


def _unitary(aligned: Aligned, alignment: Alignment) -> Iterator[dict[str, Any]]:
    continuum, parts = alignment.continuum, aligned.pair_parts(alignment)
    names = continuum.annotators
    units = [
        {
            "start": position(unit.start),
            "end": position(unit.end),
            "category": unit.category,
            "text": aligned.words(continuum, number) or None,
        }
        for number, unit in enumerate(aligned.study.units(continuum))
    ]
    pairs = [[names[first], names[second]] for first, second in zip(parts.first, parts.second, strict=True)]
    for row, found in zip(alignment.worst_first, alignment.worst_members, strict=True):
        members = zip(names, found, strict=True)
        values = zip(pairs, parts.dissimilarity[row], parts.position[row], parts.category[row], strict=True)
        yield {
            "disorder": float(alignment.disorders[row]),
            "units": {name: None if member is None else units[member] for name, member in members},
            "pairs": [
                {
                    "annotators": pair,
                    "dissimilarity": _finite(dissimilarity),
                    "position": _finite(position),
                    "category": _finite(category),
                }
                for pair, dissimilarity, position, category in values
            ],
        }


def _finite(value: float) -> float | None:
    return float(value) if isfinite(value) else None


def _annotators(aligned: Aligned) -> list[dict[str, Any]]:
    marked = aligned.study.count()
    counts = zip(
        aligned.study.annotators,
        *(counts.tolist() for counts in (aligned.missed, aligned.missed_of_most, aligned.added)),
        strict=True,
    )
    return [
        {"annotator": name, "units": marked[name], "missed": missed, "missed_of_most": of_most, "added": added}
        for name, missed, of_most, added in counts
    ]


def _by_category(aligned: Aligned, counts: Numbers) -> list[dict[str, Any]]:
    return [
        {"annotator": annotator, "category": category, "units": units}
        for annotator, row in zip(aligned.study.annotators, counts.tolist(), strict=True)
        for category, units in zip(aligned.study.categories, row, strict=True)
        if units
    ]


def _confusion_matrices(aligned: Aligned) -> list[dict[str, Any]]:
    annotators, categories = len(aligned.study.annotators), len(aligned.study.categories)
    if annotators * (annotators - 1) // 2 * categories**2 > _MAX_CELLS:
        return []
    return [
        {"first": first, "second": second, "counts": counts.tolist()}
        for first, second, counts in aligned.confusion_matrices
    ]


def alignment_records(aligned: Aligned) -> Table:
    """One row per unit, with its unitary alignment; the worst of each document has the number 1."""
    columns = ("document", "alignment", "disorder", "annotator", "start", "end", "category")
    return Table(columns, tuple(row for alignment in aligned.alignments for row in _records(aligned, alignment)))


def _records(aligned: Aligned, alignment: Alignment) -> Iterator[tuple[str, ...]]:
    continuum = alignment.continuum
    units = aligned.study.units(continuum)
    disorders = alignment.disorders[alignment.worst_first].tolist()
    for number, (row, disorder) in enumerate(zip(alignment.worst_members, disorders, strict=True), 1):
        for name, member in zip(continuum.annotators, row, strict=True):
            if member is not None:
                start, end, category = units[member]
                ends = repr(position(start)), repr(position(end))
                yield continuum.document, str(number), repr(disorder), name, *ends, category
