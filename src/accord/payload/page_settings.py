"""How a page was made."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSettings:
    """How a page was made."""

    seed: Annotated[int, "of random numbers"]
    budget: Annotated[float | None, "seconds for costly measures; null: no limit"]
    repair: Annotated[str | None, "of invalid chunk labels; null: none was needed"]
    most: Annotated[int, "how many items and documents of a layer are held"]
    paths: Annotated[Sequence[str], "what was named"]
    level: Annotated[float, "of confidence"]
