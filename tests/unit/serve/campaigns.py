"""The example campaign, layer by layer."""

from __future__ import annotations

from pathlib import Path

import accord
from accord.serve.queue import Queue, disputed

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
    return Queue(layer, disputed(accord.read(HARBOUR / LAYERS[layer])))
