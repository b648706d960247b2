"""The options of all that reads chunk labels as mentions."""

from __future__ import annotations

from dataclasses import dataclass

from accord.encoding.repair import NO_REPAIR
from accord.kinds.options import option


@dataclass(frozen=True)
class ChunkOptions:
    """How chunk labels are read."""

    encoding: str | None = option(
        None,
        "Encoding of chunk labels: BIO, IOB, BIOES, BILOU, BMES, BMEOW, IO, IOE1, IOE2, or NAME-suffix for labels "
        "like PER-B. Default: detected.",
        metavar="NAME",
        short="-e",
    )
    repair: str = option(
        NO_REPAIR,
        "How to read invalid sequences of chunk labels: begin, discard, last-type; none refuses them.",
        metavar="METHOD",
    )
