"""Pictures of single items of an agreement, for kinds whose items can be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.agreement.agreement import Agreement

ITEM_VIEWS = Registry("item view", {"trees": "accord.reporting.trees_view:trees_view"})
"""What draws an item, as kinds name it: from an agreement and the name of an item, its view."""


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item as text for a terminal and as SVG."""

    item: str
    text: str
    svg: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is to be printed of an item, and written to a file."""

    view: ItemView
    printed: bool
    figure: str | None

    def show(self, echo: Callable[[str], object]) -> list[str]:
        """Print it, and write it, as asked; what is to be said of that."""
        from accord.formats.output import whole_file

        if self.printed:
            echo(self.view.text)
        if self.figure is None:
            return []
        with whole_file(self.figure) as output:
            output.write(self.view.svg.encode())
        return [f"figure of {self.view.item} written to {self.figure}"]


def drawing_of(agreement: Agreement, view: str, given: Mapping[str, Any], format_: str) -> Drawing | None:
    """What is to be drawn, if ``show`` or ``figure`` say so."""
    if "show" in given and format_ != "text":
        raise UsageError("--show draws for the terminal; --figure writes a drawing beside any format")
    if "figure" in given and not given["figure"].casefold().endswith(".svg"):
        raise UsageError(f"--figure writes SVG: {given['figure']} does not end in .svg")
    if not {"show", "figure"} & set(given):
        return None
    drawn: ItemView = ITEM_VIEWS.get(view)(agreement, given.get("show"))
    return Drawing(drawn, "show" in given, given.get("figure"))
