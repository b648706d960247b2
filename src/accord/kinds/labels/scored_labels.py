"""The labels that a reference and systems give, as they are compared: numbers by their value, no answers as one."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.numbers import finite_number
from accord.kinds.labels.label_scale import LabelScale
from accord.messages import option, plural, suggestion
from accord.study.scale import in_natural_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.kinds.labels.options import LabelOptions

_TRUTH = {"0", "1"}
"""Numbers that are no scale, but two classes."""


@dataclass(frozen=True, slots=True)
class ScoredLabels:
    """All labels in their order, the code of every spelling, and the scale that they lie on, if they do.

    The code of what means no answer is ``len(names)``. ``word`` is a label for which there is no scale.
    """

    names: tuple[str, ...]
    code_of: Mapping[str, int]
    scale: LabelScale | None
    word: str
    notes: tuple[str, ...]

    @classmethod
    def of(cls, given: Iterable[str], options: LabelOptions) -> ScoredLabels:
        """From all labels that anybody gave, each at least once."""
        spelled = list(dict.fromkeys(given))
        separator = options.set_separator
        no_answer = {*options.abstain, *([] if separator else [""])}
        labels = [label for label in spelled if label not in no_answer]
        notes = [f"{label!r} means no answer, and nobody says it" for label in options.abstain if label not in spelled]
        if separator:
            name_of = {label: separator.join(members_in(label, separator)) for label in labels}
            names = sorted(set(name_of.values()))
            return cls(tuple(names), _codes(name_of, names, no_answer), None, "", tuple(notes))
        name_of, alike = _same_numbers([*labels, *(options.labels or ())])
        if several := next(iter(alike), None):
            notes.append(f"labels are compared as numbers: {' and '.join(map(repr, several))} are the same")
        used = {name_of[label] for label in labels}
        names = in_natural_order(sorted(used)) if options.labels is None else _in_order(options, name_of, used)
        ordered = options.labels is not None
        scale = None if set(names) <= _TRUTH and not ordered else LabelScale.of(names, ordered=ordered)
        word = next((name for name in names if finite_number(name) is None), "")
        return cls(tuple(names), _codes(name_of, names, no_answer), scale, word, tuple(notes))


def members_in(label: str, separator: str) -> list[str]:
    """The members of a set of labels, each once, in the order of the alphabet.

    >>> members_in("joy| anger|joy", "|"), members_in("", "|")
    (['anger', 'joy'], [])
    """
    return sorted({member.strip() for member in label.split(separator)} - {""})


def _codes(name_of: Mapping[str, str], names: Sequence[str], no_answer: Iterable[str]) -> dict[str, int]:
    number = {name: code for code, name in enumerate(names)}
    return {label: number[name] for label, name in name_of.items() if name in number} | dict.fromkeys(
        no_answer, len(names)
    )


def _same_numbers(labels: Sequence[str]) -> tuple[dict[str, str], list[list[str]]]:
    """How each label is written, of numbers in the shortest way, and those that are the same number."""
    alike: dict[Decimal, list[str]] = {}
    for label in dict.fromkeys(labels):
        if finite_number(label) is not None:
            alike.setdefault(Decimal(label.strip()), []).append(label)
    written = {label: min(same, key=len) for same in alike.values() for label in same}
    return {label: written.get(label, label) for label in labels}, [same for same in alike.values() if len(same) > 1]


def _in_order(options: LabelOptions, name_of: Mapping[str, str], used: Iterable[str]) -> list[str]:
    """The labels in the order that the caller gives; others are refused."""
    given = [name_of[label] for label in options.labels or () if label not in options.abstain]
    if len(set(given)) < len(given):
        raise UsageError("the labels are given twice: name each once")
    if not given:
        raise UsageError("labels: name all labels, lowest first, or leave it out")
    if strangers := sorted(set(used) - set(given)):
        others = f" and {plural(len(strangers) - 1, 'other')}" if len(strangers) > 1 else ""
        raise UsageError(
            f"the data hold the label {strangers[0]!r}{others}, not among those given: "
            f"{suggestion(strangers[0], given)}; one that means no answer: {option('abstain', strangers[0])}"
        )
    return given
