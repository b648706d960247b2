"""What a parser of dependencies scores, word by word, and which measures need columns that a file does not use."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from accord.formats.names import some
from accord.kinds.trees.instances import word_errors, word_instances
from accord.kinds.trees.scores import ATTACHMENT, TAGS, relations_of, word_measures
from accord.kinds.trees.words import NOTHING, is_universal
from accord.messages import plural
from accord.scoring.counted_measure import LabelMeasures, summed_by_label
from accord.scoring.counted_scores import CountedRun

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from accord.kinds.trees.scores import WordMeasure
    from accord.kinds.trees.words import WordPairs
    from accord.model import DependencyTree

_COLUMNS = {"upos": "UPOS tags", "xpos": "XPOS tags", "feats": "features", "lemma": "lemmas"}
"""The columns that measures look at, and what stands in them."""
_RELATIONS = "deprel"
_NEEDED = {**_COLUMNS, _RELATIONS: "relations of Universal Dependencies"}
"""The same, and relations by which content words can be told."""


@dataclass(frozen=True)
class Columns:
    """Which columns beside the trees are used, by the file."""

    used: Mapping[str, Collection[str]]
    digest: str
    others: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How often each file has a relation that is none of Universal Dependencies."""

    @classmethod
    def of(cls, trees: Mapping[str, Iterable[DependencyTree]]) -> Columns:
        """From the trees of each file, the reference first."""
        used: dict[str, set[str]] = {}
        others: dict[str, Counter[str]] = {}
        whole = sha256()
        for file, of_file in trees.items():
            held = used[file] = set[str]()
            relations = Counter[str]()
            for tree in of_file:
                relations.update(tree.labels)
                for name in _COLUMNS:
                    column = tree.columns.get(name, ())
                    whole.update("\0".join((name, *column, "")).encode("utf-8", "surrogatepass"))
                    if name not in held and any(each != NOTHING for each in column):
                        held.add(name)
            others[file] = Counter({each: count for each, count in relations.items() if not is_universal(each)})
            if 2 * others[file].total() <= relations.total():
                held.add(_RELATIONS)
        return cls(used, whole.hexdigest()[:8], others)

    @property
    def absent(self) -> dict[str, str]:
        """The measures that are left out, each with the column for which it is."""
        reasons = {name: self._lacking(measure) for name, measure in {**ATTACHMENT, **TAGS}.items()}
        return {name: column for name, column in reasons.items() if column}

    def _lacking(self, measure: WordMeasure) -> str:
        """The column for which a measure is left out, or nothing: one that some do not use, or that it is made of."""
        using = {name: sum(name in held for held in self.used.values()) for name in _NEEDED}
        needed = (*([_RELATIONS] if measure.content else ()), *measure.columns)
        one_sided = [name for name in (*needed, *measure.besides) if 0 < using[name] < len(self.used)]
        if measure.besides and not measure.attached and not any(using[name] for name in measure.besides):
            return measure.besides[0]  # all tags are one, which has a measure of its own
        return next(iter([*one_sided, *(name for name in needed if not using[name])]), "")

    @property
    def said(self) -> list[str]:
        """Why measures are left out, in one line, and which words those of content words do not count."""
        by_column: dict[str, list[str]] = {}
        for name, column in self.absent.items():
            by_column.setdefault(column, []).append(name)
        reasons = []
        for column, names in by_column.items():
            lacking = [file for file, held in self.used.items() if column not in held]
            more = f" and {len(lacking) - 1:,} more" if len(lacking) > 1 else ""
            who = "no file has" if len(lacking) == len(self.used) else f"{lacking[0]}{more} without"
            reasons.append(f"{', '.join(names)} ({who} {_NEEDED[column]})")
        return [*([f"left out: {'; '.join(reasons)}"] if reasons else []), *self._uncounted()]

    def _uncounted(self) -> Iterator[str]:
        """Words that are not counted as content words, for their relation is not known."""
        measures = [name.upper() for name, each in ATTACHMENT.items() if each.content and name not in self.absent]
        for file, relations in self.others.items():
            if relations and measures:
                count = plural(sum(relations.values()), "word")
                yield (
                    f"{file}: {', '.join(measures)} do not count {count} whose relation is none of Universal "
                    f"Dependencies ({some(sorted(relations))})"
                )

    def choices(self) -> dict[str, object]:
        """What a signature says of them, if anything is measured of them."""
        measured = {**ATTACHMENT, **TAGS}
        some = any(each.columns and name not in self.absent for name, each in measured.items())
        return {"columns": self.digest} if some else {}


def score_words(
    file: str, units: Sequence[WordPairs], columns: Columns, sizes: Mapping[str, int], unit: str = "sentence"
) -> CountedRun:
    """What one parser scores in each unit of the text."""
    main, further = word_measures(units, columns.absent, unit)
    relations = [relations_of(each) for each in units]
    return CountedRun(
        file,
        main,
        partial(summed_by_label, relations),
        sizes,
        of_labels=LabelMeasures.of(relations, unit),
        confusion=partial(_confused, units),
        documents=[each.document for each in units],
        errors=partial(word_errors, units),
        instances=partial(word_instances, units),
        length_of="words between word and head",
        further=further,
    )


def _confused(units: Sequence[WordPairs]) -> Mapping[tuple[str, str], int]:
    """How often a relation was given to an aligned word that has another, or the same, whatever the heads are."""
    found: dict[tuple[str, str], int] = {}
    for unit in units:
        for ours, theirs in unit.pairs:
            both = unit.reference.labels[ours], unit.predicted.labels[theirs]
            found[both] = found.get(both, 0) + 1
    return found
