"""Compare the agreement of two rounds, guideline versions or groups of annotators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.agreement.interval import LEVEL
from accord.agreement.result import Undefined
from accord.errors import NotApplicable, UsageError
from accord.formats.frame import is_frame
from accord.kinds.kind import kind_of, needs_positions
from accord.messages import option, plural
from accord.model import Corpus
from accord.verbs.agree import kind_asked, measure
from accord.verbs.arguments import check_whole_number, names, signature_with
from accord.verbs.codings import corpus_behind
from accord.verbs.read import Campaign, taken_campaign
from accord.verbs.round_groups import groups_by

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from accord.agreement.breakdown import Breakdown
    from accord.agreement.rounds import ComparedRounds, RoundChange
    from accord.agreement.sums import Sums, Unit
    from accord.compute.progress import OnProgress
    from accord.kinds.options import Option
    from accord.model.corpus import Layer

RESAMPLES = 10_000
"""How many exchanges are drawn where there are too many to count them all."""
_NOT_HERE = ("interval", "anytime", "permutations")
"""Options of agreement that say nothing here."""


def compare_agreement(
    *rounds: Any,
    coefficient: str | None = None,
    by: str | None = None,
    layer: str | None = None,
    resamples: int = RESAMPLES,
    seed: int = 1,
    level: float = 0.95,
    progress: OnProgress | None = None,
    **options: Any,
) -> ComparedRounds:
    """Test whether annotators agree more in one round than in another, of anything that `agree` measures.

    Each of the ``rounds``, the earliest first, is what `agree` takes: a file, a folder, a corpus, records; of several
    in a mapping the keys are their names. ``by`` names the column or field whose values are the rounds of one file:
    guideline versions, or groups of annotators. Items of both rounds are compared in pairs, those of one round only by
    themselves; the difference is that of the later round less the earlier one, with an interval for these annotators
    and one for annotators like these. ``coefficient`` and the other options are those of `agree`. ``resamples`` and
    ``seed`` are for p by exchange.

    >>> first = {"x": ["A", "B", "A", "B"], "y": ["A", "A", "B", "B"]}
    >>> compare_agreement(first, first).value
    0.0
    """
    check_whole_number(resamples, "resamples", least=1)
    check_whole_number(seed, "seed", least=0)
    for name in _NOT_HERE:
        if options.get(name):
            raise UsageError(f"{option(name, options[name])} is for the agreement of one round: leave it out")
    asked = () if coefficient is None else names(coefficient, "coefficient")
    campaign = taken_campaign(options)
    corpora = read_rounds(rounds, campaign, asked, by=by, layer=layer, encoding=options.get("encoding"))
    given = {**options, "level": level, "seed": seed}
    return compare_corpora(corpora, asked, given, resamples=resamples, progress=progress)


def read_rounds(
    rounds: Sequence[Any],
    campaign: Campaign,
    coefficients: Sequence[str],
    *,
    by: str | None = None,
    layer: str | None = None,
    encoding: Any = None,
) -> dict[str, Corpus]:
    """The rounds by their names, from what each of them is, or all of them in one with a column that says which."""
    of_units = needs_positions(coefficients)
    given = rounds[0] if len(rounds) == 1 else None
    if by is not None:
        if given is None:
            raise UsageError(f"{option('by', by)} finds the rounds in one file or folder: give one")
        found = groups_by(given, by, campaign, of_units=of_units, encoding=encoding)
        return {name: _chosen(corpus, layer) for name, corpus in found.items()}
    named = _named(rounds)
    if len(named) < 2:
        raise UsageError(
            f"name two rounds, the earlier one first, or the column that says which is which ({option('by', 'COLUMN')})"
        )
    return {name: _chosen(_read(data, layer, campaign, encoding, of_units=of_units)) for name, data in named.items()}


def _read(data: Any, layer: str | None, campaign: Campaign, encoding: Any, *, of_units: bool) -> Corpus:
    """A round; labels without names of items are matched by their order."""
    corpus = corpus_behind(data, layer, of_units=of_units, encoding=encoding, campaign=campaign)
    if corpus is not None:
        return corpus
    from accord.kinds.labels.tables import label_table

    return label_table(data, None).corpus()


def _chosen(corpus: Corpus, layer: str | None = None) -> Corpus:
    """A corpus of one layer, with those that it refers to."""
    return corpus.select(corpus.layer.name if layer is None else layer)


def _named(rounds: Sequence[Any]) -> dict[str, Any]:
    """Rounds by their names; a mapping has them, unless it holds the labels of one round by annotator."""
    if len(rounds) == 1 and isinstance(given := rounds[0], Mapping) and all(map(_is_round, given.values())):
        return {str(name): each for name, each in given.items()}
    return dict(zip(_names(rounds), rounds, strict=True))


def _is_round(given: Any) -> bool:
    """Whether something is what several annotators did, not what one of them said of each item."""
    if isinstance(given, Mapping):
        return not any(isinstance(said, str | int | float | None) for said in given.values())
    return isinstance(given, Corpus | str | PathLike) or is_frame(given)


def _names(rounds: Sequence[Any]) -> list[str]:
    """What rounds are called: by their files, or in full where these are called alike; else by their number."""
    are_paths = all(isinstance(each, str | PathLike) for each in rounds)
    if not are_paths:
        return [f"round {number}" for number in range(1, len(rounds) + 1)]
    paths = [fspath(each) for each in rounds]
    if len(set(paths)) < len(paths):
        raise UsageError(f"{next(path for path, times in Counter(paths).items() if times > 1)} is given twice")
    stems = [Path(path).resolve().stem for path in paths]
    return stems if len(set(stems)) == len(stems) else paths


def compare_corpora(
    corpora: Mapping[str, Corpus],
    coefficients: Sequence[str],
    options: Mapping[str, Any],
    *,
    resamples: int = RESAMPLES,
    progress: OnProgress | None = None,
    called: Callable[[str], str] = str,
    parts: bool = True,
) -> ComparedRounds:
    """Every two rounds by their first coefficient; of two also their labels and annotators, if ``parts`` are wanted.

    All rounds are measured as one study, so that labels, distances and texts are the same in all; one by one where
    chance is drawn, so that the same documents have the same draws.
    """
    from accord.agreement.rounds import ALL, ComparedRounds, corrected
    from accord.agreement.sums import stacked

    rounds, origin = _as_one(corpora)
    apart = kind_asked(rounds, coefficients, options).rounds_apart
    some = [rounds.within(id_ for id_, (of, _) in origin.items() if of == name) for name in corpora if apart] or [
        rounds
    ]
    measured = [measure(each, coefficients, {**options, "interval": "none"}, progress, called) for each in some]
    agreement, result = measured[0], measured[0].result
    breakdown = agreement.breakdown
    all_sums = [each.breakdown.sums() for each in measured]
    for each in all_sums:
        if isinstance(each, Undefined):
            raise NotApplicable(f"rounds of {agreement.kind} cannot be compared by {result.name}: {each.reason}")
    sums = stacked([each for each in all_sums if not isinstance(each, Undefined)])
    if sums.of_mean:
        _refuse_other_means(corpora, agreement.annotator_names, result.name)
    level, seed = options.get("level", LEVEL), options.get("seed", 1)
    how = {"level": level, "resamples": resamples, "seed": seed}
    pairs = list(combinations(corpora, 2))
    compared = [each for pair in pairs for each in _compared((ALL, ""), sums, pair, origin, how)]
    small = _too_small(sums, corpora, origin)
    if not compared:
        raise NotApplicable("; ".join([f"no two rounds have two {sums.unit}s to compare", *small]))
    left_out = _left_out(sums, pairs[0], origin) if len(pairs) == 1 else {}
    if parts and len(pairs) == 1 and not apart:
        compared += _parts(breakdown, pairs[0], origin, how)
    beside = {each.name for each in agreement.results[1:]}
    choices = {key: said for key, said in result.signature.choices.items() if key not in {"ci", "seed"}}
    over = "documents" if compared[0].change.unit == "document" else f"{sums.unit}s"
    made = {"rounds": "+".join(corpora), "ci": "jackknife", "level": f"{level:g}", "over": over}
    exchanges: dict[str, object] = {"exchanges": resamples, "seed": seed}
    if apart:
        exchanges["data"] = "+".join(str(each.result.signature.choices["data"]) for each in measured)
    return ComparedRounds(
        tuple(corpora),
        agreement.kind,
        result.name,
        result.title or result.name,
        corrected(compared),
        replace(result.signature, choices={**choices, **made, **exchanges}),
        level,
        left_out,
        (*(each for each in agreement.reasons if each.partition(":")[0] not in beside), *small),
    )


def _refuse_other_means(rounds: Mapping[str, Corpus], annotators: Sequence[str], coefficient: str) -> None:
    """The mean of all annotators is one of as many in each round only where every round has them all."""
    for name, corpus in rounds.items():
        count = len({*corpus.annotators} & {*annotators})
        if count < len(annotators):
            raise NotApplicable(
                f"{coefficient} is of the mean of {len(annotators)} annotators, and {name} has {count} of them: "
                f"take {coefficient.removesuffix('-k')}, which is of one annotator"
            )


_Origin = dict[str, tuple[str, str]]
"""The round and the name of each document of all rounds together."""


def _as_one(corpora: Mapping[str, Corpus]) -> tuple[Corpus, _Origin]:
    """All rounds as one corpus, in which every document says its round."""
    kinds = {name: kind_of(corpus).name for name, corpus in corpora.items()}
    if len(set(kinds.values())) > 1:
        said = "; ".join(f"{name}: {kind}" for name, kind in kinds.items())
        raise UsageError(
            f"the rounds do not hold the same kind of annotation ({said}): choose a layer ({option('layer')})"
        )
    read = {name: _choices(corpus) for name, corpus in corpora.items()}
    if len(set(read.values())) > 1:
        said = "; ".join(f"{name}: {how or 'as they are'}" for name, how in read.items())
        raise UsageError(f"the rounds are read in different ways, and cannot be compared: {said}")
    documents, origin = [], {}
    layers: dict[str, Layer] = {}
    first = next(iter(corpora.values()))
    for number, (name, corpus) in enumerate(corpora.items(), 1):
        called = {each.id: f"{number} {name}: {each.id}" for each in corpus.documents}
        for each in corpus.documents:
            documents.append(replace(each, id=called[each.id], named=True))
            origin[called[each.id]] = name, each.id if each.named or len(corpus.documents) > 1 else ""
        for own, ours in _same_layers(corpus, first):
            here = {(called[document], who): given for (document, who), given in own.annotations.items()}
            held = layers.get(ours.name)
            annotations = {**held.annotations, **here} if held else here
            layers[ours.name] = replace(ours, annotations=annotations, findings=())
    return Corpus(tuple(documents), layers, main=first.layer.name), origin


def _choices(corpus: Corpus) -> str:
    """What was chosen in reading a round that changes numbers."""
    return " ".join(f"{key}:{value}" for key, value in sorted(corpus.layer.choices.items()))


def _same_layers(corpus: Corpus, first: Corpus) -> Iterator[tuple[Layer, Layer]]:
    """The layers of a round, each with that of the first round which it is; main layers may be called otherwise."""
    for layer in corpus.layers.values():
        if layer.name == corpus.layer.name:
            yield layer, first.layer
        elif layer.name in first.layers:
            yield layer, first.layers[layer.name]


def _places(sums: Sums, pair: tuple[str, str], origin: _Origin) -> list[dict[Unit, int]]:
    """Where the units of each of two rounds stand, by what they are called in their round."""
    found: dict[str, dict[Unit, int]] = {name: {} for name in pair}
    for place, unit in enumerate(sums.units):
        name, document = origin[unit.document]
        if name in found:
            found[name][unit._replace(document=document)] = place
    return [found[name] for name in pair]


def _compared(
    what: tuple[str, str], sums: Sums, pair: tuple[str, str], origin: _Origin, how: Mapping[str, Any]
) -> Iterator[RoundChange]:
    """The units of both rounds in pairs, and those of one round only, each if there are some in both."""
    from accord.agreement.rounds import RoundChange
    from accord.agreement.two_rounds import compare_rounds

    first, second = _places(sums, pair, origin)
    shared = [unit for unit in first if unit in second]
    apart = [
        [place for unit, place in here.items() if unit not in there]
        for here, there in ((first, second), (second, first))
    ]
    both = [first[unit] for unit in shared], [second[unit] for unit in shared]
    for (ours, theirs), paired in ((both, True), (apart, False)):
        if len(ours) > 1 and len(theirs) > 1:
            change = compare_rounds(sums, ours, theirs, paired=paired, **how)
            yield RoundChange(*what, *pair, change, change.these.p, change.others.p)


def _left_out(sums: Sums, pair: tuple[str, str], origin: _Origin) -> dict[str, int]:
    """What of one round only is compared with nothing, for the other has no such items."""
    first, second = _places(sums, pair, origin)
    apart = [[unit for unit in here if unit not in there] for here, there in ((first, second), (second, first))]
    if min(map(len, apart)) > 1:
        return {}
    return {f"{sums.unit}s of {name} only": len(units) for name, units in zip(pair, apart, strict=True) if units}


def _too_small(sums: Sums, rounds: Iterable[str], origin: _Origin) -> list[str]:
    """The rounds with too little in them to be compared with any other, as sentences."""
    counts = Counter(origin[unit.document][0] for unit in sums.units)
    return [
        f"{name} is not compared: it has {plural(counts[name], sums.unit)} by two annotators or more, and it takes two"
        for name in rounds
        if counts[name] < 2
    ]


def _parts(
    breakdown: Breakdown, pair: tuple[str, str], origin: _Origin, how: Mapping[str, Any]
) -> Iterator[RoundChange]:
    """Labels and annotators, on the items that the headline is about."""
    from accord.agreement.rounds import ANNOTATOR, LABEL

    for part, all_sums in ((LABEL, breakdown.sums_of_labels()), (ANNOTATOR, breakdown.sums_of_annotators())):
        for name, sums in all_sums.items():
            yield from list(_compared((part, name), sums, pair, origin, how))[:1]


def _options() -> dict[str, Option]:
    from accord.verbs.agree import _options as of_agreement

    own = {"resamples", "seed", "level", *_NOT_HERE}
    return {name: each for name, each in of_agreement().items() if name not in own}


compare_agreement.__signature__ = signature_with(compare_agreement, _options())  # type: ignore[attr-defined]
