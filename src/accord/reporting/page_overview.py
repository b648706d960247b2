"""A layer in three plain sentences: how much annotators agree, where it breaks, and what to do next.

Words are made from what the page holds, so they say nothing that cannot be looked up there.

How much: the value and its interval. The bars of 0.667 and 0.8 are named for coefficients of labels only, where the
interval is at most 0.3 wide and does not hold 0. Krippendorff (2004, Content Analysis) asks for 0.8, and for 0.667
where tentative conclusions are enough; both are conventions, and say nothing of other coefficients.

Where: what drags it down (`page_where`).

Next: the first that applies of a second annotator, chosen or asked for, what makes the value undefined, more items
where there are too few for an interval, an annotator who is far off, more items for a narrower interval, two labels
that stand out with 30 % of the disagreement, the hardest items.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.interval import SAMPLING
from accord.formats.names import some
from accord.messages import capital, plural, quoted
from accord.payload.values import ThreeSentences
from accord.reporting.numbers import digits, exactly
from accord.reporting.page_annotators import DRAGS, far_annotators, unless_annotators
from accord.reporting.page_confusion import MUCH, worst_confusion
from accord.reporting.page_where import where

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.result import Interval
    from accord.payload.layer import LayerContent

_NAMES = {
    "alpha": "Krippendorff's alpha",
    "ac1": "Gwet's AC1",
    "ac2": "Gwet's AC2",
    "kappa": "Cohen's kappa",
    "weighted-kappa": "weighted kappa",
    "fleiss": "Fleiss' kappa",
    "pi": "Scott's pi",
    "observed": "observed agreement",
    "corrected-f1": "corrected F1",
}
WIDE = 0.3
"""From so wide on an interval leaves open what matters."""
_SAMPLES = 300
"""So many samples tell most values from chance."""
_SOME = 10
"""Of fewer items that all differ it is not said that annotators follow different rules."""


def words(layer: LayerContent) -> ThreeSentences:
    """The three sentences."""
    return ThreeSentences(how_much=how_much(layer), where=where(layer), next=what_next(layer))


def coefficient_name(name: str) -> str:
    """What people call a coefficient.

    >>> coefficient_name("alpha"), coefficient_name("gamma")
    ("Krippendorff's alpha", 'gamma')
    """
    return _NAMES.get(name, name)


# --- how much -------------------------------------------------------------------------------------------------------


def how_much(layer: LayerContent) -> str:
    """The value, its interval, and how to read it."""
    headline = layer.headline
    name, value = coefficient_name(headline.coefficient), headline.value
    if value is None:
        return f"{capital(name)} has no value here: {headline.undefined}."
    sure = _interval(headline.interval)
    scale = "" if headline.coefficient == "observed" else "; 0 is what chance would give, 1 is full agreement"
    return f"{_who(layer)} agree to {digits(value)} by {name}{sure}{scale}. {capital(_reading(layer))}."


def _who(layer: LayerContent) -> str:
    number = len(layer.annotators)
    return "The two annotators" if number == 2 else f"The {number:,} annotators"


def _interval(interval: Interval | None) -> str:
    if interval is None:
        return ""
    if of_chance(interval):
        ends = f"{digits(interval.low)} to {digits(interval.high)}"
        return f" ({ends} as far as chance is known from samples, which says nothing of other texts)"
    return f" ({digits(interval.low)} to {digits(interval.high)} with {100 * interval.level:g} % confidence)"


def of_chance(interval: Interval) -> bool:
    """Whether an interval says only how well chance is known, and nothing of other texts."""
    return interval.method == SAMPLING


def _reading(layer: LayerContent) -> str:
    """What the value means, and how little the customary bars do."""
    headline = layer.headline
    value, interval = exactly(headline.number), headline.interval
    if value == 1:
        return "they never differ"
    if too_little(layer):
        return _why_little(layer)
    if interval and exactly(interval.low) <= 0 <= exactly(interval.high):
        few = " by the samples that were drawn; more of them would narrow it" if of_chance(interval) else ""
        return f"that cannot be told from chance{few}"
    if value < 0:
        return "that is less than chance would give, as where rules differ or somebody gives hardly any but one label"
    assert interval is not None  # else there is too little
    if doubt := _doubt(interval):
        return doubt
    if not layer.bars:
        return "no bar is customary for it: what is enough depends on what the annotation is for"
    within = [f"{limit:g}" for limit in layer.bars if interval.low < limit < interval.high]
    across = f", though the interval reaches across {' and '.join(within)}" if within else ""
    bar = _bar(value, layer.bars)
    return f"that is {bar}{across}; bars are conventions, and what is enough depends on what the labels are for"


def _bar(value: float, bars: Sequence[float]) -> str:
    """Where a value lies among customary bars.

    >>> _bar(0.7, (0.667, 0.8)), _bar(0.5, (0.6,))
    ('between 0.667 and 0.8, two customary bars', 'below 0.6, the customary bar')
    >>> _bar(0.9, (0.667, 0.8))
    'above 0.8, the higher of two customary bars'
    """
    low, high = bars[0], bars[-1]
    if low <= value < high:
        return f"between {low:g} and {high:g}, two customary bars"
    where, bar, which = ("above", high, "higher") if value >= high else ("below", low, "lower")
    return f"{where} {bar:g}, {'the customary bar' if low == high else f'the {which} of two customary bars'}"


def too_little(layer: LayerContent) -> bool:
    """Whether there is no interval for want of items; where many differ everywhere, nothing varies either."""
    headline = layer.headline
    everywhere = exactly(headline.number) < 0 and layer.used >= _SOME
    return headline.interval is None and not everywhere


def _why_little(layer: LayerContent) -> str:
    if layer.used == 1 and layer.agreement["about"].get("chance_from_data"):
        return f"that says nothing: chance cannot be told from one {layer.unit}, so any two labels give this value"
    return "there is too little for an interval, so nobody can say how far that holds"


def _doubt(interval: Interval) -> str | None:
    """Why a value says little, if it does."""
    if of_chance(interval):
        return "other texts may give another value: a second document would say how far it holds"
    wide = interval.high - interval.low > WIDE
    return "the interval is too wide to say whether that is much or little" if wide else None


# --- what next ------------------------------------------------------------------------------------------------------


def what_next(layer: LayerContent) -> str:
    """One thing to do, the one that is likely to matter most."""
    headline = layer.headline
    value, interval = headline.value, headline.interval
    if value is None:
        return _way_out(layer)
    if exactly(value) == 1:
        return "Make sure that they worked apart from each other, and that the items were not only easy ones."
    if too_little(layer):
        return _more(layer)
    if found := far_annotators(layer):
        far = [row.annotator for row in found]
        together = f"Before anything else, go through what {some(far)} did otherwise than the others, together"
        return f"{together}; {unless_annotators(far)}."
    if interval and interval.high - interval.low > WIDE:
        return _more_samples(layer) if of_chance(interval) else _more(layer)
    if (confusion := worst_confusion(layer)) and confusion.share >= MUCH:
        first, second = quoted(confusion.first), quoted(confusion.second)
        merged = ""
        if confusion.merged is not None and confusion.merged > value + DRAGS:
            merged = f" Merged, they would give {digits(confusion.merged)}, at the price of one distinction."
        return f"Decide in the guideline when it is {first} and when {second}, with the examples listed here.{merged}"
    return f"Discuss the hardest {layer.traits.item}s together, and write down in the guideline what you decide."


def _way_out(layer: LayerContent) -> str:
    if layer.used == 0:
        shared = layer.counts.pairs
        otherwise = "if the files are documents, say how annotators are told apart (--annotators-by)"
        return f"See that annotators do the same {shared}s, for no two of them share any; {otherwise}."
    if layer.labels_view and len(layer.labels_view.label_names) == 1:
        return "Add items for which another label is right: where all labels are the same, agreement says nothing."
    return "See in the findings and in the notes what was left out and why, and fix that first."


def _more_samples(layer: LayerContent) -> str:
    how = f": {layer.command} --samples {_SAMPLES}" if layer.command else f" ({_SAMPLES} at least)."
    return f"Draw more samples of chance before you judge{how}"


def _more(layer: LayerContent) -> str:
    plan = layer.plan
    if not plan:
        return (
            "Have more of the same annotated by the same annotators before you judge: there is too little to be sure."
        )
    more = plan.needed - plan.have
    unit = plan.unit
    return (
        f"Have about {plural(more, unit)} more annotated by the same annotators: then the interval should be "
        f"{plan.width:g} wide (accord plan says more)."
    )
