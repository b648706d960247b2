"""Units of systems against those of a reference: aligned, equal or overlapping, and the slot error rate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable
from accord.kinds.shared_documents import shared_documents
from accord.kinds.spans.mark_arrays import in_columns, mark_arrays
from accord.kinds.spans.mark_scores import MarkRun, MarkTexts
from accord.kinds.spans.marked_pair import MarkedPair
from accord.kinds.spans.scores import digest, scored
from accord.kinds.spans.span_measures import boundary_f1, exact_f1, type_f1
from accord.kinds.units.aligned import Aligned
from accord.kinds.units.method import make_method, named_in
from accord.kinds.units.slot_error_rate import SlotErrorRate, errors
from accord.kinds.units.unit_measures import aligned_f1, found_f1
from accord.messages import plural
from accord.model import Unit, Units
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.counted_scores import Counted
from accord.scoring.formula import Formula, share
from accord.scoring.terms import ScoreTerms
from accord.scoring.unit_rows import UnitRows
from accord.study.texts import texts_of
from accord.study.units import study_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from accord.kinds.spans.mark_arrays import Borders, Integers, Marks
    from accord.kinds.units.options import UnitOptions
    from accord.model import Corpus
    from accord.model.place import Place
    from accord.scoring.corrected import Corrected, Correction

_GOLD, _SYSTEM = "reference", "predicted"


@dataclass(frozen=True, eq=False)
class AlignedPair(MarkedPair):
    """What both sides marked, with the partner of each unit of the reference in the best alignment, or -1."""

    aligned: Integers

    @cached_property
    def right(self) -> Integers:
        """The same where the categories agree."""
        alike = np.zeros(len(self.ours), dtype=bool)
        found = np.flatnonzero(self.aligned >= 0)
        alike[found] = self.ours.type[found] == self.theirs.type[self.aligned[found]]
        return np.where(alike, self.aligned, -1)

    @property
    def nearest(self) -> Integers:
        """What is taken for what is what is aligned."""
        return self.aligned


_TERMS = ScoreTerms(
    scored="units",
    right="aligned F1: a unit is right where it is aligned with one of the same category",
    part="category",
    marked="unit",
    wrong="missed or made up",
    each="F1 of each category",
)


def count_units(corpus: Corpus, files: Mapping[str, str], options: UnitOptions) -> Counted:
    """What systems have right of the units of a reference, document by document."""
    measures = dict.fromkeys(each.measured_in for each in corpus.annotations.values() if isinstance(each, Units))
    if len(measures) > 1:
        raise NotApplicable(f"there are units in {' and in '.join(f'{each}s' for each in measures)}: score them apart")
    unit = next(iter(measures), "position")
    compared = shared_documents(corpus, files, options.documents)
    marked = {name: [_marked(corpus, document, name) for document in compared.names] for name in files}
    (reference, *systems), types = mark_arrays(
        [[(in_columns(each), {}) for each in side] for side in marked.values()], whole=False
    )
    (gold, _), *others = files.items()
    texts = texts_of(corpus, unit)
    runs = []
    said: dict[str, object] = {}
    for (name, file), theirs in zip(others, systems, strict=True):
        both = {_GOLD: marked[gold], _SYSTEM: marked[name]}
        aligned = _aligned(compared.names, _lengths(corpus, (gold, name)), both, options)
        said |= {key: value for key, value in aligned.signature.choices.items() if key not in {"docs", "annotators"}}
        plain = MarkedPair(reference, theirs, compared.names, types)
        pair = AlignedPair(reference, theirs, compared.names, types, _partners(plain, aligned))
        shown = MarkRun(pair, MarkTexts(texts, [partial(_place, corpus, who) for who in (gold, name)]))
        found = [aligned_f1(pair), found_f1(pair), exact_f1(pair), type_f1(pair), boundary_f1(pair), _slot_errors(pair)]
        run = scored(
            pair,
            {measure.name: measure for measure in found},
            pair.rows_by_type(np.flatnonzero(pair.right >= 0)),
            lambda pair=pair: pair.right,  # type: ignore[misc]
            shown,
            file=file,
            what="units",
            length_of=f"{unit}s" if unit in {"token", "character"} else f"{unit}s, rounded up",
        )
        beyond = partial(_beyond_chance, aligned, options)
        runs.append(replace(run, beyond_chance=beyond, corrects=False))
    empty = sum(
        each.start >= each.end
        for (document, name), layer in corpus.annotations.items()
        if isinstance(layer, Units) and name in files and document in set(compared.names)
        for each in layer.units
    )
    left_out = (f"left out: {plural(empty, 'unit without length')}",) if empty else ()
    choices: dict[str, object] = {
        **said,
        "unit": unit,
        "runs": len(runs),
        **compared.choices,
        "docs": len(compared.names),
        "units": len(reference),
        "ci": "jackknife",
        "data": digest(compared.names, types, [reference, *systems]),
    }
    return Counted(tuple(runs), choices, (*compared.notes, *left_out), label="category", terms=_TERMS)


def _beyond_chance(aligned: Aligned, options: UnitOptions, correction: Correction) -> Mapping[str, Corrected]:
    """Gamma of both sides; with what draws random continua, which the counts do without."""
    from accord.kinds.units.beyond_chance import gamma_beyond_chance

    return gamma_beyond_chance(aligned, options, correction)


def _marked(corpus: Corpus, document: str, name: str) -> list[Unit]:
    """The units of somebody in a document that have a length."""
    said = corpus.annotations.get((document, name))
    return [unit for unit in said.units if unit.start < unit.end] if isinstance(said, Units) else []


def _lengths(corpus: Corpus, names: Collection[str]) -> dict[str, float]:
    """How long each document is, as far as one of both says it."""
    found: dict[str, float] = {}
    for (document, name), layer in corpus.annotations.items():
        if name in names and isinstance(layer, Units) and layer.length is not None:
            found[document] = max(layer.length, found.get(document, 0.0))
    return found


def _aligned(
    documents: Sequence[str],
    lengths: Mapping[str, float],
    both: Mapping[str, Sequence[Sequence[Unit]]],
    options: UnitOptions,
) -> Aligned:
    """The best alignment of both sides in every document; no other system has a say in it."""
    marked = [
        (document, lengths.get(document), {side: held[number] for side, held in both.items()})
        for number, document in enumerate(documents)
    ]
    study = study_of(marked, (_GOLD, _SYSTEM))
    method = make_method(study, "sum", options)
    return Aligned.of(study, method, choices=named_in(options, method))


def _partners(pair: MarkedPair, aligned: Aligned) -> Integers:
    """The partner of each unit of the reference in the alignments, or -1."""
    number = {type_: index for index, type_ in enumerate(pair.types)}
    ours, theirs = (_numbers(marks) for marks in (pair.ours, pair.theirs))
    partner = np.full(len(pair.ours), -1)
    for document, alignment in enumerate(aligned.alignments):
        units = aligned.study.units(alignment.continuum)
        keys = [(document, unit.start, unit.end, number[unit.category]) for unit in units]
        for one, other in alignment.preferred.members.tolist():
            mine = ours[keys[one]].pop(0) if one >= 0 else -1
            yours = theirs[keys[other]].pop(0) if other >= 0 else -1
            if mine >= 0:
                partner[mine] = yours
    return partner


def _numbers(marks: Marks) -> dict[tuple[float, ...], list[int]]:
    """The numbers of the marks by document, borders and type."""
    found: dict[tuple[float, ...], list[int]] = {}
    columns = (marks.document, marks.start, marks.end, marks.type)
    for number, key in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        found.setdefault(key, []).append(number)
    return found


def _slot_errors(pair: MarkedPair) -> CountedMeasure:
    """The slot error rate: errors and units of the reference, document by document."""
    slots = []
    for marks in (pair.ours, pair.theirs):
        columns = (marks.start.tolist(), marks.end.tolist(), marks.type.tolist())
        rows = list(zip(*columns, strict=True))
        borders = np.searchsorted(marks.document, np.arange(len(pair.documents) + 1)).tolist()
        slots.append([rows[borders[each] : borders[each + 1]] for each in range(len(pair.documents))])
    counts = [(int(errors(mine, yours)), len(mine)) for mine, yours in zip(*slots, strict=True)]
    highest = (len(pair.ours) + len(pair.theirs)) / len(pair.ours) if len(pair.ours) else 1.0
    formula = Formula(
        lambda totals: share(totals[:, 0], totals[:, 1]),
        SlotErrorRate.undefined,
        bounds=(0.0, highest),
        lower_is_better=True,
    )
    return CountedMeasure("slot-error-rate", UnitRows.of(counts, 2), "document", formula)


def _place(corpus: Corpus, name: str, document: str, parts: Borders, type_: str) -> Place | None:
    """Where a unit stands: on its own line, where that is known."""
    layer = corpus.annotations.get((document, name))
    if not isinstance(layer, Units) or layer.place is None:
        return None
    unit = Unit(*parts[0], type_)
    line = next((line for each, line in zip(layer.units, layer.lines, strict=False) if each == unit), layer.line)
    return layer.place._replace(line=line)
