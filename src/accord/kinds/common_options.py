"""The options that every kind has: whose agreement is measured, and with what uncertainty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.kinds.options import option
from accord.messages import option as said

if TYPE_CHECKING:
    from accord.agreement.uncertainty import Uncertainty
    from accord.model import Corpus


@dataclass(frozen=True)
class AnnotatorOptions:
    """Whose annotations are looked at."""

    annotators: tuple[str, ...] | None = option(None, "Only these annotators; repeatable.", many=True, metavar="NAME")
    exclude: tuple[str, ...] = option(
        (), "All annotators but these, such as a reference; repeatable.", many=True, metavar="NAME"
    )

    def chosen(self, corpus: Corpus) -> tuple[str, ...]:
        """The annotators of a corpus who are looked at."""
        from accord.study.annotators import chosen_annotators

        return chosen_annotators(corpus, self.annotators, self.exclude)

    def looked_at(self, corpus: Corpus) -> Corpus:
        """What they said; all that is there, where nobody is left of them, which `chosen` or a measure refuses."""
        asked = corpus.annotators if self.annotators is None else self.annotators
        some = {*asked}.intersection(corpus.annotators).difference(self.exclude)
        return corpus.by(some) if some else corpus


@dataclass(frozen=True)
class CommonOptions(AnnotatorOptions):
    """Whose agreement is measured, and how sure it is."""

    interval: str | None = option(
        "jackknife", "How intervals of these annotators are made.", choices=("jackknife", "bootstrap", "none")
    )
    anytime: bool = option(False, "Intervals that hold however often one looks, for a campaign that goes on.")
    ceiling: bool = option(False, "Say between which values the best possible system lies.", command=True)
    level: float = option(0.95, "Level of confidence of the intervals.", range=(0, 1))
    resamples: int = option(1_000, "Bootstrap resamples.", range=(1, 1_000_000))
    seed: int = option(1, "Seed of the random numbers.", range=(0, None))

    def uncertainty(self, *, by_document: bool = True, permutations: int = 0) -> Uncertainty:
        """How intervals are made."""
        from accord.agreement.anytime import ANYTIME
        from accord.agreement.uncertainty import Uncertainty

        how = self.interval or "none"
        if self.anytime and how != "jackknife":
            raise UsageError(f"{said('anytime', True)} is an interval of its own: leave out {said('interval', how)}")
        how = ANYTIME if self.anytime else how
        return Uncertainty(how, self.level, by_document, self.resamples, permutations, self.seed)
