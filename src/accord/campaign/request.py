"""What fits to measure on a layer, the headline first, each with the command that computes it again."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.encoding.repair import NO_REPAIR
from accord.errors import NotApplicable, UsageError
from accord.formats.folders import find_files
from accord.formats.names import as_argument, references_among
from accord.kinds.labels import COEFFICIENTS
from accord.model import Spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from accord.compute.progress import OnProgress
    from accord.model import Corpus

_MANY_TEXTS = 1_000
"""From so many texts on p comes from the normal distribution, and fewer placements are drawn where they are needed."""
_FEW_DRAWS = 100
_FEW_SAMPLES = 5


@dataclass(frozen=True, slots=True)
class MeasureRequest:
    """What a caller says of all measures, or of those of one layer."""

    seed: int = 1
    repair: str = "begin"
    coefficient: str | None = None
    distance: str | None = None
    only: tuple[str, ...] | None = None
    labels: tuple[str, ...] | None = None
    """Of labels of items or tokens all that there are, lowest first."""
    but: tuple[str, ...] = ()
    """Who is not looked at, in whichever layer."""
    references: tuple[str, ...] = ()
    """Who is called like a reference, and therefore left out where nobody says who is looked at."""

    reading: tuple[str, ...] = ()
    """How files are read, as a command line says it."""

    def for_layer(self, annotators: Sequence[str]) -> MeasureRequest:
        """The same for a layer: of those who are asked for, the ones it has; without references otherwise."""
        if self.only is not None:
            here = tuple(name for name in self.only if name in annotators)
            return replace(self, only=here or self.only)  # with none of them, its measure says whom the layer has
        references, but = tuple(references_among(annotators)), tuple(name for name in self.but if name in annotators)
        others = tuple(name for name in annotators if name not in {*references, *but})
        if but and not others:
            raise NotApplicable("nobody is left of its annotators")
        return replace(self, only=others if references or but else None, references=references, but=but)

    @property
    def options(self) -> list[str]:
        """What every command needs to say."""
        left_out = tuple(dict.fromkeys((*self.references, *self.but)))
        option, names = ("--except", left_out) if left_out else ("--only", self.only or ())
        chosen = [word for name in names for word in (option, name)]
        return [*chosen, *([] if self.seed == 1 else ["--seed", str(self.seed)]), *self.reading]

    @property
    def given(self) -> dict[str, Any]:
        """The same for the verbs."""
        return {"only": self.only, "seed": self.seed}


class Measure(NamedTuple):
    """One measure of a layer: what kind of thing it looks at, how the command line asks for it, and how it is done.

    ``run`` is told how far it is, where that can be known; ``payload`` makes what ``accord agree --json`` prints.
    """

    name: str
    kind: str
    options: list[str]
    run: Callable[[OnProgress | None], Any]
    payload: Callable[[Any], dict[str, Any]]

    def command(self, paths: Sequence[str]) -> str:
        """The command that measures the same."""
        return shlex.join(["accord", "agree", *map(as_argument, _folder_or_files(paths)), *self.options])


def _folder_or_files(paths: Sequence[str]) -> list[str]:
    """The folder that holds these files and no others, or the files."""
    folders = {str(Path(path).parent) for path in paths}
    if len(paths) > 1 and len(folders) == 1:
        folder = folders.pop()
        if find_files([folder]).paths == tuple(paths):
            return [folder]
    return list(paths)


def kind_of(corpus: Corpus) -> str:
    """What annotators labelled, marked or drew."""
    return corpus.layer.kind or "labels"


def measures(corpus: Corpus, asked: MeasureRequest, how: str | None) -> list[Measure]:
    """What fits, the headline first: a coefficient of labels, corrected F1, gamma, or alpha over trees.

    ``how`` says how mentions are read from labels, see `accord.kinds.spans.mentions`.
    """
    kind = kind_of(corpus)
    if kind == "trees":
        return [_trees(corpus, asked)]
    headline = _asked_for(corpus, asked, how or NO_REPAIR) if asked.coefficient else None
    plain = replace(asked, coefficient=None, distance=None, labels=None)
    if kind == "units":
        return [headline or _units(corpus, asked)]
    if kind == "spans":
        beside = [_units(corpus, plain, "gamma")]
        return [headline or _spans(corpus, asked), *beside]
    fitting = [headline or _labels(corpus, asked)]
    if how is not None:
        fitting += [_spans(corpus, plain, repair=how, named=True), _units(corpus, plain, "gamma", repair=how)]
    return [fitting[0], *(each for each in fitting[1:] if each.name != asked.coefficient)]


def _asked_for(corpus: Corpus, asked: MeasureRequest, how: str) -> Measure:
    """The measure of a coefficient that the caller names."""
    from accord.kinds.units import BASELINES, UNIT_COEFFICIENTS

    name = str(asked.coefficient).partition(":")[0].casefold()
    if name == "corrected-f1":
        return _spans(corpus, asked, repair=how, named=True)
    if name in {*UNIT_COEFFICIENTS.spellings, *BASELINES.spellings}:
        return _units(corpus, asked, str(asked.coefficient), repair=how)
    if kind_of(corpus) != "labels":
        raise UsageError(f"{asked.coefficient} is for labels, and these are {kind_of(corpus)}")
    COEFFICIENTS.name(name)
    return _labels(corpus, asked)


# --- each kind ------------------------------------------------------------------------------------------------------


def _labels(corpus: Corpus, asked: MeasureRequest) -> Measure:
    from accord.agreement.payload import TOP
    from accord.reporting.agree_payload import agree_payload
    from accord.verbs.agree import agree

    named = asked.coefficient
    options = [
        *(["--coefficient", named] if named else []),
        *(["--distance", asked.distance] if asked.distance else []),
        *(["--labels", ",".join(label.replace(",", "\\,") for label in asked.labels)] if asked.labels else []),
        *asked.options,
    ]

    def run(_: OnProgress | None) -> Any:
        return agree(corpus, named, distance=asked.distance, labels=asked.labels, **asked.given)

    return Measure(named or "alpha", "labels", options, run, lambda agreement: agree_payload(agreement, TOP))


def _spans(corpus: Corpus, asked: MeasureRequest, *, repair: str = NO_REPAIR, named: bool = False) -> Measure:
    from accord.agreement.payload import TOP
    from accord.reporting.agree_payload import agree_payload
    from accord.verbs.agree_spans import agree_spans

    if asked.distance:
        raise UsageError("corrected-f1 takes no distance: leave it out")
    how: dict[str, Any] = {}
    if repair != NO_REPAIR:
        how["repair"] = repair
    if _overlapping(corpus):
        how |= {"model": "overlap", "match": "union"}
    texts = sum(len(document.sentences) or 1 for document in corpus.documents)
    if texts > _MANY_TEXTS:
        how["draws"] = _FEW_DRAWS if "model" in how else 0
    options = [
        *(["--coefficient", "corrected-f1"] if named else []),
        *(word for name, value in how.items() for word in (f"--{name}", str(value))),
        *asked.options,
    ]

    def run(_: OnProgress | None) -> Any:
        return agree_spans(corpus, **how, **asked.given)

    return Measure("corrected-f1", "spans", options, run, lambda agreement: agree_payload(agreement, TOP))


def _overlapping(corpus: Corpus) -> bool:
    """Whether an annotator marked the same place twice, so that spans laid apart could not stand for it."""
    for layer in corpus.annotations.values():
        ends: dict[str, int] = {}
        for span in sorted(layer.spans) if isinstance(layer, Spans) else ():
            if span.start < ends.get(span.type, 0):
                return True
            ends[span.type] = max(span.end, ends.get(span.type, 0))
    return False


def _units(
    corpus: Corpus, asked: MeasureRequest, named: str = "", *, repair: str = NO_REPAIR, **more: str | int
) -> Measure:
    from accord.agreement.payload import TOP
    from accord.reporting.agree_payload import agree_payload
    from accord.verbs.agree_units import agree_units

    how: dict[str, Any] = dict(more)
    if repair != NO_REPAIR:
        how["repair"] = repair
    if asked.distance and asked.coefficient == named:
        how["distance"] = asked.distance
    options = [
        *(["--coefficient", named] if named else []),
        *(word for name, value in how.items() for word in (f"--{name}", str(value))),
        *asked.options,
    ]

    def run(told: OnProgress | None) -> Any:
        return agree_units(corpus, named or "gamma", done=told, annotators=asked.only, seed=asked.seed, **how)

    return Measure(named or "gamma", "units", options, run, lambda agreement: agree_payload(agreement, TOP))


def quick_units(corpus: Corpus, asked: MeasureRequest) -> list[Measure]:
    """Measures of units where there is no time for gamma, the better first: the first takes no units that overlap."""
    plain = replace(asked, coefficient=None, distance=None)
    return [_units(corpus, plain, "u-alpha"), _units(corpus, plain, method="greedy", samples=_FEW_SAMPLES)]


def _trees(corpus: Corpus, asked: MeasureRequest) -> Measure:
    from accord.agreement.payload import TOP
    from accord.reporting.agree_payload import agree_payload
    from accord.verbs.agree_trees import agree_trees

    if asked.coefficient not in {None, "alpha"}:
        raise NotApplicable(f"agreement on trees is measured by alpha, not by {asked.coefficient}")
    distance: dict[str, Any] = {} if asked.distance is None else {"distance": asked.distance}
    options = [*(word for value in distance.values() for word in ("--distance", value)), *asked.options]
    return Measure(
        "alpha",
        "trees",
        options,
        lambda told: agree_trees(corpus, done=told, **distance, **asked.given),
        lambda agreement: agree_payload(agreement, TOP),
    )


def of_documents(corpus: Corpus, documents: Iterable[str]) -> Corpus:
    """The same corpus with some of its documents only."""
    kept = set(documents)
    if unknown := kept - {document.id for document in corpus.documents}:
        raise UsageError(f"there is no document {min(unknown)!r}")
    return corpus.within(kept)
