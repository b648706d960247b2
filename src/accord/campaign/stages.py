"""The rounds, batches or months in which a layer was annotated, each as a corpus of its own."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from accord.campaign.coverage import numbered
from accord.kinds.kind import kind_of
from accord.payload.progress import STAGE

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping, Sequence

    from accord.model import Corpus
    from accord.model.work import WorkNote

    Label = tuple[str, str, str]
    """Of a document, by an annotator, of an item."""

MAX_STAGES = 24
"""So many rounds are measured, and no more."""
_WEEKS, _DAYS = 26 * 7, 21
"""Over more days than these, months are compared and not weeks; weeks and not days."""


class Stage(NamedTuple):
    """One round: what was annotated in it, and when."""

    name: str
    corpus: Corpus
    first_day: str | None
    last_day: str | None


@dataclass(frozen=True, slots=True)
class Stages:
    """What the rounds of a layer are called, and each of them, in their order."""

    of: str
    each: Sequence[Stage]


def stages_of(corpus: Corpus) -> Stages | None:
    """The rounds that a column names, else the folders that documents lie in, else parts of the time it took.

    Nothing where there are not several. An item belongs to the day of its last label: where each annotator works on
    days of their own, hardly anybody labelled the same on the same day.
    """
    work = kind_of(corpus).work(corpus)
    if any(note.round for note in work.values()):
        return _several("round", corpus, work, lambda note: note.round)
    folders = {document.id: STAGE.fullmatch(document.id.split("/")[0]) for document in corpus.documents}
    if len(folders) > 1 and all(folders.values()):
        return _of_documents(corpus, {name: found for name, found in folders.items() if found})
    work = _completed(work)
    days = sorted({note.day for note in work.values()} - {""})
    if len(days) < 2:
        return None
    apart = (date.fromisoformat(days[-1]) - date.fromisoformat(days[0])).days
    if apart > _WEEKS:
        return _several("month", corpus, work, lambda note: note.day[:7])
    return (
        _several("week", corpus, work, _week) if apart > _DAYS else _several("day", corpus, work, lambda note: note.day)
    )


def _completed(work: Mapping[Label, WorkNote]) -> dict[Label, WorkNote]:
    """What is known of each label, with the last day on which its item was labelled."""
    last: dict[tuple[str, str], str] = {}
    for (document, _, item), note in work.items():
        last[document, item] = max(note.day, last.get((document, item), ""))
    return {label: note._replace(day=last[label[0], label[2]]) for label, note in work.items()}


def _week(note: WorkNote) -> str:
    """The week of a day, by ISO 8601."""
    if not note.day:
        return ""
    year, week, _ = date.fromisoformat(note.day).isocalendar()
    return f"{year}-W{week:02}"


def _several(
    of: str, corpus: Corpus, work: Mapping[Label, WorkNote], stage_of: Callable[[WorkNote], str]
) -> Stages | None:
    """The labels of items by what a note of each says; those without one are in none."""
    labels: defaultdict[str, list[Label]] = defaultdict(list)
    days: defaultdict[str, set[str]] = defaultdict(set)
    for label, note in work.items():
        if name := stage_of(note):
            labels[name].append(label)
            days[name] |= {note.day} - {""}
    if len(labels) < 2:
        return None
    order = sorted(labels, key=lambda name: (min(days[name], default=""), numbered(name)))
    called = STAGE.match(order[0])
    return Stages(
        called["of"].lower() if called else of,
        [_stage(name, kind_of(corpus).chosen_items(corpus, labels[name]), days[name]) for name in order],
    )


def _stage(name: str, corpus: Corpus, days: set[str]) -> Stage:
    return Stage(name, corpus, min(days, default=None), max(days, default=None))


def _of_documents(corpus: Corpus, folders: Mapping[str, re.Match[str]]) -> Stages | None:
    """The documents of each folder that is called like a round."""
    documents: defaultdict[str, list[str]] = defaultdict(list)
    for name, found in folders.items():
        documents[found[0]].append(name)
    if len(documents) < 2:
        return None
    of = next(iter(folders.values()))["of"].lower()
    order = sorted(documents, key=numbered)
    return Stages(of, [Stage(name, corpus.within(documents[name]), None, None) for name in order])
