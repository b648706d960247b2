"""A layer in three plain sentences: how much annotators agree, where it breaks, and what to do next.

Words are made from what the page holds, so they say nothing that cannot be looked up there.

How much: the value and its interval. The bars of 0.667 and 0.8 are named for coefficients of labels only, where the
interval is at most 0.3 wide and does not hold 0. Krippendorff (2004, Content Analysis) asks for 0.8, and for 0.667
where tentative conclusions are enough; both are conventions, and say nothing of other coefficients.

Where: what drags it down (`page_where`).

Next: what `page_advice` says of the situation that the layer is in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.anytime import is_anytime
from accord.messages import capital
from accord.payload.values import ThreeSentences
from accord.reporting.numbers import digits, exactly, low_and_high
from accord.reporting.page_advice import advice
from accord.reporting.page_where import where
from accord.reporting.page_width import WIDE, of_chance, too_little

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
    "relation-f1": "relation F1",
    "link-f1": "link F1",
    "relation-jaccard": "relation Jaccard index",
}


def words(layer: LayerContent) -> ThreeSentences:
    """The three sentences."""
    situation, (sentence, examples) = advice(layer)
    return ThreeSentences(
        how_much=how_much(layer),
        where=where(layer),
        next=sentence,
        intervals=intervals(layer),
        situation=situation,
        examples=list(examples),
    )


def coefficient_name(name: str, title: str = "") -> str:
    """What people call a coefficient, one without a name of its own by its title.

    >>> coefficient_name("alpha"), coefficient_name("gamma")
    ("Krippendorff's alpha", 'gamma')
    """
    return _NAMES.get(name) or title or name


# --- how much -------------------------------------------------------------------------------------------------------


def how_much(layer: LayerContent) -> str:
    """The value, its interval, and how to read it."""
    headline = layer.headline
    name, value = layer.measure, headline.value
    if value is None:
        return f"{capital(name)} has no value here: {headline.undefined}."
    sure = _interval(headline.interval, headline.other_annotators)
    scale = "" if headline.coefficient == "observed" else "; 0 is what chance would give, 1 is full agreement"
    return f"{_who(layer)} agree to {digits(value)} by {name}{sure}{scale}. {capital(_reading(layer))}."


def _who(layer: LayerContent) -> str:
    number = len(layer.annotators)
    return "The two annotators" if number == 2 else f"The {number:,} annotators"


def _interval(interval: Interval | None, others: Interval | None) -> str:
    if interval is None:
        return ""
    ends = " to ".join(low_and_high(interval.low, interval.high))
    if of_chance(interval):
        return f" ({ends} as far as chance is known from samples, which says nothing of other texts)"
    further = f"; other annotators like these: {' to '.join(low_and_high(others.low, others.high))}" if others else ""
    return f" ({ends} with {100 * interval.level:g} % confidence{further})"


def intervals(layer: LayerContent) -> str:
    """Which question each interval answers, and why there is no second one where there is none."""
    headline = layer.headline
    first, second, why = headline.interval, headline.other_annotators, headline.other_annotators_undefined
    if first is None or of_chance(first):
        return ""
    units = first.method.partition(" over ")[2]
    level = f"With {100 * first.level:g} % confidence"
    if is_anytime(first):
        return (
            f"{level} at every look: however often one looks, agreement of these annotators on other {units} lies in "
            "it, if these come in random order and the annotators stay the same. The usual interval is narrower, and "
            "holds for one look."
        )
    if second is not None:
        asked = "the second, where that of other people would, chosen and trained in the same way"
        return f"{level}: the first says where agreement of these annotators would lie on other {units}; {asked}."
    alone = f"{level}, for these annotators on other {units}."
    return f"{alone} For other annotators like these it is not known: {why}." if why else alone


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
