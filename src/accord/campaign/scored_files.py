"""Which files are scored against which reference, which are gold standards that nothing is scored by, and the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.campaign.group_names import named_groups
from accord.campaign.groups import content_of, grouped
from accord.campaign.references import (
    Matched,
    alike,
    beside,
    first_file,
    first_reference,
    folders_of_documents,
    matched,
    said_of_doubtful,
    systems_of,
)
from accord.errors import ReadError, UsageError
from accord.formats.formats import SCORED_FORMATS
from accord.formats.names import gold_of, is_reference, named_gold, short_names, some, stem
from accord.formats.source import STANDARD_INPUT
from accord.kinds.kind import KINDS
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.formats.inputs import Inputs


class SystemFiles(NamedTuple):
    """A reference, what it is called on the page, and the predictions that are scored against it."""

    name: str
    reference: str
    systems: tuple[str, ...]
    layer: str | None = None
    """Which layer of them, where they hold several."""


class Listed(NamedTuple):
    """The files that a caller lists: the format of each, which of them lie in folders, and how they are read."""

    formats: dict[str, str]
    found: frozenset[str]
    inputs: Inputs
    root: str
    short: Mapping[str, str]

    def with_sides(self, folders: Mapping[str, Sequence[str]]) -> Listed:
        """The same with some folders in the place of their files."""
        inside = {path: folder for folder, paths in folders.items() for path in paths}
        formats = {inside.get(path, path): format_ for path, format_ in self.formats.items()}
        return self._replace(formats=formats, short={**self.short, **short_names([*self.short, *folders])})

    def with_files(self, folders: Mapping[str, Sequence[str]]) -> Listed:
        """The same with the files of some folders in their place again."""
        formats: dict[str, str] = {}
        for path, format_ in self.formats.items():
            formats |= dict.fromkeys(folders.get(path, (path,)), format_)
        return self._replace(formats=formats)


class Divided(NamedTuple):
    """References with their predictions, gold standards by which nothing is scored, other files; what was assumed."""

    scored: list[SystemFiles]
    exported: list[str]
    rest: dict[str, str]
    said: list[str]


def divide(files: Listed, reference: str | None, predicted: Sequence[str]) -> Divided:
    """Find what is scored: as the caller says, or by the names of files and folders."""
    folders = folders_of_documents(files.formats, files.found, files.inputs)
    files = files.with_sides(folders)
    by_name = Matched({}, {}) if reference or predicted else matched(files.formats, files.inputs)
    taken = {path for one, others in by_name.systems_of.items() for path in (one, *others)}
    files = files.with_files({folder: paths for folder, paths in folders.items() if folder not in taken})
    others = files._replace(formats={path: each for path, each in files.formats.items() if path not in taken})
    exported = _exported(others)
    known = {path: each for path, each in files.formats.items() if path not in exported}
    said = list(said_of_doubtful(by_name.doubtful, files.short))
    if reference is not None:
        systems = _of_told(reference, predicted, files._replace(formats=known), said)
    elif by_name.systems_of:
        systems = by_name.systems_of
        for one, paths in systems.items():
            said += [_by_name(one, files.short), _by_folder(paths, files.short)]
    else:
        systems = _alone(files._replace(formats=known), predicted, said)
    said += [
        f"{one} is left aside: there are no predictions to score against it ({_systems()} says which are)"
        for one, paths in systems.items()
        if not paths
    ]
    gone = {path for one, paths in systems.items() for path in (one, *paths)}
    rest = {path: format_ for path, format_ in known.items() if path not in gone}
    names = short_names(list(systems))
    scored = [
        each
        for one, paths in systems.items()
        if paths
        for each in _by_layer(SystemFiles(names[one], one, tuple(paths)), files.inputs)
    ]
    return Divided(scored, exported, rest, said)


def _by_layer(files: SystemFiles, inputs: Inputs) -> list[SystemFiles]:
    """Each layer by itself, where files hold several and none is named."""
    if inputs.layer is not None:
        return [files]
    try:
        held = inputs.contents(first_file(files.reference))
    except (ReadError, UsageError):  # what is wrong with it is said where it is scored
        return [files]
    kinds = {each.layer: KINDS.get(each.whole_kind or "labels") for each in held if each.layer}
    layers = [layer for layer, kind in kinds.items() if kind.scored_by is not None]
    if len(layers) < 2:
        return [files]
    return [files._replace(name=f"{files.name}/{layer}", layer=layer) for layer in layers]


def _systems() -> str:
    """The option that names systems, as whoever asks now would write it."""
    return option("systems", flag="--system")


def _of_told(reference: str, predicted: Sequence[str], files: Listed, said: list[str]) -> dict[str, list[str]]:
    """The predictions of a reference that the caller names."""
    if predicted:
        return {reference: list(predicted)}
    if paths := systems_of(reference, files.formats, files.inputs):
        said.append(_by_folder(paths, files.short))
        return {reference: paths}
    by_hand = [path for path in alike(reference, files.formats, files.inputs) if path not in files.found]
    paths = beside(reference, by_hand, files.inputs)
    if paths:
        where = some([files.short[path] for path in paths])
        said.append(f"{where}: predictions of systems, for they are named together with a reference of their text")
    return {reference: paths}


def _alone(files: Listed, predicted: Sequence[str], said: list[str]) -> dict[str, list[str]]:
    """The reference of predictions that the caller names, or one that has none."""
    one = first_reference(files.formats, predicted, files.inputs)
    if predicted and one is None:
        raise UsageError(f"there is no reference to score systems against: name it ({option('reference')})")
    if one is None:
        return {}
    said.append(_by_name(one, files.short))
    return {one: list(predicted)}


def _by_name(reference: str, short: Mapping[str, str]) -> str:
    return f"{short[reference]} is the reference, by its name ({option('reference')} says which is)"


def _by_folder(paths: Sequence[str], short: Mapping[str, str]) -> str:
    where = some([short[path] for path in paths])
    return f"{where}: predictions of systems, by their folder ({_systems()} says which are)"


def _exported(files: Listed) -> list[str]:
    """Gold standards beside other files: those that are called after a layer, and tables of references alone."""
    formats, found, inputs, root, _ = files
    called = [path for path in formats if path != STANDARD_INPUT and is_reference(stem(path))]
    golds = [path for path in called if formats[path] in SCORED_FORMATS and gold_of(stem(path)) is not None]
    others = {path: format_ for path, format_ in formats.items() if path not in golds}
    layers = (
        {named_gold(group.name) for group in named_groups(grouped(others, inputs, found), root)} if golds else set()
    )
    named = [path for path in golds if named_gold(gold_of(stem(path)) or "") in layers]
    tables = [path for path in called if formats[path] not in SCORED_FORMATS]
    exported = [*named, *(path for path in tables if _holds_references(path, inputs))]
    return exported if len(exported) < len(formats) else []


def _holds_references(path: str, inputs: Inputs) -> bool:
    """Whether all whom a file names are called like references."""
    content = content_of(path, inputs)
    if content is None or not content.names_annotators:
        return False
    return all(is_reference(str(annotator)) for annotator in content.annotators)
