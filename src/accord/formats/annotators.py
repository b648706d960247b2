"""Who annotated what: from the paths of the files, where these do not say it themselves, and what is in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.campaign import Part, assign, by_folder
from accord.formats.names import distinct_names, some
from accord.formats.tiers import MAX_FILES, SAME_UNITS, hold_tiers, shared_units, units_on_tiers
from accord.messages import option, plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.formats.content import Content, Marking

    Contents = Mapping[str, Content]
    """What the file at each path holds."""

_ALIKE, _MIN_UNITS = 0.5, 3


def assign_annotators(
    contents: Contents, how: str | None, files: Contents
) -> tuple[list[tuple[Part, Content]], list[str]]:
    """Each file with its annotator and document, as far as these do not stand in the file itself; what was assumed.

    ``contents`` are those of one layer, ``files`` what files hold in all layers: for each layer the annotators of files
    are the same.
    """
    silent = [path for path, content in files.items() if not any(each.names_annotators for each in content.all_layers)]
    telling = [path for path in contents if path not in {*silent}]
    unnamed = [path for path in telling if contents[path].answers and not contents[path].names_annotators]
    telling = [path for path in telling if path not in {*unnamed}]
    assumptions: list[str] = []
    if how in {"rows", "columns"} and silent:
        raise UsageError(f"no annotators are named in the {how} of {some(silent)}")
    if how not in {"rows", "columns", None} and telling:
        raise UsageError(f"{some(telling)} says itself who annotated, so annotators are not told apart by {how}")
    assigned = {part.path: part for part in _apart(telling, contents, assumptions)}
    if unnamed:  # other layers of these files name theirs
        names = dict(zip(files, distinct_names(list(files)), strict=True))
        assigned |= {path: Part(path, None, names[path]) for path in unnamed}
        assumptions.append(f"where a layer of {some(unnamed)} names no annotator, the file is one")
    if silent:
        outcome = assign(silent, how, partial(same_text, files))
        if how is None and outcome.way == "files":
            if _are_documents(silent, files):
                outcome = by_folder(silent)
            else:
                _refuse_untold_recordings(silent, files)
        assigned |= {part.path: part for part in outcome.parts}
        assumptions.append(outcome.assumption)
    return [(assigned[path], content) for path, content in contents.items()], assumptions


def assign_sides(contents: Contents, sides: Mapping[str, Part]) -> tuple[list[tuple[Part, Content]], list[str]]:
    """Each file with the side of a comparison that it is of, and the document that it is in the folder of that side."""
    parts = [
        (sides[path] if content.leaves_document_open else sides[path]._replace(document=None), content)
        for path, content in contents.items()
    ]
    names = list(dict.fromkeys(str(part.annotator) for part, _ in parts))
    in_folders = any(part.document for part in sides.values())
    return parts, [f"{plural(len(names), 'side')} ({some(names)}), one per {'folder' if in_folders else 'file'}"]


def _are_documents(paths: Sequence[str], contents: Contents) -> bool:
    """Whether files whose format has one for each document and annotator all hold different texts."""
    if len(paths) < 2 or not all(contents[path].is_document for path in paths):
        return False
    things = [thing for path in paths for thing in _things(contents[path])]
    tiers = [units_on_tiers(contents[path]) for path in paths[:MAX_FILES]] if hold_tiers(contents.values()) else []
    alike = any(shared_units(*pair) >= SAME_UNITS for pair in combinations(tiers, 2))
    return len(set(things)) == len(things) and not alike


def _refuse_untold_recordings(paths: Sequence[str], contents: Contents) -> None:
    """Refuse files of tiers that may be annotators or recordings, unless all are clearly of one recording.

    They are if all name the same media; or if two are alike, and all have the same length or else units of others.
    """
    held = [contents[path] for path in paths]
    if not hold_tiers(held):
        return
    marked = [units for content in held[:MAX_FILES] if (units := units_on_tiers(content))]
    alike = len(marked) < 2 or any(shared_units(*pair) >= SAME_UNITS for pair in combinations(marked, 2))
    known = all(content.recording and not content.timed for content in held)
    if (alike or known) and _are_of_one_recording(held):
        return
    by = [option("annotators_by", way) for way in ("files", "folders", "columns")]
    lengths = any(content.timed for content in held) and len({content.recording for content in held}) > 1
    why = "are of different recordings" if known else "name no recording"
    raise UsageError(
        f"it cannot be told whether {some(paths)} are annotators or recordings: they {why} and hold different units"
        f"{', and not all have the same length' * lengths}: say {by[0]} if each file is an annotator, {by[1]} if each "
        f"is a recording, annotated by whoever its folder is called after, or {by[2]} if each is a recording and each "
        "tier an annotator"
    )


def _are_of_one_recording(contents: Sequence[Content]) -> bool:
    """Whether each file has the media or the length of another, or its units where one says neither, and so all."""
    first, *left = contents
    same = [first]
    while left:
        more = [each for each in left if any(_of_same_recording(each, other) for other in same)]
        if not more:
            return False
        same = [*more, *same][:MAX_FILES]
        left = [each for each in left if each not in more]
    return True


def _of_same_recording(one: Content, other: Content) -> bool:
    if one.recording and other.recording:
        return one.recording == other.recording
    return shared_units(units_on_tiers(one), units_on_tiers(other)) >= SAME_UNITS


def _apart(paths: Sequence[str], contents: Contents, assumptions: list[str]) -> list[Part]:
    """Files that name their annotators: a document each, if somebody labelled the same thing in two of them."""
    seen: Counter[tuple[object, ...]] = Counter()
    for path in paths if len(paths) > 1 else ():
        content = contents[path]
        seen.update({(passage.annotator, passage.document) for passage in content.passages})
        seen.update({(marking.annotator, *_identity(marking)) for marking in content.markings})
        seen.update({(unitising.annotator, unitising.document) for unitising in content.unitisings})
        seen.update({(annotated.annotator, annotated.document) for annotated in content.others})
        for (document, annotator), answers in content.answers.items():
            seen.update((annotator, document, item) for item in answers.labels)
    twice = any(number > 1 for number in seen.values())
    if twice and all(_has_one_annotator_of_units(contents[path]) for path in paths):
        named = assign(paths)
        if all(part.document for part in named.parts):
            assumptions.append(f"documents are as the paths name them: {named.assumption}")
            return [part._replace(annotator=None) for part in named.parts]
    crowded = [path for path in paths if _has_several_on_one_continuum(contents[path])]
    if len(crowded) == 1 < len(paths) and not twice:
        assumptions.append("all units without a document are on one continuum, for no annotator stands in two files")
    elif len(crowded) > 1:
        assumptions.append("each file is a document, for the units of several annotators stand in one")
    elif twice:
        assumptions.append("each file is a document, for the same annotator labels the same item in several")
    names = _as_documents(paths, contents) if twice or len(crowded) > 1 else {}
    return [Part(path, names.get(path), None) for path in paths]


def _as_documents(paths: Sequence[str], contents: Contents) -> dict[str, str]:
    """The names of files that are a document each; one that names just these documents itself lies beside them."""
    unnamed = [path for path in paths if None in contents[path].documents]
    names = dict(zip(unnamed, distinct_names(unnamed), strict=True))
    others = {document or "" for path in paths if path not in names for document in contents[path].documents}
    beside = all(any(f"{document}/".startswith(f"{name}/") for name in names.values()) for document in others)
    return names if beside else dict(zip(paths, distinct_names(paths), strict=True))


def _has_one_annotator_of_units(content: Content) -> bool:
    return bool(content.unitisings) and len(content.annotators) == 1


def _has_several_on_one_continuum(content: Content) -> bool:
    """Whether several annotators marked units on a continuum without a name."""
    return len({unitising.annotator for unitising in content.unitisings if unitising.document is None}) > 1


def same_text(contents: Contents, first: str, second: str) -> bool:
    """Whether two files hold the same text, or at least half of the smaller one."""
    one, other = contents[first], contents[second]
    if one.recording and one.recording == other.recording and not (one.timed and _are_clips(contents)):
        return True
    if all(map(_is_continuum, (one, other))):
        return shared_units(*(units_on_tiers(contents[path]) for path in (first, second))) >= SAME_UNITS
    ours, theirs = _things(contents[first]), _things(contents[second])
    return len(ours & theirs) >= _ALIKE * max(1, min(len(ours), len(theirs)))


def _is_continuum(content: Content) -> bool:
    """Whether a file holds nothing but units, on tiers or, so many that they show which it is, without a name."""
    return hold_tiers([content]) or (content.documents == {None} and len(units_on_tiers(content)) >= _MIN_UNITS)


def _are_clips(contents: Contents) -> bool:
    """Whether recordings may have the same length: all do, or some lengths are those of more files than others."""
    files = Counter(content.recording for content in contents.values())
    return len(files) == 1 or len(set(files.values())) > 1


def _things(content: Content) -> set[object]:
    if content.recording:
        return {("recording", content.recording)}
    if content.beside:
        return set().union(*(_things(replace(each, beside=[])) for each in content.all_layers))
    sentences = {sentence.tokens for passage in content.passages for sentence in passage.sentences}
    items = {item for answers in content.answers.values() for item in answers.labels}
    continua = {unitising.document for unitising in content.unitisings if unitising.document is not None}
    others = {annotated.document for annotated in content.others if annotated.document is not None}
    trees = {tree.words for bank in content.trees for tree in bank.trees}
    return {*sentences, *items, *map(_identity, content.markings), *continua, *trees, *others}


def _identity(marking: Marking) -> tuple[object, ...]:
    """What tells a document with spans from others: its name, or else its text."""
    return ("text", marking.words) if marking.document is None else ("document", marking.document)
