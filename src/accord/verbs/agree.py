"""Measure how much annotators agree, whatever they annotated."""

from __future__ import annotations

from dataclasses import replace
from inspect import Parameter, Signature
from os import PathLike
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.frame import is_frame
from accord.formats.names import called_like, references_among
from accord.kinds.common_options import AnnotatorOptions
from accord.kinds.kind import agreement_by, kind_for, kinds, needs_positions, refuse_idle
from accord.kinds.options import chosen, options_of
from accord.messages import option
from accord.model import Corpus
from accord.verbs.arguments import check_function, names, signature_with
from accord.verbs.codings import corpus_behind
from accord.verbs.data import are_paths, in_hand, is_file_name, two_annotators
from accord.verbs.read import taken_campaign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress
    from accord.kinds.kind import Kind
    from accord.kinds.options import Option


def agree(
    data: Any,
    *more: Any,
    coefficients: str | Iterable[Any] | None = None,
    layer: str | None = None,
    rows: str | None = None,
    texts: Any = None,
    progress: OnProgress | None = None,
    **options: Any,
) -> Agreement:
    """Measure how much annotators agree, with one or more coefficients, and where they do not.

    ``data`` is whatever `accord.read` takes: files, folders, a corpus, data frames, records, triples, labels or spans
    by annotator, or two sequences of labels (``agree(y1, y2, "kappa")``). ``rows`` says what a row of a table without
    names is, "items" or "annotators"; ``texts`` are what spans lie in. What was annotated is told from the data and the
    coefficient: labels, spans, units, trees or relations; ``layer`` names one of several layers. Without
    ``coefficients`` what fits is measured, and ``reasons`` say why. ``item``, ``annotator``, ``label``
    and so on say how data are read, as in `accord.read`. Other options are those of the command, by the same names
    (``accord agree --help``): ``annotators`` and ``exclude`` choose annotators; ``interval``, ``level``, ``resamples``
    and ``seed`` say how sure values are. ``progress`` is called with how many steps are done, and of how many.

    >>> agree({"ann": ["A", "A", "B", "B"], "bob": ["A", "A", "B", "A"]}, "kappa").value
    0.5
    """
    check_function(progress, "progress")
    data, coefficients = _given(data, more, coefficients)
    asked = () if coefficients is None else names(coefficients, "coefficients")
    if coefficients is not None and not asked:
        raise UsageError("name at least one coefficient")
    if options.get("interval", "") is None:
        options["interval"] = "none"
    corpus = corpus_behind(
        data,
        layer,
        annotators=options.get("annotators"),
        rows=rows,
        texts=texts,
        of_units=needs_positions(asked),
        encoding=options.get("encoding"),
        campaign=taken_campaign(options),
    )
    if corpus is not None:
        measured = measure(corpus, asked, options, progress)
        understood = () if isinstance(data, Corpus) or are_paths(data) else corpus.assumptions
        return replace(measured, reasons=(*understood, *measured.reasons)) if understood else measured
    from accord.kinds.labels.agree import agree_on_labels
    from accord.kinds.labels.kind import LABELS
    from accord.kinds.labels.tables import coding_from_table
    from accord.study.annotators import refuse_alone

    refuse_idle(LABELS, options)
    of_labels = chosen(LABELS.options, options)
    coding = coding_from_table(data, of_labels.coding(), rows)
    left_out = references_left_out(coding.annotators, options)
    if left_out:
        of_labels = chosen(LABELS.options, {**options, **_without(left_out, options)})
        coding = coding_from_table(data, of_labels.coding(), rows)
    refuse_alone(coding.annotators)
    return _with_reasons(agree_on_labels(coding, asked, of_labels), left_out, coding.annotators, options)


def _given(data: Any, more: Sequence[Any], coefficients: Any) -> tuple[Any, Any]:
    """The data and the coefficients, of what is given in order; two sequences of labels are one thing."""
    data = in_hand(data)
    known = [name for kind in kinds() for name in kind.coefficients()]
    pairs = [two_annotators(data, each, known) for each in more]
    if pairs and pairs[0]:
        data, more = pairs[0], more[1:]
    if more and (isinstance(more[0], PathLike) or is_file_name(more[0])) and are_paths(data):
        raise UsageError("write several files as a list: accord.agree([one, two])")
    if more and coefficients is None and not is_frame(more[0]):
        coefficients, more = more[0], more[1:]
    if more or any(pairs[1:]):
        raise UsageError(
            'agree takes data and coefficients: write several annotators as {"anna": [...], "ben": [...], "cem": [...]}'
        )
    return data, coefficients


