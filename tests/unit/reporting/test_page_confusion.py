"""Which two labels are said to be taken for each other, in campaigns that are drawn by known rules."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from accord.reporting.page_confusion import worst_confusion
from tests.payloads import layer_of

if TYPE_CHECKING:
    from accord.payload.layer import LayerContent

CAMPAIGNS = 200
SLIP = 0.25


def layer_with(met: Counter[tuple[str, str]]) -> LayerContent:
    """What the page holds of labels that two annotators gave to items."""
    names = sorted({label for both in met for label in both})
    confused = Counter({both: times for both, times in met.items() if both[0] != both[1]})
    total = confused.total()
    view = {
        "label_names": names,
        "coincidences": [[float(met[one, other] + met[other, one]) for other in names] for one in names],
        "labels": [{"label": name, "count": sum(n * both.count(name) for both, n in met.items())} for name in names],
        "confusions_items": total,
        "confusions": [
            {"first": one, "second": other, "items": n, "share": n / total, "merged": {"value": None}}
            for (one, other), n in confused.most_common()
        ],
    }
    return layer_of({"labels_view": {"nominal": True, **view}})


def campaign(seed: int, slips: dict[str, float], mixed: float = 0.0) -> LayerContent:
    """300 items labelled twice: each label slips to any so often, and a and b are mixed up besides."""
    random = Random(seed)

    def label(truth: str) -> str:
        if truth in "ab" and random.random() < mixed:
            return "ba"["ab".index(truth)]
        slipped = random.random() < slips[truth]
        return random.choices(list(slips), list(slips.values()))[0] if slipped else truth

    truths = [random.choice(list(slips)) for _ in range(300)]
    pairs = [sorted((label(truth), label(truth))) for truth in truths]
    return layer_with(Counter((one, other) for one, other in pairs))


def named(slips: dict[str, float], mixed: float = 0.0) -> Counter[tuple[str, str] | None]:
    """Which two labels are named in how many campaigns."""
    found = [worst_confusion(campaign(seed, slips, mixed)) for seed in range(CAMPAIGNS)]
    return Counter(each and (each.first, each.second) for each in found)


@pytest.mark.parametrize(
    "hardly",
    [
        pytest.param({}, id="all alike"),
        pytest.param({"root": 0.0}, id="one never"),
        pytest.param({"root": 0.01}, id="one hardly ever"),
        pytest.param({"root": 0.05}, id="one less often"),
        pytest.param({"d": SLIP, "x": 0.0, "y": 0.0}, id="two never"),
        pytest.param({"d": SLIP, "x": 0.03, "y": 0.0}, id="one hardly ever, one never"),
    ],
)
def test_evenly_spread_errors_name_no_two_labels(hardly: dict[str, float]) -> None:
    assert named(dict.fromkeys("abc", SLIP) | hardly)[None] >= 0.95 * CAMPAIGNS


@pytest.mark.parametrize(
    ("slips", "mixed"),
    [
        pytest.param({"a": 0.0, "b": 0.0, "c": 0.0}, 0.1, id="nothing else is confused"),
        pytest.param(dict.fromkeys("abc", 0.1), 0.1, id="all are"),
        pytest.param(dict.fromkeys("abc", 0.1) | {"root": 0.0}, 0.1, id="all but one"),
        pytest.param(dict.fromkeys("abc", 0.1) | {"root": 0.01}, 0.1, id="one hardly ever"),
        pytest.param(dict.fromkeys("abcdefgh", 0.1), 0.15, id="eight labels"),
    ],
)
def test_labels_that_are_mixed_up_are_named(slips: dict[str, float], mixed: float) -> None:
    assert named(slips, mixed)["a", "b"] >= 0.95 * CAMPAIGNS


@pytest.mark.parametrize(("items", "said"), [(4, False), (5, True)])
def test_a_label_given_now_and_then_does_not_make_two_others_stand_out(items: int, said: bool) -> None:
    met = Counter({("a", "a"): 50, ("b", "b"): 50, ("a", "b"): 20, ("c", "c"): items})
    assert (worst_confusion(layer_with(met)) is not None) is said
