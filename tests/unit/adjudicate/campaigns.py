"""The example campaign, layer by layer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import accord
from accord.campaign.gold import queue_of as queue_of_corpus

if TYPE_CHECKING:
    from accord.adjudicate.queue import Queue

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
LAYERS = {
    "annotators": "annotators",
    "urgency": "urgency.csv",
    "weather": "weather.csv",
    "radio": "radio.csv",
    "trees": "trees",
    "phrases": "phrases",
}


def queue_of(layer: str) -> Queue:
    return queue_of_corpus(layer, accord.read(HARBOUR / LAYERS[layer]))
