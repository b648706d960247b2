"""Labels of items against a reference, matched by the names of items: what is scored, and what is left out."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import ReadError
from accord.formats.look_alikes import look_alikes
from accord.formats.names import some
from accord.kinds.labels.item_columns import ABSENT, ItemColumns
from accord.kinds.labels.label_pairs import LabelPairs
from accord.kinds.labels.score_sets import refuse_possible_sets, score_sets
from accord.kinds.labels.scored_labels import ScoredLabels
from accord.kinds.labels.scores import score_label_pairs
from accord.kinds.labels.terms import OF_ITEMS, OF_SETS
from accord.messages import option, plural
from accord.model import Place
from accord.scoring.counted_scores import Counted, ScoringError, one_sided
from accord.scoring.instances import RIGHT, WRONG, Instance
from accord.study.scale import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from accord.kinds.labels.label_scale import LabelScale
    from accord.kinds.labels.options import LabelOptions
    from accord.model import Corpus, Finding
    from accord.scoring.counted_scores import CountedRun

    Codes = NDArray[Any]

SHARED, ABSTAIN = "shared", "abstain"


def count_items(corpus: Corpus, files: Mapping[str, str], options: LabelOptions) -> Counted:
    """What every system has right of the labels of the reference, the first of the annotators."""
    (gold, gold_file), *others = files.items()
    columns = ItemColumns(corpus, gold)
    held = {name: columns.used(name) for name in files}
    labels = ScoredLabels.of(chain.from_iterable(held.values()), options)
    if options.set_separator is None or not any(options.set_separator in label for label in labels.names):
        refuse_possible_sets(labels.names)
    codes = {name: columns.codes(name, labels.code_of) for name in files}
    items = _Items(columns, codes, dict(files), options.one_sided)
    items.refuse_one_sided()
    scored = items.scored(len(labels.names))
    if not scored.any():
        raise ReadError(f"there is no item to score: {gold_file} has no label of an item that all systems label")
    kept = None if scored.all() else np.flatnonzero(scored)
    reference = codes[gold] if kept is None else codes[gold][kept]
    runs, digests = [], [_digest(labels.names, reference)]
    for name, file in others:
        found = codes[name] if kept is None else codes[name][kept]
        predicted = np.where(found == ABSENT, len(labels.names), found) if (found == ABSENT).any() else found
        rows = _Rows(columns, corpus, gold, name, kept, labels, reference, predicted)
        pairs = LabelPairs(labels.names, reference, predicted, len(reference))
        runs.append(_run(pairs, rows, file, options.set_separator, labels.scale))
        digests.append(_digest(labels.names, predicted))
    left_out = int(np.count_nonzero(codes[gold] != ABSENT)) - len(reference)
    choices: dict[str, object] = {
        "of": "items",
        **({"sets": repr(options.set_separator)} if options.set_separator else {}),
        **({"order": "given"} if options.labels is not None else {}),
        **({"abstain": "+".join(map(repr, sorted(options.abstain)))} if options.abstain else {}),
        **({"one-sided": options.one_sided} if options.one_sided else {}),
        "runs": len(runs),
        "items": len(reference),
        **({"left-out-items": left_out} if left_out else {}),
        "labels": len(runs[0].of_labels.labels if options.set_separator and runs[0].of_labels else labels.names),
        "ci": "jackknife",
        "data": "+".join(digests),
    }
    notes = (
        *labels.notes,
        *items.notes(len(labels.names), runs),
        *_one_side_only(gold_file, runs),
        *(str(finding) for finding in look_alikes(labels.names, Place(gold_file))),
        *(() if options.set_separator else _say_scale(labels, ordered=options.labels is not None)),
        *([] if runs[0].of_labels else [_too_many(labels.names)]),
    )
    terms = OF_SETS if options.set_separator else OF_ITEMS
    return Counted(tuple(runs), choices, notes, label="label", terms=terms)


def _run(pairs: LabelPairs, rows: _Rows, file: str, separator: str | None, scale: LabelScale | None) -> CountedRun:
    """One system, by labels or by sets of them."""
    more = {"documents": rows.documents, "errors": rows.errors, "instances": rows.instances}
    if separator:
        return score_sets(pairs, separator, file, **more)  # type: ignore[arg-type]
    return score_label_pairs(pairs, file, scale=scale, **more)  # type: ignore[arg-type]


def _digest(labels: Sequence[str], codes: Codes) -> str:
    """Eight digits that change with any label."""
    whole = sha256("\0".join(labels).encode("utf-8", "surrogatepass"))
    whole.update(codes.astype(np.uint8 if len(labels) < 1 << 8 else np.int32).data)
    return whole.hexdigest()[:8]


def _one_side_only(gold_file: str, runs: Sequence[CountedRun]) -> Iterator[str]:
    """Labels that the reference or a system never gives; of sets these show in the table.

    Where no label is common, that is said of every kind.
    """
    for run in runs:
        if not any(each.reference and each.predicted for each in run.labels.values()):
            continue
        for counts, never, gives in ((0, gold_file, run.file), (1, run.file, gold_file)):
            alone = [label for label, each in run.labels.items() if not each[counts]]
            if alone:
                what = "the label" if len(alone) == 1 else "the labels"
                yield f"{never} never has {what} {some([repr(label) for label in alone])}, which {gives} has"


def _say_scale(labels: ScoredLabels, *, ordered: bool) -> Iterator[str]:
    """What labels are taken for, and why nothing is measured that asks how far they lie apart."""
    measures = "weighted kappa, MAE and RMSE"
    if labels.scale is not None:
        if not ordered:
            yield f"labels are numbers, and taken for a scale by {measures}; where they are names, leave these aside"
    elif len(labels.names) > 2:
        how = option("labels", flag="--labels LOWEST,...,HIGHEST")
        why = f"{labels.word!r} is no number (if the labels have an order, say it: {how})"
        yield f"without {measures}: {why if labels.word else f'numbers above {LARGEST:g} cannot be measured'}"


def _too_many(labels: Sequence[str]) -> str:
    return f"{len(labels):,} different labels are too many to measure each for itself: accuracy alone is given"


@dataclass(frozen=True)
class _Items:
    """Which items both sides have: codes of all annotators for the items of the reference, the reference first."""

    columns: ItemColumns
    codes: Mapping[str, Codes]
    files: Mapping[str, str]
    how: str | None

    def refuse_one_sided(self) -> None:
        """Refuse items that only one side has, unless the caller says what becomes of them."""
        if self.how is not None:
            return
        (gold, gold_file), *others = self.files.items()
        problems: list[Finding] = []
        ways = " or ".join(option("one_sided", way) for way in (SHARED, ABSTAIN))
        hint = f"score those that all have, or count them as not answered: {ways}"
        for name, file in others:
            lacking, extra = self.lacking(name), self.columns.extra(name)
            if lacking.any() or extra:
                known = self.columns.names_where(self.codes[gold] != ABSENT)
                theirs = [*self.columns.names_where(self.codes[name] != ABSENT), *extra]
                problems += one_sided("item", {gold_file: known, file: theirs}, file, hint)
        if problems:
            count = plural(len(problems), "difference")
            raise ReadError(f"the items of a prediction are not those of {gold_file}: {count}", problems)

    def lacking(self, name: str) -> NDArray[np.bool_]:
        """The items of the reference that a system does not have."""
        gold = next(iter(self.codes))
        return np.asarray((self.codes[name] == ABSENT) & (self.codes[gold] != ABSENT))

    def scored(self, no_answer: int) -> NDArray[np.bool_]:
        """The items that have an answer in the reference, and where that is asked for in every system."""
        gold, *others = self.codes
        scored = (self.codes[gold] != ABSENT) & (self.codes[gold] != no_answer)
        if self.how == SHARED:
            for name in others:
                scored &= self.codes[name] != ABSENT
        return np.asarray(scored)

    def notes(self, no_answer: int, runs: Sequence[CountedRun]) -> Iterator[str]:
        """What was left out, and between which values the accuracy of all lies."""
        (gold, gold_file), *others = self.files.items()
        if unanswered := int(np.count_nonzero(self.codes[gold] == no_answer)):
            yield f"left out: {plural(unanswered, 'item')} for which {gold_file} has no answer"
        whole = int(np.count_nonzero((self.codes[gold] != ABSENT) & (self.codes[gold] != no_answer)))
        for (name, file), run in zip(others, runs, strict=True):
            lacking, extra = int(np.count_nonzero(self.lacking(name))), self.columns.extra(name)
            if lacking and self.how == ABSTAIN:
                yield f"{file} lacks {plural(lacking, 'item')}, counted as not answered"
            elif lacking:
                yield f"left out: {plural(lacking, 'item')} that {file} lacks"
            if extra:
                yield f"left out: {plural(len(extra), 'item')} that only {file} has: {some(extra)}"
            counts = run.headline.counts
            if self.how == SHARED and counts is not None and whole > counts.reference:
                out = whole - counts.reference
                low, high = (100 * (counts.correct + more) / whole for more in (0, out))
                title = run.headline.name.replace("-", " ")
                yield (
                    f"{file}: {title} of all {plural(whole, 'item')} of {gold_file} lies between {low:.2f} (what is "
                    f"left out is wrong) and {high:.2f} (it is right)"
                )


@dataclass(frozen=True)
class _Rows:
    """The scored items of one system, one by one, for lists of them."""

    columns: ItemColumns
    corpus: Corpus
    gold: str
    name: str
    kept: Codes | None
    labels: ScoredLabels
    reference: Codes
    predicted: Codes

    @property
    def documents(self) -> Sequence[str]:
        """The document of each item."""
        return self.columns.documents(self.kept)

    def errors(self) -> Iterator[ScoringError]:
        """The items with another label, or with no answer."""
        for number in np.flatnonzero(self.reference != self.predicted).tolist():
            place, text, _ = self._described(number)
            ours, theirs = self._both(number)
            kind = "label" if self.predicted[number] < len(self.labels.names) else "no answer"
            yield ScoringError(kind, place, ours, theirs, text, (ours, theirs))

    def instances(self) -> Iterator[Instance]:
        """All items, right or wrong."""
        same = (self.reference == self.predicted).tolist()
        for number, right in enumerate(same):
            place, text, key = self._described(number)
            ours, theirs = self._both(number)
            length = len(text.split()) if text else None
            yield Instance(number, ours, RIGHT if right else WRONG, key, text, length, place, "" if right else theirs)

    def _both(self, number: int) -> tuple[str, str]:
        names = [*self.labels.names, ""]
        return names[self.reference[number]], names[self.predicted[number]]

    def _described(self, number: int) -> tuple[Place, str, tuple[str, str]]:
        """Where the reference labels an item, its text, and its document and name."""
        return self.columns.describe(number if self.kept is None else int(self.kept[number]), (self.gold, self.name))
