"""How things show themselves in a notebook: by name, for what draws them stands further down the row of rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

_ROOM = "accord.reporting.notebook"
NOTEBOOK = Registry(
    "notebook view",
    {
        "Agreement": f"{_ROOM}:agreement_view",
        "Aligned": f"{_ROOM}:aligned_view",
        "Corpus": f"{_ROOM}:corpus_view",
        "Page": f"{_ROOM}:page_view",
        "Result": f"{_ROOM}:result_view",
        "UnitAgreement": f"{_ROOM}:agreement_view",
    },
)
"""The class of a thing to "module:function", which gives its HTML and, where it has a picture, its SVG."""


class InNotebooks:
    """A thing that shows itself in a notebook; nothing that draws is loaded before a notebook asks."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return self._view()[0]

    def _repr_svg_(self) -> str | None:
        return self._view()[1]

    def _view(self) -> tuple[str, str | None]:
        view: Callable[[object], tuple[str, str | None]] = NOTEBOOK.get(type(self).__name__)
        return view(self)
