"""What random tables of labels look like: two to six annotators, missing labels, one label more frequent."""

from __future__ import annotations

from hypothesis import strategies as st

Row = tuple[str | None, ...]
Table = list[Row]
"""One row per item, one column per annotator, None where there is no label."""

NAMES = ("A", "B", "C", "D")
NUMBERS = ("0", "1", "2", "4", "7.5")
SETS = ("", "a", "a|b", "b|c", "a|b|c")
WORDS = ("noun", "nouns", "verb", "adverb", "")
SCALES = {
    "nominal": NAMES,
    "ordinal": NUMBERS,
    "interval": NUMBERS,
    "ratio": NUMBERS,
    "linear": NUMBERS,
    "radical": NUMBERS,
    "ordinal-gwet": NUMBERS,
    "circular": NUMBERS,
    "bipolar": NUMBERS,
    "masi": SETS,
    "jaccard": SETS,
    "levenshtein": WORDS,
}
"""Labels that each distance can compare."""

TWO_ANNOTATORS = frozenset({"s", "pi", "kappa", "weighted-kappa"})
NOMINAL_ONLY = frozenset({"kappa", "ac1", "pairwise-f1"})
NEVER_NOMINAL = frozenset({"weighted-kappa", "ac2"})


def applies(coefficient: str, distance: str, annotators: int) -> bool:
    """Whether a coefficient is made for so many annotators and for this distance."""
    if annotators > 2 and coefficient in TWO_ANNOTATORS:
        return False
    if (coefficient == "light" and distance == "ordinal") or (coefficient == "concordance" and distance != "interval"):
        return False
    return coefficient not in (NEVER_NOMINAL if distance == "nominal" else NOMINAL_ONLY)


@st.composite
def tables(
    draw: st.DrawFn, labels: tuple[str, ...] = NAMES, *, least: int = 0, most: int = 7, complete: bool = False
) -> Table:
    """Items of two to six annotators; the first label may be far more frequent than the others."""
    annotators = draw(st.integers(2, 6))
    skew = draw(st.sampled_from([1, 1, 8]))
    answer = st.sampled_from([*labels[:1] * skew, *labels[1:], *[None] * (not complete) * (1 + skew // 3)])
    return draw(st.lists(st.tuples(*[answer] * annotators), min_size=least, max_size=most))


def columns(table: Table, annotators: int | None = None) -> dict[str, list[str | None]]:
    """The same as accord takes it: the labels of each annotator."""
    count = len(table[0]) if annotators is None else annotators
    return {f"annotator {number}": [row[number] for row in table] for number in range(count)}
