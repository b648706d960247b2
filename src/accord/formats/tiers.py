"""Tiers of a recording: each an annotator, a continuum of its own or a category."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.content import TierName
from accord.formats.names import some
from accord.formats.roles import column_number
from accord.formats.unitisings import Unitisings
from accord.messages import column_option, option
from accord.model import Severity, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.formats.columns import Columns
    from accord.formats.content import Content, Unitising

_FIELDS = ("tier", "value", "annotator", "participant")
_ALIKE = 0.5
SAME_UNITS = 2 / 3
"""The share of units that have a counterpart where two files are of the same recording; others have up to a half."""
_CLEARLY = 0.2
"""By how much units of other tiers must be more alike than those of other files."""
_STRANGE = 0.25
"""The share of units in common below which tiers of one recording may be no annotators."""
MAX_FILES = 8
"""How many files, or tiers of one, are compared."""


class Interval(NamedTuple):
    """From a second to another, what is written there, and the line."""

    start: float
    end: float
    value: str
    line: int


class Tier(NamedTuple):
    """A row of intervals, and what is said of all of them."""

    name: str
    intervals: list[Interval]
    line: int
    annotator: str = ""
    participant: str = ""

    def field(self, name: str | None, value: str = "") -> str | None:
        """What a field says of an interval with this value; None where no field is meant."""
        said = {"tier": self.name, "value": value, "annotator": self.annotator, "participant": self.participant}
        return None if name is None else said[name]


def add_tiers(given: Sequence[Tier], told: Columns, content: Content) -> None:
    """Take in the intervals of all tiers as units, and say what the tiers were taken for.

    Tiers are annotators where the caller says so, or in the only file where all hold the same kind of values; else
    the file is one annotator's and each tier a continuum. Where the file names several annotators, these count.
    """
    tiers = [tier for tier in given if tier.intervals or tier.name.casefold() != "default"]  # ELAN makes an empty one
    fields = _fields(tiers, told)
    if "tier" in {fields.get("document"), fields.get("annotator")} and _share_names(tiers, content):
        return
    units = Unitisings(content, "second")
    held: defaultdict[tuple[str | None, str | None], list[TierName]] = defaultdict(list)
    for tier in tiers:
        document, annotator = tier.field(fields.get("document")), tier.field(fields.get("annotator"))
        held[document, annotator].append(TierName(tier.name, tier.annotator))
        units.looked_at(document, annotator, tier.line)
        for start, end, value, line in tier.intervals:
            units.add(document, annotator, Unit(start, end, tier.field(fields["category"], value) or ""), line)
    units.finish()
    for number, each in enumerate(content.unitisings):
        if len(names := held[each.document, each.annotator]) == 1:
            content.unitisings[number] = each._replace(tier=names[0])
    detected = told.annotator is None and told.side_by_side is None
    if detected and fields.get("annotator") == "tier" and not content.has_errors:
        _doubt_annotators(content)
    roles = ", ".join(f"the {field} is the {role}" for role, field in fields.items())
    own = "" if "annotator" in fields else ", the file is the annotator"
    content.assumption = f"tiers {some([tier.name for tier in tiers])} in seconds: {roles}{own}"


def _doubt_annotators(content: Content) -> None:
    """Say where tiers hardly have a unit in common, as those of speakers, and not of annotators, do."""
    held = [each.units for each in content.unitisings if each.units]
    if len(held) > 1 and all(shared_units(*pair) < _STRANGE for pair in combinations(held[:MAX_FILES], 2)):
        message = "tiers are taken for annotators, and hardly have a unit in common, as those of speakers do"
        files = option("annotators_by", "files")
        hint = f"if they are none, say {files}, or {column_option('label', 'tier')} where they are categories"
        content.report("no-overlap", content.unitisings[0].line, message, hint, Severity.WARNING)


def _share_names(tiers: Sequence[Tier], content: Content) -> bool:
    """Whether tiers have one name, so that nothing tells what each of them is; it is reported."""
    held: defaultdict[str, list[Tier]] = defaultdict(list)
    for tier in tiers:
        if tier.intervals:
            held[tier.name].append(tier)
    shared = [each for each in held.values() if len(each) > 1]
    for first, second, *others in shared:
        message = f"{len(others) + 2} tiers are called {first.name!r:.40}, so nothing tells what each of them is"
        content.report("duplicate-tier", second.line, message, "give each tier its own name")
    return bool(shared)


def match_tiers(contents: Sequence[Content], *, detect: bool = True) -> tuple[list[Content], list[str]]:
    """The same with tiers taken for the same in all files, and what was assumed.

    A file of one tier does not show whether tiers are continua, nor one of a single annotator whether tiers say who
    annotated; another file may. Where files are different recordings and all tiers hold the same kind of values, tiers
    are annotators, unless the caller says otherwise (``detect``).
    """
    if detect and _are_recordings(contents):
        found = [replace(content, unitisings=[_by_tier(each) for each in content.unitisings]) for content in contents]
        return found, ["each tier is an annotator, for files are different recordings, and tiers hold the same values"]
    placed = [each for content in contents for each in content.unitisings if each.tier]
    documents = any(each.tier and each.document == each.tier.name for each in placed)
    annotators = any(each.tier and each.annotator == each.tier.annotator for each in placed)
    found, said = [], []
    for content in contents:
        given = content.unitisings
        if documents and any(each.tier and each.document is None for each in given):
            given = [each._replace(document=each.tier.name) if each.tier else each for each in given]
            said.append("each tier is a document, for some files have several")
        if annotators and all(each.tier and each.tier.annotator and each.annotator is None for each in given):
            given = [each._replace(annotator=each.tier.annotator) if each.tier else each for each in given]
            said.append("tiers say who annotated, for some files have several annotators")
        found.append(replace(content, unitisings=given))
    return found, list(dict.fromkeys(said))


def hold_tiers(contents: Iterable[Content]) -> bool:
    """Whether all of some files hold nothing but tiers."""
    return all(content.unitisings and all(each.tier for each in content.unitisings) for content in contents)


def units_on_tiers(content: Content) -> list[Unit]:
    """All units of a file."""
    return [unit for each in content.unitisings for unit in each.units]


def shared_units(ours: Sequence[Unit], theirs: Sequence[Unit]) -> float:
    """The share of the fewer units that have a counterpart which covers most of both."""
    fewer, more = sorted((sorted(ours), sorted(theirs)), key=len)
    return sum(any(_covers(one, other) for other in more) for one in fewer) / max(1, len(fewer))


def _covers(one: Unit, other: Unit) -> bool:
    common = min(one.end, other.end) - max(one.start, other.start)
    return common > _ALIKE * (max(one.end, other.end) - min(one.start, other.start))


def _are_recordings(contents: Sequence[Content]) -> bool:
    """Whether each of several files is another recording, with several tiers of the same kind of values.

    What is recorded says so, or else that units of other tiers are more alike than those of other files.
    """
    if len(contents) < 2 or not hold_tiers(contents):
        return False
    for content in contents:
        given = [{unit.category for unit in each.units} for each in content.unitisings if each.units]
        if any(each.annotator or each.document is None for each in content.unitisings) or not _all_alike(given):
            return False
    tiers = [
        {each.document: each.units for each in content.unitisings if each.units} for content in contents[:MAX_FILES]
    ]
    within = [shared_units(*pair) for held in tiers for pair in combinations(held.values(), 2)]
    across = [shared_units(a[name], b[name]) for a, b in combinations(tiers, 2) for name in a.keys() & b]
    if not within or not across:
        return False
    apart, together = sum(across) / len(across), sum(within) / len(within)
    recordings = {content.recording for content in contents}
    known = "" not in recordings and len(recordings) == len(contents)
    return apart < SAME_UNITS if known else together > apart + _CLEARLY


def _by_tier(unitising: Unitising) -> Unitising:
    """A tier as an annotator of the file."""
    assert unitising.tier is not None
    return unitising._replace(annotator=unitising.tier.name, document=None)


def _fields(tiers: Sequence[Tier], told: Columns) -> dict[str, str]:
    """Which field is the annotator, the document and the category."""
    said = {"annotator": told.annotator, "document": told.document, "category": (told.labels or (None,))[0]}
    fields = {
        role: _FIELDS[column_number(field, role, _FIELDS, len(_FIELDS))]
        for role, field in said.items()
        if field is not None
    }
    fields.setdefault("category", "value")
    if "annotator" not in fields and "tier" not in fields.values():
        if len({tier.annotator for tier in tiers}) > 1 and all(tier.annotator for tier in tiers):
            fields["annotator"] = "annotator"
        elif told.side_by_side or (told.side_by_side is None and _alike(tiers)):
            fields["annotator"] = "tier"
    if "annotator" not in fields and "tier" not in fields.values() and len(tiers) > 1:
        fields.setdefault("document", "tier")
    return fields


def _alike(tiers: Sequence[Tier]) -> bool:
    """Whether there are several tiers, and all hold the same kind of values."""
    return _all_alike([{interval.value for interval in tier.intervals} for tier in tiers if tier.intervals])


def _all_alike(held: Sequence[set[str]]) -> bool:
    return len(held) > 1 and all(len(ours & theirs) >= _ALIKE * len(ours | theirs) for ours in held for theirs in held)
