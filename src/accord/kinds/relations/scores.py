"""Relations against a reference: what was found of each type, with mentions matched strictly or leniently.

    precision = correct / predicted,   recall = correct / reference,   F1 = 2 correct / (reference + predicted)

An arc is correct where both ends are the same mention, and direction and type are the same; a link, whatever its type.
Strict: mentions have equal borders and types, which is "Rel+" and brateval's exact match; lenient: mentions overlap,
matched one to one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from accord.kinds.relations.differences import confused_types, relation_errors
from accord.kinds.relations.graph import graph_of
from accord.kinds.relations.study import study_relations
from accord.kinds.shared_documents import SAME, shared_documents
from accord.messages import counted
from accord.model.relation import Relations
from accord.scoring.counted_measure import CountedMeasure, LabelMeasures, summed_by_label
from accord.scoring.counted_scores import Counted, CountedRun
from accord.scoring.counts import Counts
from accord.scoring.instances import MISSED, RIGHT, SPURIOUS, Instance
from accord.scoring.terms import ScoreTerms
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set

    from accord.kinds.relations.graph import Arc, Graph
    from accord.kinds.relations.study import RelationStudy
    from accord.model import Corpus
    from accord.scoring.corrected import Corrected, Correction

_REFERENCE, _PREDICTED = "reference", "predicted"
TERMS = ScoreTerms(
    scored="relations",
    right="relation F1: a relation is right with its type, its direction and the mentions at both ends",
    part="type",
    marked="relation",
    wrong="missed or made up",
    each="F1 of each type",
)


def count_relations(
    corpus: Corpus, files: Mapping[str, str], matching: str, symmetric: Collection[str], documents: str = SAME
) -> Counted:
    """The arcs and links of every system, document by document, and what is not counted."""
    (gold, _), *others = files.items()
    compared = shared_documents(corpus, files, documents)
    ordered = compared.names
    corpus = _complete(corpus.within(ordered), files)
    study = study_relations(corpus, matching=matching, symmetric=symmetric, least=1)  # also refuses unknown types
    left_out: Counter[str] = Counter()
    runs = []
    for name, file in others:
        both = [(each, corpus.annotations[each, gold], corpus.annotations[each, name]) for each in ordered]
        run = score_relations(both, matching, symmetric, file=file, left_out=left_out, words=study.words)  # type: ignore[arg-type]
        pair = partial(study_relations, corpus, matching=matching, symmetric=symmetric, annotators=[gold, name])
        runs.append(replace(run, beyond_chance=partial(_beyond_chance, pair, ordered)))
    choices: dict[str, object] = {
        "mentions": matching,
        **({"symmetric": "+".join(sorted(symmetric))} if symmetric else {}),
        "runs": len(runs),
        **compared.choices,
        "docs": len(ordered),
        "ci": "jackknife",
        "data": study.digest(),
    }
    notes = (f"left out: {counted(count, what)}" for what, count in left_out.items() if count)
    return Counted(tuple(runs), choices, (*compared.notes, *notes), label="type", terms=TERMS)


def _complete(corpus: Corpus, files: Mapping[str, str]) -> Corpus:
    """The same with a document in which nothing was found for every one that a side lacks."""
    given = corpus.annotations
    known = {document: said for (document, _), said in given.items() if isinstance(said, Relations)}
    lacking = {
        (document, name): said.nothing_in(file, said.length)
        for document, said in known.items()
        for name, file in files.items()
        if (document, name) not in given
    }
    return corpus.with_annotations({**given, **lacking}) if lacking else corpus


def _beyond_chance(
    study: Callable[[], RelationStudy], documents: Sequence[str], correction: Correction
) -> Mapping[str, Corrected]:
    """What a system drew beyond chance; with NumPy, which the counts do without."""
    from accord.kinds.relations.beyond_chance import corrected_relations

    return corrected_relations(study(), documents, correction)


def score_relations(
    documents: Iterable[tuple[str, Relations, Relations]],
    matching: str = "strict",
    symmetric: Collection[str] = (),
    *,
    file: str = _PREDICTED,
    left_out: Counter[str] | None = None,
    words: Mapping[str, str | tuple[str, ...]] | None = None,
) -> CountedRun:
    """The counts of documents, each with what the reference and the prediction hold; ``words`` are their texts."""
    arcs: list[tuple[Counts, ...]] = []
    graphs: list[Graph] = []
    types: list[dict[str, Counts]] = []
    unit = "character"
    for document, reference, predicted in documents:
        drawn = {_REFERENCE: reference, _PREDICTED: predicted}
        graph = graph_of(
            document,
            drawn,
            matching,
            symmetric,
            left_out=Counter() if left_out is None else left_out,
            words=(words or {}).get(document, ""),
        )
        ours, theirs = graph.arcs[_REFERENCE], graph.arcs[_PREDICTED]
        arcs.append((_shared(ours, theirs), _shared({arc[:2] for arc in ours}, {arc[:2] for arc in theirs})))
        types.append(_by_type(*(Counter(arc.type for arc in some) for some in (ours, theirs, ours & theirs))))
        graphs.append(graph)
        unit = reference.unit
    rows = dict(zip(("relation-f1", "link-f1"), zip(*arcs, strict=True), strict=True)) if arcs else {}
    measures = {name: CountedMeasure(name, UnitRows.of(of), "document") for name, of in rows.items()}
    return CountedRun(
        file,
        measures,
        partial(summed_by_label, types),
        {"documents": len(arcs)},
        of_labels=LabelMeasures.of(types, "document"),
        confusion=partial(confused_types, graphs, (_REFERENCE, _PREDICTED)),
        documents=[graph.document for graph in graphs],
        errors=partial(relation_errors, graphs, (_REFERENCE, _PREDICTED)),
        instances=partial(_instances, graphs),
        length_of=f"{unit}s between both ends",
    )


def _instances(graphs: Sequence[Graph]) -> Iterator[Instance]:
    """Every arc of both sides, document by document, from left to right."""
    for number, graph in enumerate(graphs):
        ours, theirs = graph.arcs[_REFERENCE], graph.arcs[_PREDICTED]
        for arc in sorted(ours | theirs):
            counts = (RIGHT if arc in theirs else MISSED) if arc in ours else SPURIOUS
            side = _REFERENCE if arc in ours else _PREDICTED
            ends = [graph.mentions[end][side] for end in arc[:2]]
            text = " → ".join(filter(None, (graph.text(end.start, end.end) for end in ends)))
            left, right = sorted(ends)
            between = max(0, right.start - left.end)
            key = tuple((end.start, end.end) for end in ends)
            yield Instance(number, arc.type, counts, key, text, between, graph.places.get(side))


def _shared(ours: Set[Arc] | Set[tuple[int, ...]], theirs: Set[Arc] | Set[tuple[int, ...]]) -> Counts:
    return Counts(len(ours), len(theirs), len(ours & theirs))


def _by_type(wanted: Counter[str], given: Counter[str], right: Counter[str]) -> dict[str, Counts]:
    return {type_: Counts(wanted[type_], given[type_], right[type_]) for type_ in sorted({*wanted, *given})}
