"""How hard texts are, as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import value_payload
from accord.agreement.result import Undefined, number
from accord.messages import plural
from accord.reporting.numbers import exact, rounded, thousands
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.kinds.spans.difficulty import Difficulty, Hardness

    Named = Sequence[tuple[str, Hardness]]


def difficulty_tables(difficulty: Difficulty, most: int) -> Iterator[Table]:
    """All texts together, each annotator, then the hardest documents and sentences and the easiest."""
    yield _whole(difficulty)
    if len(difficulty.annotators) > 1:
        yield _part(difficulty, "annotator", _hardest_first(difficulty.annotators), "Each annotator as the standard")
    for what, found in (("document", difficulty.documents), ("sentence", difficulty.sentences)):
        parts = _hardest_first(found)
        if len(parts) > 2 * most:
            more = f"of {plural(len(parts), what)}; --top {-(-len(parts) // 2)} shows all"
            yield _part(difficulty, what, parts[:most], f"The hardest {what}s", more)
            yield _part(difficulty, what, parts[: -most - 1 : -1], f"The easiest {what}s", more)
        elif len(parts) > 1:
            yield _part(difficulty, what, parts, f"By {what}, the hardest first")


def _hardest_first(found: Mapping[str, Hardness]) -> Named:
    """Those without a value are left out: nothing is marked in them."""
    marked = [(name, part) for name, part in found.items() if not isinstance(part.value, Undefined)]
    return sorted(marked, key=lambda entry: -(number(entry[1].value) or 0.0))


def _cells(part: Hardness) -> tuple[str, ...]:
    return rounded(part.value, 4), rounded(part.chance, 4), thousands(part.texts), thousands(part.spans)


def _columns(difficulty: Difficulty) -> tuple[str, ...]:
    return "difficulty", "chance F1", f"{difficulty.study.unit}s", "spans"


def _whole(difficulty: Difficulty) -> Table:
    study, whole = difficulty.study, difficulty.whole
    blank = sum(isinstance(part.value, Undefined) for part in difficulty.documents.values())
    chance = (
        f"two who both place the spans of {study.annotators[0]} at random"
        if len(study.annotators) == 1
        else f"all pairs of {plural(len(study.annotators), 'annotator')} who place their spans at random, the mean"
    )
    notes = [
        f"chance F1: of {chance}; spans in {study.of}s",
        *([f"{plural(blank, 'document')} without spans: no difficulty"] if blank else []),
        *(f"left out: {thousands(count)} {what}" for what, count in study.left_out.items()),
        *([f"undefined: {whole.value.reason}"] if isinstance(whole.value, Undefined) else []),
        str(difficulty.signature),
    ]
    return Table(_columns(difficulty), (_cells(whole),), title="Difficulty", notes=tuple(notes))


def _part(difficulty: Difficulty, name: str, found: Named, title: str, note: str = "") -> Table:
    rows = tuple((what, *_cells(part)) for what, part in found)
    return Table((name, *_columns(difficulty)), rows, title=title, notes=(note,) if note else ())


def difficulty_records(difficulty: Difficulty) -> Table:
    """One tidy table for programs, documents and sentences in their order."""
    rows = tuple(
        (kind, name, exact(part.value), exact(part.chance), str(part.texts), str(part.spans), signature)
        for kind, name, part, signature in _parts(difficulty)
    )
    return Table(("part", "name", "difficulty", "chance", "texts", "spans", "signature"), rows)


def _parts(difficulty: Difficulty) -> Iterator[tuple[str, str, Hardness, str]]:
    yield "all", "", difficulty.whole, str(difficulty.signature)
    yield from (("annotator", name, part, "") for name, part in difficulty.annotators.items())
    yield from (("document", name, part, "") for name, part in difficulty.documents.items())
    yield from (("sentence", name, part, "") for name, part in difficulty.sentences.items())


def difficulty_payload(difficulty: Difficulty) -> dict[str, Any]:
    """Everything about a difficulty as JSON."""
    return {
        "version": 1,
        **_payload(difficulty.whole),
        "unit": difficulty.study.unit,
        "of": difficulty.study.of,
        "excluded": dict(difficulty.study.left_out),
        "annotators": [{"annotator": name, **_payload(part)} for name, part in difficulty.annotators.items()],
        "documents": [{"document": name, **_payload(part)} for name, part in difficulty.documents.items()],
        "sentences": [
            {"document": text.document, "sentence": text.number, **_payload(difficulty.sentences[text.name])}
            for text in difficulty.study.texts
            if text.number
        ],
        "signature": str(difficulty.signature),
    }


def _payload(part: Hardness) -> dict[str, Any]:
    return {**value_payload(part.value), "chance": number(part.chance), "texts": part.texts, "spans": part.spans}
