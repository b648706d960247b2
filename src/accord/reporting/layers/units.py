"""What the page holds of a layer of units: pairs, unitary alignments, documents, annotators and categories."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice, pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Any

from accord.agreement.agreement import MAX_ANNOTATORS
from accord.agreement.result import Measured, Undefined, number
from accord.kinds.page.parts import (
    EXAMPLES,
    NOT_YET,
    annotator_payload,
    busiest,
    coincidences,
    confusion_payloads,
    counted,
    document_payload,
    hard_item_payload,
    label_payload,
    lowest,
    pair_payload,
)
from accord.kinds.page.strip import strip_of_marks
from accord.kinds.page.with_rest import with_rest_payloads
from accord.kinds.spans.match import TokenMatch
from accord.kinds.spans.place_table import PlaceTable
from accord.kinds.spans.text_offsets import TextOffsets
from accord.model import Span
from accord.reporting.alignment_payload import confused
from accord.reporting.layers.aligner import aligner_view
from accord.reporting.layers.links import Links
from accord.study.spans import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from accord.agreement.result import Result, Value
    from accord.kinds.units.agreement import UnitAgreement
    from accord.model import Corpus
    from accord.study.units import Continuum, UnitStudy

MAX_ALIGNED = 600
"""How many continua, observed or random, are aligned unasked to measure every two annotators alone."""
LATER = "left out, for there is much to align: accord agree with --only measures two annotators alone"
_OTHERS_LATER = "left out, for all would be aligned anew: accord agree with --only measures the others alone"
_NOT_ALONE = "accord agree --coefficient gamma-k measures each category"


def units_layer(corpus: Corpus, agreement: UnitAgreement, payload: dict[str, Any], most: int) -> dict[str, Any]:
    """What the page holds of an agreement on units and its payload, with so many alignments and documents at most.

    The agreement holds the alignment of all documents, unless it is one of baselines. To measure every two annotators
    alone takes some times as long as all together, so that is done where there is little to align.
    """
    study = agreement.study
    aligned = next((part.aligned for part in agreement.measured.values()), None)
    measured = agreement.pairs if _few(agreement) else {}
    found: Links | PlaceTable
    if aligned is None:
        texts = [_text(study, continuum) for continuum in study.continua]
        found = PlaceTable(texts, TokenMatch(), typed=True)
        where = TextOffsets(corpus, texts, study.of)
        documents = _documents(agreement, found, most)
        shown_places = found.shown(most, {each["document"] for each in documents})
        items = [hard_item_payload(where.item(place, study.annotators)) for place in shown_places]
        categories = None
    else:
        found = Links(aligned)
        documents = _documents(agreement, found, most)
        shown = found.shown(most, {each["document"] for each in documents})
        items = found.items(corpus, shown)
        categories = _categories(found, set(shown))
    return {
        "agreement": payload,
        "counts": counted("document", "place" if aligned is None else "unitary alignment", "unit"),
        "pairs": _pairs(corpus, study, measured, found.differing_pairs()),
        "items": {"total": len(found.differing), "left_out": len(found.differing) - len(items), "shown": items},
        "documents": documents,
        "documents_difficulty_is": "the mean disorder of its places"
        if aligned is None
        else "the disorder of its alignment",
        "annotators_table": _annotators(agreement, measured, found, most),
        "labels_view": categories,
        "aligner": aligned and aligner_view(aligned, len(study.continua), most),
        "trees_view": None,
    }


def _few(agreement: UnitAgreement) -> bool:
    """Whether every two annotators can be measured alone in some seconds."""
    annotators = len(agreement.study.annotators)
    samples = sum(drawn.disorder.shape[1] for part in agreement.measured.values() for drawn in part.drawn.values())
    pairs = annotators * (annotators - 1) // 2
    return pairs == 1 or pairs * len(agreement.study.continua) * (samples + 1) <= MAX_ALIGNED


def worst_documents(agreement: UnitAgreement, most: int) -> list[str]:
    """The documents to align for the page where the agreement holds no alignment: those of least agreement."""
    return [name for name, _ in lowest(_by_document(agreement).items(), lambda each: each[1].value, most)]


def _text(study: UnitStudy, continuum: Continuum) -> Text:
    """A continuum as a text, whose units are spans."""
    spans: dict[str, list[Span]] = {name: [] for name in continuum.annotators}
    for owner, unit in zip(continuum.owner.tolist(), study.units(continuum), strict=True):
        spans[continuum.annotators[owner]].append(Span(unit.start, unit.end, unit.category))  # type: ignore[arg-type]
    return Text(continuum.document, int(continuum.high), {name: tuple(found) for name, found in spans.items()})


def _pairs(
    corpus: Corpus, study: UnitStudy, measured: Mapping[tuple[str, str], Result], places: Mapping[tuple[str, str], int]
) -> list[dict[str, Any]]:
    """Every two annotators: on how many documents both can be compared, and on how many of these they differ."""
    if len(study.annotators) > MAX_ANNOTATORS:
        return []
    annotators = set(study.annotators)
    found = len({document for document, annotator in corpus.annotations if annotator in annotators})
    both, differing = _documents_of_pairs(study)
    later = Undefined(LATER)
    rows = []
    for pair in combinations(study.annotators, 2):
        result = measured.get(pair)
        value, interval = (result.value, result.interval) if result else (later, later)
        part = Measured(value, later, later, interval, both[pair])
        rows.append({**pair_payload(*pair, part, found - both[pair], differing[pair]), "places": places[pair]})
    return rows


def _documents_of_pairs(study: UnitStudy) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """On how many documents two annotators can be compared, where one of them marked anything, and differ."""
    both: Counter[tuple[str, str]] = Counter()
    differing: Counter[tuple[str, str]] = Counter()
    place = {name: number for number, name in enumerate(study.annotators)}
    for continuum in study.continua:
        ends = continuum.offsets.tolist()
        marked = [
            tuple(column[start:end].tobytes() for column in (continuum.start, continuum.end, continuum.category))
            for start, end in pairwise(ends)
        ]
        for (one, ours), (other, theirs) in combinations(zip(continuum.annotators, marked, strict=True), 2):
            pair = (one, other) if place[one] < place[other] else (other, one)
            both[pair] += bool(ours[0] or theirs[0])
            differing[pair] += ours != theirs
    return both, differing


def _by_document(agreement: UnitAgreement) -> Mapping[str, Measured]:
    """The headline for each document; of a baseline there is no more than the value."""
    name = agreement.result.name
    if name in agreement.shares:
        return agreement.documents(name)
    baseline = agreement.baselines.get(name)
    if baseline is None or isinstance(baseline, Undefined):
        return {}
    why = Undefined("a baseline has an interval over documents only")
    return {document: Measured(value, why, why, why, 1) for document, value in baseline.documents.items()}


def _documents(agreement: UnitAgreement, found: Links | PlaceTable, most: int) -> list[dict[str, Any]]:
    study, places, hard = agreement.study, found.by_document(), found.difficulty()
    continua = {continuum.document: continuum for continuum in study.continua}
    whole = study.of in {"token", "character"}
    return [
        document_payload(
            document,
            measured,
            places.get(document, 0),
            hard.get(document),
            strip_of_marks(*_marked(study, continua[document]), whole=whole),
        )
        for document, measured in lowest(_by_document(agreement).items(), lambda each: each[1].value, most)
    ]


def _marked(study: UnitStudy, continuum: Continuum) -> tuple[dict[str, list[tuple[float, float, str]]], float]:
    """What everyone marked, counted from where the continuum begins, and how long this is."""
    marked: dict[str, list[tuple[float, float, str]]] = {name: [] for name in continuum.annotators}
    for owner, unit in zip(continuum.owner.tolist(), study.units(continuum), strict=True):
        marked[continuum.annotators[owner]].append(
            (unit.start - continuum.low, unit.end - continuum.low, unit.category)
        )
    return marked, continuum.length


def _annotators(
    agreement: UnitAgreement, pairs: Mapping[tuple[str, str], Result], found: Links | PlaceTable, most: int
) -> list[dict[str, Any]]:
    study = agreement.study
    marked = study.count()
    shown = busiest({name: marked[name] for name in study.annotators}, most)
    with_rest = with_rest_payloads(found.with_rest(shown, agreement.uncertainty.level))
    return [
        annotator_payload(
            name, marked[name], _mean_of_pairs(name, pairs), _without(name, study.annotators, pairs), with_rest[name]
        )
        for name in study.annotators
        if name in shown
    ]


def _mean_of_pairs(name: str, pairs: Mapping[tuple[str, str], Result]) -> Value:
    """The mean of the pairs of an annotator."""
    found = [value for pair, result in pairs.items() if name in pair and (value := number(result.value)) is not None]
    return fmean(found) if found else Undefined("no pair with this annotator has a value" if pairs else LATER)


def _without(name: str, annotators: Sequence[str], pairs: Mapping[tuple[str, str], Result]) -> Value:
    """What is left without an annotator, which is known where a pair is left."""
    if len(annotators) < 3:
        return Undefined("one annotator would be left")
    if len(annotators) > 3 or not pairs:
        return Undefined(_OTHERS_LATER)
    return next(result.value for pair, result in pairs.items() if name not in pair)


def _categories(links: Links, shown: set[int]) -> dict[str, Any]:
    """Categories of units that were aligned; what each is worth for itself is for gamma-k to say."""
    aligned = links.aligned
    names, met = aligned.study.categories, aligned.coincidences
    counts = sum((_counts(continuum, len(names)) for continuum in aligned.study.continua), Counter())

    def examples(both: tuple[str, str]) -> Iterable[str]:
        return islice((links.id_of(link) for link in links.confused[both] if link in shown), EXAMPLES)

    return {
        "label_names": list(names),
        "coincidences": coincidences(_pairs_met(met, names), names),
        "labels": [
            label_payload(name, counts[code], int(met[code, code]), int(met[code].sum()), _NOT_ALONE)
            for code, name in sorted(enumerate(names), key=lambda entry: -counts[entry[0]])
        ],
        "labels_of": "only units that are aligned with each other are compared",
        "confusions_of": "what is labelled differently",
        "confusions_items": sum(map(len, links.confused.values())),
        "confusions": confusion_payloads(
            {(first, second): pairs for first, second, pairs in confused(aligned)},
            {both: len(found) for both, found in links.confused.items()},
            lambda *_: Undefined(NOT_YET),
            examples,
        ),
    }


def _pairs_met(met: NDArray[np.int64], names: Sequence[str]) -> dict[tuple[str, str], int]:
    """How often each two categories met, from a table that holds them in either order."""
    import numpy as np

    return {(names[one], names[other]): int(met[one, other]) for one, other in np.argwhere(np.triu(met)).tolist()}


def _counts(continuum: Continuum, categories: int) -> Counter[int]:
    """How many units of each category there are."""
    import numpy as np

    return Counter(dict(enumerate(np.bincount(continuum.category, minlength=categories).tolist())))
