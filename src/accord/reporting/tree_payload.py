"""Agreement on syntax as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import part_payload, result_payload
from accord.agreement.result import number
from accord.kinds.trees.breakdown import breakdown_of
from accord.reporting.numbers import exact, exact_interval
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.agreement.agreement import Agreement
    from accord.agreement.result import Result
    from accord.kinds.trees.alpha import Alpha
    from accord.kinds.trees.study import ParsedSentence


def tree_records(agreement: Agreement) -> Table:
    """One tidy table for programs."""
    columns = ("part", "name", "second", "coefficient", "value", "low", "high", "observed", "expected", "sentences")
    return Table((*columns, "signature"), tuple(_records(agreement)))


def _records(agreement: Agreement) -> Iterator[tuple[str, ...]]:
    for result in agreement.results:
        count = str(result.used["sentences"])
        yield "all", "", "", result.name, *_record(result), count, str(result.signature)
    trees = breakdown_of(agreement).alpha
    parts: list[tuple[str, str, str, Alpha]] = [
        *(("pair", one, other, part) for (one, other), part in trees.annotator_pairs.items()),
        *(("document", name, "", part) for name, part in trees.documents.items()),
        *(("tokens", name, "", part) for name, part in trees.lengths.items()),
    ]
    for kind, name, second, part in parts:
        yield kind, name, second, "alpha", *_record(part), str(part.items), ""
    for pair in agreement.pairs:
        for name, value in pair.beside.items():
            count = str(len(breakdown_of(agreement).parses.of(pair.key).comparable))
            yield "pair", *pair.key, name, exact(value), "", "", "", "", count, ""


def _record(part: Alpha | Result) -> tuple[str, ...]:
    return exact(part.value), *exact_interval(part.interval), exact(part.observed), exact(part.expected)


def tree_payload(agreement: Agreement, most: int) -> dict[str, Any]:
    """Everything about an agreement on trees; ``companions`` are null where they are for another kind of tree."""
    trees, differ = breakdown_of(agreement).alpha, breakdown_of(agreement).differences
    found = {each.name: each for each in agreement.results[1:]}
    return {
        "version": 1,
        "results": [result_payload(agreement.result) | {"sampling": _sampling(trees.whole)}],
        "companions": {
            name.replace("-", "_"): number(found[name].value) if name in found else None
            for name in ("las", "uas", "label-kappa", "bracket-f1", "jaccard")
        },
        "companion_results": [result_payload(result) for result in found.values()],
        "kind": "phrases" if breakdown_of(agreement).parses.phrases else "dependencies",
        "left_out": dict(breakdown_of(agreement).parses.left_out),
        "pairs": [
            {"first": one, "second": other, **_alpha(part)}
            | {name.replace("-", "_"): number(value) for name, value in agreement.pairs[one, other].beside.items()}
            for (one, other), part in trees.annotator_pairs.items()
        ],
        "documents": [{"document": name, **_alpha(part)} for name, part in trees.documents.items()],
        "lengths": [{"tokens": name, **_alpha(part)} for name, part in trees.lengths.items()],
        "differences": {
            name: [each._asdict() for each in getattr(differ, name)]
            for name in ("labels", "attachments", "heads", "phrases")
        },
        "hardest": [
            _hard(breakdown_of(agreement).parses.sentences[item], apart)
            for item, apart in breakdown_of(agreement).alpha.hardest(most)
        ],
    }


def _hard(sentence: ParsedSentence, apart: float) -> dict[str, Any]:
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
