"""What is done where reference and prediction do not hold the same tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.errors import ReadError
from accord.messages import call, option, plural
from accord.model import sentences_of
from accord.scoring.tokens import align_tokens
from accord.verbs.label_sources import refuse_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.model import LabelSource
    from accord.scoring.tokens import TokenAlignment


class TokenMatching(NamedTuple):
    """Whether what can be aligned is scored, and which label tokens have that a prediction lacks."""

    wanted: bool = False
    missing: str | None = None

    def align(
        self,
        reference: LabelSource,
        predicted: LabelSource,
        divides: Callable[[str, str], bool] = lambda _before, _after: True,
    ) -> TokenAlignment:
        """The tokens of both sides; differences that nobody said what to do about are raised, all of them."""
        sides = list(sentences_of(reference)), list(sentences_of(predicted))
        alignment = align_tokens(*sides, predicted.name, divides, self.missing)
        refuse_errors(reference, predicted)
        if self.wanted or (self.missing is not None and alignment.lacks_only):
            return alignment
        count = plural(len(alignment.findings), "difference")
        message = f"{predicted.name} does not hold the tokens of {reference.name}: {count}"
        more = f"; {option('missing', self.missing)} is for tokens that are missing" if self.missing is not None else ""
        hint = f"see {call('score', option('align_tokens', True))}{more}"
        raise ReadError(f"{message} ({hint})", alignment.findings)
