"""The trees of every two annotators over one sentence, to be printed or written to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.reporting.export import Drawing
from accord.reporting.item_view import ItemView
from accord.reporting.tree_text import change_lines, tree_lines
from accord.reporting.trees_scene import trees_scene

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement


def trees_view(agreement: Agreement, name: str | None) -> ItemView:
    """The trees of a sentence, of the one that costs most where none is named."""
    breakdown: Any = agreement.breakdown
    sentence = breakdown.sentence(name)
    text = ""
    for pair in sentence.pairs():
        changes = breakdown.changes(sentence, list(pair)) or ()
        text += "\n" + "\n".join([*tree_lines(sentence.name, pair), *change_lines(pair, changes)])
    different = sentence.different()
    title = f"{' and '.join(different)} on {sentence.name}"
    several = len(breakdown.parses.sentences)
    choice = f"the one that costs most of {several:,} sentences" if name is None and several > 1 else ""
    notes = [*filter(None, [choice]), str(agreement.result.signature)]
    return ItemView(sentence.name, text, Drawing(lambda wide: trees_scene(title, different, notes, wide)), choice)
