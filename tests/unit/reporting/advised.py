"""Campaigns drawn by known rules, each in a situation that the page should tell."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from accord.campaign.report import report_payload

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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


def ceiling_of_spans(random: Random) -> Rows:
    """Spans of which hardly a border is doubtful."""
    return _chunks(random, moved=0.02, missed=0.005, renamed=0.0)


def _units(random: Random, moved: float, missed: float) -> Rows:
    """Units of twenty seconds, of which each annotator moves the ends of some and misses others."""
    rows = ["document,annotator,category,start,end"]
    for document in range(8):
        units = [(30 * at + random.randrange(5), random.choice(_LABELS)) for at in range(12) if random.random() < 0.9]
        for name in "abc":
            for start, label in units:
                if random.random() >= missed:
                    begin, end = (random.choice((-9, 9)) if random.random() < moved else 0 for _ in range(2))
                    rows.append(f"d{document},{name},{label},{start + begin},{start + 20 + end}")
    return rows


def borders_of_units(random: Random) -> Rows:
    """Units of which ends are doubtful."""
    return _units(random, moved=0.4, missed=0.03)


def omissions_of_units(random: Random) -> Rows:
    """Units that are overlooked."""
    return _units(random, moved=0.03, missed=0.2)


def heads(random: Random) -> Rows:
    """Trees of which attachments are doubtful, and relations not."""
    rows = []
    for sentence in range(60):
        truth = [(random.randrange(at) if at > 1 else 0, random.choice(("nsubj", "obj", "obl"))) for at in range(1, 13)]
        for name in "abc":
            rows += [f"#{name}", f"# sent_id = s{sentence}"]
            for at, (head, relation) in enumerate(truth, 1):
                given = random.randrange(1, at) if at > 1 and random.random() < 0.2 else head
                rows.append(f"{at}\tw{at}\t_\tX\t_\t_\t{given}\t{relation if given else 'root'}\t_\t_")
            rows.append("")
    return rows


def no_difference(random: Random) -> Rows:
    """Nobody ever errs."""
    return _labels(random, lambda *_: 0.0)


def no_value(random: Random) -> Rows:
    """No two annotators do the same items."""
    rows = _labels(random, lambda *_: 0.1)
    return [rows[0], *(row for at, row in enumerate(rows[1:]) if at % 3 == at // 3 % 3)]


DRAWN: dict[str, Callable[[Random], Rows]] = {
    "no value": no_value,
    "no difference": no_difference,
    "too few items": too_few,
    "two schools": two_schools,
    "one annotator": one_annotator,
    "next to chance": next_to_chance,
    "borders of spans": borders,
    "borders of units": borders_of_units,
    "omissions of spans": omissions,
    "omissions of units": omissions_of_units,
    "heads": heads,
    "two labels": two_labels,
    "one label": one_label,
    "one document": one_document,
    "ceiling": ceiling,
    "ceiling of spans": ceiling_of_spans,
    "spread": spread,
}
"""What draws a campaign, by the situation that it is in; the same of another kind has that behind ``of``."""

NEUTRAL = {"spread", "too few items"}
"""What accuses nobody and nothing."""


def situation_of(name: str) -> str:
    """The situation that a campaign is in."""
    return name.partition(" of ")[0]


def told(name: str, seed: int, folder: Path) -> dict[str, Any]:
    """What the page says of a campaign."""
    rows = DRAWN[name](Random(seed))
    if rows[0].startswith("#"):
        data: Any = _treebank(rows, folder)
    elif rows[0].startswith("annotator,"):
        data = _sentences(rows)
    else:
        data = folder / "campaign.csv"
        data.write_text("\n".join(rows) + "\n", "utf-8")
    page = report_payload(data if isinstance(data, dict) else str(data), budget=0)
    return next(layer for layer in page["layers"] if layer["kind"] != "labels" or len(page["layers"]) == 1)


def _treebank(rows: Rows, folder: Path) -> Path:
    """A file of trees for each annotator, who is named before each sentence."""
    texts: dict[str, list[str]] = {}
    who = ""
    for row in rows:
        if row.startswith("#") and " " not in row:
            who = row[1:]
        else:
            texts.setdefault(who, []).append(row)
    treebank = folder / "trees"
    treebank.mkdir(exist_ok=True)
    for name, lines in texts.items():
        (treebank / f"{name}.conllu").write_text("\n".join(lines) + "\n", "utf-8")
    return treebank


def _sentences(rows: Rows) -> dict[str, list[list[str]]]:
    """The labels of each annotator, sentence by sentence."""
    found: dict[str, dict[str, list[str]]] = {}
    for row in rows[1:]:
        name, _, sentence, _, label = row.split(",")
        found.setdefault(name, {}).setdefault(sentence, []).append(label)
    return {name: list(sentences.values()) for name, sentences in found.items()}


def situations(name: str, campaigns: int, folder: Path) -> Counter[str]:
    """How often each situation is told of campaigns that are all in one."""
    return Counter(told(name, seed, folder)["words"]["situation"] for seed in range(campaigns))


def wrong(name: str, found: Counter[str]) -> int:
    """How often a situation is told that the campaigns are not in, and that is not neutral."""
    return sum(times for other, times in found.items() if other not in {situation_of(name), *NEUTRAL})
