"""The objective of 2015 on generated and real continua: values of pygamma-agreement 0.5.9 and of an earlier program.

pygamma-agreement computes in float32: its values are near to 1e-6 only. Those here are of the earlier program, which
had the same on every continuum that pygamma-agreement can align; c4 and 5by100 are beyond it.
"""

from __future__ import annotations

from hashlib import md5
from pathlib import Path

import pytest

from accord.verbs.align import align

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "units"
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}"),
]

GENERATED = {
    "c1_3x25": ("2aecae409bb902617738ec89b5746ffe", 0.245291880, 5.96876898, 26, 549),
    "c2_3x100": ("66b0803617edcc737904c053ef791d57", 0.283571752, 27.41193607, 104, 2599),
    "c3_4x100": ("2e0de62aa83b3ca9786f865c1bff572c", 0.365873614, 35.48974053, 109, 21130),
    "c4_4x200": ("0a8123a775ea03c5feecf4f529286cc0", 0.418884091, 81.26351370, 216, 35576),
    "c5_5x25": ("202beba7fb4a5035a6dc04dc31510169", 0.480629882, 11.34286514, 28, 33904),
    "c6_2x1000": ("d96c859c35889d09b393a6526411513c", 0.251074179, 245.04839877, 1031, 5054),
}
"""Checksum; disorder, sum and size of the best alignment; candidates that no split betters."""


@pytest.mark.parametrize("name", GENERATED)
def test_best_sum(name: str) -> None:
    checksum, disorder, total, size, candidates = GENERATED[name]
    path = DATA / f"{name}.csv"
    assert md5(path.read_bytes(), usedforsecurity=False).hexdigest() == checksum
    (found,) = align(path).alignments
    assert (found.size, found.candidates, found.proved) == (size, candidates, True)
    assert found.disorder == pytest.approx(disorder, abs=1e-8)
    assert found.sum == pytest.approx(total, rel=1e-6)
    assert found.bound <= found.disorder


def test_soft_alignment() -> None:
    (found,) = align(DATA / "c1_3x25.csv", method="soft").alignments
    assert found.disorder == pytest.approx(0.213555500, abs=1e-6)
    assert found.proved


@pytest.mark.parametrize(("name", "disorder", "size"), [("3by100", 0.138276614, 124), ("5by100", 0.687178535, 100)])
def test_files_of_pygamma(name: str, disorder: float, size: int) -> None:
    """The peer tests hold 3by100 against pygamma-agreement; its product for 5by100 has 10^10 rows, so this is ours."""
    (found,) = align(DATA / f"{name}.csv").alignments
    assert (found.size, found.proved) == (size, True)
    assert found.disorder == pytest.approx(disorder, abs=1e-8)
