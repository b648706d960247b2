"""What is asked of all measures of a campaign, and how a measure of one layer is run and said as a command."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.errors import NotApplicable, UsageError
from accord.formats.folders import find_files
from accord.formats.names import as_argument, references_among
from accord.kinds.kind import KINDS, MeasureRequest, agreement_by
from accord.kinds.options import chosen, options_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress
    from accord.kinds.kind import Measure
    from accord.model import Corpus


@dataclass(frozen=True, slots=True)
class CampaignRequest:
    """What a caller asks of all measures, or of those of one layer."""

    seed: int = 1
    repair: str = "begin"
    coefficient: str | None = None
    distance: str | None = None
    annotators: tuple[str, ...] | None = None
    labels: tuple[str, ...] | None = None
    """Of labels of items or tokens all that there are, lowest first."""
    missing: tuple[str, ...] = ()
    """Which labels of items or tokens mean no answer."""
    exclude: tuple[str, ...] = ()
    """Who is not looked at, in whichever layer."""
    references: tuple[str, ...] = ()
    """Who is called like a reference, and therefore left out where nobody says who is looked at."""
    anytime: bool = False
    """Whether intervals are to hold however often somebody looks."""
    reading: tuple[str, ...] = ()
    """How files are read, as a command line says it."""

    def for_layer(self, annotators: Sequence[str]) -> CampaignRequest:
        """The same for a layer: of those who are asked for, the ones it has; without references otherwise."""
        if self.annotators is not None:
            here = tuple(name for name in self.annotators if name in annotators)
            # With none of them, its measure says whom the layer has.
            return replace(self, annotators=here or self.annotators)
        references = tuple(references_among(annotators))
        exclude = tuple(name for name in self.exclude if name in annotators)
        others = tuple(name for name in annotators if name not in {*references, *exclude})
        if exclude and not others:
            raise NotApplicable("nobody is left of its annotators")
        some = others if references or exclude else None
        return replace(self, annotators=some, references=references, exclude=exclude)

    @property
    def of_layer(self) -> MeasureRequest:
        """What the kind of a layer has to know of it."""
        return MeasureRequest(self.coefficient, self.distance, self.labels, self.missing, self.repair)

    def options(self, measure: Measure) -> Any:
        """The options of a measure as its kind takes them."""
        kind = KINDS.get(measure.kind)
        own: dict[str, Any] = {"annotators": self.annotators, "seed": self.seed}
        own |= {"anytime": True} if self.anytime else {}
        return chosen(kind.options, {**measure.options, **own})

    def run(self, measure: Measure, corpus: Corpus, progress: OnProgress | None = None) -> Agreement:
        """Measure a layer."""
        coefficients = [measure.coefficient] if measure.coefficient else []
        return agreement_by(KINDS.get(measure.kind), corpus, coefficients, self.options(measure), progress)

    def command(self, measure: Measure, paths: Sequence[str]) -> str:
        """The command that measures the same."""
        known = options_of(KINDS.get(measure.kind).options)
        words = ["--coefficient", measure.coefficient] if measure.coefficient else []
        for name, value in measure.options.items():
            words += known[name].words(value)
        left_out = tuple(dict.fromkeys((*self.references, *self.exclude)))
        some = ("exclude", left_out) if left_out else ("annotators", self.annotators or ())
        words += known[some[0]].words(some[1])
        words += ["--anytime"] if self.anytime else []
        words += [] if self.seed == 1 else ["--seed", str(self.seed)]
        return shlex.join(["accord", "agree", *map(as_argument, _folder_or_files(paths)), *words, *self.reading])


def _folder_or_files(paths: Sequence[str]) -> list[str]:
    """The folder that holds these files and no others, itself or in the folders right below it, or the files."""
    folders = {Path(path).parent for path in paths}
    above = {folder.parent for folder in folders}
    if len(paths) < 2 or len(above) > 1 or (len(folders) > 1 and not _are_all_within(folders, *above)):
        return list(paths)
    (folder,) = folders if len(folders) == 1 else above
    return [str(folder)] if find_files([str(folder)]).paths == tuple(paths) else list(paths)


def _are_all_within(folders: Collection[Path], above: Path) -> bool:
    """Whether a folder holds no other folders, and these none: else it may be that of everything."""
    within = {each for each in above.iterdir() if each.is_dir() and not each.name.startswith(".")}
    return within == set(folders) and not any(each.is_dir() for folder in folders for each in folder.iterdir())


def of_documents(corpus: Corpus, documents: Iterable[str]) -> Corpus:
    """The same corpus with some of its documents only."""
    kept = set(documents)
    if unknown := kept - {document.id for document in corpus.documents}:
        raise UsageError(f"there is no document {min(unknown)!r}")
    return corpus.within(kept)
