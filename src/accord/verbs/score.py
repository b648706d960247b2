"""Score predictions against a reference, whatever was annotated."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from accord.agreement.signature import Signature
from accord.encoding.repair import NO_REPAIR
from accord.encoding.scheme import NO_ENCODING
from accord.errors import UsageError, in_few_lines
from accord.formats.campaign import one_per_file
from accord.formats.folders import find_files
from accord.formats.names import distinct_names, said_of_files, some
from accord.formats.without_collection import without_collection
from accord.kinds.kind import KINDS, kind_of, kinds
from accord.kinds.options import chosen, options_of
from accord.messages import call, column_option, listing, option, shown, suggestion
from accord.model import Corpus, Document, Finding, Layer, Severity, sentences_by_annotator
from accord.verbs.arguments import check_path, names, refuse_repeated, signature_with
from accord.verbs.label_lists import labels_in_hand
from accord.verbs.label_sources import as_inputs
from accord.verbs.references import annotator_of_file, score_references, several_references
from accord.verbs.score_labels import score_labels
from accord.verbs.span_lists import spans_in_hand
from accord.verbs.systems import system_runs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.encoding import Encoding
    from accord.formats import Columns
    from accord.formats.inputs import Inputs
    from accord.kinds.kind import Kind
    from accord.kinds.options import Option
    from accord.model import Annotation
    from accord.scoring.counted_scores import CountedScores
    from accord.verbs.systems import SystemRuns


_OF_IT = "reference_columns"
_TOKENS = "labels of tokens"


def score(
    reference: Any,
    predictions: Any,
    *,
    encoding: str | Encoding | None = None,
    repair: str | Mapping[str | None, str] | Sequence[str] | None = NO_REPAIR,
    repair_reference: str | None = NO_REPAIR,
    all_repairs: bool = False,
    align_tokens: bool = False,
    missing: str | None = None,
    locate: bool = False,
    surface: bool = False,
    per_sentence: bool | str = False,
    by_document: bool = False,
    spans: bool = False,
    by: str | Sequence[str] | None = None,
    train: Any = None,
    by_file: bool = False,
    runs: bool = False,
    columns: Columns | None = None,
    reference_columns: Columns | None = None,
    texts: Any = None,
    **options: Any,
) -> Any:
    """Score one or more predictions against a reference: mentions, labels of tokens, spans, units, trees or relations.

    Both are paths, corpora of one annotator, lists of label lists, one per sentence, or for each document its spans as
    (start, end, type), as dicts or in a spaCy Doc; ``texts`` are then those of the documents. ``predictions`` may be a
    list of these, or a mapping of systems to one or to a list of them. Files whose names differ only in a number are
    runs of one system, unless each is one ``by_file``. What they hold says how they are scored, and what comes back:
    `Scores` of mentions by exact match, or `CountedScores` of labels that are no chunk labels (accuracy, F1 of each),
    of spans and units, of trees (LAS, UAS and CLAS, or F1 of brackets) and of relations (F1 of arcs and of links).

    Of chunk labels the encoding is detected from the reference unless it is given; "none" scores them as labels.
    Invalid sequences are an error unless a repair method says how to read them; the reference is repaired only on
    request. ``align_tokens`` scores what can be aligned where tokens differ; ``missing`` "O" takes tokens that a
    prediction lacks as that. ``locate`` keeps each error with its
    place, ``surface``, ``per_sentence`` ("types" also by type) and ``by_document`` such counts too, ``spans`` the
    mentions of every sentence. ``by`` breaks scores down by "length", "frequency", "seen" (in the training data
    ``train``), "document" or "label", in ``breakdowns``.
    A mapping of names to several references, a corpus, a folder or a file of several annotators gives
    `ReferenceScores`: the systems against each, and the annotators against each other.
    ``universal``, ``functions`` and ``traces`` say what of trees is scored, ``mentions`` and ``symmetric`` which
    mentions and arcs of relations are the same, ``match`` which spans match, ``documents`` which are scored where only
    one side has some, ``position`` and the like how units are aligned.

    >>> gold, predicted = [["B-PER", "I-PER", "O"]], [["B-PER", "O", "O"]]
    >>> score(gold, predicted, encoding="BIO").run.micro
    Counts(reference=1, predicted=1, correct=0)
    >>> score([["DT", "NN"]], [["DT", "VB"]]).run.headline.value
    Fraction(1, 2)
    >>> score([[(0, 4, "ORG"), (11, 14, "PER")], []], [[(0, 4, "ORG"), (11, 14, "LOC")], []]).run.headline.value
    Fraction(1, 2)
    """
    how = {name: value for name, value in {**locals()}.items() if name not in {"reference", "predictions", "options"}}
    of_labels: dict[str, Any] = {
        "encoding": encoding,
        "repair": repair,
        "repair_reference": repair_reference,
        "all_repairs": all_repairs,
        "align_tokens": align_tokens,
        "missing": missing,
        "locate": locate,
        "surface": surface,
        "by_document": by_document,
        "spans": spans or by is not None,
    }
    inputs = replace(as_inputs(columns), keep_unplaced=True)
    reference, predictions = spans_in_hand(reference, predictions, texts)
    if reference_columns is not None:
        reference_columns = as_inputs(reference_columns, _OF_IT)
    of_file = annotator_of_file(reference, inputs, reference_columns)
    if of_file is not None:
        reference, reference_columns = of_file, None
    several = several_references(reference, predictions, inputs, reference_columns)
    if several.given:
        return score_references(several, predictions, score, {**how, **options, "columns": inputs, "texts": None})
    reference, predictions = labels_in_hand(reference, predictions, options)
    told = reference_columns is not None and inputs.label is not None
    kind = _kind(reference, inputs.told(as_inputs(reference_columns, _OF_IT)) if told else inputs)
    _refuse_other_options(options, kind)
    if kind is None:
        scores = score_labels(
            reference,
            predictions,
            **of_labels,
            per_sentence=per_sentence,
            by_file=by_file,
            runs=runs,
            columns=inputs,
            reference_columns=reference_columns,
        )
        of_training: dict[str, Any] = {
            "encoding": getattr(scores, "encoding", NO_ENCODING),
            "repair": repair_reference,
            "repair_reference": repair_reference,
            "columns": inputs if reference_columns is None else inputs.told(reference_columns),
        }
        itself = partial(_score_itself, how=of_training)
        return _broken_down(scores, by, train, itself, reference=reference, inputs=of_training["columns"])
    for name, value in of_labels.items():
        of_all = name in {"spans", "locate", "by_document"}
        if not of_all and value is not None and value is not False and str(value) != NO_REPAIR:
            raise UsageError(f"{option(name, value)} is for labels of tokens, and {_what(kind)} are scored here")
    of_reference = reference_columns is not None and reference_columns.label not in {None, inputs.label}
    if of_reference and not kind.scored_by_name:
        said = option("reference_columns", flag="--reference-column").removesuffix("=")
        raise UsageError(f"{said} is for labels of tokens, and {_what(kind)} are scored here")
    called = reference if of_reference and isinstance(reference, str | PathLike) else None
    path = reference
    as_reference = inputs.told(as_inputs(reference_columns, _OF_IT)) if of_reference else inputs
    if called is not None:
        reference = _read_alone(check_path(called, "reference"), as_reference)
    given = system_runs(reference, predictions, by_file=by_file, runs=runs)
    found = _score_by_kind(kind, reference, given, options, inputs, called=called)

    def against_itself(train: Any) -> CountedScores:
        held = train if isinstance(train, Corpus) else _one(kind, check_path(train, "train"), as_reference)
        if kind_of(held).name != kind.name:
            raise UsageError(f"{train} holds {_what(kind_of(held))}, and the reference {_what(kind)}")
        itself = system_runs(held, held, by_file=True)
        return replace(_score_by_kind(kind, held, itself, options, inputs), reference=str(train))

    ways = (*(() if by is None else names(by, "by")), *(["document"] if by_document else []))
    return _broken_down(found, ways or None, train, against_itself, reference=path, inputs=as_reference)


def _broken_down(scores: Any, by: Any, train: Any, against_itself: Any, **how: Any) -> Any:
    """The same scores, by groups where some are asked for."""
    if by is None and train is None:
        return scores
    from accord.verbs.breakdown import with_breakdowns  # here, for it loads much that few ask for

    return with_breakdowns(scores, by, train, against_itself, **how)


def _score_itself(labels: Any, how: Mapping[str, Any]) -> Any:
    """Labels of tokens scored against themselves, which lists all that they mark."""
    kind = _kind(labels, how["columns"])
    if kind is not None:
        raise UsageError(f"{labels} holds {_what(kind)}, and the reference {_TOKENS}")
    return score(labels, [labels], spans=True, **how)


def _kind(reference: Any, inputs: Inputs) -> Kind | None:
    """The kind that says how a reference is scored; None for labels of tokens, and for what is not scored at all."""
    held: str | None = None
    if isinstance(reference, str | PathLike):
        path = check_path(reference, "reference")
        if inputs.layer is None:
            held = inputs.kind(_a_file(path))
        else:
            reference = _read([path], inputs)
    if isinstance(reference, Corpus) and not any(
        True for sentences in sentences_by_annotator(reference).values() for _ in sentences
    ):
        held = kind_of(reference).name
    kind: Kind | None = None if held is None else KINDS.get(held)
    return kind if kind is not None and kind.scored_by is not None else None


def _refuse_other_options(given: Mapping[str, Any], kind: Kind | None) -> None:
    """Refuse options that say how another kind is scored."""
    known = score_options()
    for name in given:
        if name not in known:
            raise UsageError(f"unknown option {name!r}: {suggestion(name, list(known))}")
        if kind is None or name not in (kind.scored_by or ()):
            what = listing(_what(each) for each in kinds() if name in (each.scored_by or ()))
            here = _TOKENS if kind is None else _what(kind)
            said = option(name, flag=known[name].switch).removesuffix("=")
            raise UsageError(f"{said} is for {what}, and {here} are scored here")


def _what(kind: Kind) -> str:
    """What of a kind is scored, in words."""
    return kind.scored_as or kind.name


def score_options() -> dict[str, Option]:
    """The options of all kinds that say how they are scored."""
    return {name: options_of(each.options)[name] for each in kinds() for name in each.scored_by or ()}


def _score_by_kind(
    kind: Kind,
    reference: Any,
    given: SystemRuns,
    options: Mapping[str, Any],
    inputs: Inputs,
    *,
    called: str | PathLike[str] | None = None,
) -> CountedScores:
    """Score what one corpus holds of the reference and of all systems."""
    from accord.scoring.counted_scores import CountedScores  # here, for labels of tokens do not need it

    if "reference" in given.runs:
        raise UsageError("a system is called reference, as the reference is: give it another name")
    corpus, files = _together(kind, {"reference": reference, **given.runs}, inputs)
    if called is not None:
        files["reference"] = str(called)
    with without_collection():
        counted = kind.counts(corpus, files, chosen(kind.options, options))
    name, *_ = files.values()
    made = Signature(counted.runs[0].headline.name, {**counted.choices, **corpus.layer.choices})
    doubts = in_few_lines([each for each in corpus.findings if _is_doubt(each, kind)])
    notes = (*corpus.assumptions, *doubts, *counted.notes)
    return CountedScores(
        name, counted.runs, given.systems, made, notes, counted.label, given.notes, terms=counted.terms
    )


def _is_doubt(finding: Finding, kind: Kind) -> bool:
    """Whether a finding of reading is to be said beside a score."""
    return finding.severity is Severity.WARNING and finding.code not in kind.scored_doubts


def _read(files: Sequence[str], inputs: Inputs) -> Corpus:
    """Files and folders as one corpus, each of them a side of the comparison."""
    from accord.verbs.read import read_sides  # here, for it loads numpy, which labels of tokens do not need

    return read_sides(files, inputs)


def _a_file(path: str) -> str:
    """A file, or the first of a folder."""
    return find_files([path]).paths[0]


def _read_alone(path: str, inputs: Inputs) -> Corpus:
    """A file for itself, whoever it names."""
    from accord.verbs.read import Campaign

    return Campaign(None, inputs).read([path])


def _one(kind: Kind, path: str, inputs: Inputs) -> Corpus:
    """A file as a corpus of one annotator."""
    return _read_alone(path, inputs) if kind.scored_by_name else _read([path], inputs)


def together(read: Mapping[str, Corpus]) -> Corpus:
    """Corpora of one annotator each as one; documents without a name of their own are the same."""
    documents: dict[str, Document] = {}
    annotations: dict[tuple[str, str], Annotation] = {}
    layer = Layer("", {})
    for name, each in read.items():
        id_of = {document.id: document.id if document.named else "" for document in each.documents}
        for document in each.documents:
            known = documents.setdefault(id_of[document.id], replace(document, id=id_of[document.id]))
            if (known.text and document.text and known.text != document.text) or (
                known.sentences and document.sentences and known.sentences != document.sentences
            ):
                raise UsageError(f"{name}: the text of the document {document.id} is not that of the others")
        annotations |= {(id_of[document], name): said for (document, _), said in each.annotations.items()}
        layer = replace(each.layer, choices={**layer.choices, **each.layer.choices})
    findings = tuple(dict.fromkeys(finding for each in read.values() for finding in each.findings))
    joined = Corpus.of(tuple(documents.values()), annotations, findings)
    return replace(joined, layers={"": replace(layer, name="", annotations=annotations, findings=(), on=None)})


def _choose(kind: Kind) -> str:
    """How one of several annotators in a file is chosen."""
    if not kind.scored_by_name:
        return ""
    column, reference = (
        column_option("label", keyword="columns"),
        option("reference_columns", flag="--reference-column"),
    )
    return f": name a column of labels, {column}, or where one of them is the reference, {reference.removesuffix('=')}"


def _together(kind: Kind, given: Mapping[str, Any], inputs: Inputs) -> tuple[Corpus, dict[str, str]]:
    """One corpus of a reference and its predictions, and what the file or run of each annotator is called."""
    for name, each in given.items():
        if not isinstance(each, Corpus | str | PathLike):
            raise UsageError(
                f"{name}: a path or a corpus of {_what(kind)} is needed, as the reference, not {shown(each)}"
            )
    paths = {name: check_path(each, name) for name, each in given.items() if not isinstance(each, Corpus)}
    first, *others = paths.values() if paths else [""]
    for path in others:
        ours, theirs = inputs.held(_a_file(first)), inputs.held(_a_file(path))
        if ours != theirs:
            for file in (first, path):
                inputs.sniff(inputs.source(_a_file(file)))  # says so where nothing can be detected in it
            both = {ours, theirs} == {_TOKENS, "spans"}
            how = f": write one as the other first ({call('convert')})" if both else ""
            raise UsageError(f"{path} holds {theirs}, and the reference {first} {ours}{how}")
    refuse_repeated(others, "run")
    if len(paths) == len(given) and not kind.scored_by_name:
        gold, *runs = paths
        again = [name for name in runs if File(paths[name]).resolve() == File(first).resolve()]
        read_once = {name: path for name, path in paths.items() if name not in again}
        corpus = _read(list(read_once.values()), inputs)
        if kind_of(corpus).name != kind.name:
            raise UsageError(f"{_what(kind)} are scored here: leave out {option('layer', inputs.layer)}")
        side_of = dict(zip(read_once, distinct_names(list(read_once.values())), strict=True))
        for name in again:
            side_of[name] = f"{side_of[gold]} again"
            said = {
                (document, side_of[name]): each
                for (document, who), each in corpus.annotations.items()
                if who == side_of[gold]
            }
            corpus = corpus.with_annotations({**corpus.annotations, **said})
        return corpus, {side_of[name]: first if name == gold else name for name in paths}
    read = {name: each if isinstance(each, Corpus) else _one(kind, paths[name], inputs) for name, each in given.items()}
    for name, each in read.items():
        if len(each.annotators) != 1 or kind_of(each).name != kind.name:
            who = f", and these are by {some(list(each.annotators))}" if len(each.annotators) > 1 else ""
            raise UsageError(f"{paths.get(name, name)}: {_what(kind)} by one annotator are needed{who}{_choose(kind)}")
    files = {name: name for name in given} | {"reference": paths.get("reference", read["reference"].annotators[0])}
    made = {
        paths.get(name, name): [line for line in each.assumptions if line != one_per_file(list(each.annotators))]
        for name, each in read.items()
    }
    joined = replace(together(read), assumptions=tuple(said_of_files(made)))
    return joined, files


score.__signature__ = signature_with(score, score_options())  # type: ignore[attr-defined]
