"""Score systems against each of several references, and the annotators of these against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.encoding.repair import NO_REPAIR
from accord.errors import AccordError, UsageError
from accord.formats.folders import find_files
from accord.formats.formats import endings
from accord.formats.frame import is_frame
from accord.formats.names import called_like, ending, some
from accord.messages import call, option, plural
from accord.model import Corpus
from accord.scoring.references import ReferenceScores
from accord.verbs.arguments import check_path, lists, refuse_repeated

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.formats import Columns
    from accord.formats.inputs import Inputs
    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.scores import Scores

_IDLE = ("all_repairs", "locate", "surface", "by_document", "spans", "by", "train")
"""What is shown against one reference only."""
_FLAGS = {"locate": "--errors", "spans": "--chance"}


class References(NamedTuple):
    """Several references by name, none where a caller gives one; and what was taken for granted about them."""

    given: Mapping[str, Any] = {}
    note: str = ""


def several_references(
    reference: Any, predictions: Any, inputs: Inputs, of_reference: Columns | None = None
) -> References:
    """The references by name, where a caller gives several; nothing where it is one.

    Several are a mapping of names to paths, corpora, lists or mappings of labels, and a corpus, a folder or a file of
    several annotators, unless ``of_reference`` names one of them or a column. A mapping of items to labels, or to sets
    of labels, is one reference.
    """
    if isinstance(reference, Corpus):
        return References(by_annotator(reference) if len(reference.annotators) > 1 else {})
    if isinstance(reference, str | PathLike):
        path = check_path(reference, "reference")
        if Path(path).is_dir():
            return References(_in_folder(path, predictions, inputs))
        return References() if _column_of(inputs, of_reference) is not None else _in_file(path, inputs)
    return References(_in_mapping(reference, predictions) if isinstance(reference, Mapping) else {})


def _column_of(inputs: Inputs, of_reference: Columns | None) -> Any:
    """What a caller calls the column of the reference, where that is not the one of predictions."""
    return None if of_reference is None or of_reference.label == inputs.label else of_reference.label


def annotator_of_file(reference: Any, inputs: Inputs, of_reference: Columns | None) -> Corpus | None:
    """One annotator of a reference file by several, where a caller names that one as its column; else nothing."""
    name = _column_of(inputs, of_reference)
    if not isinstance(name, str) or not isinstance(reference, str | PathLike):
        return None
    path = check_path(reference, "reference")
    if Path(path).is_dir():
        return None
    try:
        return by_annotator(_of_several(path, replace(inputs.told(of_reference), label=None))).get(name)  # type: ignore[arg-type]
    except AccordError:  # it is a column, without which the file cannot be read
        return None


def _in_folder(path: str, predictions: Any, inputs: Inputs) -> dict[str, Any]:
    """The annotators of a folder, unless its files are documents."""
    if _same_files(path, predictions):
        return {}
    from accord.verbs.read import Campaign  # here, for it loads numpy, which labels of tokens do not need

    corpus = Campaign(None, inputs).read([path])
    return _files(corpus) or by_annotator(corpus) if _share_documents(corpus) else {}


def _in_file(path: str, inputs: Inputs) -> References:
    """The annotators of one file; refused where one of them is called as a reference is."""
    corpus = _of_several(path, inputs)
    names = list(corpus.annotators)
    if not names:
        return References()
    _refuse_apart(path, inputs, corpus)
    if called := [name for name in names if called_like(name)]:
        chosen = option("reference_columns", flag=f"--reference-column {quote(called[0])}")
        raise UsageError(
            f"{path} is by {some(names)}, and {called[0]!r} is called as a reference or a prediction is: name the "
            f"reference ({chosen}), or where each annotator is one, leave {called[0]!r} out of the file"
        )
    chosen = option("reference_columns", flag="--reference-column NAME")
    said = f"{path} is by {plural(len(names), 'annotator')}, and each is a reference ({chosen} takes one)"
    return References(by_annotator(corpus), said)


def _of_several(path: str, inputs: Inputs) -> Corpus:
    """What a file that several annotators made holds; nothing where it is by one, or a column of it is named."""
    content = inputs.content(path)
    if content is None or content.has_errors or len(content.annotators) < 2 or None in content.annotators:
        return Corpus.of((), {})
    from accord.verbs.read import Campaign

    corpus = Campaign(None, inputs).read([path])
    return corpus if len(corpus.annotators) > 1 else Corpus.of((), {})


def _refuse_apart(path: str, inputs: Inputs, corpus: Corpus) -> None:
    """Refuse annotators of one file none of whom looked at what another did: together they are one reference."""
    answers = inputs.content(path).answers  # type: ignore[union-attr]
    labelled = Counter((document, item) for (document, _), held in answers.items() for item in held.labels)
    if not (max(labelled.values()) > 1 if labelled else _share_documents(corpus)):
        raise UsageError(
            f"{path} is by {some(list(corpus.annotators))}, and nothing in it is by two of them: where they are one "
            "reference together, leave their names out of the file"
        )


def _in_mapping(reference: Mapping[Any, Any], predictions: Any) -> dict[str, Any]:
    """What a caller names, where all of it may be references."""
    if not all(map(_may_be_reference, reference.values())):
        return {}
    given = {str(name): each for name, each in reference.items()}
    if len(given) < 2:
        raise UsageError("several references are needed in a mapping of them; give a single one by itself")
    if isinstance(predictions, Mapping) and (both := given.keys() & set(map(str, predictions))):
        raise UsageError(
            f"a system is called {min(both)}, as a reference is: give it another name (several labels of one item are "
            "a set, not a list)"
        )
    refuse_repeated([str(each) for each in given.values() if isinstance(each, str | PathLike)], "reference")
    return given


def _may_be_reference(given: Any) -> bool:
    """Whether something is a whole reference: a file, a corpus, the labels of sentences; a label of an item is none."""
    if isinstance(given, str):
        named = ending(given) in endings() or (Path(given).name != given and Path(given).is_dir())
        return named or Path(given).is_file()
    return isinstance(given, PathLike | Corpus | Mapping) or is_frame(given) or isinstance(lists(given), list)


def _same_files(reference: str, predictions: Any) -> bool:
    """Whether a prediction is a folder with files of the same names as a reference, which then are its documents."""
    given = predictions.values() if isinstance(predictions, Mapping) else [predictions]
    paths = [path for each in given for path in (each if isinstance(each, list | tuple) else [each])]
    folders = [Path(path) for path in paths if isinstance(path, str | PathLike) and Path(path).is_dir()]
    names = _inside(Path(reference)) if folders else set()
    return any(names & _inside(folder) for folder in folders)


def _inside(folder: Path) -> set[Path]:
    return {Path(file).relative_to(folder) for file in find_files([str(folder)]).paths}


def _share_documents(corpus: Corpus) -> bool:
    """Whether two annotators of a folder have a document in common; where none have, its files are documents."""
    return max(Counter(document for document, _ in corpus.annotations).values(), default=0) > 1


def _files(corpus: Corpus) -> dict[str, Any]:
    """The file of each annotator, where everybody has one; so problems are said of files."""
    held = {
        name: {said.file for (_, who), said in corpus.annotations.items() if who == name} for name in corpus.annotators
    }
    files = {name: min(each) for name, each in held.items() if len(each) == 1 and Path(min(each)).is_file()}
    return files if len(files) == len(held) == len(set(files.values())) else {}


def by_annotator(corpus: Corpus) -> dict[str, Corpus]:
    """What each annotator of a corpus said, as a corpus."""
    return {annotator: corpus.by([annotator]) for annotator in corpus.annotators}


def score_references(
    several: References,
    predictions: Any,
    score: Callable[..., Scores | CountedScores],
    how: Mapping[str, Any],
) -> ReferenceScores:
    """Score all systems against each reference, and each of the others against it in the same way.

    ``score`` is that of one reference, ``how`` its options. Annotators are read as references are, also where they are
    scored.
    """
    references = several.given
    for name in _IDLE:
        if how.get(name):
            raise UsageError(
                f"{option(name, how[name] is True or None, flag=_FLAGS.get(name, ''))} needs one reference, "
                f"and there are {len(references)}"
            )
    of_annotators = {
        **how,
        "repair": how.get("repair_reference", NO_REPAIR),
        "columns": _as_reference(how),
        "by_file": False,
        "runs": False,
    }
    systems = {}
    for name, each in references.items():
        systems[name] = score(each, predictions, **how)
        if isinstance(systems[name], ReferenceScores):
            raise UsageError(
                f"{option('reference', name)} has several annotators, each of them a reference: give it alone, or name "
                "all references one by one"
            )
    _refuse_two_readings(systems)
    annotators = {
        name: score(each, {other: it for other, it in references.items() if other != name}, **of_annotators)
        for name, each in references.items()
    }
    _refuse_two_readings({**systems, **{f"{name} by others": each for name, each in annotators.items()}})
    return ReferenceScores(systems, annotators, several.note)


def of_one_reference(scores: Any, what: str) -> Any:
    """The scores of one reference, where that is ``what`` they are for; those of several are refused."""
    if isinstance(scores, ReferenceScores):
        several = ", ".join(scores.references)
        raise UsageError(f"{what} one reference, and this is several ({several}): {call('score')} takes them")
    return scores


def _as_reference(how: Mapping[str, Any]) -> Any:
    """How files of references are read."""
    of_reference = how.get("reference_columns")
    return how.get("columns") if of_reference is None else how["columns"].told(of_reference)


def _refuse_two_readings(scores: Mapping[str, Scores | CountedScores]) -> None:
    """Refuse references that are not read alike, so that what they give is not one measure."""
    read = {name: str(each.signature.choices.get("enc", each.measures[0])) for name, each in scores.items()}
    if len(set(read.values())) > 1:
        said = ", ".join(f"{name} as {how}" for name, how in read.items())
        raise UsageError(f"the references are not read alike ({said}): say which encoding ({option('encoding')})")
