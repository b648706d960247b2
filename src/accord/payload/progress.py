"""How agreement goes from one round, batch or month to the next."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from accord.agreement.result import Interval
from accord.payload.values import Estimate

STAGE = re.compile(r"(?P<of>round|batch|wave|phase|iteration|week|month|day)[-_ ]?(?P<number>[0-9]+)", re.IGNORECASE)
"""What a folder or a layer is called that is one of several rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRow(Estimate):
    """One round, measured for itself."""

    name: Annotated[str, "what it is called"]
    first_day: Annotated[str | None, "when its first annotation was made, as 2026-01-31, where files say so"]
    last_day: Annotated[str | None, "when its last one was made"]
    used: Annotated[int, "how much went into the value: items, texts, documents or sentences"]
    annotators: Annotated[int, "how many annotators it has"]
    layer: Annotated[str | None, "its layer, where each round is one"] = None
    change: Annotated[
        Estimate | None, "how much more than in the round before, on items of both where there are any"
    ] = None
    change_others: Annotated[Interval | None, "where that lies for annotators like these"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressView:
    """All rounds in their order."""

    of: Annotated[str, "what they are: round, batch, month, week, day"]
    unit: Annotated[str, "what is counted as used"]
    rows: Annotated[Sequence[StageRow], "the first one first"]
    left_out: Annotated[str | None, "why they are not measured, where they are not"] = None
