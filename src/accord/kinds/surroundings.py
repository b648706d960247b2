"""What stands before and after a case in its document: a paragraph, or as much as there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.kinds.page.context import context_of
from accord.model.case import Surroundings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.model import Corpus
    from accord.model.case import Case

NEAR = 300
"""About how many characters of a document are shown on each side of a case."""
FAR = 20_000
"""The same where somebody asks for more."""


def around_piece(pieces: Sequence[str], at: int, size: int) -> Surroundings:
    """The sentences or items before and after one of them, whole, until there are so many characters of them.

    >>> around_piece(["Fog .", "No ship left .", "It lifts .", "Wind ."], 2, 10)
    Surroundings(before=('No ship left .',), after=('Wind .',), more=True, whole=True)
    """
    before = list(_as_many(reversed(pieces[:at]), size))[::-1]
    after = list(_as_many(pieces[at + 1 :], size))
    return Surroundings(tuple(before), tuple(after), len(before) + len(after) + 1 < len(pieces))


def around_sentence(corpus: Corpus, case: Case, size: int) -> Surroundings:
    """The sentences before and after that of a case, which says its ``number``."""
    (document,) = (each for each in corpus.documents if each.id == case.document)
    number = case.shown["number"]
    assert isinstance(number, int)
    return around_piece([" ".join(tokens) for tokens in document.sentences], number, size)


def around_shown(case: Case, text: Sequence[str] | None, size: int) -> Surroundings | None:
    """What stands before and after the part of a text or of tokens that a case shows."""
    if not text:
        return None
    first, held = case.shown["offset"], case.shown.get("text") or case.shown.get("tokens")
    assert isinstance(first, int)
    assert isinstance(held, str | list)
    return around_part(text, first, first + len(held), size)


def around_part(text: Sequence[str], start: int, end: int, size: int) -> Surroundings:
    """The text or the tokens before and after a part of it, cut between words.

    >>> around_part("No ship left Saltmouth on Tuesday.", 13, 22, 7)
    Surroundings(before=('…left ',), after=(' on…',), more=True, whole=False)
    """
    _, before, after = context_of(text, start, end, size)
    more = before.startswith("…") or after.endswith("…")
    return Surroundings(tuple(filter(None, [before])), tuple(filter(None, [after])), more, whole=False)


def _as_many(pieces: Iterable[str], size: int) -> Iterable[str]:
    """As many pieces as are needed to fill so many characters, and one at least."""
    room = size
    for piece in pieces:
        if room <= 0:
            return
        room -= len(piece) + 1
        yield piece
