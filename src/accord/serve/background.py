"""What helps to decide a case beside its versions: a text from other files, and what guidelines say."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from accord.campaign.guidelines import find_guidelines, notes, read_guidelines
from accord.campaign.item_texts import ItemTexts
from accord.serve.file_state import seen

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from accord.adjudicate.queue import Queue
    from accord.campaign.file_layers import Group
    from accord.verbs.read import Campaign

_MOST_NOTES = 5


class Background:
    """The files of a session around its cases, read when a case needs them, and again when they changed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._state: object = None
        self._texts: ItemTexts | None = None

    def text(
        self, queue: Queue, item: str, size: int, layers: Collection[Group], campaign: Campaign
    ) -> dict[str, Any] | None:
        """The text that other files have of an item of which its own say no more than an id."""
        case = queue.case(item)
        if (name := case.textless_item) is None:
            return None
        (document,) = (each for each in queue.of.corpus.documents if each.id == case.document)
        with self._lock:
            state = list(map(seen, dict.fromkeys(file for group in layers for file in group.paths)))
            if self._texts is None or state != self._state:
                self._texts, self._state = ItemTexts.of_files(layers, campaign), state
            return self._texts.of(name, document.id if document.named else None, size)


def notes_on(files: Sequence[str], top: Path, labels: Sequence[str]) -> dict[str, Any] | None:
    """What the guidelines beside some files say of labels; None where there are none."""
    path = find_guidelines(files, top) if files else None
    if path is None:
        return None
    try:
        found = notes(read_guidelines(path), labels)
    except OSError:  # gone meanwhile, or nobody may read it
        return None
    return {"file": path.name, "sections": found[:_MOST_NOTES]}
