"""What changed since the gold standard was exported last, as the accounts of both say."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.adjudicate.database import Database

_NEEDED = ("decided_cases", "undecided", "annotators_against_gold", "kind")


def keep_export(database: Database, layer: str, who: str, account: Mapping[str, Any]) -> None:
    """Keep the account of a gold standard that was exported, in the place of the one before."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    with database.writing() as ask:
        ask.execute("INSERT OR REPLACE INTO export VALUES (?, ?, ?, ?)", (layer, who, at, json.dumps(account)))


def last_export(database: Database, layer: str) -> dict[str, Any] | None:
    """The account of the gold standard that was exported last, with who exported it and when."""
    rows = database.rows("SELECT who, at, account FROM export WHERE layer = ?", layer)
    return next(({**json.loads(account), "exported_by": who, "exported_at": at} for who, at, account in rows), None)


def read_account(text: str, name: str) -> dict[str, Any]:
    """An account of a gold standard from its JSON."""
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(each in found for each in _NEEDED):
        raise UsageError(f"{name} is no account of a gold standard in JSON: accord gold --account FILE.json writes one")
    return found


def since(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """How many cases were decided, decided again and opened again since, and each annotator against both.

    A case counts once, however often it was changed; one that is as it was by its revision does not count.
    """
    if before["kind"] != now["kind"]:
        raise UsageError(f"that account is one of {before['kind']}, and this gold standard is of {now['kind']}")
    then, here = before["decided_cases"], now["decided_cases"]
    rows = {row["annotator"]: row for row in before["annotators_against_gold"]}
    return {
        "exported_at": before.get("exported_at"),
        "exported_by": before.get("exported_by"),
        "undecided": before["undecided"],
        "decided": len(here.keys() - then.keys()),
        "decided_anew": sum(then[name] != revision for name, revision in here.items() if name in then),
        "opened_again": len(then.keys() - here.keys()),
        "annotators": [
            {
                "annotator": row["annotator"],
                **{name: [rows.get(row["annotator"], {}).get(name), row[name]] for name in shares(row)},
            }
            for row in now["annotators_against_gold"]
        ],
    }


def shares(row: Mapping[str, Any]) -> Iterator[str]:
    """The names of what is a share in the row of an annotator, and no count."""
    return (name for name, value in row.items() if name != "annotator" and not isinstance(value, int))


def since_said(changed: Mapping[str, Any]) -> str:
    """What changed, in a sentence.

    >>> since_said({"decided": 2, "decided_anew": 1, "opened_again": 0})
    '2 cases decided, 1 decided again, 0 opened again'
    """
    cases = "case" if changed["decided"] == 1 else "cases"
    return (
        f"{changed['decided']:,} {cases} decided, {changed['decided_anew']:,} decided again, "
        f"{changed['opened_again']:,} opened again"
    )
