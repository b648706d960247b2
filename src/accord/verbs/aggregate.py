"""Make one label per item out of the labels of many annotators, and say what each annotator is worth."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.result import Undefined
from accord.agreement.uncertainty import Uncertainty
from accord.encoding.repair import NO_REPAIR
from accord.errors import NotApplicable, UsageError
from accord.kinds.common_options import AnnotatorOptions
from accord.kinds.kind import kind_of
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.study import corpus_of_one
from accord.kinds.spans.marks import holds_marks
from accord.learn.aggregate import AGGREGATIONS
from accord.learn.aggregate.aggregation import Aggregation, decided
from accord.learn.aggregate.reference import compared
from accord.learn.aggregate.uncertainty import resampled
from accord.learn.aggregate.votes import Votes
from accord.messages import call, counted, plural
from accord.messages import option as of_caller
from accord.model import Corpus, Document, ItemLabels
from accord.verbs.aggregate_mentions import Voted, vote_on_mentions
from accord.verbs.arguments import check_number, check_whole_number, names
from accord.verbs.codings import as_coding, corpus_behind
from accord.verbs.data import in_hand
from accord.verbs.read import as_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from accord.compute.progress import OnProgress
    from accord.encoding import Encoding
    from accord.learn.aggregate.fit import Draws, Fit, Method
    from accord.study.coding import Coding

AGGREGATED = "aggregated"
"""What the one annotator is called who has all the labels that were chosen."""


def aggregate(
    data: Any,
    method: str = "dawid-skene",
    *,
    layer: str | None = None,
    rows: str | None = None,
    spans: bool | None = None,
    reference: Any = None,
    labels: Sequence[str] | None = None,
    missing: Collection[str] = (),
    annotators: str | Sequence[str] | None = None,
    encoding: str | Encoding | None = None,
    repair: str = NO_REPAIR,
    interval: str | None = "bootstrap",
    level: float = 0.95,
    resamples: int = 200,
    seed: int = 1,
    progress: OnProgress | None = None,
    **options: Any,
) -> Aggregation:
    """One label per item by majority, dawid-skene, mace or bayes, with posteriors and the annotators' competence.

    ``data`` is whatever `accord.read` takes; ``rows`` says what a row of a table without names is, "items" or
    "annotators". Spans, units and chunk labels are voted on mention by mention over their best alignment, unless
    ``spans`` is false; chunk labels are then aggregated token by token. A ``reference`` (a path, a corpus, or a
    mapping of items to labels) says how many labels are right. ``layer``, ``labels``, ``missing`` and ``annotators``
    are those of `accord.agree`. Intervals are by bootstrap over items, each resample refitted; of bayes, posterior
    draws. All other ``options`` are the fields of the method: ``trust`` of dawid-skene and bayes, say.

    >>> votes = {"ann": ["A", "A", "B", "B"], "bob": ["A", "A", "B", "A"], "cat": ["A", "B", "B", "A"]}
    >>> aggregate(votes, "majority").label
    ('A', 'A', 'B', 'A')
    """
    name = AGGREGATIONS.name(method)
    how = make_method(name, options)
    if interval not in {None, "none", "bootstrap"}:
        raise UsageError(f"unknown interval {interval!r}: choose from bootstrap, none")
    uncertainty = Uncertainty(
        interval or "none",
        check_number(level, "level"),
        resamples=check_whole_number(resamples, "resamples", least=1),
        seed=check_whole_number(seed, "seed", least=0),
    )
    data = in_hand(data)
    corpus = corpus_behind(data, layer, annotators=annotators, rows=rows)
    if corpus is not None:
        _refuse_others(corpus)
    told = CodingOptions(
        None if labels is None else names(labels, "labels"),
        frozenset(names(missing, "missing")),
        keep_singletons=True,
        annotators=None if annotators is None else names(annotators, "annotators"),
    )
    if spans is None:
        spans = corpus is not None and holds_marks(AnnotatorOptions(told.annotators).looked_at(corpus))
    if not spans and (encoding is not None or repair != NO_REPAIR):
        raise UsageError("encoding and repair are for chunk labels whose mentions are voted on, and labels are here")
    voted = vote_on_mentions(corpus or as_corpus(data), told, encoding, repair) if spans else None
    coding = voted.coding if voted else as_coding(corpus or data, told, rows=rows)
    if not len(coding.codes):
        raise NotApplicable("nobody labelled anything, so there is nothing to aggregate")
    votes, kind_of = Votes.of(coding)
    seeds = np.random.SeedSequence(uncertainty.seed).spawn(3)
    for_fit, for_ties, for_draws = map(np.random.default_rng, seeds)
    fit = how.fit(votes, for_fit)
    chosen, tied = decided(fit.posterior[kind_of], coding, for_ties)
    draws = _drawn(fit, votes, uncertainty)
    if draws is None:
        draws = resampled(how, votes, fit, uncertainty.resamples, rng=for_draws, done=progress)
    mentions = voted.chosen(fit, kind_of, chosen, name, for_ties) if voted else None
    read_by = {} if corpus is None else corpus.layer.choices
    made = Aggregation(
        coding,
        name,
        votes,
        kind_of,
        fit,
        chosen,
        tied,
        draws,
        uncertainty.level,
        {**how.choices(), **(voted.read_by if voted else {}), **_of_intervals(fit, uncertainty), **read_by},
        voted.consensus(mentions, AGGREGATED) if voted and mentions else _consensus(corpus, coding, chosen),
        () if mentions is None else mentions.mentions,
    )
    made = replace(made, remarks=tuple(_remarks(made, voted, mentions)))
    if reference is None:
        return made
    same = np.random.default_rng(seeds[1])  # ties as where majority is asked for
    majority, _ = decided(votes.shares[kind_of], coding, same)
    return compared(
        made, majority, _reference(reference, None if corpus is None else corpus.main), voted.count if voted else None
    )


def _refuse_others(corpus: Corpus) -> None:
    """Refuse what has neither labels nor marks to vote on."""
    kind = kind_of(corpus)
    if kind.alone:
        instead = call("gold", of_caller("undecided", "majority"))
        raise NotApplicable(
            f"there are {kind.name}: labels, spans and units are aggregated; {instead} adjudicates {kind.name}"
        )


def make_method(name: str, options: dict[str, Any]) -> Method:
    """The method of that name with its options, or a usage error that says what they are."""
    kind = AGGREGATIONS.get(name)
    known = {field.name: field for field in fields(kind)}
    for option, value in options.items():
        if option not in known:
            what = f"choose from {', '.join(known)}" if known else f"{name} has none"
            raise UsageError(f"unknown option {option!r} of {name}: {what}")
        if isinstance(known[option].default, int):
            check_whole_number(value, option, least=0 if option == "warm_up" else 1)
        elif isinstance(known[option].default, float) and not 0 <= check_number(value, option) < np.inf:
            raise UsageError(f"{option}: a number from 0 is needed, not {value:g}")
    made: Method = kind(**options)
    return made


def _drawn(fit: Fit, votes: Votes, uncertainty: Uncertainty) -> Draws | Undefined | None:
    """What the method itself drew, or why nothing is drawn; None where items are to be drawn again."""
    if uncertainty.interval == "none":
        return Undefined("no interval was asked for")
    if fit.draws is None and votes.times.sum() < 2:
        return Undefined("an interval over items needs two of them")
    if votes.alone.all() or votes.labels == 1:
        return Undefined("nothing is known of any annotator")
    return fit.draws


def _of_intervals(fit: Fit, uncertainty: Uncertainty) -> dict[str, object]:
    made: dict[str, object] = {"ci": uncertainty.interval}
    if uncertainty.interval != "none":
        made = {"ci": "posterior"} if fit.draws else made | {"boot": uncertainty.resamples}
        made |= {"level": f"{uncertainty.level:g}"}
    return made | {"seed": uncertainty.seed}


def _consensus(corpus: Corpus | None, coding: Coding, chosen: np.ndarray) -> Callable[[], Corpus]:
    """What lays the labels over their documents, or over a document of no name."""
    labels = [coding.labels[code] for code in chosen.tolist()]

    def consensus() -> Corpus:
        if corpus is not None:
            return corpus_of_one(corpus, coding.numbers.tolist(), labels, AGGREGATED)
        named = {coding.item(index).name: label for index, label in enumerate(labels)}
        return Corpus.of((Document(""),), {("", AGGREGATED): ItemLabels(named)})

    return consensus


def _remarks(made: Aggregation, voted: Voted | None, mentions: Any) -> Iterator[str]:
    """What is to be said of the data and of how it went."""
    coding, fit = made.coding, made.fit
    if fit.doubt:
        yield fit.doubt
    if not fit.converged:
        yield f"not converged after {len(fit.climb):,} steps: take more of them, or another method"
    if len(coding.labels) == 1:
        yield f"only the label {coding.labels[0]!r} was given, so every {coding.unit} gets it"
    if len(coding.annotators) == 1:
        yield "there is one annotator, whose labels are taken as they are"
    for what, count in coding.left_out.items():
        if "with one label" in what:
            single = f"{plural(count, coding.unit)} with one label"
            over = f", of which {made.overruled:,} are overruled by what their annotators are found to confuse"
            yield single + (over if made.overruled else ", which stands")
        else:
            yield f"left out: {counted(count, what)}"
    if voted and mentions:
        if mentions.tied:
            yield f"the borders of {plural(mentions.tied, 'mention')} tied and were left to the seed"
        if mentions.given_up:
            yield f"given up, for others have their place: {plural(mentions.given_up, 'mention')}"


def _reference(given: Any, layer: str | None) -> Corpus:
    """The reference as a corpus of one annotator, with the layer that is aggregated where it has that."""
    if isinstance(given, dict):
        return Corpus.of(
            (Document(""),), {("", "reference"): ItemLabels({str(item): str(label) for item, label in given.items()})}
        )
    corpus = as_corpus(given)
    return corpus if layer is None or layer not in corpus.layers else corpus.select(layer)
