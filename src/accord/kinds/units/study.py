"""From a corpus to the study of its units: those that are given as such, its spans, or the mentions of chunk labels."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from accord.errors import NotApplicable, UsageError
from accord.kinds.spans.mentions import mention_reader, read_by
from accord.kinds.spans.study import study_spans
from accord.messages import option, suggestion
from accord.model import Unit, Units
from accord.study.annotators import chosen_annotators, refuse_alone
from accord.study.texts import texts_of
from accord.study.units import study_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.kinds.spans.study import Decode
    from accord.kinds.units.options import SelectionOptions
    from accord.model import Corpus
    from accord.study.units import UnitStudy


_SHOWN = 3


@dataclass(frozen=True)
class UnitData:
    """A study of units, the texts they lie on where these are known, and how chunk labels were read."""

    corpus: Corpus
    study: UnitStudy
    texts: Mapping[str, Sequence[str]]
    read_by: Mapping[str, object]


def unit_data(corpus: Corpus, options: SelectionOptions) -> UnitData:
    """The units of a corpus that are asked for, without documents in which nobody marked anything."""
    reader = mention_reader(options.looked_at(corpus), options.encoding, options.repair)
    study = study_units(corpus, reader.mentions if reader else None, only=options.chosen(corpus))
    refuse_alone(study.annotators, "an alignment")
    if not study.continua and corpus.annotations:
        raise NotApplicable(_nothing_in_common(corpus, study.annotators))
    for category in options.without:
        if category not in study.categories:
            raise UsageError(f"there is no category {category!r}: {suggestion(category, list(study.categories))}")
    study = study.without(options.without)
    marked = tuple(continuum for continuum in study.continua if len(continuum))
    empty = len(study.continua) - len(marked)
    left_out = dict(study.left_out) | ({"documents in which nobody marked anything": empty} if empty else {})
    how = read_by(reader, options.repair) | ({"without": "+".join(sorted(options.without))} if options.without else {})
    return UnitData(corpus, replace(study, continua=marked, left_out=left_out), texts_of(corpus, study.of), how)


def _nothing_in_common(corpus: Corpus, annotators: Sequence[str]) -> str:
    """That nobody looked at what somebody else did, with the documents of those who are first."""
    held = {who: [document for document, name in corpus.annotations if name == who] for who in annotators[:_SHOWN]}
    said = [
        f"{who} has {', '.join([*names[:_SHOWN], *['...'] * (len(names) > _SHOWN)])}" for who, names in held.items()
    ]
    more = ", ..." if len(annotators) > _SHOWN else ""
    found = f"no document was looked at by two annotators ({'; '.join(said)}{more})"
    return f"{found}: say who annotated what ({option('annotators_by')})"


def study_units(
    corpus: Corpus, decode: Decode | None = None, *, only: Sequence[str] | None = None, least: int = 2
) -> UnitStudy:
    """The units of a corpus: those that are given as such, its spans, or the mentions of chunk labels.

    Documents that fewer than ``least`` annotators looked at are left out; so are units without length, which have no
    dissimilarity.
    """
    measures = dict.fromkeys(layer.measured_in for layer in corpus.annotations.values() if isinstance(layer, Units))
    if not measures:
        spans = study_spans(corpus, decode, unit="document", only=only, least=least)
        marked = [
            (
                text.document,
                float(text.tokens),
                {name: [Unit(*span) for span in found] for name, found in text.spans.items()},
            )
            for text in spans.texts
        ]
        return study_of(marked, spans.annotators, spans.of, spans.left_out)
    if len(measures) > 1:
        raise NotApplicable(
            f"there are units in {' and in '.join(f'{each}s' for each in measures)}: measure them apart"
        )
    annotators = chosen_annotators(corpus, only)
    chosen = frozenset(annotators)
    by_document: defaultdict[str, dict[str, Sequence[Unit]]] = defaultdict(dict)
    lengths: dict[str, float | None] = {}
    for (document, annotator), layer in corpus.annotations.items():
        if annotator in chosen and isinstance(layer, Units):
            by_document[document][annotator] = layer.units
            lengths[document] = max(filter(None, (lengths.get(document), layer.length)), default=None)
    looked_at = [(name, lengths[name], found) for name, found in by_document.items() if len(found) >= least]
    alone = len(by_document) - len(looked_at)
    left_out = {f"documents that fewer than {least} annotators looked at": alone} if alone else {}
    return study_of(looked_at, annotators, next(iter(measures)), left_out)
