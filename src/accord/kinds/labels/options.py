"""What can be said of agreement on labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.distance import DISTANCES
from accord.kinds.common_options import CommonOptions
from accord.kinds.options import option

if TYPE_CHECKING:
    from accord.agreement.uncertainty import Uncertainty


@dataclass(frozen=True)
class CodingOptions:
    """What a caller says about labels, whatever is done with them.

    ``labels`` are all that there are, in their order; without them it is those of the items that count, in natural
    order. Labels that are ``missing`` count as if the annotator had not answered. ``keep_singletons`` says whether
    items with one label count for what chance would do, ``annotators`` and ``exclude`` whose labels are looked at.
    """

    labels: tuple[str, ...] | None = None
    missing: frozenset[str] = frozenset()
    keep_singletons: bool = False
    annotators: tuple[str, ...] | None = None
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True)
class LabelOptions(CommonOptions):
    """How labels are compared, and which count."""

    distance: Any = option(
        None,
        f"How different two labels are: {', '.join(DISTANCES)}, or a file with a matrix. Default: what fits.",
        metavar="NAME|FILE",
        short="-d",
        type=str,
    )
    labels: tuple[str, ...] | None = option(
        None,
        r"All labels there are, lowest first. Write \, for a comma in a label.",
        many=True,
        metavar="A,B,...",
    )
    missing: tuple[str, ...] = option((), "A label that means no answer; repeatable.", many=True, metavar="LABEL")
    keep_singletons: bool = option(False, "Items with one label count for chance (as in Gwet 2014).")
    by_document: bool = option(False, "Intervals over documents, whose items or sentences belong together.")
    permutations: int = option(0, "Permutations for a p value.", range=(0, 1_000_000))
    matrix: bool = option(False, "Show the matrix of coincidences of labels.", command=True)
    abstain: tuple[str, ...] = option(
        (),
        "A label that means no answer, as an empty one does; repeatable.",
        many=True,
        metavar="LABEL",
        scoring=True,
    )
    one_sided: str | None = option(
        None,
        "Items that only one side has: score those that all have (shared), or count what a system lacks as no answer "
        "(abstain). Default: refused.",
        choices=("shared", "abstain"),
        scoring=True,
    )
    set_separator: str | None = option(
        None,
        "What stands between the labels of an item that has several, such as |; nothing where each is one label.",
        metavar="TEXT",
        scoring=True,
    )

    def coding(self) -> CodingOptions:
        """Which labels count, and whose."""
        return CodingOptions(self.labels, frozenset(self.missing), self.keep_singletons, self.annotators, self.exclude)

    def own_uncertainty(self) -> Uncertainty:
        """How intervals and p values are made."""
        return self.uncertainty(by_document=self.by_document, permutations=self.permutations)