def measure(
    corpus: Corpus,
    coefficients: Sequence[str],
    options: Mapping[str, Any],
    progress: OnProgress | None = None,
    called: Callable[[str], str] = str,
) -> Agreement:
    """The agreement on a corpus by its kind; ``called`` says what options are called where they are refused."""
    kind, told, left_out = kind_and_options(corpus, coefficients, options, called)
    measured = agreement_by(kind, corpus, coefficients, told, progress)
    return _with_reasons(measured, left_out, corpus.annotators, options)


def kind_and_options(
    corpus: Corpus, coefficients: Sequence[str], options: Mapping[str, Any], called: Callable[[str], str] = str
) -> tuple[Kind, Any, list[str]]:
    """The kind that measures a corpus, the object of its options, and the references that are left out."""
    kind = kind_asked(corpus, coefficients, options)
    refuse_idle(kind, options, called)
    left_out = references_left_out(corpus.annotators, options)
    return kind, chosen(kind.options, {**options, **_without(left_out, options)}), left_out


def kind_asked(corpus: Corpus, coefficients: Sequence[str], options: Mapping[str, Any]) -> Kind:
    """The kind that measures what those said who are looked at."""
    given = {**options, **_without(references_left_out(corpus.annotators, options), options)}
    asked = chosen(AnnotatorOptions, {name: given[name] for name in options_of(AnnotatorOptions) if name in given})
    return kind_for(asked.looked_at(corpus), coefficients, options)


def references_left_out(annotators: Iterable[str], options: Mapping[str, Any]) -> list[str]:
    """Who is called like a reference or a prediction, and left out where nobody says who is looked at.

    A reference was made of what the others said, and would agree with them more than they do with each other.
    """
    excluded = _excluded(options)
    others = [name for name in annotators if name not in excluded]
    return references_among(others) if options.get("annotators") is None else []


def say_references(left_out: Sequence[str]) -> list[str]:
    """A warning that these are left out, and how they are counted in."""
    how = f"left out of the agreement (to count it in, name all annotators: {option('annotators')})"
    return [f"warning: {name} is a {called_like(name)}, by its name, and {how}" for name in left_out]


def _without(left_out: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """The option that leaves these out, beside those whom the caller leaves out."""
    return {"exclude": (*_excluded(options), *left_out)} if left_out else {}


def _excluded(options: Mapping[str, Any]) -> list[str]:
    exclude = options.get("exclude") or ()
    return [exclude] if isinstance(exclude, str) else list(exclude)


def _with_reasons(
    measured: Agreement, left_out: Sequence[str], annotators: Iterable[str], options: Mapping[str, Any]
) -> Agreement:
    """The same, which says who is left out, or counts for too few others are there, though called like a reference."""
    if left_out or options.get("annotators") is not None:
        return replace(measured, reasons=(*say_references(left_out), *measured.reasons))
    counts, how = "counts as an annotator, and is called like a", f"({option('exclude')} leaves it out)"
    excluded = _excluded(options)
    counted = [
        f"{name} {counts} {called} {how}"
        for name in annotators
        if name not in excluded and (called := called_like(name))
    ]
    return replace(measured, reasons=(*measured.reasons, *counted))


def _options() -> dict[str, Option]:
    """The options of all kinds; a default that is not the same for all of them is shown as None."""
    merged: dict[str, Option] = {}
    for kind in reversed(kinds()):
        for name, each in options_of(kind.options).items():
            if each.scoring:
                continue
            differs = name in merged and merged[name].default != each.default
            merged[name] = replace(each, default=None) if differs else each
    return merged


def _signature() -> Signature:
    """What is given in order is named: data and coefficients."""
    whole = signature_with(agree, _options())
    data, _, coefficients, *rest = whole.parameters.values()
    return whole.replace(parameters=[data, coefficients.replace(kind=Parameter.POSITIONAL_OR_KEYWORD), *rest])


agree.__signature__ = _signature()  # type: ignore[attr-defined]
