"""Chance token F1 of random spans: accord beside the formula of its paper, and how long large texts take.

    python bench/random_spans.py [--spans 16]

The formula of Li et al. (2024) sums over all subsets of the spans. Both give the coverage of a text of 200 tokens, and
the answers must be the same, to 1e-12. Then come texts for which the formula has no hope, and a test set of the size of
CoNLL-03's (3,453 sentences, some 5,600 spans of four types), every type of every sentence for itself, with both
annotators at random. The figures are CPU seconds of one call after a small one, and the largest resident memory so far.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.random_spans import coverage, expected_starts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SENTENCES, SPANS, TYPES = 3_453, 5_600, 4


def ours(tokens: int, lengths: Sequence[int]) -> Floats:
    return coverage(expected_starts(tokens, lengths), tokens)


def by_the_paper(tokens: int, lengths: Sequence[int]) -> Floats:
    """Proposition 2 at the left edge, and Proposition 3 and symmetry for all else."""
    from tests.oracle.random_spans import chance_of_start

    total, spans = sum(lengths), len(lengths)
    covered = np.zeros(tokens)
    for span, length in enumerate(lengths):
        edge = min(total - length - spans + 2, (tokens - length + 2) // 2)
        near = [float(chance_of_start(tokens, lengths, span, start)) for start in range(edge)]
        chances = np.full(tokens - length + 1, near[-1])
        chances[:edge], chances[-edge:] = near, near[::-1]
        covered += np.convolve(chances, np.ones(length))
    return covered


def timed(call: Callable[[], Floats]) -> tuple[float, Floats]:
    begin = time.process_time()
    found = call()
    return time.process_time() - begin, found


def beside_the_paper(most: int) -> bool:
    print(f"{'spans':>6}{'paper, s':>12}{'accord, s':>12}{'ratio':>12}{'difference':>12}")
    same = True
    for spans in range(4, most + 1, 2):
        lengths = np.random.default_rng(spans).integers(1, 5, spans).tolist()
        paper, theirs = timed(lambda lengths=lengths: by_the_paper(200, lengths))  # type: ignore[misc]
        accord, found = timed(lambda lengths=lengths: ours(200, lengths))  # type: ignore[misc]
        difference = float(np.max(np.abs(found / theirs - 1)))
        same &= difference < 1e-12
        print(f"{spans:>6}{paper:>12.4f}{accord:>12.5f}{paper / accord:>12,.1f}{difference:>12.0e}", flush=True)
    return same


def token_f1(tokens: int, spans: int, longest: int) -> Floats:
    rng = np.random.default_rng(spans)
    first, second = (rng.integers(1, longest + 1, spans).tolist() for _ in range(2))
    return 2 * ours(tokens, first) @ ours(tokens, second) / (sum(first) + sum(second))


def sentences() -> list[tuple[int, list[int], list[int]]]:
    """Every type of every sentence: its tokens, and the lengths of the spans of two annotators."""
    rng = np.random.default_rng(2003)
    tokens = np.maximum(1, rng.lognormal(np.log(10), 0.8, SENTENCES).astype(int))
    sides = [[[[] for _ in range(TYPES)] for _ in range(SENTENCES)] for _ in range(2)]
    for side in sides:
        for sentence in rng.choice(SENTENCES, SPANS, p=tokens / tokens.sum()):
            length = min(int(rng.geometric(0.7)), 6)
            if sum(map(sum, side[sentence])) + length <= tokens[sentence]:
                side[sentence][rng.integers(TYPES)].append(length)
    return [
        (int(size), first, second)
        for size, *annotated in zip(tokens, *sides, strict=True)
        for first, second in zip(*annotated, strict=True)
    ]


def corpus_f1(texts: list[tuple[int, list[int], list[int]]]) -> Floats:
    overlap = sum(float(ours(tokens, first) @ ours(tokens, second)) for tokens, first, second in texts)
    return np.array(2 * overlap / sum(sum(first) + sum(second) for _, first, second in texts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spans", type=int, default=16, help="the most spans for the formula of the paper, up to 16")
    most = min(16, parser.parse_args().spans)
    sys.path.append(str(Path(__file__).parent.parent))  # the formula of the paper stands in tests/oracle
    ours(100, [1, 2])
    same = beside_the_paper(most)
    texts = sentences()
    cases: list[tuple[str, float, Callable[[], Floats]]] = [
        ("200 spans, 100,000 tokens", 0.1, lambda: token_f1(100_000, 200, 5)),
        ("500 spans, 5,000 tokens (dense)", 2, lambda: token_f1(5_000, 500, 9)),
        ("5,000 spans, 1,000,000 tokens", np.inf, lambda: token_f1(1_000_000, 5_000, 5)),
        ("12 spans of up to 400, 5,000 tokens", np.inf, lambda: token_f1(5_000, 12, 400)),
        (f"{SENTENCES:,} sentences x {TYPES} types", 1, lambda: corpus_f1(texts)),
    ]
    print(f"\n{'chance token F1 of two annotators':<38}{'CPU s':>8}{'bar':>6}{'MB':>6}{'value':>10}")
    for name, bar, call in cases:
        seconds, value = timed(call)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        shown = "" if np.isinf(bar) else f"{bar:g}"
        print(f"{name:<38}{seconds:>8.3f}{shown:>6}{memory:>6.0f}{float(value):>10.6f}", flush=True)
    print(f"\nsame answer: {'yes' if same else 'NO'}")
    sys.exit(not same)


if __name__ == "__main__":
    main()
