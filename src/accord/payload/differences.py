"""How what annotators differ on divides: what one has alone, other borders, other labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferencePart:
    """Differences of one sort."""

    name: Annotated[str, "found, bounded, labelled, both; of dependencies attached, labelled, both"]
    title: Annotated[str, "the same in words"]
    pairs: Annotated[int, "how many pairs of annotators differ so, each time"]
    share: Annotated[float, "of all that differ"]
    examples: Annotated[Sequence[str], "ids of items"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferencesView:
    """What every two annotators have alike and what not, and how this divides."""

    of: Annotated[str, "what is compared: span, unit, token or phrase"]
    agreed: Annotated[int, "how many pairs are the same"]
    parts: Annotated[Sequence[DifferencePart], "those that occur, the most frequent first"]
