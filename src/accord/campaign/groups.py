"""Which files belong together: those of one layer, by where they lie, what they are called and what they hold."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import ReadError, UsageError
from accord.formats.annotators import same_text
from accord.formats.formats import NAMING_FORMATS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.formats.content import Content
    from accord.formats.inputs import Inputs


def grouped(formats: Mapping[str, str], inputs: Inputs, found: frozenset[str]) -> list[list[str]]:
    """Files of one format in one folder; those that were named by hand belong together wherever they lie."""
    by_place: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path, format_ in formats.items():
        by_place[format_, str(Path(path).parent) if path in found else ""].append(path)
    groups = _across_folders(by_place, inputs)
    return [part for format_, paths in groups for part in _by_annotators(format_, paths, inputs)]


@dataclass
class _Folders:
    """Files of one format in folders that lie beside each other."""

    format: str
    beside: Path | None
    paths: list[str]

    def takes(self, other: _Folders, inputs: Inputs) -> bool:
        """Whether other files belong to these: some are called the same, but they are not other layers of one text."""
        if self.format != other.format or self.beside is None or self.beside != other.beside:
            return False
        ours, theirs = ({_within(path) for path in each.paths} for each in (self, other))
        return bool(ours & theirs) and not _same_throughout(self.paths, other.paths, inputs)


def _within(path: str) -> str:
    """What a file is called, without the name of its folder where it has it too.

    >>> _within("ada/d01.conll"), _within("ada/d01-ada.conll")
    ('d01.conll', 'd01-.conll')
    """
    return Path(path).name.replace(Path(path).parent.name or "/", "")


def _across_folders(by_place: Mapping[tuple[str, str], list[str]], inputs: Inputs) -> list[tuple[str, list[str]]]:
    """The groups, with folders of one format that hold files of the same names put together."""
    merged: list[_Folders] = []
    for (format_, folder), paths in by_place.items():
        found = _Folders(format_, Path(folder).parent if folder else None, list(paths))
        for others in merged:
            if others.takes(found, inputs):
                others.paths += found.paths
                break
        else:
            merged.append(found)
    return [(each.format, each.paths) for each in merged]


def _same_throughout(first: Sequence[str], second: Sequence[str], inputs: Inputs) -> bool:
    """Whether two folders hold one text, by several annotators in each: two layers over it."""
    if len(first) < 2 or len(second) < 2:
        return False
    contents = {path: content_of(path, inputs) for path in (first[0], first[1], second[0], second[1])}
    known = {path: content for path, content in contents.items() if content is not None}
    if len(known) < len(contents):
        return True
    return all(same_text(known, first[0], other) for other in (first[1], second[0], second[1]))


def content_of(path: str, inputs: Inputs) -> Content | None:
    """What a file holds, or nothing where it cannot be read."""
    source = inputs.source(path)
    try:
        content = inputs.parse(source, inputs.sniff(source).format)
    except (ReadError, UsageError):
        return None
    return content


def things_in(path: str, inputs: Inputs) -> set[object]:
    """What a file has labels of: items, texts, documents; nothing where it cannot be read."""
    content = content_of(path, inputs)
    return set() if content is None else _Held.of(content).things


def _by_annotators(format_: str, paths: list[str], inputs: Inputs) -> list[list[str]]:
    """Files that name their annotators each for itself, unless they hold other items with the same labels."""
    if format_ not in NAMING_FORMATS or len(paths) < 2:
        return [paths]
    groups: list[tuple[_Held, list[str]]] = []
    silent: list[str] = []
    for path in paths:
        content = content_of(path, inputs)
        if content is None:
            groups.append((_Held(set(), set()), [path]))
        elif not content.names_annotators:
            silent.append(path)
        else:
            held = _Held.of(content)
            for others, together in groups:
                if others.kinds & held.kinds and not others.things & held.things:
                    others.kinds.update(held.kinds)
                    others.things.update(held.things)
                    together.append(path)
                    break
            else:
                groups.append((held, [path]))
    return [*([silent] if silent else []), *(together for _, together in groups)]


class _Held(NamedTuple):
    """The labels in a file, and what was labelled."""

    kinds: set[object]
    things: set[object]

    @classmethod
    def of(cls, content: Content) -> _Held:
        answers = content.answers.items()
        kinds: set[object] = {label for _, given in answers for label in given.labels.values()}
        parts = (part for marking in content.markings for part in marking.annotation.parts.values())
        kinds |= {type_ for types in parts for type_ in types}
        kinds |= {unit.category for unitising in content.unitisings for unit in unitising.units}
        kinds |= {label for passage in content.passages for sentence in passage.sentences for label in sentence.labels}
        things: set[object] = {(document, item) for (document, _), given in answers for item in given.labels}
        things |= {(marking.document, marking.words) for marking in content.markings}
        things |= {unitising.document for unitising in content.unitisings}
        things |= {sentence.tokens for passage in content.passages for sentence in passage.sentences}
        return cls(kinds, things)
