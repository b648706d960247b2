"""Whether files hold the same when they are read with other options."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from accord.errors import AccordError, UsageError
from accord.formats import Columns
from accord.formats.inputs import Inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from accord.model import Corpus, Layer
    from accord.verbs.read import Campaign


def read_alike(files: Sequence[str], campaign: Campaign, corpus: Corpus | None = None) -> Callable[[str], bool]:
    """Tells whether files, read in another way, hold just what is read of them (the corpus, where it is there)."""
    inputs = Inputs.of(campaign.columns)

    @cache
    def read() -> Corpus:
        return replace(campaign, columns=inputs).read(files) if corpus is None else corpus

    @cache
    def alike(reading: str) -> bool:
        try:
            here, other = (
                read(),
                replace(campaign, columns=inputs.told(Columns.from_options(_words(reading)))).read(files),
            )
        except AccordError:
            return False
        return other.documents == here.documents and _layer(other) == _layer(here)

    return alike


def _layer(corpus: Corpus) -> Mapping[str, Layer]:
    """The layer that is worked on, with those that it refers to."""
    return corpus.layers if corpus.main is None else corpus.select(corpus.main).layers


def _words(reading: str) -> list[str]:
    try:
        return shlex.split(reading)
    except ValueError as error:
        raise UsageError(f"{reading} is no line of options: {error}") from None
