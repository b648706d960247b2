"""Alignments as tables: how much disorder, where it is worst, and what annotators confused, missed and added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.messages import plural, printable
from accord.reporting.alignment_lanes import position
from accord.reporting.numbers import UNDEFINED, percent, rounded, thousands
from accord.reporting.table import Table, not_shown, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.alignment.alignment import Alignment
    from accord.kinds.units.aligned import Aligned
    from accord.kinds.units.suggested import Suggested

_LONGEST_CATEGORY, _LONGEST_WORDS = 24, 32


def alignment_tables(aligned: Aligned, most: int, alternatives: int = 0) -> Iterator[Table]:
    """The documents, then what was confused, missed and added, then the worst unitary alignments of all documents.

    At most so many ``alternatives`` that are equally good follow for each document, with what is other in them.
    """
    yield _documents(aligned, most)
    if len(aligned.answers):
        yield from (table for table in (_confusions(aligned, most), _annotators(aligned, most)) if table.rows)
        yield _worst(aligned, most)
    if alternatives:
        yield _alternatives(aligned, alternatives)


def suggested_table(suggested: Suggested, most: int, path: str) -> Table:
    """What the units suggest: the weight of the position, then the categories that are least told apart."""
    weight = f"{suggested.position_weight:.3g}" if suggested.position_weight else UNDEFINED
    evidence = suggested.why
    if cut := suggested.cut:
        evidence = (
            f"{thousands(cut.pairs_above)} of {plural(suggested.pairs, 'clear pair')} above {cut.apart:.3g}, "
            f"{thousands(cut.others_below)} of {thousands(suggested.others)} others below"
        )
    names, counts = suggested.categories, suggested.coincidences
    near = sorted(
        (float(suggested.distances[row, column]), names[row], names[column], int(counts[row, column]))
        for row, column in zip(*counts.nonzero(), strict=True)
        if column < row
    )
    rows = [("position weight", weight, evidence)]
    rows += [
        (
            f"{_category(other)} and {_category(one)}",
            rounded(apart, 3),
            f"confused in {plural(met, 'pair')}",
        )
        for apart, one, other, met in near[:most]
    ]
    use = f"--position-weight {weight} --distance {path}" if suggested.position_weight else f"--distance {path}"
    notes = [*not_shown(len(near), most), f"{use} aligns by it; all distances are in {path}"]
    return Table(("what", "suggested", "from"), tuple(rows), title="Suggested by the data", notes=tuple(notes))


def _alternatives(aligned: Aligned, most: int) -> Table:
    """Equally good alignments, with their unitary alignments that the one that is taken does not have."""
    rows: list[tuple[str, ...]] = []
    for alignment in aligned.alignments:
        name, known = alignment.continuum.document, alignment.worst_members
        for number, other in enumerate(alignment.others_as_good(most), 2):
            own = [at for at, row in enumerate(other.worst_members, 1) if row not in known]
            rows += [(name, str(number), *_answers(aligned, other, at)) for at in own]
            lost = [at for at, row in enumerate(known, 1) if row not in other.worst_members]
            rows += [(name, f"instead of {number}", *_answers(aligned, alignment, at)) for at in lost]
    columns = ("document", "alignment", *aligned.study.annotators)
    notes = ("alignment 1 is taken; of the others, what is not in it, and what it has instead",)
    title = "Equally good alignments"
    return Table(columns, tuple(rows), title=title, notes=notes if rows else ("there are none",))


def _documents(aligned: Aligned, most: int) -> Table:
    ordered = sorted(aligned.alignments, key=lambda each: -each.disorder)
    rows = tuple(
        (
            each.continuum.document,
            _disorder(each.disorder),
            _disorder(each.sum),
            thousands(len(each.continuum)),
            thousands(len(each.continuum.annotators)),
            thousands(each.size),
            _proof(each),
        )
        for each in ordered[:most]
    )
    columns = ("document", "disorder", "sum", "units", "annotators", "unitary alignments", "least disorder")
    return Table(columns, rows, title=_titled("Alignment", rows), notes=tuple(_notes(aligned, most)))


def _titled(title: str, rows: Sequence[object]) -> str:
    return f"{title}, the most disorder first" if len(rows) > 1 else title


def _disorder(value: float) -> str:
    return rounded(value, 4)


def _proof(alignment: Alignment) -> str:
    """Whether no alignment has less disorder, or by how much one might."""
    if alignment.proved:
        return "proved"
    return f"within {percent(alignment.gap, 2)}%" if 0 < alignment.gap < 1 else "not proved"


def _notes(aligned: Aligned, most: int) -> Iterator[str]:
    yield from not_shown(len(aligned.alignments), most)
    study = aligned.study
    counts = {
        "document": len(aligned.alignments),
        "unit": study.count().total(),
        "annotator": len(study.annotators),
    }
    looked_at = ", ".join(plural(count, noun) for noun, count in counts.items())
    yield f"{looked_at}; positions in {study.of}s" if study.of != "position" else looked_at
    if len(aligned.answers):
        by_units = ", ".join(
            f"{thousands(times)} of {plural(units, 'unit')}"
            for units, times in enumerate(aligned.by_units.tolist())
            if times
        )
        yield f"unitary alignments: {by_units}"
    yield from aligned.oddities
    if tied := [each for each in aligned.alignments if each.equally_good != 1 and each.ties]:
        named = ", ".join(f"{each.continuum.document} {_count(each.equally_good)}" for each in tied[:most])
        more = f" and {len(tied) - most} documents more" if len(tied) > most else ""
        yield f"equally good alignments (--alternatives lists them): {named}{more}"
    yield from (f"left out: {thousands(count)} {what}" for what, count in study.left_out.items())
    yield str(aligned.signature)


def _count(count: int | None) -> str:
    return "too many to be counted" if count is None else thousands(count)


def _confusions(aligned: Aligned, most: int) -> Table:
    found = aligned.confused
    pairs = int(aligned.confusions.pairs.sum())
    rows = tuple(
        (_category(first), _category(second), thousands(times), percent(times / pairs, 1))
        for first, second, times in found[:most]
    )
    columns = ("category", "or category", "pairs", "% of aligned pairs")
    title = "Categories taken for each other, the most frequent first"
    return Table(columns, rows, title=title, notes=not_shown(len(found), most))


def _category(category: str) -> str:
    return shortened(category, _LONGEST_CATEGORY) or "''"


def _annotators(aligned: Aligned, most: int) -> Table:
    marked = aligned.study.count()
    counts = zip(
        aligned.study.annotators,
        *(counts.tolist() for counts in (aligned.added, aligned.missed, aligned.missed_of_most)),
        strict=True,
    )
    by_missed = sorted(counts, key=lambda row: (-row[2], -row[1])) if len(marked) > most else list(counts)
    rows = tuple((name, thousands(marked[name]), *map(thousands, found)) for name, *found in by_missed[:most])
    columns = ("annotator", "units", "added", "missed", "missed of most")
    notes = (
        *not_shown(len(by_missed), most),
        "added: nobody else has the unit; missed: someone else has one, and of most: more than half of the others",
    )
    return Table(columns, rows, title="Units that annotators added and missed", notes=notes)


def _worst(aligned: Aligned, most: int) -> Table:
    """The unitary alignments of most disorder, one column per annotator."""
    found = [
        (-disorder, document, number)
        for document, alignment in enumerate(aligned.alignments)
        for number, disorder in enumerate(alignment.disorders[alignment.worst_first[:most]].tolist(), 1)
    ]
    several = len(aligned.alignments) > 1
    rows = []
    for negated, document, number in sorted(found)[:most]:
        alignment = aligned.alignments[document]
        name = [alignment.continuum.document] if several else []
        rows.append((*name, thousands(number), _disorder(-negated), *_answers(aligned, alignment, number)))
    columns = (*(["document"] if several else []), "number", "disorder", *aligned.study.annotators)
    notes = not_shown(len(aligned.answers), most)
    return Table(columns, tuple(rows), title="The worst unitary alignments", notes=notes)


def _answers(aligned: Aligned, alignment: Alignment, number: int) -> list[str]:
    """What each annotator of the study marked: a dash for nothing, and no dash from who did not look."""
    continuum = alignment.continuum
    members = dict(zip(continuum.annotators, alignment.worst_members[number - 1], strict=True))
    return [_unit(aligned, alignment, members[name]) if name in members else "" for name in aligned.study.annotators]


def _unit(aligned: Aligned, alignment: Alignment, member: int | None) -> str:
    if member is None:
        return UNDEFINED
    continuum = alignment.continuum
    ends = f"{position(float(continuum.start[member]))}–{position(float(continuum.end[member]))}"
    category = aligned.study.categories[continuum.category[member]]
    words = shortened(printable(aligned.words(continuum, member).strip()), _LONGEST_WORDS)
    return " ".join(filter(None, [ends, category and f"[{_category(category)}]", words]))
