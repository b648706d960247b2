"""Which files are references, and which files of systems are scored against which of them."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from accord.campaign.groups import content_of, things_in
from accord.campaign.left_aside import SYSTEMS
from accord.errors import ReadError, UsageError
from accord.formats.annotators import same_text
from accord.formats.folders import find_files
from accord.formats.formats import SCORED_FORMATS
from accord.formats.names import gold_of, is_reference, some, stem, words
from accord.formats.source import STANDARD_INPUT
from accord.kinds.kind import KINDS
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.formats.inputs import Inputs


class Matched(NamedTuple):
    """References with the predictions of each, and predictions that could be of several."""

    systems_of: dict[str, list[str]]
    doubtful: dict[tuple[str, ...], list[str]]
    """By the references that they could be of."""


def folders_of_documents(formats: Mapping[str, str], found: frozenset[str], inputs: Inputs) -> dict[str, list[str]]:
    """Folders that are one side of a comparison, with their files: a file for each document, as in brat."""
    folders: dict[str, list[str]] = {}
    for path in formats:
        folder = str(Path(path).parent)
        if path in found and (is_reference(Path(folder).name) or _may_be_system(folder)):
            folders.setdefault(folder, []).append(path)
    return {
        folder: paths
        for folder, paths in folders.items()
        if len({formats[path] for path in paths}) == 1 and _is_of_documents(paths, inputs)
    }


def _is_of_documents(paths: Sequence[str], inputs: Inputs) -> bool:
    """Whether files are of a format that has one for each document and annotator, and of different documents."""
    content = content_of(paths[0], inputs)
    if content is None or not content.is_document:
        return False
    return not any(is_reference(stem(path)) for path in paths)


def matched(formats: Mapping[str, str], inputs: Inputs) -> Matched:
    """The references by their names, each with the files that hold the same in folders called like predictions.

    Of several references it is the one that lies nearest, then the one that is not called after a layer, then the one
    that holds most of what was predicted on.
    """
    references = [path for path in formats if is_named_reference(path, formats)]
    found: dict[str, list[str]] = {}
    doubtful: dict[tuple[str, ...], list[str]] = {}
    for path in formats if references else ():
        if path == STANDARD_INPUT or path in references or not _may_be_system(path):
            continue
        held = scored_in(path, formats[path], inputs)
        known = [each for each in references if lies_below(path, each)] if held else []
        near = _nearest(path, [each for each in known if scored_in(each, formats[each], inputs) == held])
        chosen = near if len(near) < 2 else _of_the_same(path, near, formats, inputs)
        if len(chosen) == 1:
            found.setdefault(chosen[0], []).append(path)
        elif chosen:
            doubtful.setdefault(tuple(chosen), []).append(path)
    return Matched({each: found[each] for each in references if each in found}, doubtful)


def said_of_doubtful(doubtful: Mapping[tuple[str, ...], Sequence[str]], short: Mapping[str, str]) -> Iterator[str]:
    """Which predictions are not scored because several references could be theirs."""
    for references, paths in doubtful.items():
        names = " or ".join(short[each] for each in references)
        where = some([short[path] for path in paths])
        yield f"{where}: predictions by their folder, of {names}: say which is the reference ({option('reference')})"


def is_named_reference(path: str, formats: Mapping[str, str]) -> bool:
    """Whether a file is called like a reference; one of columns or trees, not like the gold standard of a layer."""
    name = stem(path)
    if path == STANDARD_INPUT or not is_reference(name):
        return False
    return formats[path] not in SCORED_FORMATS or gold_of(name) is None


def first_reference(formats: Mapping[str, str], predicted: Sequence[str], inputs: Inputs) -> str | None:
    """The first file that is called like a reference, of those that hold what was predicted where that is known."""
    called = [path for path in formats if is_named_reference(path, formats)]
    if not predicted:
        return next((path for path in called if formats[path] in SCORED_FORMATS), None)
    held = _held(predicted[0], inputs)
    of_these = [path for path in called if scored_in(path, formats[path], inputs) == held]
    return next(iter(of_these or called), None)


def _held(path: str, inputs: Inputs) -> str | None:
    try:
        return scored_in(path, inputs.sniff(inputs.source(first_file(path))).format, inputs)
    except (ReadError, UsageError):  # what is wrong with it is said where it is scored
        return None


def first_file(path: str) -> str:
    """A file, or the first of a folder."""
    return path if path == STANDARD_INPUT else next(iter(find_files([path]).paths), path)


def scored_in(path: str, format_: str, inputs: Inputs) -> str | None:
    """What a file holds that can be scored, in words; None of what several annotators did, and of what cannot be."""
    if format_ in SCORED_FORMATS:
        return SCORED_FORMATS[format_]
    path = first_file(path)
    content = content_of(path, inputs)
    if content is None or len(content.annotators) != 1:
        return None
    try:
        kind = inputs.kind(path)
        if kind is not None and KINDS.get(kind).scored_by is None:
            return None
        return inputs.held(path)
    except (ReadError, UsageError):  # what is wrong with it is said where it is read
        return None


def systems_of(reference: str, formats: Mapping[str, str], inputs: Inputs) -> list[str]:
    """Files that hold what a reference holds, in folders that are called like those of predictions."""
    return [path for path in alike(reference, formats, inputs) if lies_below(path, reference)]


def alike(reference: str, formats: Mapping[str, str], inputs: Inputs) -> list[str]:
    """Files that hold what a reference holds, of one annotator each."""
    held = _held(reference, inputs)
    return [
        path
        for path, format_ in formats.items()
        if held and path != reference and scored_in(path, format_, inputs) == held
    ]


def beside(reference: str, paths: Sequence[str], inputs: Inputs) -> list[str]:
    """Files with the text or the items of a reference, to be scored if nobody says otherwise."""
    found = {path: content_of(path, inputs) for path in (reference, *paths)}
    known = {path: content for path, content in found.items() if content is not None}
    return [path for path in known if path != reference and reference in known and same_text(known, reference, path)]


def lies_below(path: str, reference: str) -> bool:
    """Whether a file lies in a folder that is called like one of predictions, but not together with the reference."""
    folders, shared = _folders(path), _folders(reference)
    return bool({*folders[len(shared) :]} & SYSTEMS) if folders[: len(shared)] == shared else folders[-1] in SYSTEMS


def _may_be_system(path: str) -> bool:
    return bool({*_folders(path)} & SYSTEMS)


def _folders(path: str) -> list[str]:
    return [words(folder) for folder in Path(path).absolute().parent.parts]


def _nearest(path: str, references: Iterable[str]) -> list[str]:
    """Those that share most folders with a file and lie least deep."""

    def nearness(reference: str) -> tuple[int, int]:
        folders = _folders(reference)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(folders, _folders(path), strict=False)))
        return shared, -len(folders)

    known = list(references)
    nearest = max(map(nearness, known), default=None)
    return [each for each in known if nearness(each) == nearest]


def _of_the_same(path: str, references: Sequence[str], formats: Mapping[str, str], inputs: Inputs) -> list[str]:
    """Those of several references that hold most of what a file holds, and are not called after a layer."""
    if all(formats[each] in SCORED_FORMATS for each in references):
        return list(references[:1])  # the first by its name, which is said
    plain = [each for each in references if gold_of(stem(each)) is None] or list(references)
    if len(plain) == 1:
        return plain
    things = things_in(first_file(path), inputs)
    shared = {each: len(things & things_in(first_file(each), inputs)) for each in plain}
    most = max(shared.values())
    return [each for each, count in shared.items() if count == most]
