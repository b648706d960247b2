"""What every kind of layer holds on the page, in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from accord.agreement.payload import MAX_CELLS, confusion_payload, lowest_first, part_payload, value_payload
from accord.agreement.result import Interval, Undefined, number
from accord.kinds.page.context import Context
from accord.kinds.page.use_of_labels import NO_LABELS, use_of_labels
from accord.kinds.page.with_rest import NO_REST, with_rest_payloads
from accord.payload.annotators import AnnotatorRow
from accord.payload.labels import ConfusionRow, LabelRow
from accord.payload.layer import CountNouns, DocumentRow, ItemRow, PairRow
from accord.payload.values import Estimate, PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from accord.agreement.agreement import Agreement
    from accord.agreement.breakdown import AnnotatorOutlier, ByDocument, ByLabel, ByPair, Confusion, HardItem
    from accord.agreement.result import Value
    from accord.model import Place

    Pair = tuple[str, str]

Part = TypeVar("Part")

NOT_YET = "not computed yet"
"""Why there is no value of what takes long."""


def counted(pairs: str, items: str, annotators: str) -> CountNouns:
    """What numbers of a layer count: what pairs are compared on, what they differ on, and what annotators gave."""
    return CountNouns(pairs=pairs, items=items, documents=items, drift=items, annotators=annotators)


def item_row(
    id_: str,
    document: str,
    context: Context,
    places: Mapping[str, Place],
    *,
    disagreement: float,
    labels: Mapping[str, str | None],
    name: str | None = None,
) -> ItemRow:
    """Something that annotators differ on, with what stands around it, and where it is in each file."""
    first = next(iter(places.values()), None)
    return ItemRow(
        id=id_,
        item=name,
        document=document,
        text=context.text or None,
        before=context.before,
        after=context.after,
        file=first and first.file,
        line=first and first.line,
        elsewhere={annotator: str(place) for annotator, place in places.items() if place != first},
        disagreement=disagreement,
        labels=labels,
    )


def hard_item_row(item: HardItem) -> ItemRow:
    """An item on which annotators differ, with what everyone said of it."""
    context = Context(item.text, item.before, item.after)
    apart, labels = item.disagreement, dict(item.versions)
    return item_row(item.id, item.document, context, item.places, disagreement=apart, labels=labels)


def plain_value(value: Value) -> PlainValue:
    """A value, or why there is none."""
    return PlainValue(**value_payload(value))


def estimate(value: Value, interval: Interval | Undefined) -> dict[str, Any]:
    """A value with its interval, as what an `Estimate` is made of."""
    return {**value_payload(value), "interval": interval if isinstance(interval, Interval) else None}


def pair_row(pair: ByPair, *, places: int | None = None, apart: float | None = None) -> PairRow:
    """Two annotators: on how many items both were compared, on how many not, and on how many they differ."""
    return PairRow(
        first=pair.first,
        second=pair.second,
        **estimate(pair.value, pair.interval),
        used=pair.count,
        excluded=pair.unshared,
        differing=pair.differing,
        places=places,
        apart=apart,
    )


def document_row(document: ByDocument, cells: Sequence[float | None], harder_p: float | None = None) -> DocumentRow:
    """One document, with the agreement along its text, and how often chance makes it seem so hard."""
    return DocumentRow(
        document=document.document,
        **estimate(document.value, document.interval),
        items=document.count,
        difficulty=document.difficulty,
        harder_p=harder_p,
        strip=cells,
    )


def annotators_table(
    agreement: Agreement,
    most: int,
    outliers: Callable[[Collection[str]], Mapping[str, AnnotatorOutlier]] | None = None,
    met: Mapping[str, Mapping[Pair, float]] | None = None,
) -> list[AnnotatorRow]:
    """The busiest annotators against the rest, the rest alone, and how that changes as the work goes on.

    ``outliers`` says who stands out among them; without it, those of the agreement do. ``met`` says how often a label
    of each annotator meets one of the rest.
    """
    busiest = sorted(agreement.annotators, key=lambda each: -each.given)[:most]
    shown = {each.annotator for each in busiest}
    if outliers is not None:
        found = outliers(shown)
    else:
        found = {} if isinstance(agreement.outliers, Undefined) else agreement.outliers.annotators
    with_rest, own = with_rest_payloads(found), use_of_labels(met or {})
    return [
        AnnotatorRow(
            annotator=each.annotator,
            labels=each.given,
            against_rest=Estimate(**estimate(each.against_rest, each.interval)),
            without=plain_value(each.without),
            **with_rest.get(each.annotator, NO_REST)._asdict(),
            **own.get(each.annotator, NO_LABELS)._asdict(),
        )
        for each in agreement.annotators
        if each.annotator in shown
    ]


def label_row(each: ByLabel) -> LabelRow:
    """A label that is measured for itself."""
    measured = part_payload(each.measured) | estimate(each.measured.value, each.measured.interval)
    return LabelRow(label=each.label, count=each.given, specific=number(each.specific), items=each.count, **measured)


def unmeasured_label(label: str, count: int, same: int, met: int, why: str) -> LabelRow:
    """A label that is not measured for itself, and why; it met itself ``same`` of the ``met`` times."""
    specific = 2 * same / (same + met) if met else None
    unknown = estimate(Undefined(why), Undefined(why))
    return LabelRow(label=label, count=count, specific=specific, items=met, **unknown, observed=None, expected=None)


def confusion_row(each: Confusion, examples: Iterable[str], share_in_one: float | None = None) -> ConfusionRow:
    """Two labels that meet, with examples that are shown."""
    held = confusion_payload(each, examples) | {"merged": plain_value(each.merged)}
    return ConfusionRow(**held, share_in_one=share_in_one)


def lowest(parts: Iterable[Part], value_of: Callable[[Part], Value], most: int) -> list[Part]:
    """So many parts of the lowest value, those without one last."""
    return sorted(parts, key=lambda part: lowest_first(value_of(part)))[:most]


def coincidences(met: Mapping[Pair, int], names: Sequence[str]) -> list[list[float]] | None:
    """How often one of two annotators has the row's name and the other the column's; None where names are too many.

    ``met`` counts pairs in either order. As for labels each is counted from both sides, so rows sum to how often a name
    was compared, and the share of a name with itself is its specific agreement.

    >>> coincidences({("a", "b"): 2, ("b", "b"): 1}, "ab")
    [[0.0, 2.0], [2.0, 2.0]]
    """
    if len(names) ** 2 > MAX_CELLS:
        return None
    place = {name: number for number, name in enumerate(names)}
    matrix = [[0.0] * len(names) for _ in names]
    for (one, other), count in met.items():
        matrix[place[one]][place[other]] += count
        matrix[place[other]][place[one]] += count
    return matrix
