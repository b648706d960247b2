"""What a tagger learnt, epoch by epoch: a table, JSON, a figure."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from accord.agreement.signature import Signature
from accord.messages import plural
from accord.reporting.curve_figure import curve_scene
from accord.reporting.export import Drawing
from accord.reporting.numbers import exact, percent
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.learn.tagger.settings import Settings
    from accord.learn.tagger.trained import Certainty, Trained
    from accord.learn.weights import Weights

_ONLINE = "online"


def training_signature(trained: Trained) -> Signature:
    """All that is needed to learn the same tagger again."""
    tagger, settings = trained.tagger, trained.tagger.settings
    choices: dict[str, object] = {
        **_of_learner(settings),
        "features": getattr(tagger.extractor, "name", "own"),
        "epochs": settings.epochs,
        "average": settings.average,
        "shuffle": "yes" if settings.shuffle else "no",
        "ties": settings.ties,
        "regulariser": f"{settings.regulariser}-{settings.rate:g}"
        if settings.regulariser == "dropout"
        else settings.regulariser or "no",
        "pairs": "seen" if settings.supported_only else "all",
        "enc": tagger.encoding.name if tagger.encoding else "none",
        **_of_weights(trained.weights),
        **trained.beside,
        "labels": len(tagger.labels),
        "seed": settings.seed,
        "data": "+".join(trained.digests),
    }
    return Signature("tagger", choices)


def _of_learner(settings: Settings) -> dict[str, object]:
    if settings.learner == "perceptron":
        return {}
    return {"learner": settings.learner, "rate": f"{settings.learning_rate:g}", "l2": f"{settings.l2:g}"}


def _of_weights(weights: Weights | None) -> dict[str, object]:
    if weights is None:
        return {"weights": "none"}
    drawn = {} if weights.seed is None else {"drawn": weights.seed}
    estimated = {"disagreement": weights.data} if weights.data else {}
    how = {"strength": f"{weights.strength:g}", "smooth": f"{weights.smooth:g}"}
    return {"weights": weights.kind, **how, **drawn, **estimated}


def training_table(trained: Trained, *, exactly: bool = False) -> Table:
    """The accuracy of each epoch, on the way and on other files."""
    shown = exact if exactly else percent
    curve = trained.tagger.curve
    names = tuple(curve[-1].dev)
    rows = tuple(
        (str(epoch.number), shown(epoch.online), *(shown(epoch.dev[name]) for name in names)) for epoch in curve
    )
    return Table(("epoch", _ONLINE, *names), rows, title="Accuracy, epoch by epoch", notes=tuple(_notes(trained)))


def _notes(trained: Trained) -> list[str]:
    tagger = trained.tagger
    learnt = f"{plural(trained.sentences, 'sentence')}, {plural(trained.tokens, 'token')}"
    size = f"{plural(len(tagger.labels), 'label')}, {plural(tagger.extractor.width, 'feature')}"
    other = "; other columns: files not learnt from, with the weights averaged so far" if tagger.curve[-1].dev else ""
    return [
        f"learnt from {learnt}; {size}",
        f"{_ONLINE}: right before their sentence was learnt from{other}",
        str(training_signature(trained)),
    ]


def training_payload(trained: Trained) -> dict[str, Any]:
    """The same for programs."""
    tagger = trained.tagger
    return {
        "version": 1,
        "sentences": trained.sentences,
        "tokens": trained.tokens,
        "labels": list(tagger.labels),
        "features": tagger.extractor.width,
        "encoding": tagger.encoding.name if tagger.encoding else None,
        "weights": trained.weights.as_file() if trained.weights else None,
        "curve": [{"epoch": each.number, _ONLINE: each.online, "dev": dict(each.dev)} for each in tagger.curve],
        "notes": list(trained.notes),
        "signature": str(training_signature(trained)),
    }


def training_figure(trained: Trained) -> Drawing:
    """A line for the accuracy on the way, and one for each other file."""
    curve = trained.tagger.curve
    lines = {_ONLINE: [epoch.online for epoch in curve]}
    lines |= {name: [epoch.dev[name] for epoch in curve] for name in curve[-1].dev}
    subtitle = f"{plural(trained.sentences, 'sentence')}, {plural(trained.tokens, 'token')}."
    return Drawing(partial(curve_scene, {"per cent right": lines}, "How the tagger learns", subtitle))


def certainty_table(files: Mapping[str, Sequence[Certainty]]) -> Table:
    """How sure a tagger is of every label of some files."""
    rows = tuple(
        (file, str(each.line), each.token, each.label, exact(each.margin), exact(each.probability))
        for file, found in files.items()
        for each in found
    )
    return Table(("file", "line", "token", "label", "margin", "probability"), rows)
