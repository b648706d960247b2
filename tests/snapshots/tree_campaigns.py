"""Campaigns of dependency trees and of phrases in brackets."""

from __future__ import annotations

from tests.snapshots.campaign import NAMES, Files, campaign
from tests.snapshots.drawing import RELATIONS, TAGS, Draw
from tests.snapshots.formats import (
    conllu,
)

Parse = tuple[list[str], list[str], list[int], list[str]]


def parses_of(draw: Draw, annotators: int, size: int, error: float = 0.2) -> dict[str, list[Parse]]:
    found: dict[str, list[Parse]] = {who: [] for who in NAMES[:annotators]}
    for _ in range(size):
        words = draw.words(3, 7)
        tags, heads = draw.labels(TAGS, len(words)), draw.heads(len(words))
        relations = [draw.one(RELATIONS) if head else "root" for head in heads]
        for parses in found.values():
            other = draw.heads(len(words)) if draw.chance(error) else heads
            named = [draw.one(RELATIONS) if draw.chance(error) else relation for relation in relations]
            parses.append(
                (words, tags, other, [name if head else "root" for name, head in zip(named, other, strict=True)])
            )
    return found


@campaign("trees-three", "dependencies")
def _(draw: Draw) -> Files:
    return {f"{who}.conllu": conllu(parses, documents=3) for who, parses in parses_of(draw, 3, 8).items()}


@campaign("trees-no-trees", "dependencies")
def _(draw: Draw) -> Files:
    parses = parses_of(draw, 2, 6)
    words, tags, heads, relations = parses["bram"][2]
    parses["bram"][2] = (words, tags, [2, 1, *heads[2:]], relations)
    return {f"{who}.conllu": conllu(said if who == "ada" else said[:-1]) for who, said in parses.items()}


@campaign("trees-equal", "dependencies")
def _(draw: Draw) -> Files:
    return {f"{who}.conllu": conllu(parses) for who, parses in parses_of(draw, 2, 5, error=0.0).items()}


@campaign("trees-brackets", "brackets")
def _(draw: Draw) -> Files:
    found: dict[str, list[str]] = {who: [] for who in NAMES[:3]}
    for n in range(7):
        words = draw.words(3, 6)
        same = draw.bracketed(words)
        for said in found.values():
            said.append(f"# sent_id = s{n}\n(S {draw.bracketed(words) if draw.chance(0.3) else same})\n")
    return {f"{who}.ptb": "\n".join(said) for who, said in found.items()}
