"""Do annotators agree more than before? The difference of two rounds, for these annotators and for others like them.

The difference D is the value of the second round less that of the first. Its interval is D +- t SE, with the variances
of a jackknife and without a transformation.

    paired     V_items = (n - 1) / n sum_u (D_(-u) - mean)^2,  t with n - 1 degrees of freedom
    unpaired   V_items = V_1 + V_2,  t with as many as Welch says

Paired is what both rounds have: an item is left out of both at once. What one round has for itself is compared
unpaired.

*These annotators*: the claim is that these people agree more now, on other items. *Annotators like these*: the claim is
that others would, too. Annotators may change from round to round, each in a way of their own. So an annotator is left
out of both rounds at once, and so is what the annotator said of an item:

    V = max(V_items, V_items + V_annotators - V_labels),  t with R' - 1 degrees of freedom (see other-annotators)

Where the rounds have different annotators, V_annotators and V_labels are sums over both, with the degrees of freedom of
Welch. It takes three annotators in each round.

p is 2 P(T > |D| / SE). For the p of an exchange, items of both rounds change places, each with probability 1/2, and
other items are dealt to the rounds anew. It is the share of all ways, or of so many drawn ones, with a difference as
large:

    p (exchange) = (1 + #{|D*| >= |D|}) / (1 + draws)

It speaks of these annotators, and assumes that nothing at all differs between the rounds. Only items that changed move
it: with k of them it cannot be below 2 / 2^k. Holm's method corrects p: over all comparisons of whole rounds, and over
all labels and annotators.

How to read it: a first interval without 0 says that these annotators agree more (or less) now. That a guideline is
better needs the second one: in simulations in which annotators changed, but not on average, the first was wrong in 44
of 100 studies, the second in 2 to 6. That no difference was found does not show that there is none: see how large one
could have been found.

Miller, R. G. (1974). The jackknife: a review. Cameron, A. C., Gelbach, J. B. & Miller, D. L. (2011). Robust inference
with multiway clustering. Holm, S. (1979). A simple sequentially rejective multiple test procedure.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from accord.agreement.resample import holm
from accord.agreement.result import Undefined, shown
from accord.errors import UsageError
from accord.model.presentation import ResultExport

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.agreement.result import Interval
    from accord.agreement.signature import Signature
    from accord.agreement.two_rounds import Change

ALL, LABEL, ANNOTATOR = "all", "label", "annotator"
"""What is compared: everything, one label, one annotator with the others."""


@dataclass(frozen=True, slots=True)
class RoundChange:
    """Two rounds by name, and what of them is compared: all, a label or an annotator.

    ``p_holm`` and ``p_holm_others`` are corrected for how many are tested with it.
    """

    part: str
    name: str
    first: str
    second: str
    change: Change
    p_holm: float | Undefined
    p_holm_others: float | Undefined

    @property
    def difference(self) -> float | Undefined:
        """The second round less the first."""
        return self.change.difference


@dataclass(frozen=True, slots=True)
class ComparedRounds(ResultExport):
    """Every two rounds, the earlier one first, and what they are made of.

    ``left_out`` counts what is compared with nothing, ``reasons`` say how it is measured.
    """

    rounds: tuple[str, ...]
    kind: str
    coefficient: str
    title: str
    changes: tuple[RoundChange, ...]
    signature: Signature
    level: float = 0.95
    left_out: Mapping[str, int] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()

    @property
    def of_all(self) -> tuple[RoundChange, ...]:
        """Every two rounds as a whole."""
        return tuple(each for each in self.changes if each.part == ALL)

    @property
    def headline(self) -> Change:
        """The first comparison of the only two rounds; an error where there are more."""
        if len(self.rounds) != 2:
            raise UsageError(f"there are {len(self.rounds)} rounds: choose two by their names, as in found['v1', 'v2']")
        return self.changes[0].change

    @property
    def value(self) -> float | Undefined:
        """How much more the second round agrees than the first."""
        return self.headline.difference

    @property
    def interval(self) -> Interval | Undefined:
        """Where that lies for these annotators on other items."""
        return self.headline.these.interval

    @property
    def other_annotators(self) -> Interval | Undefined:
        """Where that lies for annotators like these on other items."""
        return self.headline.others.interval

    def __getitem__(self, pair: tuple[str, str]) -> Change:
        """Two rounds by name, the earlier one first."""
        for each in self.of_all:
            if (each.first, each.second) == pair:
                return each.change
        raise KeyError(f"{pair} was not compared: the rounds are {', '.join(self.rounds)}, the earlier one goes first")

    def __repr__(self) -> str:
        firsts = {(each.first, each.second): each for each in reversed(self.of_all)}
        pairs = (f"{second} - {first} {shown(each.difference)}" for (first, second), each in reversed(firsts.items()))
        return f"<ComparedRounds by {self.coefficient}: {', '.join(pairs)}>"


def corrected(changes: Sequence[RoundChange]) -> tuple[RoundChange, ...]:
    """The same with p corrected by Holm: over whole rounds, and over labels and annotators together."""
    found = list(changes)
    for whole in (True, False):
        family = [place for place, each in enumerate(found) if (each.part == ALL) is whole]
        these = _holm([found[place].change.these.p for place in family])
        others = _holm([found[place].change.others.p for place in family])
        for place, *both in zip(family, these, others, strict=True):
            found[place] = replace(found[place], p_holm=both[0], p_holm_others=both[1])
    return tuple(found)


def _holm(p_values: Sequence[float | Undefined]) -> list[float | Undefined]:
    """Holm's correction of those that are defined."""
    tested = {place: p for place, p in enumerate(p_values) if not isinstance(p, Undefined)}
    known = dict(zip(tested, holm(list(tested.values())), strict=True))
    return [known.get(place, p) for place, p in enumerate(p_values)]
