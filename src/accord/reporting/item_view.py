"""Pictures of single items of an agreement, for kinds whose items can be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.registry import Registry
from accord.reporting.export import figure_ending

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.agreement.agreement import Agreement
    from accord.reporting.export import Drawing

ITEM_VIEWS = Registry("item view", {"trees": "accord.reporting.trees_view:trees_view"})
"""What draws an item, as kinds name it: from an agreement and the name of an item, its view."""


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item as text for a terminal and as a picture; ``choice`` says why it is this one, where nobody chose one."""

    item: str
    text: str
    drawing: Drawing
    choice: str = ""


@dataclass(frozen=True, slots=True)
class ItemOutput:
    """What is to be printed of an item, and written to a file."""

    view: ItemView
    printed: bool
    figure: str | None

    def show(self, echo: Callable[[str], object]) -> list[str]:
        """Print it, and write it, as asked; what is to be said of that."""
        if self.printed:
            echo(self.view.text)
        if self.figure is None:
            return []
        self.view.drawing.save(self.figure)
        choice = f", {self.view.choice} (--show names another)," if self.view.choice else ""
        return [f"figure of {self.view.item}{choice} written to {self.figure}"]


def drawing_of(agreement: Agreement, view: str, given: Mapping[str, Any], format_: str) -> ItemOutput | None:
    """What is to be drawn, if ``show`` or ``figure`` say so."""
    if "show" in given and format_ != "text":
        raise UsageError("--show draws for the terminal; --figure writes a drawing beside any format")
    if "figure" in given:
        figure_ending(given["figure"])
    if not {"show", "figure"} & set(given):
        return None
    drawn: ItemView = ITEM_VIEWS.get(view)(agreement, given.get("show"))
    return ItemOutput(drawn, "show" in given, given.get("figure"))
