"""Campaigns drawn by known rules, each in a situation that the page should tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

Rows = list[str]
_HEAD = "item,annotator,label,document"
_LABELS = "ABCD"


def _other(random: Random, label: str, labels: str = _LABELS) -> str:
    return random.choice([each for each in labels if each != label])


def _labels(
    random: Random, error: Callable[[str, str, int], float], *, items: int = 240, who: str = "abc", documents: int = 8
) -> Rows:
    """Everybody gives the true label but for errors, as often as ``error`` of annotator, label and document says."""
    rows = [_HEAD]
    for item in range(items):
        truth, document = random.choice(_LABELS), item * documents // items
        for name in who:
            label = _other(random, truth) if random.random() < error(name, truth, document) else truth
            rows.append(f"i{item},{name},{label},d{document}")
    return rows


def next_to_chance(random: Random) -> Rows:
    """Labels that have little to do with the item."""
    return _labels(random, lambda *_: 0.65)


def one_label(random: Random) -> Rows:
    """One label that nobody knows, among others that all know."""
    return _labels(random, lambda _, label, __: 0.5 if label == "B" else 0.04, items=400)


def one_annotator(random: Random) -> Rows:
    """Somebody who errs far more often."""
    return _labels(random, lambda name, *_: 0.45 if name == "b" else 0.06)


def one_document(random: Random) -> Rows:
    """A document that is far harder than the others."""
    return _labels(random, lambda _, __, document: 0.5 if document == 3 else 0.06, items=320)


def two_labels(random: Random) -> Rows:
    """Two labels that are taken for each other."""
    rows = [_HEAD]
    for item in range(240):
        truth = random.choice(_LABELS)
        for name in "abc":
            swapped = {"A": "B", "B": "A"}.get(truth) if random.random() < 0.25 else None
            rows.append(f"i{item},{name},{swapped or (_other(random, truth) if random.random() < 0.03 else truth)},d")
    return rows


def two_schools(random: Random) -> Rows:
    """Two who read the guideline so, and three who read it otherwise."""
    rows = [_HEAD]
    for item in range(200):
        truth = random.choice(_LABELS)
        for name in "abcde":
            read = "D" if name in "de" and truth in "AB" else truth
            rows.append(f"i{item},{name},{_other(random, read) if random.random() < 0.06 else read},d")
    return rows


def too_few(random: Random) -> Rows:
    """Hardly any items."""
    return _labels(random, lambda *_: 0.2, items=12, documents=1)


def ceiling(random: Random) -> Rows:
    """Nobody errs but for slips."""
    return _labels(random, lambda *_: 0.012, items=600)


def spread(random: Random) -> Rows:
    """Everybody errs alike, everywhere."""
    return _labels(random, lambda *_: 0.12)


def _chunks(random: Random, moved: float, missed: float, renamed: float) -> Rows:
    """Spans of three tokens, of which each annotator moves, misses or renames some."""
    rows = ["annotator,document,sentence,token,label"]
    for sentence in range(120):
        spans = [(start, random.choice(("PER", "LOC", "ORG"))) for start in (1, 6, 11) if random.random() < 0.7]
        for name in "abc":
            labels = ["O"] * 16
            for start, type_ in spans:
                if random.random() < missed:
                    continue
                given = random.choice(("PER", "LOC", "ORG")) if random.random() < renamed else type_
                end = start + 3 + (random.choice((-1, 1)) if random.random() < moved else 0)
                labels[start:end] = [f"B-{given}", *[f"I-{given}"] * (end - start - 1)]
            rows += [f"{name},d{sentence % 6},{sentence},w{at},{label}" for at, label in enumerate(labels)]
    return rows


def borders(random: Random) -> Rows:
    """Spans of which borders are doubtful, and labels not."""
    return _chunks(random, moved=0.3, missed=0.04, renamed=0.03)


def omissions(random: Random) -> Rows:
    """Spans that are overlooked."""
    return _chunks(random, moved=0.04, missed=0.2, renamed=0.03)


DRAWN: dict[str, Callable[[Random], Rows]] = {
    "next to chance": next_to_chance,
    "one label": one_label,
    "one annotator": one_annotator,
    "one document": one_document,
    "two labels": two_labels,
    "two schools": two_schools,
    "too few items": too_few,
    "ceiling": ceiling,
    "spread": spread,
    "borders": borders,
    "omissions": omissions,
}
"""What draws a campaign, by the situation that it is in."""
