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
        if (name := queue.case(item).textless_item) is None:
            return None
        return self._read(layers, campaign).of(name, _names_of_documents(queue)[queue.case(item).document], size)

    def lines(self, queue: Queue, layers: Collection[Group], campaign: Campaign) -> dict[str, str]:
        """The same of all such cases, by their ids: where a text is found, it alone."""
        textless = {case.id: (name, case.document) for case in queue.cases if (name := case.textless_item) is not None}
        if not textless:
            return {}
        documents, texts = _names_of_documents(queue), self._read(layers, campaign)
        found = {case: texts.line(name, documents[document]) for case, (name, document) in textless.items()}
        return {case: text for case, text in found.items() if text is not None}

    def _read(self, layers: Collection[Group], campaign: Campaign) -> ItemTexts:
        with self._lock:
            state = list(map(seen, dict.fromkeys(file for group in layers for file in group.paths)))
            if self._texts is None or state != self._state:
                self._texts, self._state = ItemTexts.of_files(layers, campaign), state
            return self._texts


def _names_of_documents(queue: Queue) -> dict[str, str | None]:
    """The documents by their ids; None for one whose files do not name it."""
    return {each.id: each.id if each.named else None for each in queue.of.corpus.documents}


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
