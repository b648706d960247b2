"""Score labels of tokens against a reference: the mentions of chunk labels, or the labels themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.encoding.repair import NO_REPAIR
from accord.encoding.scheme import NO_ENCODING
from accord.errors import ReadError, UsageError
from accord.formats.conll_reader import ConllReader
from accord.formats.runs import group_runs
from accord.messages import column_option, option
from accord.scoring.scores import Scores
from accord.verbs.arguments import lists, name_runs, refuse_repeated
from accord.verbs.label_sources import as_inputs, as_label_source, find_encoding, is_label_lists
from accord.verbs.score_chunks import score_chunks
from accord.verbs.score_tags import score_tags

if TYPE_CHECKING:
    from accord.encoding import Encoding
    from accord.formats import Columns
    from accord.model import LabelSource
    from accord.scoring.counted_scores import CountedScores


_FLAGS = {"locate": "--errors"}


class _Runs(NamedTuple):
    """The runs by name, and which of them belong to which system."""

    label_sources: dict[str, LabelSource]
    systems: dict[str, list[str]]


def score_labels(
    reference: Any,
    predictions: Any,
    *,
    encoding: str | Encoding | None = None,
    align_tokens: bool = False,
    by_file: bool = False,
    columns: Columns | None = None,
    reference_columns: Columns | None = None,
    **of_mentions: Any,
) -> Scores | CountedScores:
    """Score mentions, if the labels are chunk labels as far as anybody says or can tell; else the labels as they are.

    ``of_mentions`` are arguments of `score_chunks`.
    """
    named = encoding if str(encoding).casefold() != NO_ENCODING else None
    inputs = as_inputs(columns).in_encoding(named)
    told = inputs if reference_columns is None else inputs.told(as_inputs(reference_columns, "reference_columns"))
    reference_source = as_label_source(reference, "reference", told.in_encoding(named))
    scheme = None if named is not encoding else find_encoding(encoding, reference_source)
    if isinstance(reference_source, ConllReader):  # then a prediction with no label but O is no table of items either
        inputs = replace(inputs, of_tokens=True)
    runs = _runs(predictions, inputs, by_file=by_file)
    if scheme is None:
        _refuse_mention_options(of_mentions, reference_source.name)
        return score_tags(reference_source, *runs, align_tokens=align_tokens, told=encoding is not None)
    return score_chunks(
        reference_source,
        *runs,
        scheme,
        align_tokens=align_tokens,
        detected=encoding is None,
        **of_mentions,
    )


def _refuse_mention_options(given: Mapping[str, Any], name: str) -> None:
    """Refuse what can only be said of mentions; the counts of each sentence are there anyway."""
    for each, value in given.items():
        if each not in {"per_sentence", "spans"} and value not in {None, False, NO_REPAIR}:
            said = option(each, value, flag=_FLAGS.get(each, ""))
            raise UsageError(
                f"{said} is for mentions, and the labels of {name} are no chunk labels like B-PER "
                f"(say which encoding: {option('encoding')}; or which column it is: "
                f"{column_option('label', keyword='columns')})"
            )


def score_mentions(reference: Any, predictions: Any, **how: Any) -> Scores:
    """Score chunk labels; a read error where the labels are none."""
    scores = score_labels(reference, predictions, **how)
    if isinstance(scores, Scores):
        return scores
    raise ReadError(f"{scores.reference}: the labels are no chunk labels like B-PER, so they mark no mentions")


def _runs(predictions: Any, columns: Columns, *, by_file: bool) -> _Runs:
    """The runs as the caller names them, or as their files are called."""
    if isinstance(predictions, Mapping):
        return _named_runs(predictions, columns)
    given = lists(predictions)
    if _is_several(given):
        label_sources = [as_label_source(labels, f"run {number}", columns) for number, labels in enumerate(given, 1)]
    else:
        label_sources = [as_label_source(given, "predicted", columns)]
    names = [label_source.name for label_source in label_sources]
    refuse_repeated(names, "run")
    systems = {name: [name] for name in names} if by_file else group_runs(names)
    return _Runs(dict(zip(names, label_sources, strict=True)), systems)


def _named_runs(predictions: Mapping[Any, Any], columns: Columns) -> _Runs:
    """Systems that the caller names, each one run or a list of runs."""
    given, systems = name_runs({system: lists(labels) for system, labels in predictions.items()}, _is_several)
    label_sources = {name: as_label_source(run, name, columns) for name, run in given.items()}
    for names in systems.values():
        refuse_repeated([label_sources[name].name for name in names], "run")
    return _Runs(label_sources, systems)


def _is_several(given: Any) -> bool:
    """Whether a list holds runs, not the labels of one."""
    return isinstance(given, list) and not is_label_lists(given)
