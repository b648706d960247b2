"""What columns and keys say of the work: the round or batch, the date, and how long an annotation took."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from accord.formats.numbers import finite_number
from accord.formats.roles import normalised
from accord.model.work import WorkNote

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_NAMES = {
    "round": "round batch wave phase iteration",
    "day": "date datetime timestamp created_at annotated_at submitted_at submit_time updated_at day",
    "seconds": "seconds lead_time duration_seconds work_time_in_seconds worktimeinseconds time_spent time_seconds",
}
"""What they may be called, the likeliest name first."""
_FIRST_SECOND = 1_000_000_000
"""A time before this one, in September 2001, is no time since 1970 in seconds."""
_MILLISECONDS = 1_000 * _FIRST_SECOND
_DAY = len("2026-01-31")


def work_columns(names: Sequence[str], used: Collection[int | None] = ()) -> dict[str, int]:
    """Which of the columns that nothing else is made of say something of the work.

    >>> work_columns(["item", "annotator", "label", "Batch", "created_at"], {0, 1, 2})
    {'round': 3, 'day': 4}
    """
    plain = {normalised(name): column for column, name in reversed(list(enumerate(names))) if column not in used}
    found = (
        (role, next((plain[word] for word in words.split() if word in plain), None)) for role, words in _NAMES.items()
    )
    return {role: column for role, column in found if column is not None}


def work_note(found: Mapping[str, Any]) -> WorkNote | None:
    """What is said of the work, by role; nothing where nothing is.

    >>> work_note({"round": " 2 ", "day": "2026-01-31T10:00:00Z", "seconds": "12.5"})
    WorkNote(round='2', day='2026-01-31', seconds=12.5)
    >>> day_of(1_700_000_000), day_of("31/01/26")
    ('2023-11-14', '')
    """
    round_ = found.get("round")
    seconds = finite_number(str(found.get("seconds", "")))
    note = WorkNote(
        str(round_).strip() if isinstance(round_, str | int) else "",
        day_of(found.get("day")),
        seconds if seconds is not None and seconds >= 0 else None,
    )
    return note if any(each not in ("", None) for each in note) else None


def day_of(value: Any) -> str:
    """A date of ISO 8601, or a time in seconds or milliseconds since 1970, as a day; nothing for anything else."""
    text = str(value).strip()
    if text[:_DAY].count("-") == 2:
        try:
            return datetime.fromisoformat(text).date().isoformat()
        except ValueError:
            return ""
    number = finite_number(text)
    if number is None or not _FIRST_SECOND <= number < 10 * _MILLISECONDS:
        return ""
    return datetime.fromtimestamp(number / 1_000 if number >= _MILLISECONDS else number, UTC).date().isoformat()
