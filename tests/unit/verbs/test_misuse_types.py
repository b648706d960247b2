"""Values of the wrong type for arguments: one sentence each, no traceback."""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.errors import AccordError

if TYPE_CHECKING:
    from collections.abc import Callable

HARBOUR = Path(__file__).parents[3] / "examples/harbour"
MENTIONS, LABELS, UNITS = HARBOUR / "annotators", HARBOUR / "urgency.csv", HARBOUR / "radio.csv"
TYPES = "match: one of token, union, exact, overlap, iou:0.5, boundary:1 is needed"


def on_spans(**options: Any) -> Any:
    return accord.agree(MENTIONS, "corrected-f1", repair="begin", **options)


MISUSE: dict[str, tuple[Callable[[], Any], str]] = {
    "a number as a match": (lambda: on_spans(match=0.5), f"{TYPES}, not 0.5"),
    "a list as a match": (lambda: on_spans(match=[]), f"{TYPES}, not []"),
    "a tuple as a match": (lambda: on_spans(match=(1,)), f"{TYPES}, not (1,)"),
    "no model": (lambda: on_spans(model=None), "model: a text is needed, not None"),
    "an empty encoding": (lambda: on_spans(encoding=""), "unknown encoding ''"),
    "an empty encoding to convert": (
        lambda: accord.convert(MENTIONS / "ada.conll", "x.conll", "BIO", encoding=""),
        "unknown encoding ''",
    ),
    "a number as a layer": (lambda: accord.agree(HARBOUR / "trees", layer=3), "there is no layer 3"),  # type: ignore[arg-type]
    "a number as progress": (lambda: accord.agree(UNITS, "gamma", progress=3), "progress: a function is needed, not 3"),  # type: ignore[arg-type]
    "progress of an alignment": (lambda: accord.align(UNITS, progress=3), "progress: a function is needed, not 3"),  # type: ignore[arg-type]
    "a dissimilarity that is none": (
        lambda: accord.agree(UNITS, "gamma", dissimilarity="x"),
        "dissimilarity: a function of two units is needed",
    ),
    "a number to forbid": (lambda: accord.agree(UNITS, "gamma", forbid=(1,)), "forbid: pairs of categories are needed"),
    "no gold files": (lambda: accord.gold(None), "gold: files and folders are needed"),  # type: ignore[arg-type]
    "gold of labels": (lambda: accord.gold({"a": ["x"]}), "beside which decisions are kept, not a dict"),
    "a number for the undecided": (lambda: accord.gold(LABELS, undecided=3), "unknown way 3"),  # type: ignore[arg-type]
    "explain a number": (lambda: accord.explain(3), "explain: a name is needed, not 3"),  # type: ignore[arg-type]
    "explain nothing": (lambda: accord.explain(None), "explain: a name is needed, not None"),  # type: ignore[arg-type]
    "a number to write a page to": (lambda: accord.report(LABELS, 3), "output: a path is needed, not 3"),  # type: ignore[arg-type]
    "no labels": (lambda: accord.agree(LABELS, labels=[]), "labels: name all labels, lowest first, or leave it out"),
    "texts of a file": (lambda: accord.agree(LABELS, texts=["a"]), "texts: files and corpora say themselves"),
    "sequences of two lengths": (
        lambda: accord.agree(["x", "y", "x"], ["x", "y"]),
        "these have 3 and 2 labels",
    ),
}


@pytest.mark.parametrize("name", MISUSE)
def test_a_wrong_value_is_one_sentence(name: str) -> None:
    call, said = MISUSE[name]
    with pytest.raises(AccordError) as refusal:
        call()
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_agreements_are_compared_by_identity() -> None:
    one, other = accord.agree(LABELS), accord.agree(LABELS)
    assert one == one  # noqa: PLR0124 - itself
    assert one != other
    assert len({one, other}) == 2


def test_a_default_that_differs_between_kinds_is_not_shown() -> None:
    parameters = signature(accord.agree).parameters
    assert parameters["distance"].default is None
    assert parameters["model"].default == "disjoint"
