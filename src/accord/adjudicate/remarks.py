"""What a user should know of a queue or a gold standard beside its numbers, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.formats.names import some
from accord.messages import call, capital, option, plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def remarks(told: Mapping[str, Any]) -> list[str]:
    """Who has no vote, and what is left out for that; which decisions are not used, or not on what it was.

    ``told`` is the payload of a queue, or the account of a gold standard, which knows more.
    """
    said = []
    if told["voteless"]:
        say = call("gold", option("annotators"))
        why = f"called like a reference or a prediction, or not named: {say} says who has one"
        said.append(f"Without a vote: {some(told['voteless'])} ({why}).")
    if told.get("voteless_alone"):
        said.append(f"Not in it, as nobody else looked: {plural(told['voteless_alone'], told['left_out']['what'])}.")
    if told.get("changed"):
        said.append(f"Annotators changed their versions after the decision: {some(told['changed'])}.")
    if told["lost"]:
        said.append(f"{capital(lost_said(told['lost']))}.")
    return said


def lost_said(items: Sequence[str]) -> str:
    """That decisions cannot be used, and why that may be.

    >>> lost_said(["d1:3"])
    'decided, but not used (no case now, on another text, or at odds with others): d1:3'
    """
    why = "no case now, on another text, or at odds with others"
    return f"decided, but not used ({why}): {some(items)}"
