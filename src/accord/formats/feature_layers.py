"""Which features of annotations are layers, and what these are called."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.formats.content import Content

USUAL = "value"
"""The feature of a type that says what its annotations are, where it has several."""


def short_name(name: str) -> str:
    """The last part of the name of a type."""
    return name.rpartition(".")[2]


def name_features(contents: Sequence[Content]) -> list[Content]:
    """The same files with the layers of features that are kept in any of them, by their short names."""
    found: dict[str, dict[str, bool]] = {}
    for each in _layers(contents):
        if each.feature is not None:
            type_, feature = each.feature
            features = found.setdefault(type_, {})
            features[feature] = features.get(feature, False) or _has_values(each)
    if not found:
        return list(contents)
    alike = Counter(map(short_name, found))
    names: dict[tuple[str, str], str] = {}
    for type_, features in found.items():
        valued = [feature for feature, has_values in features.items() if has_values]
        usual = USUAL if USUAL in features else next(iter(features))
        called = short_name(type_) if alike[short_name(type_)] == 1 else type_
        names |= {
            (type_, feature): f"{called}.{feature}" if len(valued) > 1 else called for feature in valued or [usual]
        }
    return [_named(content, names) for content in contents]


def _layers(contents: Iterable[Content]) -> Iterator[Content]:
    return (each for content in contents for each in (content, *content.beside))


def _has_values(layer: Content) -> bool:
    """Whether an annotation of the feature has a value: a span a type, or an arc."""
    return any(any(next(iter(each.annotation.parts.values()), ())) for each in layer.markings)


def _named(content: Content, names: Mapping[tuple[str, str], str]) -> Content:
    """A file with those layers only, under their names; its first one holds what is said of all of it."""
    layers = [
        replace(each, layer=each.layer if each.feature is None else names[each.feature], beside=[])
        for each in (content, *content.beside)
        if each.feature is None or each.feature in names
    ]
    if not layers:
        return replace(content, layer="", beside=[])
    first, *beside = layers
    return replace(first, findings=content.findings, assumption=content.assumption, whole=content.whole, beside=beside)
