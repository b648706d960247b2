"""Agreement on syntax as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.measure.result import Undefined, number
from accord.report.numbers import (
    UNDEFINED,
    ends,
    exact,
    exact_interval,
    four_digits,
    interval_payload,
    lowest_first,
    rounded,
    thousands,
    value_payload,
)
from accord.report.table import Table
from accord.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.measure.result import Result
    from accord.measure.trees.alpha import Alpha
    from accord.measure.trees.differences import Confused
    from accord.measure.trees.syntax import SyntaxAgreement
    from accord.study.parses import Parsed

TITLES = {
    "alpha": "Krippendorff's alpha",
    "las": "LAS",
    "uas": "UAS",
    "label-kappa": "label kappa",
    "bracket-f1": "bracket F1",
    "jaccard": "Jaccard index",
    "clas": "CLAS",
}
_MOST_WORDS = 60


def tree_tables(agreement: SyntaxAgreement, most: int) -> Iterator[Table]:
    """The values, then by annotators, document and length, and what differs."""
    yield _whole(agreement)
    if len(agreement.trees.annotator_pairs) > 1:
        yield _pairs(agreement, most)
    for name, found in (("document", agreement.trees.documents), ("tokens", agreement.trees.lengths)):
        several = {part: of for part, of in found.items() if of.items > 1}
        if len(several) > 1:
            yield _part(name, several, agreement, most)
    differ = agreement.differences
    phrases = agreement.parses.phrases
    where = "Labels of phrases over the same tokens" if phrases else "Labels of tokens with the same head"
    yield from _confused(f"{where}, taken for each other", ("label", "or label"), differ.labels, most)
    yield from _confused("Labels of tokens with different heads", ("label", "and label"), differ.attachments, most)
    yield from _confused("Labels of these heads", ("head", "or head"), differ.heads, most)
    for table in _confused("Phrases that only one has", ("", "phrase"), differ.phrases, most):
        yield table.selected([1, 2, 3])
    yield from _hardest(agreement, most)


def _whole(agreement: SyntaxAgreement) -> Table:
    trees = agreement.trees
    results = [agreement.result, *agreement.companions.values()]
    rows = tuple(
        (
            TITLES[result.name],
            four_digits(result.value),
            ends(result.interval),
            *map(four_digits, (result.observed, result.expected)),
        )
        for result in results
    )
    whole = trees.whole
    power = "" if trees.linear else "squared "
    counts = {"sentence": whole.items, "tree": whole.trees, "annotator": len(trees.study.annotators)}
    variant = getattr(trees.distance, "variant", None)
    distance = trees.distance.name + (f" ({variant})" if variant else "")
    notes = [
        f"{', '.join(plural(count, noun) for noun, count in counts.items())}; distance: {power}{distance}",
        "observed and expected: of alpha, mean distances; of kappa, shares",
        *(f"left out: {what}: {thousands(count)}" for what, count in agreement.result.excluded.items()),
        *_left_out_beside(agreement),
        *_sampled(whole),
        *_reasons(value for result in results for value in (result.value, result.interval)),
        str(agreement.result.signature),
    ]
    columns = ("coefficient", "value", _level(agreement), "observed", "expected")
    return Table(columns, rows, title="Agreement on trees", notes=tuple(notes))


def _left_out_beside(agreement: SyntaxAgreement) -> Iterator[str]:
    """What alpha takes in and its companions do not."""
    beside = ", ".join(TITLES[name] for name in agreement.companions)
    first, *_ = agreement.companions.values()
    for what, count in first.excluded.items():
        if what not in agreement.result.excluded:
            yield f"left out of {beside}, not of alpha: {what}: {thousands(count)}"


def _sampled(whole: Alpha) -> Iterator[str]:
    if whole.sampling:
        drawn = f"{whole.sampling.pairs:,} pairs of trees drawn at random"
        yield f"expected from {drawn}: alpha of all pairs lies within {whole.sampling.half_width:.4f}"


def _level(agreement: SyntaxAgreement) -> str:
    return f"{100 * agreement.trees.uncertainty.level:g}% interval"


def _reasons(values: Iterable[object]) -> Iterator[str]:
    yield from dict.fromkeys(f"undefined: {value.reason}" for value in values if isinstance(value, Undefined))


def _pairs(agreement: SyntaxAgreement, most: int) -> Table:
    found = agreement.trees.annotator_pairs
    beside = [name for name in agreement.companions if name != "label-kappa"]
    ordered = sorted(found.items(), key=lambda entry: lowest_first(entry[1].value))
    rows = tuple(
        (
            *pair,
            thousands(part.items),
            four_digits(part.value),
            ends(part.interval),
            *(four_digits(agreement.pair_companions[pair][name].value) for name in beside),
        )
        for pair, part in ordered[:most]
    )
    columns = (
        "annotator",
        "and annotator",
        "sentences",
        "alpha",
        _level(agreement),
        *(TITLES[name] for name in beside),
    )
    return Table(columns, rows, title="Pairs of annotators, the lowest first", notes=_more(len(found), most))


def _part(name: str, found: Mapping[str, Alpha], agreement: SyntaxAgreement, most: int) -> Table:
    in_order = list(found.items())
    ordered = in_order if name == "tokens" else sorted(in_order, key=lambda entry: lowest_first(entry[1].value))
    rows = tuple(
        (what, thousands(part.items), four_digits(part.value), ends(part.interval)) for what, part in ordered[:most]
    )
    columns = (name, "sentences", "alpha", _level(agreement))
    title = "By length of the sentence" if name == "tokens" else f"By {name}, the lowest first"
    return Table(columns, rows, title=title, notes=_more(len(found), most))


def _more(count: int, most: int) -> tuple[str, ...]:
    return (f"and {thousands(count - most)} more (--top {count} shows all)",) if count > most else ()


def _confused(title: str, names: tuple[str, str], found: Sequence[Confused], most: int) -> Iterator[Table]:
    if found:
        whole = sum(each.pairs for each in found)
        rows = tuple(
            (each.first, each.second, thousands(each.pairs), rounded(100 * each.pairs / whole, 1))
            for each in found[:most]
        )
        yield Table((*names, "pairs", "%"), rows, title=title, notes=_more(len(found), most))


def _hardest(agreement: SyntaxAgreement, most: int) -> Iterator[Table]:
    found = [
        (agreement.parses.sentences[item], apart, agreement.differences.differing[item])
        for item, apart in agreement.trees.hardest(most)
    ]
    rows = tuple(
        (
            str(place_of(sentence)),
            sentence.name,
            rounded(apart, 2),
            UNDEFINED if differing is None else rounded(differing, 1),
            thousands(sentence.tokens),
            words_of(sentence),
        )
        for sentence, apart, differing in found
    )
    if rows:
        what = "brackets that differ" if agreement.parses.phrases else "tokens that differ"
        columns = ("where", "sentence", "distance", what, "tokens", "words")
        yield Table(
            columns, rows, title="The sentences that cost most", notes=("accord agree --show SENTENCE draws one",)
        )


def place_of(sentence: Parsed) -> object:
    """Where the first tree of a sentence stands."""
    return next((tree.place for tree in sentence.trees.values() if tree.place), "")


def words_of(sentence: Parsed) -> str:
    """The words of a sentence, as far as they are known, not too many."""
    text = " ".join(word for word in next(iter(sentence.trees.values())).words if word != "\0")
    return text if len(text) <= _MOST_WORDS else f"{text[: _MOST_WORDS - 3]}..."


def tree_records(agreement: SyntaxAgreement) -> Table:
    """One tidy table for programs."""
    columns = ("part", "name", "second", "coefficient", "value", "low", "high", "observed", "expected", "sentences")
    return Table((*columns, "signature"), tuple(_records(agreement)))


def _records(agreement: SyntaxAgreement) -> Iterator[tuple[str, ...]]:
    for result in (agreement.result, *agreement.companions.values()):
        seen, by_chance = ("" if part is None else exact(part) for part in (result.observed, result.expected))
        value, ends_ = exact(result.value), exact_interval(result.interval)
        count = str(result.used["sentences"])
        yield "all", "", "", result.name, value, *ends_, seen, by_chance, count, str(result.signature)
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


def _record(part: Alpha) -> tuple[str, ...]:
    return exact(part.value), *exact_interval(part.interval), exact(part.observed), exact(part.expected)


def tree_payload(agreement: SyntaxAgreement, most: int) -> dict[str, Any]:
    """Everything about an agreement on trees; ``companions`` are null where they are for another kind of tree."""
    trees, differ = agreement.trees, agreement.differences
    found = agreement.companions
    return {
        "version": 1,
        "results": [_result(agreement.result) | {"sampling": _sampling(trees.whole)}],
        "companions": {
            name.replace("-", "_"): number(found[name].value) if name in found else None
            for name in ("las", "uas", "label-kappa", "bracket-f1", "jaccard")
        },
        "companion_results": [_result(result) for result in found.values()],
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


def _result(result: Result) -> dict[str, Any]:
    return {
        "coefficient": result.name,
        **value_payload(result.value),
        "observed": None if result.observed is None else number(result.observed),
        "expected": None if result.expected is None else number(result.expected),
        "interval": interval_payload(result.interval),
        "used": dict(result.used),
        "excluded": dict(result.excluded),
        "signature": str(result.signature),
    }


def _alpha(part: Alpha) -> dict[str, Any]:
    return {
        "sentences": part.items,
        **value_payload(part.value),
        "observed": number(part.observed),
        "expected": number(part.expected),
        "interval": interval_payload(part.interval),
    }
