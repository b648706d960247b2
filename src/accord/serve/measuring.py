"""What a process of its own measures for a live page, one payload after the other."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from accord.campaign.report import payloads
from accord.errors import ReadError, UsageError
from accord.model import Finding, Severity
from accord.reporting.page_payload import page_with_layer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from accord.compute.progress import OnStage
    from accord.payload.page import PagePayload

_SOME = 3
"""So many problems are named where nothing can be shown."""


def measured(
    paths: Sequence[str], settings: dict[str, Any], progress: OnStage, folder: str | None = None
) -> Iterator[PagePayload]:
    """The payloads of the page, each with more in it than the one before; why there is none, and nothing else.

    Paths may be relative to a folder: the process goes there.
    """
    if folder is not None:
        os.chdir(folder)
    try:
        yield from payloads(list(paths), **settings, progress=progress, to_adjudicate=True)
    except ReadError as error:
        *reasons, _ = error.summary.splitlines()
        if not reasons:
            raise
        errors = [each for each in error.findings if isinstance(each, Finding) and each.severity is Severity.ERROR]
        found = "; ".join(map(str, errors[:_SOME]))
        raise UsageError("; ".join(reasons) + (f" ({found})" if found else "")) from None


def measured_again(
    work: Callable[..., Iterator[Any]],
    ways: Sequence[dict[str, Any]],
    *,
    progress: OnStage,
    **files: Any,
) -> Iterator[PagePayload]:
    """The payloads of a page in one way, and then with each layer that was measured in a way of its own."""
    first, *others = ways
    page: PagePayload
    for page in work(**files, settings=first, progress=progress):
        yield page
    for way in others:
        for changed in work(**files, settings=way, progress=progress):
            page = page_with_layer(page, changed)
            yield page
