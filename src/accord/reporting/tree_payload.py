"""Agreement on syntax as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import part_payload, result_payload
from accord.agreement.result import number
from accord.reporting.numbers import exact, exact_interval
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.agreement.result import Result
    from accord.kinds.trees.alpha import Alpha
    from accord.kinds.trees.syntax import SyntaxAgreement
    from accord.study.parses import Parsed


def tree_records(agreement: SyntaxAgreement) -> Table:
    """One tidy table for programs."""
    columns = ("part", "name", "second", "coefficient", "value", "low", "high", "observed", "expected", "sentences")
    return Table((*columns, "signature"), tuple(_records(agreement)))


def _records(agreement: SyntaxAgreement) -> Iterator[tuple[str, ...]]:
    for result in (agreement.result, *agreement.companions.values()):
        count = str(result.used["sentences"])
        yield "all", "", "", result.name, *_record(result), count, str(result.signature)
    trees = agreement.trees
    parts: list[tuple[str, str, str, Alpha]] = [
        *(("pair", one, other, part) for (one, other), part in trees.annotator_pairs.items()),
        *(("document", name, "", part) for name, part in trees.documents.items()),
        *(("tokens", name, "", part) for name, part in trees.lengths.items()),
    ]
    for kind, name, second, part in parts:
        yield kind, name, second, "alpha", *_record(part), str(part.items), ""
    for (one, other), found in agreement.pair_companions.items():
        for result in found.values():
            value, count = exact(result.value), str(result.used["sentences"])
            yield "pair", one, other, result.name, value, "", "", "", "", count, ""


def _record(part: Alpha | Result) -> tuple[str, ...]:
    return exact(part.value), *exact_interval(part.interval), exact(part.observed), exact(part.expected)


def tree_payload(agreement: SyntaxAgreement, most: int) -> dict[str, Any]:
    """Everything about an agreement on trees; ``companions`` are null where they are for another kind of tree."""
    trees, differ = agreement.trees, agreement.differences
    found = agreement.companions
    return {
        "version": 1,
        "results": [result_payload(agreement.result) | {"sampling": _sampling(trees.whole)}],
        "companions": {
            name.replace("-", "_"): number(found[name].value) if name in found else None
            for name in ("las", "uas", "label-kappa", "bracket-f1", "jaccard")
        },
        "companion_results": [result_payload(result) for result in found.values()],
        "kind": "phrases" if agreement.parses.phrases else "dependencies",
        "left_out": dict(agreement.parses.left_out),
        "pairs": [
            {"first": one, "second": other, **_alpha(part)}
            | {
                name.replace("-", "_"): number(each.value)
                for name, each in agreement.pair_companions[one, other].items()
            }
            for (one, other), part in trees.annotator_pairs.items()
        ],
        "documents": [{"document": name, **_alpha(part)} for name, part in trees.documents.items()],
        "lengths": [{"tokens": name, **_alpha(part)} for name, part in trees.lengths.items()],
        "differences": {
            name: [each._asdict() for each in getattr(differ, name)]
            for name in ("labels", "attachments", "heads", "phrases")
        },
        "hardest": [_hard(sentence, apart) for sentence, apart in agreement.hardest(most)],
    }


def _hard(sentence: Parsed, apart: float) -> dict[str, Any]:
    places = {name: tree.place for name, tree in sentence.trees.items()}
    return {
        "sentence": sentence.name,
        "document": sentence.document,
        "distance": apart,
        "tokens": sentence.tokens,
        "places": {name: None if place is None else [place.file, place.line] for name, place in places.items()},
    }


def _sampling(whole: Alpha) -> dict[str, Any] | None:
    return {"pairs": whole.sampling.pairs, "half_width": whole.sampling.half_width} if whole.sampling else None


def _alpha(part: Alpha) -> dict[str, Any]:
    return {"sentences": part.items, **part_payload(part)}
