"""Annotators of known quality: a corpus, given or made up, as they annotate it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.kinds.simulation import whose
from accord.kinds.simulation_options import GOLD
from accord.model import Layer

if TYPE_CHECKING:
    from accord.kinds.kind import Kind
    from accord.kinds.simulation_options import SimulationOptions
    from accord.model import Corpus
    from accord.model.corpus import Annotation

_SIMULATED = 7
"""Begins the keys of seeds, so that simulated annotators are drawn apart from all else that has the same seed."""


def simulate_corpus(kind: Kind, corpus: Corpus | None, options: SimulationOptions) -> Corpus:
    """What annotators of known quality say of a corpus, or of one that is made up.

    Errors that all share are made first, once, and each makes the rest of their own by themselves.
    """
    seeds = np.random.SeedSequence(options.seed, spawn_key=(_SIMULATED,)).spawn(options.annotators + 2)
    rngs = [np.random.default_rng(seed) for seed in seeds]
    amounts = options.amounts()
    if corpus is None:
        corpus = kind.made_up(options, rngs[0])
    who = whose(corpus, options.source)
    start = kind.degrading(corpus, who, options)
    mean = {name: float(np.mean([each.get(name, 0.0) for each in amounts])) for name in options.sorts()}
    common = start
    if options.shared:
        common = start.degraded({name: options.shared * each for name, each in mean.items()}, 0, rngs[1])
    width = len(str(options.annotators))
    said: dict[tuple[str, str], Annotation] = {}
    if options.gold:
        said |= {(document, GOLD): each for document, each in start.annotations().items()}
    for number, (own, rng) in enumerate(zip(amounts, rngs[2:], strict=True)):
        rest = {name: (1 - options.shared) * each for name, each in own.items()}
        made = common.degraded(rest, number, rng).annotations()
        said |= {(document, f"s{number + 1:0{width}}"): each for document, each in made.items()}
    held = {document for document, _ in said}
    documents = tuple(document for document in corpus.documents if document.id in held)
    name = corpus.layer.name
    return replace(
        corpus, documents=documents, layers={name: Layer(name, said)}, findings=(), assumptions=(), main=name
    )
