"""What to do next about a layer: situations that are told apart by the numbers of the page, each with its sentence.

`SITUATIONS` is the table of them, in the order in which they are asked; the first that applies gives the sentence and
up to three items that show what it is about. docs/report.md has the same table in words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.names import some
from accord.messages import plural, quoted
from accord.reporting.numbers import digits, exactly, percent
from accord.reporting.page_annotators import DRAGS, far_annotators, unless_annotators
from accord.reporting.page_confusion import MUCH, OFTEN, worst_confusion
from accord.reporting.page_schools import two_schools
from accord.reporting.page_where import harder_document
from accord.reporting.page_width import WIDE, of_chance, too_little

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from accord.payload.labels import LabelRow
    from accord.payload.layer import ItemRow, LayerContent

NEXT_TO_CHANCE = 1 / 3
"""Where the interval ends below this, annotators differ more than two thirds as much as they would by chance."""
CEILING = 0.9
"""From here on, the lower end of the interval, a second annotation of everything tells little."""
_HALF = 0.5
_APART = 0.15
"""So far below all others a label is the one that is not agreed on."""
_PART = 0.1
"""What part of all disagreement a label is in at least that is worth defining again."""
_DIFFERENCES = 10
"""Of fewer differences it is not said what most of them are."""
_SAMPLES = 300
"""So many samples tell most values from chance."""
_EXAMPLES = 3


class Advice(NamedTuple):
    """A sentence, and the ids of items that show what it is about."""

    sentence: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """A state of a layer: its name, and what is to be done where it is so, else nothing."""

    name: str
    advise: Callable[[LayerContent], Advice | None]


def advice(layer: LayerContent) -> tuple[str, Advice]:
    """The situation of a layer, and what to do."""
    for situation in SITUATIONS:
        if found := situation.advise(layer):
            return situation.name, found
    raise AssertionError("the last situation always applies")


# --- where nothing can be said yet ----------------------------------------------------------------------------------


def _no_value(layer: LayerContent) -> Advice | None:
    if layer.headline.value is not None:
        return None
    if layer.used == 0:
        shared = layer.counts.pairs
        otherwise = "if the files are documents, say how annotators are told apart (--annotators-by)"
        return Advice(f"See that annotators do the same {shared}s, for no two of them share any; {otherwise}.")
    if layer.labels_view and len(layer.labels_view.label_names) == 1:
        right = "Add items for which another label is right"
        return Advice(f"{right}: where all labels are the same, agreement says nothing.")
    return Advice("See in the findings and in the notes what was left out and why, and fix that first.")


def _no_difference(layer: LayerContent) -> Advice | None:
    if exactly(layer.headline.number) != 1:
        return None
    return Advice("Make sure that they worked apart from each other, and that the items were not only easy ones.")


def _no_interval(layer: LayerContent) -> Advice | None:
    return _more(layer) if too_little(layer) else None


def _wide_interval(layer: LayerContent) -> Advice | None:
    interval = layer.headline.interval
    if not interval or interval.high - interval.low <= WIDE:
        return None
    if not of_chance(interval):
        return _more(layer)
    how = f": {layer.command} --samples {_SAMPLES}" if layer.command else f" ({_SAMPLES} at least)."
    return Advice(f"Draw more samples of chance before you judge{how}")


def _more(layer: LayerContent) -> Advice:
    plan = layer.plan
    if not plan:
        enough = "there is too little to be sure"
        return Advice(f"Have more of the same annotated by the same annotators before you judge: {enough}.")
    more = plural(plan.needed - plan.have, plan.unit)
    then = f"then the interval should be {plan.width:g} wide (accord plan says more)"
    return Advice(f"Have about {more} more annotated by the same annotators: {then}.")


# --- people ---------------------------------------------------------------------------------------------------------


def _two_schools(layer: LayerContent) -> Advice | None:
    found = two_schools(layer)
    if found is None:
        return None
    first, second = (f"{some(school.names)} ({digits(school.within)} among themselves)" for school in found.schools)
    split = _examples(layer, lambda item: found.divide(item.labels))
    read = f"they are of two schools, {first} and {second}, and agree by {digits(found.between)} across"
    return Advice(f"Ask annotators what the guideline means to them: {read}. Decide it once and for all.", split)


def _one_annotator(layer: LayerContent) -> Advice | None:
    found = far_annotators(layer)
    if not found:
        return None
    far = [row.annotator for row in found]
    alone = _examples(layer, lambda item: _differs_alone(item.labels, far))
    together = f"Before anything else, go through what {some(far)} did otherwise than the others, together"
    return Advice(f"{together}; {unless_annotators(far)}.", alone)


def _differs_alone(labels: Mapping[str, str | None], names: Iterable[str]) -> bool:
    """Whether all others say the same, and somebody of these something else."""
    far = set(names)
    others = {label for name, label in labels.items() if name not in far and label is not None}
    return len(others) == 1 and any(labels.get(name) not in {None, *others} for name in far)


# --- all of it ------------------------------------------------------------------------------------------------------


def _next_to_chance(layer: LayerContent) -> Advice | None:
    value, interval = layer.headline.number, layer.headline.interval
    if interval is not None and (interval.high >= NEXT_TO_CHANCE or interval.high - interval.low > WIDE):
        return None
    if interval is None and value >= 0:
        return None
    told = interval is not None and interval.low > 0
    much = f"{percent(1 - value, 0)} % as much as" if told else "no less than"
    before = "Before more is annotated, agree on what is to be annotated"
    then = f"annotators differ {much} they would by chance. Rewrite the guideline, and try it on new {_items(layer)}"
    return Advice(f"{before}: {then}.", _examples(layer))


def _ceiling(layer: LayerContent) -> Advice | None:
    interval = layer.headline.interval
    if interval is None or not _is_at_ceiling(layer):
        return None
    part = "Have only a part of what is to come annotated twice, to see that it stays so"
    enough = f"agreement is above {digits(interval.low)}, whatever the sample"
    if (most := _most_differences(layer)) is None:
        return Advice(f"{part}: {enough}.", _examples(layer))
    left = f"What is left is mostly {_LEFT[most.sort].format(of=most.of)}: {most.many}"
    return Advice(f"{part}: {enough}. {left}.", _held(layer, most.examples))


def _is_at_ceiling(layer: LayerContent) -> bool:
    interval = layer.headline.interval
    return interval is not None and interval.low >= CEILING and not of_chance(interval)


def _spread(layer: LayerContent) -> Advice:
    discuss = f"Discuss the hardest {_items(layer)} together"
    return Advice(f"{discuss}, and write down in the guideline what you decide.", _examples(layer))


# --- what annotators differ on --------------------------------------------------------------------------------------


class _Most(NamedTuple):
    """The sort that half of all differences or more are of, and how many in words."""

    sort: str
    of: str
    many: str
    examples: Iterable[str]


def _most_differences(layer: LayerContent) -> _Most | None:
    view = layer.differences
    if view is None or not view.parts or (total := sum(part.pairs for part in view.parts)) < _DIFFERENCES:
        return None
    most = view.parts[0]
    if most.name not in _LEFT or most.share < _HALF:
        return None
    many = f"{most.pairs:,} of {total:,} pairs that differ ({percent(most.share, 0)} %)"
    return _Most(most.name, view.of, many, most.examples)


def _most_are(sort: str, sentence: str) -> Callable[[LayerContent], Advice | None]:
    """Where half of all differences or more are of one sort, and there are not only slips left."""

    def advise(layer: LayerContent) -> Advice | None:
        most = _most_differences(layer)
        if most is None or most.sort != sort or _is_at_ceiling(layer):
            return None
        return Advice(sentence.format(many=most.many, of=most.of), _held(layer, most.examples))

    return advise


def _two_labels(layer: LayerContent) -> Advice | None:
    found = worst_confusion(layer)
    if found is None or found.share < MUCH or layer.labels_view is None:
        return None
    first, second = quoted(found.first), quoted(found.second)
    merged = ""
    if found.merged is not None and found.merged > layer.headline.number + DRAGS:
        merged = f" Merged, they would give {digits(found.merged)}, at the price of one distinction."
    decide = f"Decide in the guideline when it is {first} and when {second}, with the examples listed here."
    return Advice(f"{decide}{merged}", _held(layer, layer.labels_view.confusions[0].examples))


def _one_label(layer: LayerContent) -> Advice | None:
    found = outstanding_label(layer)
    if found is None:
        return None
    label, others = found
    given = _examples(layer, lambda item: _some_say(label.label, item))
    fine = f"it alone is agreed on by {digits(label.number)}, all others by {digits(others)} or more"
    return Advice(f"Define {quoted(label.label)} again, with examples of what it is not: {fine}.", given)


def outstanding_label(layer: LayerContent) -> tuple[LabelRow, float] | None:
    """The label that is clearly less agreed on than all others, and the lowest of these; of three labels or more.

    Not one so rare that little would be won with it. A label for itself knows no distance, so the value must know none
    either.
    """
    known = [row for row in layer.label_rows if row.value is not None and row.count >= OFTEN]
    if len(known) < 3 or layer.labels_view is None or not layer.labels_view.nominal:
        return None
    lowest, second, *_ = sorted(known, key=lambda row: row.number)
    clear = lowest.interval is not None and lowest.interval.high < second.number
    apart = clear and second.number - lowest.number > _APART
    matters = _differing(lowest) >= _PART * sum(map(_differing, layer.label_rows))
    return (lowest, second.number) if apart and matters else None


def _differing(row: LabelRow) -> float:
    """How often a label was given where a second annotator gave another one, on average."""
    return row.count * (1.0 - (row.specific or 0.0))


def _some_say(label: str, item: ItemRow) -> bool:
    """Whether some annotators gave a label, alone or with a place after it, and others did not."""
    said = [each == label or each.startswith(f"{label} ") for each in item.labels.values() if each is not None]
    return any(said) and not all(said)


def _one_document(layer: LayerContent) -> Advice | None:
    document = harder_document(layer)
    if document is None:
        return None
    name = document.document
    far = f"it reaches {digits(document.number)}, all together {digits(layer.headline.number)}"
    within = _examples(layer, lambda item: item.document == name)
    return Advice(f"Read {quoted(name)} together, and see what is different there: {far}.", within)


# --- examples -------------------------------------------------------------------------------------------------------


def _items(layer: LayerContent) -> str:
    return f"{layer.traits.item}s"


def _examples(layer: LayerContent, telling: Callable[[ItemRow], bool] = lambda _: True) -> tuple[str, ...]:
    """The hardest items that show something."""
    found = [item.id for item in layer.items.shown if telling(item)]
    return tuple(found[:_EXAMPLES])


def _held(layer: LayerContent, ids: Iterable[str]) -> tuple[str, ...]:
    """Those of some items that are on the page."""
    shown = {item.id for item in layer.items.shown}
    return tuple(each for each in ids if each in shown)[:_EXAMPLES]


_BORDERS = "Write down where a {of} begins and where it ends: {many} have the same label, and other borders."
_OMISSIONS = (
    "Write down what is a {of} and what is none, and look again for what was missed: "
    "{many} are marked by one of the two alone."
)
_HEADS = "Write down what is attached to what: {many} have the same label, and another head."
_LEFT = {"bounded": "borders", "found": "{of}s that one of the two alone marked", "attached": "heads"}
"""What most differences are, by their sort."""

SITUATIONS = (
    Situation("no value", _no_value),
    Situation("no difference", _no_difference),
    Situation("too few items", _no_interval),
    Situation("two schools", _two_schools),
    Situation("one annotator", _one_annotator),
    Situation("next to chance", _next_to_chance),
    Situation("too few items", _wide_interval),
    Situation("borders", _most_are("bounded", _BORDERS)),
    Situation("omissions", _most_are("found", _OMISSIONS)),
    Situation("heads", _most_are("attached", _HEADS)),
    Situation("two labels", _two_labels),
    Situation("one label", _one_label),
    Situation("one document", _one_document),
    Situation("ceiling", _ceiling),
    Situation("spread", _spread),
)
"""All situations, in the order in which they are asked."""
