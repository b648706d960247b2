"""What can be said of agreement on trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.distance import DEVICES, TREE_DISTANCES, VARIANTS
from accord.kinds.common_options import CommonOptions
from accord.kinds.options import option

if TYPE_CHECKING:
    from accord.kinds.trees.study import Reading

PAIRS = ("auto", "all", "sampled")
"""Which pairs of trees say what chance would do."""
NON_TREES = {
    "leave-out": "not annotated",
    "author": "kept, with the tokens of cycles as part of its size, but not of its distance",
}
"""What a graph that is no tree counts as."""


@dataclass(frozen=True)
class TreeOptions(CommonOptions):
    """How trees are read and compared, and what is drawn of them."""

    distance: str = option("tree-edit", f"How far two trees are apart: {', '.join(TREE_DISTANCES)}.", metavar="NAME")
    variant: str = option(
        "plain",
        "The distance of trees as it is, or in relation to their size (of pq-gram: plain, norm).",
        choices=VARIANTS,
    )
    costs: Any = option(
        None, "A matrix of what it costs to make one label another; all other edits cost 1.", metavar="FILE"
    )
    """A mapping of pairs of labels, or the path of a matrix."""
    linear: bool = option(False, "Distances between trees as they are, not squared.")
    non_trees: str = option(
        "leave-out",
        f"Graphs that are no trees: {'; '.join(f'{name}: {what}' for name, what in NON_TREES.items())}.",
        choices=tuple(NON_TREES),
    )
    universal: bool = option(False, "Labels of dependencies only up to their colon (nsubj:pass).")
    functions: bool = option(True, "Labels of phrases without functional tags (NP-SBJ=1).", flag="--no-functions")
    traces: bool = option(True, "Phrases without empty leaves (-NONE-).", flag="--no-traces")
    pairs: str = option("auto", "Which pairs of trees say what chance would do.", choices=PAIRS)
    device: str = option(
        "auto",
        "Where all trees are compared with all; auto: on a graphics processor (extra gpu), where that is quicker.",
        choices=DEVICES,
    )
    precision: float = option(0.005, "How precisely a sample of pairs gives alpha.", range=(0, 1), python=True)
    by_document: bool = option(False, "Intervals over documents, whose items or sentences belong together.")
    align_words: bool = option(
        False,
        "Where parsers cut the text into other words or sentences, align words by its characters (CoNLL 2018).",
        scoring=True,
    )
    show: str | None = option(
        None,
        "Draw the trees of a sentence; worst: of the one that costs most.",
        metavar="SENTENCE",
        command=True,
    )
    figure: str | None = option(
        None, "Write that drawing: .svg, or .pdf or .png (with the extra plot).", metavar="FILE", command=True
    )

    @property
    def reading(self) -> Reading:
        """What of a tree is looked at."""
        from accord.kinds.trees.study import Reading

        return Reading(self.non_trees, self.universal, self.functions, self.traces)
