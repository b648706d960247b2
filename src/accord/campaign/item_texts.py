"""The texts of items whose own files have none, from other files of a campaign that name them by the same ids."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from accord.errors import AccordError
from accord.formats.inputs import Inputs
from accord.formats.named_texts import named_texts
from accord.formats.names import short_names
from accord.kinds.surroundings import around_piece

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from accord.campaign.file_layers import Group
    from accord.formats.named_texts import NamedText
    from accord.formats.source import Source
    from accord.model import Corpus
    from accord.verbs.read import Campaign


class ItemTexts:
    """Texts by the ids that the files of some corpora give them."""

    def __init__(self, corpora: Iterable[Corpus], open_file: Callable[[str], Source]) -> None:
        """Take the texts; files that cannot be read any more have none, which is said where they are needed."""
        self._by_id: defaultdict[str, list[NamedText]] = defaultdict(list)
        for corpus in corpora:
            with suppress(AccordError, OSError):
                for each in named_texts(corpus, open_file):
                    self._by_id[each.id].append(each)
        files = sorted({each.file for held in self._by_id.values() for each in held if each.file})
        self._short = short_names(files)

    @classmethod
    def of_files(cls, groups: Iterable[Group], campaign: Campaign) -> ItemTexts:
        """Those of the files of some layers."""
        return cls(cls.corpora_of(groups, campaign), Inputs.of(campaign.columns).source)

    @staticmethod
    def corpora_of(groups: Iterable[Group], campaign: Campaign) -> Iterator[Corpus]:
        """What is in the files of some layers, of each that can be read."""
        for paths in dict.fromkeys(group.paths for group in groups):
            try:
                corpus = campaign.read(paths)
            except (AccordError, OSError):
                continue
            yield corpus

    def of(self, item: str, document: str | None, size: int) -> dict[str, Any] | None:
        """The text with the id of an item, as JSON holds it, with what stands around it.

        In a ``document`` that has a name the one of that name comes first. An id of digits alone says too little
        without it. Where several files have different texts under the id, no text is taken, and that is said.
        """
        found = self._found(item, document)
        if not found:
            return None
        if not _is_one(found):
            return {"id": item, "unlike": list(dict.fromkeys(self._short.get(each.file, "") for each in found))}
        first = found[0]
        around = None if first.at is None else around_piece(first.pieces, first.at, size).payload()
        source = self._short.get(first.file, "")
        return {"id": item, "text": first.text, "what": first.what, "file": source, "around": around}

    def line(self, item: str, document: str | None) -> str | None:
        """The same text alone."""
        found = self._found(item, document)
        return found[0].text if found and _is_one(found) else None

    def _found(self, item: str, document: str | None) -> list[NamedText]:
        named = self._by_id.get(item, [])
        beside = [each for each in named if each.document == document]
        return beside if beside or item.isdecimal() else named


def _is_one(found: list[NamedText]) -> bool:
    """Whether texts differ in white space at most."""
    return len({"".join(each.text.split()) for each in found}) == 1
