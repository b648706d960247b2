"""What stands at a position of a document."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Corpus


def texts_of(corpus: Corpus, of: str) -> dict[str, Sequence[str]]:
    """The tokens or characters of each document where they are known, whatever its positions are counted in."""
    if of == "token":
        return {each.id: tuple(chain.from_iterable(each.sentences)) for each in corpus.documents if each.sentences}
    return {each.id: each.text for each in corpus.documents if each.text and of == "character"}
