"""Small campaigns of every kind, redrawn and always alike."""

from __future__ import annotations

from tests.snapshots import (
    label_campaigns,
    other_campaigns,
    relation_campaigns,
    text_campaigns,
    tree_campaigns,
    unit_campaigns,
)
from tests.snapshots.campaign import CAMPAIGNS

__all__ = [
    "CAMPAIGNS",
    "label_campaigns",
    "other_campaigns",
    "relation_campaigns",
    "text_campaigns",
    "tree_campaigns",
    "unit_campaigns",
]
