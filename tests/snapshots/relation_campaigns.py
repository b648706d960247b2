"""Campaigns of relations between mentions."""

from __future__ import annotations

from typing import Any

from tests.snapshots.campaign import NAMES, TYPES, Files, campaign
from tests.snapshots.drawing import Draw, Mark
from tests.snapshots.formats import json_lines

_TYPES = ("owns", "leaves", "near")


def relation_records(draw: Draw, annotators: int, size: int, *, same_mentions: bool) -> list[dict[str, Any]]:
    """Documents of two sentences of tokens, and what everyone links in each of them."""
    records = []
    for number in range(size):
        sentences = [draw.words(6, 9), draw.words(6, 9)]
        tokens = [*sentences[0], *sentences[1]]
        truth = [
            *draw.marks(len(sentences[0]), TYPES, 3),
            *(
                Mark(start + len(sentences[0]), end + len(sentences[0]), type_)
                for start, end, type_ in draw.marks(6, TYPES, 3)
            ),
        ]
        mentions, relations = {}, {}
        for who in NAMES[:annotators]:
            found = truth if same_mentions else draw.departed(truth, len(tokens), TYPES, 0.2)
            mentions[who] = [
                {"id": f"m{place}", "start": start, "end": end, "type": type_}
                for place, (start, end, type_) in enumerate(found)
            ]
            halves = [
                [place for place, (start, _, _) in enumerate(found) if (start < len(sentences[0])) == first]
                for first in (True, False)
            ]
            relations[who] = [
                {"source": f"m{half[0]}", "target": f"m{place}", "type": draw.one(_TYPES)}
                for half in halves
                for place in half[1:]
                if draw.chance(0.7)
            ]
        first = len(sentences[0])
        records.append(
            {
                "document": f"d{number}",
                "tokens": tokens,
                "sentences": [[0, first], [first, len(tokens)]],
                "mentions": mentions,
                "relations": relations,
            }
        )
    return records


@campaign("relations-two", "relations")
def _(draw: Draw) -> Files:
    return {"data.jsonl": json_lines(relation_records(draw, 2, 8, same_mentions=True))}


@campaign("relations-three", "relations")
def _(draw: Draw) -> Files:
    return {"data.jsonl": json_lines(relation_records(draw, 3, 6, same_mentions=False))}
