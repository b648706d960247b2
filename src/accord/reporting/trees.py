"""Agreement on syntax as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.payload import lowest_first
from accord.kinds.trees.breakdown import breakdown_of
from accord.messages import plural, printable
from accord.model.tree import NO_WORDS
from accord.reporting.numbers import UNDEFINED, ends, four_digits, interval_name, reasons, rounded, thousands
from accord.reporting.table import Table, not_shown, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.agreement.agreement import Agreement
    from accord.kinds.trees.alpha import Alpha
    from accord.kinds.trees.differences import Confused
    from accord.kinds.trees.study import ParsedSentence

TITLES = {
    "alpha": "Krippendorff's alpha",
    "las": "LAS",
    "uas": "UAS",
    "label-kappa": "label kappa",
    "bracket-f1": "bracket F1",
    "jaccard": "Jaccard index",
    "clas": "CLAS",
}
_LONGEST_WORDS = 60


def tree_tables(agreement: Agreement, most: int) -> Iterator[Table]:
    """The values, then by annotators, document and length, and what differs."""
    yield _whole(agreement)
    if len(breakdown_of(agreement).alpha.annotator_pairs) > 1:
        yield _pairs(agreement, most)
    for name, found in (
        ("document", breakdown_of(agreement).alpha.documents),
        ("tokens", breakdown_of(agreement).alpha.lengths),
    ):
        several = {part: of for part, of in found.items() if of.items > 1}
        if len(several) > 1:
            yield _part(name, several, agreement, most)
    differ = breakdown_of(agreement).differences
    phrases = breakdown_of(agreement).parses.phrases
    where = "Labels of phrases over the same tokens" if phrases else "Labels of tokens with the same head"
    yield from _confused(f"{where}, taken for each other", ("label", "or label"), differ.labels, most)
    yield from _confused("Labels of tokens with different heads", ("label", "and label"), differ.attachments, most)
    yield from _confused("Labels of these heads", ("head", "or head"), differ.heads, most)
    for table in _confused("Phrases that only one has", ("", "phrase"), differ.phrases, most):
        yield table.selected([1, 2, 3])
    yield from _hardest(agreement, most)


def _whole(agreement: Agreement) -> Table:
    trees = breakdown_of(agreement).alpha
    results = agreement.results
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
        *reasons(value for result in results for value in (result.value, result.interval)),
        str(agreement.result.signature),
    ]
    columns = ("coefficient", "value", _level(agreement), "observed", "expected")
    return Table(columns, rows, title="Agreement on trees", notes=tuple(notes))


def _left_out_beside(agreement: Agreement) -> Iterator[str]:
    """What alpha takes in and its companions do not."""
    beside = ", ".join(TITLES[name] for name in (each.name for each in agreement.results[1:]))
    for what, count in agreement.results[1].excluded.items():
        if what not in agreement.result.excluded:
            yield f"left out of {beside}, not of alpha: {what}: {thousands(count)}"


def _sampled(whole: Alpha) -> Iterator[str]:
    if whole.sampling:
        drawn = f"{whole.sampling.pairs:,} pairs of trees drawn at random"
        yield f"expected from {drawn}: alpha of all pairs lies within {whole.sampling.half_width:.4f}"


def _level(agreement: Agreement) -> str:
    return interval_name(breakdown_of(agreement).alpha.uncertainty.level)


def _pairs(agreement: Agreement, most: int) -> Table:
    found = breakdown_of(agreement).alpha.annotator_pairs
    beside = [each.name for each in agreement.results[1:] if each.name != "label-kappa"]
    ordered = sorted(found.items(), key=lambda entry: lowest_first(entry[1].value))
    rows = tuple(
        (
            *pair,
            thousands(part.items),
            four_digits(part.value),
            ends(part.interval),
            *(four_digits(agreement.pairs[pair].beside[name]) for name in beside),
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
    return Table(columns, rows, title="Pairs of annotators, the lowest first", notes=not_shown(len(found), most))


def _part(name: str, found: Mapping[str, Alpha], agreement: Agreement, most: int) -> Table:
    in_order = list(found.items())
    ordered = in_order if name == "tokens" else sorted(in_order, key=lambda entry: lowest_first(entry[1].value))
    rows = tuple(
        (what, thousands(part.items), four_digits(part.value), ends(part.interval)) for what, part in ordered[:most]
    )
    columns = (name, "sentences", "alpha", _level(agreement))
    title = "By length of the sentence" if name == "tokens" else f"By {name}, the lowest first"
    return Table(columns, rows, title=title, notes=not_shown(len(found), most))


def _confused(title: str, names: tuple[str, str], found: Sequence[Confused], most: int) -> Iterator[Table]:
    if found:
        whole = sum(each.pairs for each in found)
        rows = tuple(
            (each.first, each.second, thousands(each.pairs), rounded(100 * each.pairs / whole, 1))
            for each in found[:most]
        )
        yield Table((*names, "pairs", "%"), rows, title=title, notes=not_shown(len(found), most))


def _hardest(agreement: Agreement, most: int) -> Iterator[Table]:
    found = [
        (breakdown_of(agreement).parses.sentences[item], apart, breakdown_of(agreement).differences.differing[item])
        for item, apart in breakdown_of(agreement).alpha.hardest(most)
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
        what = "brackets that differ" if breakdown_of(agreement).parses.phrases else "tokens that differ"
        columns = ("where", "sentence", "distance", what, "tokens", "words")
        yield Table(
            columns, rows, title="The sentences that cost most", notes=("accord agree --show SENTENCE draws one",)
        )


def place_of(sentence: ParsedSentence) -> object:
    """Where the first tree of a sentence stands."""
    return next((tree.place for tree in sentence.trees.values() if tree.place), "")


def words_of(sentence: ParsedSentence) -> str:
    """The words of a sentence, as far as they are known, not too many."""
    words = (word for word in next(iter(sentence.trees.values())).words if word != NO_WORDS)
    return shortened(printable(" ".join(words)), _LONGEST_WORDS)
