"""What cases are about, in words: what annotators differ on, what each of them says of it, and what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.model.case import Point
from accord.model.tree import NO_WORDS, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.model.case import Case, Value

NOTHING, NO_RELATION, NO_PHRASE = "nothing marked", "no relation", "no phrase"


def label_points(case: Case) -> Iterator[Point]:
    """The item with its text, or the token, and its labels."""
    tokens, region = case.shown.get("tokens"), case.shown.get("region")
    words = _part(tokens, region) if tokens else str(case.shown.get("says") or "")
    yield _point(words, case, {str(each.value) for each in case.versions}, str)


def mark_points(case: Case) -> Iterator[Point]:
    """The words of the region, and the types that are marked in it."""

    def said(value: Value) -> str:
        return ", ".join(type_ or "marked" for *_, type_ in value) or NOTHING

    words: Any = case.shown.get("tokens") or case.shown.get("text") or ""
    offset: Any = case.shown.get("offset", 0)
    region: Any = case.shown["region"]
    types = {type_ for each in case.versions for *_, type_ in each.value}
    yield _point(_part(words, [each - offset for each in region]) if words else "", case, types, said)


def relation_points(case: Case) -> Iterator[Point]:
    """The two mentions, and the arcs between them."""
    words: Any = case.shown.get("tokens") or case.shown.get("text") or ""
    offset: Any = case.shown["offset"]
    mentions: Any = case.shown["mentions"]
    ends = [_part(words, [start - offset, end - offset]) for start, end, _ in mentions]

    def said(value: Value) -> str:
        return (
            "; ".join(f"{ends[one]} – {type_ or 'linked'} → {ends[other]}" for one, other, type_ in value)
            or NO_RELATION
        )

    types = {type_ for each in case.versions for *_, type_ in each.value}
    yield _point(" … ".join(ends) if all(ends) else "", case, types, said)


def dependency_points(case: Case) -> Iterator[Point]:
    """Every token with another head or label in another version."""
    trees = [each.value for each in case.versions]
    if len({tuple(tree["words"]) for tree in trees}) > 1:
        return
    for token, word in enumerate(trees[0]["words"]):

        def said(tree: Value, token: int = token) -> str:
            head = tree["heads"][token]
            return f"{tree['labels'][token]} ← {tree['words'][head - 1] if head else 'root'}"

        if len({said(tree) for tree in trees}) > 1:
            yield _point(word, case, {tree["labels"][token] for tree in trees}, said)


def phrase_points(case: Case) -> Iterator[Point]:
    """All words over which not every version has the same phrases."""
    trees = [each.value for each in case.versions]
    if len({tuple(tree["words"]) for tree in trees}) > 1:
        return
    held = [_phrases(tree) for tree in trees]
    for start, end in sorted({place for phrases in held for place in phrases}):

        def said(tree: Value, place: tuple[int, int] = (start, end)) -> str:
            return " ".join(_phrases(tree).get(place, ())) or NO_PHRASE

        if len({tuple(phrases.get((start, end), ())) for phrases in held}) > 1:
            labels = {label for phrases in held for label in phrases.get((start, end), ())}
            yield _point(" ".join(trees[0]["words"][start:end]), case, labels, said)


def _phrases(tree: Value) -> dict[tuple[int, int], list[str]]:
    """The labels of all phrases and leaves of a tree, by the words over which they stand."""
    parents: list[int] = tree["parents"]
    inner = set(parents)
    spans: list[tuple[int, int] | None] = [None] * len(parents)
    leaf = 0
    for node in range(len(parents)):
        if node not in inner:
            above = node
            while above != ROOT:
                held = spans[above]
                spans[above] = (held[0] if held else leaf, leaf + 1)
                above = parents[above]
            leaf += 1
    found: dict[tuple[int, int], list[str]] = {}
    for span, label in zip(spans, tree["labels"], strict=True):
        if span is not None:
            found.setdefault(span, []).append(label)
    return found


def _point(words: str, case: Case, labels: set[str], said: Any) -> Point:
    options = frozenset(said(each.value) for each in case.versions)
    return Point("" if NO_WORDS in words else " ".join(words.split()), options, frozenset(labels - {""}), said)


def _part(words: Any, place: Any) -> str:
    start, end = map(int, place)
    part: str | Sequence[str] = words[start:end]
    return part if isinstance(part, str) else " ".join(part)
