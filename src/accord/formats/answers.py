"""Puts the labels of items of a campaign together by document and annotator."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from accord.formats.arrow_names import NamesAlone
from accord.formats.cells import CELLS
from accord.formats.content import other_text
from accord.formats.corpus_part import CorpusPart
from accord.formats.names import distinct_names, some
from accord.formats.number_labels import GAPS, plain_labels
from accord.formats.repeats import GivenLabel, RepeatedItem, decision, label_findings
from accord.messages import option
from accord.model import Document, Finding, ItemLabels, Place, Severity
from accord.model.array_map import ArrayMap

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from accord.formats.campaign import Part
    from accord.formats.content import Answers, Content
    from accord.model.work import WorkNote


def item_layers(parts: Sequence[tuple[Part, Content]], policy: str = "error") -> CorpusPart:
    """Put the answers of all files together by document and annotator; the policy says which of repeated ones count."""
    made = CorpusPart(nominal=next((content.nominal for _, content in parts if content.nominal), ""))
    tables = [content.file for _, content in parts if content.answers]
    unnamed = distinct_names(tables)[0] if len(tables) == 1 else "items"
    merged: dict[tuple[str, str], _Merged] = {}
    work: dict[tuple[str, str], dict[str, WorkNote]] = {}
    texts: dict[str, Mapping[str, str]] = {}

    def named(part: Part, document: str | None) -> str:
        return "/".join(filter(None, (part.document, document))) or unnamed

    for part, content in parts:
        others = []
        for (document, item), text in content.texts.items():
            known = _writable(texts, named(part, document))
            if not known.get(item):
                known[item] = text
            elif text and text != known[item]:
                others.append(item)
        made.findings += [other_text(item, Place(content.file)) for item in others[:1]]
        for document, names in _names_alone(content):
            beside = texts.get(named(part, document))
            texts[named(part, document)] = {**dict.fromkeys(names, ""), **beside} if beside else NamesAlone(names)
        for (document, annotator), answers in content.answers.items():
            key = named(part, document), annotator or part.annotator or ""
            if content.work:
                work[key] = {**_work_on(content, annotator, answers), **work.get(key, {})}
            if key in merged:
                merged[key].add(content.file, answers)
            else:
                merged[key] = _Merged(content.file, answers)
    _alike(list(merged.values()), made)
    _choose_labels(merged, policy, made)
    made.findings += _without_common_labels(merged)
    told = {named(part, document) for part, content in parts for document, _ in content.answers if document}
    made.documents += [Document(name, items=texts[name], named=name != unnamed or name in told) for name in texts]
    unlike = {
        (name, item)
        for (name, _), answers in merged.items()
        for item, text in answers.texts.items()
        if texts[name][item] != text
    } | _without_text(merged, texts)
    order = {who: number for number, who in enumerate(dict.fromkeys(who for _, who in merged))}
    for (name, who), held in sorted(merged.items(), key=lambda entry: order[entry[0][1]]):
        read = {item: text for item, text in held.texts.items() if (name, item) in unlike}
        notes = work.get((name, who), {})
        made.annotations[name, who] = ItemLabels(held.labels, held.file, held.lines, read, held.kept, notes)
    return made


def _work_on(content: Content, annotator: str | None, answers: Answers) -> dict[str, WorkNote]:
    """What is said of the work on each label."""
    known = content.work
    notes = ((item, known.get((line, annotator), known.get((line, None)))) for item, line in answers.lines.items())
    return {item: note for item, note in notes if note is not None}


def _writable(texts: dict[str, Mapping[str, str]], document: str) -> dict[str, str]:
    """The texts of a document as a dictionary of their own."""
    known = texts.setdefault(document, {})
    if not isinstance(known, dict):
        texts[document] = known = dict(known)
    return known


def _names_alone(content: Content) -> list[tuple[str | None, Sequence[str]]]:
    """The names of items that came as arrays, which no text stands beside, for each document."""
    found: dict[int, tuple[str | None, Sequence[str]]] = {}
    for (document, _), answers in content.answers.items():
        if isinstance(answers.labels, ArrayMap):
            found[id(answers.labels.names)] = document, answers.labels.names
    return list(found.values())


class _Merged:
    """What an annotator answered in all files, of which the first is named; what was read of it stays as it is."""

    def __init__(self, file: str, answers: Answers) -> None:
        self.file = file
        coded = isinstance(answers.labels, ArrayMap)
        self.labels: Mapping[str, str] = answers.labels if coded else dict(answers.labels)
        self.texts = dict(answers.texts)
        self.lines: Mapping[str, int] = answers.lines
        self.elsewhere: dict[str, Place] = {}
        """Where labels stand that stand in other files."""
        self.again: dict[str, list[GivenLabel]] = {item: answers.given(file, item)[1:] for item in answers.again}
        self.kept: dict[str, tuple[str, ...]] = {}
        self.chosen: dict[str, int | None] = {}
        """The lines of labels that count instead of the first, None where they stand in another file."""

    def writable(self) -> dict[str, str]:
        """The labels as a dictionary of their own, also where they came as arrays."""
        if not isinstance(self.labels, dict):
            self.labels = dict(self.labels)
        return self.labels

    def different(self) -> Iterable[str]:
        """The labels, perhaps each once, in the order in which they were given."""
        return self.labels.used if isinstance(self.labels, ArrayMap) else self.labels.values()

    def add(self, file: str, answers: Answers) -> None:
        """Take in what the same annotator answered in another file."""
        labels = self.writable()
        for item, label in answers.labels.items():
            first, *others = answers.given(file, item)
            if item in labels:
                others = [first, *others]
            else:
                labels[item] = label
                self.elsewhere[item] = first.place
                if item in answers.texts:
                    self.texts[item] = answers.texts[item]
            if others:
                self.again.setdefault(item, []).extend(others)

    def repeated(self, annotator: str) -> Iterator[RepeatedItem]:
        """The items that have more than one label."""
        for item, others in self.again.items():
            place = self.elsewhere.get(item) or Place(self.file, self.lines[item])
            yield RepeatedItem(item, annotator or None, [GivenLabel(self.labels[item], place), *others])

    def choose(self, item: str, given: GivenLabel | None) -> None:
        """Let a label count, or none."""
        if given is None:
            del self.writable()[item]
            self.texts.pop(item, None)
        else:
            self.writable()[item] = given.label
        self.chosen[item] = None if given is None or given.place.file != self.file else given.place.line

    def leave_out(self, gaps: Container[str]) -> None:
        """Take these labels for no answer, also among several of an item."""
        for item, others in list(self.again.items()):
            held = [each for each in others if each.label not in gaps]
            if self.labels[item] in gaps and held:
                self.choose(item, held[0])
                self.elsewhere[item] = held.pop(0).place
            self.again[item] = held
            if not held:
                del self.again[item]
        for item in [item for item, label in self.labels.items() if label in gaps]:
            self.choose(item, None)
        self.finish()

    def finish(self) -> None:
        """Name the lines of the labels that count."""
        if self.chosen:
            lines = {**self.lines, **self.chosen}
            self.lines = {item: line for item, line in lines.items() if line is not None}


def _choose_labels(merged: Mapping[tuple[str, str], _Merged], policy: str, made: CorpusPart) -> None:
    """Let one label of each item count where an annotator gave several, and say so."""
    found = [(answers, each) for (_, who), answers in merged.items() for each in answers.repeated(who)]
    if not found:
        return
    repeated = [each for _, each in found]
    labels = sum(len(answers.labels) for answers in merged.values()) + sum(len(each.given) - 1 for each in repeated)
    if policy == "error":
        made.findings += label_findings(repeated, labels)
        return
    made.assumptions.append(decision(policy, repeated, labels))
    if policy == "keep" or any(each.contradicts for each in repeated):
        made.choices["repeats"] = policy
    for answers, each in found:
        if policy == "keep":
            answers.kept[each.item] = tuple(given.label for given in each.given[1:])
        elif each.contradicts:
            answers.choose(each.item, each.chosen(policy))
    for answers in merged.values():
        answers.finish()


def _alike(given: Sequence[_Merged], made: CorpusPart) -> None:
    """Write labels that are the same alike, take none from a gap among numbers or truth values, and say so."""
    again = (each.label for answers in given for others in answers.again.values() for each in others)
    found = plain_labels(chain((label for answers in given for label in answers.different()), again))
    made.assumptions += found.said
    if found.doubt:
        message = f"{found.doubt!r} may be a number with a decimal comma, or a set of two: labels with commas are sets"
        hint = f"write numbers with a point ({found.doubt.replace(',', '.')})"
        made.findings.append(Finding("decimal-comma", Severity.WARNING, Place(given[0].file), message, hint))
    used = {label for answers in given for label in answers.different()}
    if marks := sorted((used & GAPS) - found.gaps - {""}) if len(used) > 1 else []:
        named = some(list(map(repr, marks)))
        what = "counts as a label" if len(marks) == 1 else "count as labels"
        ways = " ".join(option("missing", mark) for mark in marks)
        message = f"{named} {what}, though programs write that where there is none"
        hint = f"if nobody answered there, empty these cells, or say so to agree: {ways}"
        made.findings.append(Finding("gap-label", Severity.WARNING, Place(given[0].file), message, hint))
    for answers in given:
        if found.gaps:
            answers.leave_out(found.gaps)
        if found.spelled:
            labels = answers.labels.items()
            answers.writable().update({item: found.spelled[label] for item, label in labels if label in found.spelled})
            for others in answers.again.values():
                others[:] = [each._replace(label=found.spelled.get(each.label, each.label)) for each in others]


def _without_common_labels(merged: Mapping[tuple[str, str], _Merged]) -> list[Finding]:
    """A warning for an annotator whose labels recur and are nobody else's: of the same in another spelling, perhaps."""
    held: dict[str, set[str]] = {}
    given: Counter[str] = Counter()
    for (_, who), answers in merged.items():
        held.setdefault(who, set()).update(answers.different())
        given[who] += len(answers.labels)
    files = {who: answers.file for (_, who), answers in merged.items()}
    givers = Counter(label for labels in held.values() for label in labels)
    found = []
    for who, labels in held.items() if len(held) > 1 else ():
        recur = given[who] >= max(CELLS, 2 * len(labels))
        if recur and all(givers[label] == 1 for label in labels):
            message = f"nobody else gives a label of {who}'s ({some(sorted(map(repr, labels)))})"
            hint = "write labels alike that mean the same, or leave out who labelled something else"
            found.append(Finding("no-common-label", Severity.WARNING, Place(files[who]), message, hint))
    return found[: 1 if len(held) == 2 else None]


def _without_text(
    merged: Mapping[tuple[str, str], _Merged], texts: Mapping[str, Mapping[str, str]]
) -> set[tuple[str, str]]:
    """Items of which somebody who has texts read none, where texts stand beside the labels of each annotator."""
    told = Counter((name, item) for (name, _), answers in merged.items() for item in answers.texts)
    if max(told.values(), default=0) < 2:
        return set()
    readers = {who for (_, who), answers in merged.items() if answers.texts}
    return {
        (name, item)
        for (name, who), answers in merged.items()
        if who in readers
        for item in answers.labels
        if texts[name][item] and item not in answers.texts
    }
