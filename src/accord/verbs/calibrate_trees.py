"""What a calibration of trees starts from, and how it is simulated."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable, UsageError
from accord.kinds.trees.noise import OF_HEADS
from accord.kinds.trees.study import study_trees
from accord.messages import option, suggestion
from accord.simulation import TREE_NOISES
from accord.simulation.trees import ALPHAS, BESIDE, TreeSimulation, TreeStart
from accord.verbs.arguments import check_whole_number, names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Corpus


def tree_start(corpus: Corpus, document: str | None, annotator: str | None) -> TreeStart:
    """The trees of one annotator, who drew most of them unless named, in all documents unless one is named."""
    known = [each.id for each in corpus.documents]
    if document is not None and document not in known:
        raise UsageError(f"there is no document {document!r}: {suggestion(document, known)}")
    study = study_trees(corpus if document is None else corpus.within({document}), least=1)
    drawn = {
        name: {each.name: each.trees[name] for each in study.sentences if name in each.trees}
        for name in study.annotators
    }
    if annotator is not None and annotator not in drawn:
        raise UsageError(f"there is no annotator {annotator!r}: {suggestion(annotator, list(drawn))}")
    who = annotator or max(drawn, key=lambda name: len(drawn[name]))
    if not drawn[who]:
        raise NotApplicable(f"{who} drew no tree, so there is nothing to degrade")
    return TreeStart(who, drawn[who], study.phrases)


def refuse_of_units(given: Sequence[str]) -> None:
    """Refuse options that say nothing of trees."""
    if given:
        raise UsageError(f"{option(given[0])} is for units, and trees are calibrated here: leave it out")


def tree_noises(start: TreeStart, given: str | Sequence[str] | None) -> list[str]:
    """The kinds of noise that are asked for; if none is, those that there are for such trees."""
    if given is None:
        return [name for name in TREE_NOISES if not (start.phrases and name in OF_HEADS)]
    noises = list(dict.fromkeys(TREE_NOISES.name(name) for name in names(given, "noise")))
    if not noises:
        raise UsageError("noise: at least one kind is needed")
    for name in noises:
        if start.phrases and name in OF_HEADS:
            raise UsageError(f"{name} redraws heads, and these trees are phrases: take relabel")
    return noises


def tree_simulation(
    start: TreeStart,
    coefficient: str | Sequence[str] | None,
    *,
    sentences: int | None,
    annotators: int | None,
    repeats: int | None,
    seed: int,
    level: float,
) -> TreeSimulation:
    """The simulation of some sentences, drawn at random: as many as in the paper unless another number is given."""
    most = check_whole_number(100 if sentences is None else sentences, "sentences", least=2)
    if len(start.trees) < 2:
        raise NotApplicable("there is one tree, and chance cannot be told from it: give more sentences")
    if len(start.trees) > most:
        rng = np.random.default_rng(seed)
        kept = np.sort(rng.choice(len(start.trees), most, replace=False)).tolist()
        every = list(start.trees.items())
        start = replace(start, trees=dict(every[number] for number in kept))
    return TreeSimulation(
        start,
        _coefficients(start, coefficient),
        check_whole_number(2 if annotators is None else annotators, "annotators", least=2),
        check_whole_number(10 if repeats is None else repeats, "repeats", least=2),
        seed,
        level,
    )


def _coefficients(start: TreeStart, given: str | Sequence[str] | None) -> tuple[str, ...]:
    """The coefficients that are asked for, or those of the paper."""
    known = (*ALPHAS, *BESIDE[start.phrases])
    if given is None:
        return (*list(ALPHAS)[:3], "jaccard" if start.phrases else "las")
    found = [name.casefold() for name in names(given, "coefficient")]
    found = ["alpha-plain" if name == "alpha" else name for name in found]
    for name in found:
        if name not in known:
            raise UsageError(f"unknown coefficient {name!r} of trees: {suggestion(name, list(known))}")
    if not found:
        raise UsageError("name at least one coefficient")
    return tuple(dict.fromkeys(found))
