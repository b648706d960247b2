"""Measure how much annotators agree on labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.agreement.agreement import Agreement
from accord.distance import DISTANCES
from accord.distance.custom import given_function, given_matrix
from accord.errors import UsageError
from accord.formats.matrix import read_matrix
from accord.formats.source import Source
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.breakdown import LabelBreakdown
from accord.kinds.labels.choice import Choice, choose_coefficients, choose_distance
from accord.kinds.labels.labelled import CodingOptions
from accord.kinds.labels.measured import result
from accord.study.scale import Scale, members_of, number_in
from accord.verbs.arguments import make_uncertainty, names
from accord.verbs.codings import as_coding

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from accord.distance.between import Matrix
    from accord.kinds.labels.coefficient import Coefficient
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Coding

SET_VALUED = ("masi", "jaccard")


def agree(
    data: Any,
    coefficients: str | Iterable[str] | None = None,
    *,
    layer: str | None = None,
    distance: str | Mapping[tuple[str, str], float] | Callable[[str, str], float] | None = None,
    labels: Sequence[str] | None = None,
    missing: Collection[str] = (),
    only: str | Sequence[str] | None = None,
    singles: bool = False,
    interval: str | None = "jackknife",
    level: float = 0.95,
    by_document: bool = False,
    resamples: int = 1_000,
    permutations: int = 0,
    seed: int = 1,
) -> Agreement:
    """Measure how much annotators agree, with one or more coefficients.

    ``data`` is a corpus, a path or several, a mapping of annotators to their labels (a list, or item to label), or a
    table with a row an item and a column an annotator; None and NaN are missing labels. ``layer`` is one of several
    that a corpus has, such as the upos of CoNLL-U. Without ``coefficients`` and ``distance`` what fits the data is
    chosen. ``labels`` are all labels there are, lowest first; those that are ``missing`` count as no answer; ``only``
    chooses annotators. Items with one label are left out, or, if ``singles``, count for what chance would do. Intervals
    are over items, or over documents (``by_document``).

    >>> agree({"ann": ["A", "A", "B", "B"], "bob": ["A", "A", "B", "A"]}, "kappa").result.value
    0.5
    """
    told = CodingOptions(
        None if labels is None else names(labels, "labels"),
        frozenset(names(missing, "missing")),
        singles,
        None if only is None else names(only, "only"),
    )
    coding = as_coding(data, told, layer)
    uncertainty = make_uncertainty(interval, level, resamples, seed, by_document=by_document, permutations=permutations)
    asked = None if coefficients is None else _coefficients(coefficients)
    said = _fitting_distance(coding, asked) if distance is None else None
    if (said.name if said else distance) in SET_VALUED:
        coding = _as_sets(coding)
    measuring, name = _distance(said.name if said else distance, coding)
    fitting = choose_coefficients(coding, name) if asked is None else [Choice(each, "") for each in asked]
    chosen: list[Coefficient] = [COEFFICIENTS.get(choice.name) for choice in fitting]
    for coefficient in chosen:
        coefficient.refuse(coding, name)
    reasons = [f"{choice.name}: {choice.reason}" for choice in [*([said] if said else []), *fitting] if choice.reason]
    unseen = [label for label in coding.no_answer if f"labels {label!r}" not in coding.left_out]
    reasons += [f"missing: nobody gave the label {label!r}" for label in unseen]
    if coding.unit == "token" and len(coding.documents) > 1 and not by_document and interval:
        reasons.append("tokens of a document are alike, so intervals over documents are safer")
    breakdown = LabelBreakdown(coding, chosen[0], measuring, uncertainty)
    return Agreement(
        "labels",
        tuple(result(coding, coefficient, measuring, name, uncertainty) for coefficient in chosen),
        coding.annotators,
        coding.unit,
        {f"{coding.unit}s": coding.items, "labels to choose from": len(coding.labels)},
        breakdown,
        left_out=coding.left_out,
        reasons=tuple(reasons),
        about={"distance": name, "label_names": list(coding.labels)},
        level=uncertainty.level,
        plan=breakdown.needed,
    )


def _as_sets(coding: Coding) -> Coding:
    """The same with labels that hold the same members as one label, however these are ordered."""
    code_of: dict[frozenset[str], int] = {}
    codes = [code_of.setdefault(members_of(label), len(code_of)) for label in coding.labels]
    spelled = [coding.labels[codes.index(code)] for code in code_of.values()]
    return coding.recoded(codes, spelled) if len(spelled) < len(codes) else coding


def _coefficients(coefficients: str | Iterable[str]) -> list[str]:
    asked = names(coefficients, "coefficients")
    if not asked:
        raise UsageError("name at least one coefficient")
    if "corrected-f1" in asked:
        raise UsageError("corrected-f1 measures spans, not labels: call agree_spans")
    return list(dict.fromkeys(map(COEFFICIENTS.name, asked)))


def _fitting_distance(coding: Coding, asked: Sequence[str] | None) -> Choice:
    """The distance that fits the labels, or the next best one that every coefficient asked for can take."""
    best = choose_distance(coding)
    unfit = [name for name in asked or () if not COEFFICIENTS.get(name).takes(best.name)]
    for other in ("ordinal-gwet", "nominal") if unfit else ():
        if all(COEFFICIENTS.get(name).takes(other) for name in asked or ()) and (
            other == "nominal" or best.name == "ordinal"
        ):
            return Choice(other, f"{unfit[0]} does not take {best.name}, which would fit best")
    return best


def _distance(given: Any, coding: Coding) -> tuple[Distance, str]:
    """The distances between the labels of a coding, and what to call them in the signature."""
    scale = Scale(coding.labels, coding.ordered)
    if isinstance(given, Mapping):
        return _named(given_matrix(scale, given), "matrix")
    if callable(given):
        return _named(given_function(scale, given), getattr(given, "__name__", "function"))
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


def _named(matrix: Matrix, name: str) -> tuple[Matrix, str]:
    """A matrix of the caller's own, and a name that changes with any number in it."""
    return matrix, f"{name}@{sha256(matrix.values.tobytes()).hexdigest()[:8]}"


def _is_file(given: str) -> bool:
    """Whether a distance is the name of a file: a registered name goes before a file that is called like it."""
    return given.partition(":")[0].casefold() not in DISTANCES.spellings and Path(given).is_file()
