"""How much a page holds and how long it may take, unless something else is said."""

MAX = 200
"""How many items, documents, alignments and trees of a layer a page holds; of items also one of each document."""
SECONDS = 20.0
"""How long costly measures may take, in seconds of processor time."""
