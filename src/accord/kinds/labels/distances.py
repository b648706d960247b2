"""The distance between labels that a caller asks for: by name, from a file, as a mapping or as a function."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.distance import DISTANCES
from accord.distance.custom import given_function, given_matrix
from accord.errors import UsageError
from accord.formats.matrix import read_matrix
from accord.formats.source import Source
from accord.formats.values import label_text
from accord.study.scale import Scale, members_of, number_in

if TYPE_CHECKING:
    from accord.distance.between import Matrix
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Coding

_SET_VALUED = ("masi", "jaccard")


def with_equal_sets_as_one(coding: Coding, distance: object) -> Coding:
    """The same; for distances of sets, labels that hold the same members are one, however these are ordered."""
    if distance not in _SET_VALUED:
        return coding
    code_of: dict[frozenset[str], int] = {}
    codes = [code_of.setdefault(members_of(label), len(code_of)) for label in coding.labels]
    spelled = [coding.labels[codes.index(code)] for code in code_of.values()]
    return coding.recoded(codes, spelled) if len(spelled) < len(codes) else coding


def distance_of(given: Any, coding: Coding) -> tuple[Distance, str]:
    """The distances between the labels of a coding, and what to call them in the signature."""
    scale = Scale(coding.labels, coding.ordered)
    if isinstance(given, Mapping):
        return _named(given_matrix(scale, _with_labels(given)), "matrix")
    if callable(given):
        meant = coding.values

        def between(one: str, other: str) -> float:
            distance: float = given(meant.get(one, one), meant.get(other, other))
            return distance

        return _named(given_function(scale, between), getattr(given, "__name__", "function"))
    if isinstance(given, PathLike) or (isinstance(given, str) and _is_file(given)):
        return _named(given_matrix(scale, read_matrix(Source(fspath(given), "utf-8"))), f"matrix:{Path(given).name}")
    if not isinstance(given, str):
        raise UsageError(f"a distance is a name, a mapping of label pairs or a function, not {type(given).__name__}")
    if Path(given).suffix and given.casefold() not in DISTANCES.spellings:
        raise UsageError(f"there is no file {given}, and no distance of that name")
    name, _, parameter = given.partition(":")
    name = DISTANCES.name(name)
    if not parameter:
        return DISTANCES.get(name)(scale), name
    number = number_in(parameter)
    if name != "circular" or number is None or number <= 0:
        raise UsageError(f"{given!r}: only circular takes a number, the way round, as in circular:24")
    return DISTANCES.get(name)(scale, number), f"{name}:{number:g}"


def _with_labels(given: Mapping[Any, float]) -> Mapping[tuple[str, str], float]:
    """Distances by pairs of labels as text, whatever objects the caller names them by."""
    if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in given):
        raise UsageError("a distance as a mapping has pairs of labels: {('A', 'B'): 0.5}")
    return {(label_text(one), label_text(other)): value for (one, other), value in given.items()}


def _named(matrix: Matrix, name: str) -> tuple[Matrix, str]:
    """A matrix of the caller's own, and a name that changes with any number in it."""
    return matrix, f"{name}@{sha256(matrix.values.tobytes()).hexdigest()[:8]}"


def _is_file(given: str) -> bool:
    """Whether a distance is the name of a file: a registered name goes before a file that is called like it."""
    return given.partition(":")[0].casefold() not in DISTANCES.spellings and Path(given).is_file()
