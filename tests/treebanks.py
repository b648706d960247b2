"""Treebanks that are drawn at random, always alike."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_LABELS = [f"rel{number}" for number in range(30)]


def drawn_treebank(folder: Path, sentences: int, tokens: int, seed: int = 1) -> Path:
    """So many sentences of about so many tokens by two annotators, who differ in one of ten labels."""
    rng = Random(seed)
    rows: dict[str, list[str]] = {"ada": [], "bram": []}
    for number in range(sentences):
        length = max(2, round(rng.gauss(tokens, tokens / 3)))
        heads = [0] * length
        _attach(heads, 0, length, 0, rng)
        labels = [rng.choice(_LABELS) for _ in heads]
        for name, kept in (("ada", 1.0), ("bram", 0.9)):
            drawn = [label if rng.random() < kept else rng.choice(_LABELS) for label in labels]
            rows[name] += [f"# newdoc id = d{number // 70:02}"] if number % 70 == 0 else []
            rows[name] += [f"# sent_id = s{number}"]
            rows[name] += [
                f"{at}\tw{at}\t_\t_\t_\t_\t{head}\t{label}\t_\t_"
                for at, (head, label) in enumerate(zip(heads, drawn, strict=True), 1)
            ]
            rows[name] += [""]
    folder.mkdir(parents=True)
    for name, lines in rows.items():
        (folder / f"{name}.conllu").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def _attach(heads: list[int], start: int, end: int, head: int, rng: Random) -> None:
    """Let tokens hang on a head, so that no two arcs cross."""
    if start < end:
        middle = rng.randrange(start, end)
        heads[middle] = head
        _attach(heads, start, middle, middle + 1, rng)
        _attach(heads, middle + 1, end, middle + 1, rng)
