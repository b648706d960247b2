"""Codes that are packed, where each item went to few of many annotators, give what a table of all annotators gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import accord
from accord.kinds.labels.breakdown import breakdown_of

if TYPE_CHECKING:
    from pathlib import Path


def crowd(path: Path, seed: int) -> Path:
    rng = np.random.default_rng(seed)
    lines = ["item,annotator,label,doc"]
    for item in range(80):
        truth = rng.integers(1, 5)
        for worker in rng.choice(12, size=rng.integers(0, 4), replace=False):
            label = truth if rng.random() < 0.7 else rng.integers(1, 5)
            lines.append(f"i{item},w{worker:02},{label},d{item % 5}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def without_digests(found: Any) -> Any:
    if isinstance(found, dict):
        return {key: without_digests(each) for key, each in found.items() if "signature" not in key}
    if isinstance(found, list):
        return [without_digests(each) for each in found]
    return pytest.approx(found, abs=1e-12) if isinstance(found, float) else found


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "options",
    [
        {"distance": "nominal"},
        {"distance": "ordinal", "keep_singletons": True},
        {"distance": "nominal", "missing": ["2"]},
        {"distance": "nominal", "annotators": ["w03", "w01", "w07", "w05"]},
        {"distance": "interval", "exclude": ["w00"], "by_document": True},
        {"distance": "nominal", "permutations": 9},
    ],
    ids=str,
)
def test_packed_codes_say_the_same(
    options: dict[str, Any], seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = accord.read(crowd(tmp_path / "crowd.csv", seed))
    coefficients = ["alpha", "observed", "multi-kappa"]
    dense = accord.agree(corpus, coefficients, **options)
    monkeypatch.setattr("accord.kinds.labels.study.DENSE_CELLS", 0)
    monkeypatch.setattr("accord.kinds.labels.study.SPARSE", 1)
    packed = accord.agree(corpus, coefficients, **options)
    assert breakdown_of(dense).coding.who is None
    assert breakdown_of(packed).coding.who is not None
    assert packed.to_dict() == without_digests_of(dense, packed)
    assert breakdown_of(packed).coding.unpacked().codes.tolist() == breakdown_of(dense).coding.codes.tolist()


def without_digests_of(dense: accord.Agreement, packed: accord.Agreement) -> Any:
    """What the dense one says, with the signatures of the packed one, whose digests are others."""
    said, signed = without_digests(dense.to_dict()), packed.to_dict()
    for mine, theirs in zip(said["results"], signed["results"], strict=True):
        mine |= {key: each for key, each in theirs.items() if "signature" in key}
    return said


def test_dense_tables_stay_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.kinds.labels.study.DENSE_CELLS", 0)
    path = tmp_path / "all.csv"
    path.write_text("item,ada,bram\n1,a,a\n2,b,a\n3,b,b\n", encoding="utf-8")
    assert breakdown_of(accord.agree(accord.read(path), "alpha")).coding.who is None
