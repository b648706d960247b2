"""Whether files hold the same when they are read with other options."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from accord.errors import AccordError
from accord.read import Columns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from accord.model import Corpus
    from accord.verbs.read import Campaign

_SAID = {"--input-format": "format", "--layout": "layout", "--file-encoding": "file_encoding"}


def read_alike(files: Sequence[str], campaign: Campaign, corpus: Corpus | None = None) -> Callable[[str], bool]:
    """Tells whether files, read in another way, hold just what is read of them (the corpus, where it is there)."""

    @cache
    def read() -> Corpus:
        return corpus or campaign.read(files)

    @cache
    def alike(reading: str) -> bool:
        try:
            here, other = read(), replace(campaign, columns=columns_of(reading)).read(files)
        except AccordError:
            return False
        return (other.documents, other.layers) == (here.documents, here.layers)

    return alike


def columns_of(reading: str) -> Columns:
    """What the options of a `Campaign.reading` say.

    >>> columns_of("--layout wide --label-column ada --label-column 'b b'").options
    ('--layout', 'wide', '--label-column', 'ada', '--label-column', 'b b')
    """
    words = shlex.split(reading)
    said = list(zip(words[::2], words[1::2], strict=True))
    labels = [value for option, value in said if option == "--label-column"]
    others = {option: value for option, value in said if option != "--label-column"}
    named = {_SAID.get(option, option[2:].removesuffix("-column")): value for option, value in others.items()}
    return Columns(label=labels or None, **named)  # type: ignore[arg-type]
