"""What a coefficient is for growing amounts of noise, and how much noise a value stands for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.result import Undefined, shown
from accord.agreement.signature import Signature
from accord.model.presentation import ResultExport

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.result import Value
    from accord.simulation.simulation import Setting, Simulation
    from accord.simulation.trees import TreeSimulation

    Point = tuple[float, float]
    """An amount, and the value there."""


class Reading(NamedTuple):
    """How much of a noise a value stands for, and between which amounts it does within the interval of the value."""

    noise: str
    coefficient: str
    value: float
    amount: Value
    low: Value
    high: Value


@dataclass(frozen=True)
class Calibration(ResultExport):
    """What a value means: the same coefficient of documents that were degraded by a known amount of noise.

    The units or trees of one annotator are copied for the others, and the copies are degraded: borders are moved, units
    forgotten, added or split, categories redrawn; labels and heads of trees redrawn. The value is the mean over
    many such documents, of units each held against the chance of all of them. Read backwards, it says how much of each
    noise alone would give an observed value.

    How to read it: as a yardstick. Annotators err in several ways at once, so that no single noise is what happened;
    and the same noise gives other values for other densities, numbers of categories and lengths, so that a calibration
    like the data at hand (--like) says more than any other.

    Mathet, Y. & Widlöcher, A. (2011), section 6.1. Mathet, Y., Widlöcher, A., Fort, K., François, C., Galibert, O.,
    Grouin, C., Kahn, J., Rosset, S. & Zweigenbaum, P. (2012). Manual corpus annotation: giving meaning to the
    evaluation metrics. COLING 2012. Skjærholt, A. (2014). A chance-corrected measure of inter-annotator agreement for
    syntax. ACL 2014, section 3.
    """

    simulation: Simulation | TreeSimulation
    settings: tuple[Setting, ...]

    def __repr__(self) -> str:
        values = (f"{each.noise} {each.amount:g}: {shown(each.result.value)}" for each in self.settings)
        return f"<Calibration {', '.join(values)}>"

    @property
    def coefficients(self) -> tuple[str, ...]:
        """The names of what was measured."""
        return tuple(dict.fromkeys(setting.coefficient for setting in self.settings))

    @property
    def name(self) -> str:
        """The coefficient, or that there are several."""
        return self.coefficients[0] if len(self.coefficients) == 1 else "every coefficient"

    @cached_property
    def curves(self) -> dict[str, tuple[Setting, ...]]:
        """The settings by amount, of each noise; where several coefficients were measured, of each in each noise."""
        several = len(self.coefficients) > 1
        found: dict[str, list[Setting]] = {}
        for each in self.settings:
            found.setdefault(f"{each.noise}: {each.coefficient}" if several else each.noise, []).append(each)
        return {name: tuple(settings) for name, settings in found.items()}

    def reading(self, curve: str, value: float) -> Reading:
        """How much of a noise a value stands for, in straight lines between the amounts that were simulated."""
        settings = self.curves[curve]
        lines = zip(*map(_points, settings), strict=True)
        amounts = (_reached([point for point in line if point], value) for line in lines)
        return Reading(settings[0].noise, settings[0].coefficient, value, *amounts)

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """How all settings of each coefficient were made, but for their amounts."""
        noises = "+".join(dict.fromkeys(setting.noise for setting in self.settings))
        made = {setting.coefficient: setting.result.signature for setting in reversed(self.settings)}
        return tuple(
            Signature(
                made[name].measure,
                {key: choice for key, choice in made[name].choices.items() if key != "amount"} | {"noise": noises},
            )
            for name in self.coefficients
        )

    @property
    def signature(self) -> Signature:
        """That of the first coefficient."""
        return self.signatures[0]


def _points(setting: Setting) -> tuple[Point | None, Point | None, Point | None]:
    """The value at an amount, and the ends of its interval; nothing where there is no value."""
    value, interval = setting.result.value, setting.result.interval
    if isinstance(value, Undefined):
        return None, None, None
    low, high = (value, value) if isinstance(interval, Undefined) else (interval.low, interval.high)
    return (setting.amount, float(value)), (setting.amount, float(low)), (setting.amount, float(high))


def _reached(line: Sequence[Point], value: float) -> Value:
    """The least amount at which a line has come down to a value."""
    if not line:
        return Undefined("no amount has a value")
    (first, highest), (last, lowest) = line[0], line[-1]
    if highest < value:
        return Undefined(f"not reached from {first:g} on, where it is {highest:.2f}")
    for (before, above), (after, below) in pairwise(line):
        if above >= value >= below:
            return before if above == below else before + (after - before) * (above - value) / (above - below)
    return last if lowest == value else Undefined(f"not reached up to {last:g}, where it is {lowest:.2f}")
