"""Labels of items as Python has them: lists, arrays, series, mappings of items to labels, and data frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from os import PathLike
from typing import Any

from accord.encoding.scheme import OUTSIDE
from accord.encoding.shape import is_chunk_label, is_typed_label
from accord.errors import UsageError
from accord.formats.frame import is_frame
from accord.formats.values import is_absent, label_text, plain, refuse_mixed_truth
from accord.messages import plural, shown
from accord.model import Corpus, Document, ItemLabels
from accord.verbs.data import are_files, corpus_of, in_hand

_SEPARATOR = "|"
"""What `label_text` writes between the members of a set."""


def labels_in_hand(reference: Any, predictions: Any, options: dict[str, Any]) -> tuple[Any, Any]:
    """Labels of items as corpora of one annotator each; whatever is something else as it is.

    A list of labels is that of items, and lists of lists are labels of tokens, a list for each sentence. Where a label
    is a set, all are.
    """
    reference, predictions = in_hand(reference), _frames(in_hand(predictions))
    if is_frame(reference):
        for name, given in _runs(predictions):
            if _labels(given) is not None:
                raise UsageError(
                    f"{name}: a data frame with the items, a path or a corpus is needed, as the reference is"
                )
        return _frame(reference, "reference"), predictions
    ours = _labels(reference)
    if ours is None or _are_chunks(ours):
        return reference, predictions
    theirs = _systems(predictions, ours, reference)
    values = [value for each in (ours, *theirs.values()) for value in _values(each)]
    refuse_mixed_truth(values)
    if any(isinstance(plain(value), Set) for value in values):
        _refuse_separator(values)
        options.setdefault("set_separator", _SEPARATOR)
    for name, each in theirs.items():
        if len(each) != len(ours) and not isinstance(ours, Mapping):
            raise UsageError(
                f"{name} has {plural(len(each), 'label')}, and the reference {len(ours)}: where these are not of the "
                "same items in the same order, give mappings of items to labels"
            )
    made = {name: _corpus(each, name) for name, each in theirs.items()}
    groups: dict[str, Any] = {}
    for (system, number), corpus in zip(_groups(predictions, theirs), made.values(), strict=True):
        if number:
            groups.setdefault(system, []).append(corpus)
        else:
            groups[system] = corpus
    several = groups if isinstance(predictions, Mapping) and not _is_item_labels(predictions) else None
    runs = list(made.values())
    return _corpus(ours, "reference"), several or (runs if len(runs) > 1 else runs[0])


def _are_chunks(labels: list[Any] | dict[str, Any]) -> bool:
    """Whether labels are chunk labels, which are those of tokens and stand in a list for each sentence."""
    known = {label for label in _values(labels) if isinstance(label, str)}
    return bool(known) and all(map(is_chunk_label, known)) and (known == {OUTSIDE} or any(map(is_typed_label, known)))


def _frames(predictions: Any) -> Any:
    """Data frames of systems as corpora, and whatever is something else as it is."""
    if isinstance(predictions, Mapping) and any(map(_is_or_lists_frames, predictions.values())):
        return {str(name): _frames(each) for name, each in predictions.items()}
    if isinstance(predictions, list | tuple) and _is_or_lists_frames(predictions):
        return [_frames(each) for each in predictions]
    return _frame(predictions, "predicted") if is_frame(predictions) else predictions


def _is_or_lists_frames(given: Any) -> bool:
    """Whether something is a data frame or a list with one."""
    return is_frame(given) or (isinstance(given, list | tuple) and any(map(is_frame, given)))


def _frame(data: Any, name: str) -> Corpus:
    corpus = corpus_of(data)
    if corpus is None:
        raise UsageError(f"{name}: a data frame of annotations is needed")
    return corpus


def _labels(data: Any) -> list[Any] | dict[str, Any] | None:
    """The labels of a list, tuple, array or series, or of items by name; None for anything else."""
    if isinstance(data, Mapping):
        return dict(data) if data and _is_item_labels(data) else None
    if data is None or isinstance(data, str | bytes | PathLike | Corpus | Set) or is_frame(data):
        return None
    listed = plain(data)
    if not isinstance(listed, Iterable) or hasattr(data, "batches"):
        return None  # an array of no dimensions, or sentences
    labels = list(listed)
    if not labels or any(
        isinstance(label, list | tuple | range | Iterator | Mapping | Corpus | PathLike) for label in labels
    ):
        return None
    if any(is_frame(label) or hasattr(label, "batches") or getattr(label, "shape", ()) for label in labels):
        return None
    return None if are_files(labels) else labels


def _is_item_labels(given: Mapping[Any, Any]) -> bool:
    """Whether a mapping is one of items to labels, not of systems to what they predicted."""
    return all(
        isinstance(value, str | int | float | bool | Set | None) or is_absent(value) or not hasattr(value, "__len__")
        for value in given.values()
    ) and not are_files(given.values())


def _systems(predictions: Any, ours: Any, reference: Any) -> dict[str, Any]:
    """The labels of every run by name."""
    found: dict[str, Any] = {}
    for name, given in _runs(predictions):
        labels = _labels(given)
        if labels is None:
            raise UsageError(f"{name}: labels of items are needed, as the reference has, not {shown(given)}")
        if isinstance(labels, Mapping) is not isinstance(ours, Mapping):
            raise UsageError(f"{name}: the reference and a system are both lists of labels, or both items with labels")
        _refuse_other_index(reference, given, name)
        found[name] = labels
    return found


def _runs(predictions: Any) -> list[tuple[str, Any]]:
    """What every run is called, and what it holds."""
    if isinstance(predictions, Mapping) and not _is_item_labels(predictions):
        found = []
        for system, given in predictions.items():
            if _labels(given) is None and isinstance(given, list | tuple):
                found += [(f"{system} {number}", each) for number, each in enumerate(given, 1)]
            else:
                found.append((str(system), given))
        return found
    if _labels(predictions) is None and isinstance(predictions, list | tuple) and predictions:
        several = len(predictions) > 1
        return [(f"run {number}" if several else "predicted", each) for number, each in enumerate(predictions, 1)]
    return [("predicted", predictions)]


def _groups(predictions: Any, runs: Mapping[str, Any]) -> list[tuple[str, int]]:
    """The system of each run, and its number where it has several."""
    if not isinstance(predictions, Mapping) or _is_item_labels(predictions):
        return [(name, 0) for name in runs]
    found = []
    for system, given in predictions.items():
        several = _labels(given) is None and isinstance(given, list | tuple)
        found += [(str(system), number) for number in range(1, len(given) + 1)] if several else [(str(system), 0)]
    return found


def _refuse_other_index(ours: Any, theirs: Any, name: str) -> None:
    """Refuse two series of pandas whose rows are not named alike: their order says nothing then."""
    first, second = getattr(ours, "index", None), getattr(theirs, "index", None)
    if first is not None and hasattr(first, "equals") and hasattr(second, "equals") and not first.equals(second):
        raise UsageError(
            f"{name}: its index is not that of the reference, so rows may be other items: give mappings of items to "
            "labels (series.to_dict()), or lists (series.tolist()) if the order is the same"
        )


def _values(labels: Any) -> list[Any]:
    return list(labels.values()) if isinstance(labels, Mapping) else list(labels)


def _refuse_separator(values: Iterable[Any]) -> None:
    """Refuse members of sets in which the sign stands that is written between members."""
    members = (member for value in values for member in (value if isinstance(value, Set) else [value]))
    for member in members:
        if not is_absent(member) and _SEPARATOR in label_text(member):
            raise UsageError(
                f"the label {member!r} stands in a set, and {_SEPARATOR} divides these: write it otherwise"
            )


def _corpus(labels: Any, name: str) -> Corpus:
    """The labels of items, by their names or by their numbers, as a corpus of one annotator."""
    given = labels.items() if isinstance(labels, Mapping) else ((str(n), each) for n, each in enumerate(labels, 1))
    said = {label_text(item): label_text(label) for item, label in given if not is_absent(label)}
    document = Document("", items=dict.fromkeys(said, ""), named=False)
    return Corpus.of((document,), {("", name): ItemLabels(said)})
