"""Score labels of tokens against a reference: the mentions of chunk labels, or the labels themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR
from accord.encoding.scheme import NO_ENCODING
from accord.errors import ReadError, UsageError
from accord.formats.conll_reader import ConllReader
from accord.messages import column_option, option
from accord.scoring.scores import Scores
from accord.verbs.label_sources import as_inputs, as_label_source, find_encoding
from accord.verbs.score_chunks import score_chunks
from accord.verbs.systems import system_runs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.encoding import Encoding
    from accord.formats import Columns
    from accord.scoring.counted_scores import CountedScores


_FLAGS = {"locate": "--errors"}


def score_labels(
    reference: Any,
    predictions: Any,
    *,
    encoding: str | Encoding | None = None,
    align_tokens: bool = False,
    missing: str | None = None,
    by_file: bool = False,
    runs: bool = False,
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
    given = system_runs(reference, predictions, by_file=by_file, runs=runs, by_column=told.label != inputs.label)
    sources = {name: as_label_source(run, name, inputs) for name, run in given.runs.items()}
    if scheme is None:
        _refuse_mention_options(of_mentions, reference_source.name)
        from accord.verbs.score_tags import score_tags  # here, for mentions do not need it

        is_told = encoding is not None
        return score_tags(reference_source, sources, given, align_tokens=align_tokens, missing=missing, told=is_told)
    return score_chunks(
        reference_source,
        sources,
        given,
        scheme,
        align_tokens=align_tokens,
        missing=missing,
        detected=encoding is None,
        **of_mentions,
    )


def _refuse_mention_options(given: Mapping[str, Any], name: str) -> None:
    """Refuse what can only be said of mentions; the counts of each sentence are there anyway."""
    for each, value in given.items():
        if each in {"per_sentence", "spans"}:
            continue
        if value is not None and value is not False and str(value) != NO_REPAIR:
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
