"""Make annotators of known quality, from a corpus or from nothing."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.kinds.kind import KINDS, kind_of, kinds
from accord.kinds.options import chosen, options_of
from accord.messages import listing, option, suggestion
from accord.simulation.corpus_simulation import simulate_corpus
from accord.verbs.read import as_corpus, taken_campaign

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.kinds.kind import Kind
    from accord.model import Corpus


def simulate(data: Any = None, *, kind: str | None = None, **options: Any) -> Corpus:
    """What annotators of known quality say of data, or of a corpus that is made up.

    ``data`` is whatever `accord.read` takes; what one annotator said of it (``source``, a reference, or who
    annotated most) is given by ``annotators`` (3) with errors. Without data a corpus of a ``kind``, labels, spans,
    units or trees, is made up. How many errors of each sort, a number for all annotators or a list of one for each: of
    labels slips, confusions and bias; of spans omissions, additions, borders, types, splits, merges and invalid; of
    units omissions, additions, borders, categories, splits and merges; of trees relabel, reattach, random and
    leave_out. ``shared`` is the share of errors that all make alike, ``drift`` how they grow from the first text to the
    last. The same ``seed`` gives the same corpus, which `accord.convert` writes.

    >>> corpus = simulate(kind="labels", items=4, slips=0.5)
    >>> corpus.annotators
    ('s1', 's2', 's3')
    """
    campaign = taken_campaign(options)
    corpus = None if data is None else as_corpus(data, campaign=campaign)
    return simulated(corpus, kind, options)


def simulated(
    corpus: Corpus | None, kind: str | None, options: Mapping[str, Any], called: Callable[[str], str] = str
) -> Corpus:
    """The same of a corpus that was read; ``called`` says what options are called where they are refused."""
    of = _kind(corpus, kind, options, called)
    known = options_of(of.simulation)
    given = {name: (each,) if known[name].many and isinstance(each, Real) else each for name, each in options.items()}
    told: Any = chosen(of.simulation, given)
    if corpus is not None and (idle := told.given_of(of.of_made_up)):
        raise UsageError(f"{option(idle[0])} is for what is made up, and data are given: leave it out")
    return simulate_corpus(of, corpus, told)


def _kind(corpus: Corpus | None, named: str | None, given: Mapping[str, Any], called: Callable[[str], str]) -> Kind:
    """The kind of what is simulated: of data what they hold, or what is made of them, as the options ask."""
    able = {each.name: each for each in reversed(kinds()) if each.simulation is not None}
    if corpus is None:
        if named is None:
            raise UsageError(f"say which kind to make up, {option('kind')} {listing(list(able), 'or')}, or give data")
        if named not in able:
            raise UsageError(f"unknown kind {named!r}: {suggestion(named, list(able))}")
        fitting = [able[named]]
    else:
        held = kind_of(corpus)
        fitting = [each for each in dict.fromkeys((held.by_default(corpus), held)) if each.name in able]
        if named is not None:
            fitting = [each for each in fitting if each.name == KINDS.name(named)]
        if not fitting:
            what = held.name if named is None else f"{held.name} as {named}"
            raise UsageError(f"{what} cannot be simulated: only {listing(list(able))} can")
    for each in fitting:
        if all(name in options_of(each.simulation) for name in given):
            return each
    first = fitting[0]
    name = next(name for name in given if name not in options_of(first.simulation))
    others = [each.name for each in able.values() if name in options_of(each.simulation)]
    if others:
        raise UsageError(f"{called(name)} is for {listing(others)}, and {first.name} are simulated here")
    raise UsageError(f"unknown option {name!r}: {suggestion(name, list(options_of(first.simulation)))}")
