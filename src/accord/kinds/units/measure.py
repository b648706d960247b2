"""How much annotators agree on units: each coefficient with its uncertainty, over all documents and for each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.anytime import ANYTIME, too_few
from accord.agreement.equation import agreement
from accord.agreement.interval import SAMPLING
from accord.agreement.other_annotators import Changed, other_annotators
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Interval, Measured, Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.student import t_quantile
from accord.agreement.sums import Sums, Unit, Without
from accord.agreement.uncertainty import interval_of
from accord.alignment.alignment import PROVED
from accord.alignment.greedy import GREEDY
from accord.kinds.units.aligned import Aligned, proof
from accord.kinds.units.coefficient import mean_of, read_rows, values
from accord.kinds.units.disorders import Disorders
from accord.kinds.units.gamma_cat import GammaCat
from accord.kinds.units.tied import quotient_range, shares_of
from accord.messages import decimal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from accord.agreement.result import Value
    from accord.agreement.uncertainty import Uncertainty
    from accord.alignment.method import Method
    from accord.kinds.units.baseline import MeasuredBaseline
    from accord.kinds.units.coefficient import Shares, UnitCoefficient
    from accord.kinds.units.sampling import Sampling
    from accord.study.units import Floats, UnitStudy

NOTHING = "nobody marked anything"
TIED = 1e-9
"""What values of equally good alignments may differ by and be one."""


def document_weights(study: UnitStudy, by: str) -> Floats:
    """What each document counts, shape (documents,)."""
    if by == "documents":
        return np.ones(len(study.continua))
    return np.array([len(continuum) / len(continuum.annotators) for continuum in study.continua])


@dataclass(frozen=True)
class AgainstChance:
    """The documents aligned by a method, and the disorders of random continua by the process that drew them."""

    method: Method
    aligned: Aligned
    observed: Disorders
    drawn: Mapping[str, Disorders]
    notes: Sequence[str] = ()
    """What is to be said of how they were drawn."""

    @classmethod
    def of(
        cls,
        study: UnitStudy,
        method: Method,
        sampling: Sampling,
        processes: Sequence[str],
        weights: Floats,
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        choices: Mapping[str, object] | None = None,
    ) -> AgainstChance:
        """The documents of a study, aligned, and random continua like them, drawn and aligned."""
        aligned = Aligned.of(study, method, texts, choices, workers=sampling.workers, progress=sampling.progress)
        observed = Disorders.of(aligned.alignments, method, len(study.categories))
        return cls(method, aligned, observed, *sampling.drawn(study, method, processes, weights))


@dataclass(frozen=True)
class UnitMeasure:
    """Coefficients and baselines of one study of units, over all documents and for each."""

    study: UnitStudy
    coefficients: tuple[UnitCoefficient, ...]
    measured: Mapping[str, AgainstChance]
    """By objective."""
    weights_by: str
    uncertainty: Uncertainty
    asked: tuple[str, ...] = ()
    """In what order, by name, and which categories; all, if nothing is said."""
    baselines: Mapping[str, MeasuredBaseline | Undefined] = field(default_factory=dict)
    """By name, or why one does not apply."""
    notes: tuple[str, ...] = ()

    @property
    def result(self) -> Result:
        """The first coefficient's."""
        return self.results[0]

    @cached_property
    def shares(self) -> dict[str, tuple[UnitCoefficient, Shares]]:
        """What is measured, by name: each coefficient, or each category of it."""
        found = {}
        weights = document_weights(self.study, self.weights_by)
        for coefficient in self.coefficients if self.study.continua else ():
            part = self.measured[coefficient.objective]
            drawn = {name: part.drawn[name] for name in self.samplers(coefficient)}
            for name, shares in coefficient.shares(self.study, part.observed, drawn, weights).items():
                if not self.asked or {name, coefficient.name} & set(self.asked):
                    found[name] = coefficient, shares
        return found

    def samplers(self, coefficient: UnitCoefficient) -> list[str]:
        """The random processes that a coefficient was measured against."""
        return list(self.measured[coefficient.objective].drawn)

    @cached_property
    def results(self) -> list[Result]:
        """Each coefficient and baseline over all documents, as they were asked for."""
        found = [
            self._unfit(name, each) if isinstance(each, Undefined) else each.result
            for name, each in self.baselines.items()
        ]
        if self.study.continua:
            for name, (coefficient, shares) in self.shares.items():
                found.append(self._result(coefficient, name, self._share(coefficient, shares.rows())))
        else:
            found += [self._result(each, each.name, _nothing(self.study)) for each in self.coefficients]
        return sorted(found, key=lambda result: self._turn(result.name))

    def _turn(self, name: str) -> int:
        """Where a coefficient, or a category of one, stands among those that are asked for."""
        return min((at for at, asked in enumerate(self.asked) if asked in {name, name.partition(":")[0]}), default=0)

    def _unfit(self, name: str, why: Undefined) -> Result:
        """A baseline that does not apply."""
        return Result(name, why, why, Signature(name, {"data": self.study.digest()}))

    @cached_property
    def ranges(self) -> dict[str, tuple[float, float]]:
        """By name, the least and the greatest value over alignments that are equally good, where they differ.

        That is of the documents; random continua have one alignment each, the preferred one.
        """
        found = {}
        for name, (coefficient, shares) in self.shares.items():
            if not isinstance(coefficient, GammaCat):
                continue
            part = self.measured[coefficient.objective]
            category = name.partition(":")[2]
            column = 1 + self.study.categories.index(category) if category else 0
            tied = shares_of(
                part.aligned.alignments,
                part.method.dissimilarity,
                len(self.study.categories),
                column,
                coefficient.with_alone,
            )
            expected = float(mean_of(read_rows(shares.rows().sum(axis=0))[1]))
            if tied and expected > 0:
                low, high = quotient_range(tied, float(shares.observed.sum()), float(shares.of.sum()))
                if high - low > TIED * expected:
                    ends = agreement([high, low], expected).tolist()
                    found[name] = ends[0], ends[1]
        return found

    def _searched(self, coefficient: UnitCoefficient) -> list[Disorders]:
        """What was aligned for a coefficient: the documents, and random continua."""
        part = self.measured[coefficient.objective]
        return [part.observed, *(part.drawn[name] for name in self.samplers(coefficient))]

    @cached_property
    def bounds(self) -> dict[str, tuple[float, float] | Undefined]:
        """By name, between which values the one of the best alignments lies, where some were not proved to be best."""
        found: dict[str, tuple[float, float] | Undefined] = {}
        weights = document_weights(self.study, self.weights_by)
        for name, (coefficient, _) in self.shares.items():
            observed, *drawn = self._searched(coefficient)
            gaps = np.concatenate([part.gap.ravel() for part in (observed, *drawn)])
            if self.measured[coefficient.objective].method.kind == GREEDY or gaps.max() <= PROVED:
                continue
            if coefficient.of_categories:
                found[name] = Undefined("the best alignment is not known, and so are the categories in it")
                continue
            names = self.samplers(coefficient)
            lowest, highest = (
                float(
                    values(
                        coefficient.shares(self.study, seen, by_chance, weights)[name].rows().sum(axis=0),
                        self._largest(coefficient),
                    )
                )
                for seen, by_chance in (
                    (observed, {each: part.lowered for each, part in zip(names, drawn, strict=True)}),
                    (observed.lowered, dict(zip(names, drawn, strict=True))),
                )
            )
            found[name] = lowest, highest
        return found

    @property
    def unlisted(self) -> int:
        """How many documents have too many equally good alignments to tell in what they differ."""
        aligned = {id(part.aligned): part.aligned for part in self.measured.values()}
        ties = [alignment.ties for each in aligned.values() for alignment in each.alignments]
        return sum(each is not None and not each.complete for each in ties)

    def documents(self, name: str) -> dict[str, Measured]:
        """One coefficient for each document."""
        coefficient, shares = self.shares[name]
        rows = shares.rows()
        found = {
            continuum.document: self._share(coefficient, rows[[number]])
            for number, continuum in enumerate(self.study.continua)
        }
        if coefficient.samplers is None:
            return found
        shared = Undefined("chance belongs to the corpus, and has no spread for one document")
        return {document: replace(share, p=shared, sd=shared) for document, share in found.items()}

    def by_process(self, coefficient: UnitCoefficient) -> Iterator[tuple[str, int, list[Value]]]:
        """Every document and its number of annotators: observed, and expected and the value by each random process."""
        part, weights = self.measured[coefficient.objective], document_weights(self.study, self.weights_by)
        shares = [
            coefficient.shares(self.study, part.observed, {name: drawn}, weights)[coefficient.name].rows()
            for name, drawn in part.drawn.items()
        ]
        for number, continuum in enumerate(self.study.continua):
            measured = [self._share(coefficient, rows[[number]]) for rows in shares]
            values = [measured[0].observed, *(value for each in measured for value in (each.expected, each.value))]
            yield continuum.document, len(continuum.annotators), values

    def _share(self, coefficient: UnitCoefficient, rows: Floats) -> Measured:
        observed, samples = read_rows(rows.sum(axis=0))
        samples = samples[~np.isnan(samples)]
        expected, value = float(mean_of(samples)), float(values(rows.sum(axis=0), self._largest(coefficient)))
        reason = "no two units are aligned" if np.isnan(observed) else "chance leaves no disorder"
        count = len(samples)
        return Measured(
            _value(value, reason),
            _value(float(observed), reason),
            _value(expected, reason),
            self._interval(coefficient, rows, samples, float(observed)),
            len(rows),
            float(samples.std(ddof=1)) if count > 1 else Undefined("the spread of chance needs two samples"),
            Undefined(reason) if np.isnan(value) else (1 + int((samples <= observed).sum())) / (count + 1),
        )

    def _interval(
        self, coefficient: UnitCoefficient, rows: Floats, samples: Floats, observed: float
    ) -> Interval | Undefined:
        """Over documents where there are two of them; else, from how well chance is known."""
        if self.uncertainty.interval == "none":
            return Undefined("no interval was asked for")
        if np.isnan(observed) or not samples.sum():
            return Undefined("without a value there is no interval")
        if len(rows) == 1 and self.uncertainty.interval == ANYTIME:
            return too_few(1, "document")
        if len(rows) > 1:
            units = ResampleRows.each(rows[self._by_name])
            statistic, bounds = self._statistic(coefficient, samples)
            return interval_of(units, statistic, bounds, "document", self.uncertainty)
        if len(samples) < 2:
            return Undefined("an interval needs two samples of chance, or two documents")
        level = self.uncertainty.level
        margin = t_quantile(level, len(samples) - 1) * float(samples.std(ddof=1)) / sqrt(len(samples))
        if margin >= samples.mean():
            return Undefined("chance varies too much for so few samples")
        low, high = agreement(observed, samples.mean() + margin * np.array([-1.0, 1.0])).tolist()
        return Interval(low, high, SAMPLING, level)

    def _statistic(
        self, coefficient: UnitCoefficient, samples: Floats
    ) -> tuple[Callable[[Floats], Floats], tuple[float, float]]:
        """The value as a function of totals, and the lowest and the highest there can be."""
        largest = self._largest(coefficient)
        return partial(values, largest=largest), (min(-1.0, float(agreement(largest, samples.mean()))), 1.0)

    def other_annotators(self, name: str, without: Mapping[str, UnitMeasure]) -> Interval | Undefined:
        """Where a coefficient would lie for other annotators like these, from what is measured without each of them."""
        coefficient, shares = self.shares[name]
        rows = shares.rows()
        samples = read_rows(rows.sum(axis=0))[1]
        samples = samples[~np.isnan(samples)]
        if not samples.sum():
            return Undefined("without a value there is no interval")
        statistic, bounds = self._statistic(coefficient, samples)
        changes = (self._change(name, rows, one, others) for one, others in without.items())
        return other_annotators(
            ResampleRows.each(rows),
            statistic,
            bounds,
            "document",
            self.uncertainty,
            changes=changes,
            annotators=len(without),
        )

    def sums(self, name: str, without: Callable[[], Mapping[str, UnitMeasure] | Undefined]) -> Sums:
        """What a coefficient is made of, document by document; ``without`` measures without each annotator."""
        coefficient, shares = self.shares[name]
        rows = shares.rows()

        def changes() -> Mapping[str, Without] | Undefined:
            measured = without()
            if isinstance(measured, Undefined):
                return measured
            found = {}
            for one, others in measured.items():
                change = self._change(name, rows, one, others)
                found[one] = Without(self._looked_at(one), change.rows, change.times)
            return found

        units = [Unit(continuum.document) for continuum in self.study.continua]
        return Sums(units, rows, partial(values, largest=self._largest(coefficient)), "document", changes)

    def _looked_at(self, annotator: str) -> NDArray[np.int64]:
        """The numbers of the documents of an annotator."""
        own = [number for number, continuum in enumerate(self.study.continua) if annotator in continuum.annotators]
        return np.array(own, dtype=np.int64)

    def _change(self, name: str, rows: Floats, annotator: str, others: UnitMeasure) -> Changed:
        """How the rows of the documents of an annotator change where only the others are looked at."""
        place = {continuum.document: number for number, continuum in enumerate(others.study.continua)}
        left = others.shares[name][1].rows() if name in others.shares else np.zeros((0, rows.shape[1]))
        own = self._looked_at(annotator)
        changes = np.zeros((len(own), rows.shape[1]))
        for row, number in enumerate(own.tolist()):
            there = place.get(self.study.continua[number].document)
            changes[row] = (0.0 if there is None else left[there]) - rows[number]
        return Changed(changes, np.ones(len(own), dtype=np.int64), len(own))

    def _largest(self, coefficient: UnitCoefficient) -> float:
        """The most disorder there can be."""
        return coefficient.most_disorder(self.measured[coefficient.objective].method, self.study)

    @cached_property
    def _by_name(self) -> list[int]:
        """The documents in an order that does not depend on how the data came, for what is drawn from them."""
        return sorted(range(len(self.study.continua)), key=lambda number: self.study.continua[number].document)

    def _result(self, coefficient: UnitCoefficient, name: str, share: Measured) -> Result:
        return Result(
            name=name,
            value=share.value,
            interval=share.interval,
            signature=self.signature(coefficient, name),
            observed=share.observed,
            expected=share.expected,
            p=share.p,
            sd=share.sd,
            used={"documents": len(self.study.continua), "units": self.study.count().total()},
            excluded=self.study.left_out,
            title=self._title(name),
        )

    def _title(self, name: str) -> str:
        """What a coefficient is called in tables: its name, and between which values it lies if that is not proved."""
        found = self.bounds.get(name)
        if found is None:
            return name
        ends = "unknown" if isinstance(found, Undefined) else f"in [{decimal(found[0], 4)}, {decimal(found[1], 4)}]"
        return f"{name} (not proved: {ends})"

    def signature(self, coefficient: UnitCoefficient, name: str) -> Signature:
        """What is needed to compute a value again."""
        choices: dict[str, object] = {"unit": self.study.of, "weights": self.weights_by}
        if self.study.continua:
            drawn = self.measured[coefficient.objective].drawn
            samples = next(iter(drawn.values())).disorder.shape[1]
            choices |= {"chance": "+".join(self.samplers(coefficient)), "samples": samples}
            choices = {**self.measured[coefficient.objective].aligned.signature.choices, **choices}
            parts = self._searched(coefficient)
            gaps, timed_out = (
                np.concatenate([getattr(part, name).ravel() for part in parts]).tolist()
                for name in ("gap", "timed_out")
            )
            if self.measured[coefficient.objective].method.kind != GREEDY:
                choices |= proof(gaps, timed_out)
        made = self.uncertainty.choices()
        if len(self.study.continua) < 2:
            made = {key: made[key] for key in ("ci", "level") if key in made} | {"over": "samples"}
        return Signature(name, {**choices, **made, "seed": self.uncertainty.seed, "data": self.study.digest()})


def _nothing(study: UnitStudy) -> Measured:
    why = Undefined(NOTHING if study.annotators else "there is no annotator")
    return Measured(why, why, why, why, 0, why, why)


def _value(value: float, reason: str) -> Value:
    return Undefined(reason) if np.isnan(value) else value
