"""Decisions that were made before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.adjudicate.decision import DECIDED
from accord.formats import Columns
from accord.serve.session import Session
from accord.verbs.read import Campaign

if TYPE_CHECKING:
    from pathlib import Path

TOPIC, TONE = (Campaign("rows", Columns(label=name)) for name in ("topic", "tone"))


def adjudicate(paths: list[Path], campaign: Campaign, value: str, database: Path | None = None) -> None:
    """Decide the one case of the layer two as the page does."""
    session = Session([str(path) for path in paths], campaign=campaign, decisions=str(database) if database else None)
    (case,) = session.queue("two").cases
    session.store.decide(
        session.desk("two").file(), case.id, seen=0, state=DECIDED, who="eve", value=value, versions=case.fingerprint
    )
    session.close()
