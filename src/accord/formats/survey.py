"""Tables of surveys: one row per annotator, and a column for each item, as programs for questionnaires export them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.formats.annotator_columns import is_about_items
from accord.formats.cells import counted, sharing
from accord.formats.roles import normalised
from accord.messages import column_option, columns_option, plural
from accord.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.formats.content import Content
    from accord.formats.dialect import Row
    from accord.formats.plan import Plan
    from accord.formats.table_columns import TableColumns

SURVEY = "survey"
"""What the layout is called."""
_RESPONDENTS = (
    *("prolific_pid", "participant_id", "respondent_id", "respondent", "participant", "responseid", "response_id"),
    *("recordid", "record_id", "email_address", "email", "e_mail", "name", "your_name", "what_is_your_name", "token"),
)
"""How surveys call who answered, the likeliest name first."""
_TIMES = frozenset(
    (
        *("timestamp", "datetime", "date", "time", "startdate", "start_date", "start_time", "submitdate"),
        *(
            "submitted_at",
            "submission_time",
            "completion_time",
            "recordeddate",
            "created_at",
            "last_page",
            "zeitstempel",
        ),
    )
)
"""How they call when a row was written, which is often their first column."""
_OF_RESPONDENTS = frozenset(
    (
        *("enddate", "end_date", "end_time", "status", "ipaddress", "ip_address", "progress", "duration_in_seconds"),
        *("finished", "recipientlastname", "recipientfirstname", "recipientemail", "externalreference", "lastpage"),
        *("locationlatitude", "locationlongitude", "distributionchannel", "userlanguage", "startlanguage", "seed"),
        *("collector_id", "first_name", "last_name", "custom_data_1", "session_id", "study_id", "consent", "refurl"),
    )
)
"""What they write of a respondent besides the answers."""
_IMPORT = '{"ImportId"'
"""How the third row of Qualtrics begins, below the names of columns and the questions."""


def is_time(name: str) -> bool:
    """Whether a column says when a row was written."""
    return normalised(name) in _TIMES


def respondents(columns: TableColumns) -> int | None:
    """The column that says who answered: as the caller says, or by its name."""
    if "annotator" in columns.roles:
        return columns.roles["annotator"]
    plain = [normalised(name) for name in columns.names]
    return next((plain.index(name) for name in _RESPONDENTS if name in plain), None)


def survey_items(columns: TableColumns, content: Content) -> tuple[int, tuple[int, ...]] | None:
    """The column that says who answered and those of the items, or None where that cannot be known, which is reported.

    Items are columns that hold mostly what other columns do, unless the caller names them.
    """
    who = respondents(columns)
    if who is None:
        message = "no column says who answered"
        content.report("unknown-columns", columns.line, message, f"name it: {column_option('annotator')}")
        return None
    if columns.labels is not None:
        return who, columns.labels
    names = columns.names
    known = {who, columns.roles.get("document")}
    others = [column for column in range(len(names)) if column not in known and names[column]]
    others = [column for column in others if not _is_of_respondent(names[column])]
    cells = counted(others, [row for _, row in _answers((0, list(row)) for row in columns.body)[1]])
    items = tuple(sharing({column: each for column, each in cells.items() if each}))
    if len(items) < 2:
        message = "no columns share answers, as those of several items would"
        content.report("unknown-columns", columns.line, message, f"name the items: {column_option('label')}")
        return None
    unlike = [names[column] for column in others if cells[column] and column not in items]
    if unlike:
        what = f"{plural(len(unlike), 'column')} ({', '.join(map(repr, unlike[:3]))}{', ...' * (len(unlike) > 3)})"
        message = f"{what} of answers that no others share: not taken for items"
        hint = f"if that is wrong, name all items, as in {columns_option('label', [names[items[0]], unlike[0]])}"
        content.report("unused-column", columns.line, message, hint, Severity.WARNING)
    return who, items


def _is_of_respondent(name: str) -> bool:
    plain = normalised(name)
    return plain in _OF_RESPONDENTS or plain in _RESPONDENTS or is_time(name) or is_about_items(name)


def fill_survey(rows: Iterable[Row], plan: Plan, content: Content) -> None:
    """Take in the answers of each row: an empty cell is an item that was not annotated."""
    questions, answers = _answers(rows)
    who = plan.annotator or 0
    for line, cells in answers:
        annotator = cells[who].strip()
        if not annotator:
            hint = f"fill it in, or delete the row; {column_option('annotator')} names another column"
            content.report("missing-annotator", line, f"nobody is named (column {plan.name(who)})", hint)
            continue
        document = None if plan.document is None else cells[plan.document].strip()
        for column in plan.labels:
            if label := cells[column].strip():
                text = questions[column].strip() if questions else ""
                content.answer(document, annotator, plan.names[column], label, line, text=text)


def _answers(rows: Iterable[Row]) -> tuple[Sequence[str], Iterator[Row]]:
    """The questions, where they stand below the names of the columns, and the rows of answers."""
    held = [(line, cells) for line, cells in rows if any(map(str.strip, cells))]
    below = next(
        (at for at, (_, cells) in enumerate(held[:2]) if any(each.startswith(_IMPORT) for each in cells)), None
    )
    if below is None:
        return (), iter(held)
    return held[0][1] if below else (), iter(held[below + 1 :])
