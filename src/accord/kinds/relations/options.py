"""What can be said of agreement on relations."""

from __future__ import annotations

from dataclasses import dataclass

from accord.kinds.common_options import CommonOptions
from accord.kinds.options import option
from accord.kinds.shared_documents import DocumentOptions


@dataclass(frozen=True)
class RelationOptions(DocumentOptions, CommonOptions):
    """Which mentions are the same, which pairs of them could be linked, and what counts as the same arc."""

    mentions: str = option(
        "strict",
        "Mentions are the same with equal borders and type (strict), or aligned by their overlap (lenient).",
        choices=("strict", "lenient"),
    )
    linkable: str = option(
        "all",
        "Pairs of mentions that could be linked, on which chance places arcs: all of a document, those of one "
        "sentence, or those of types that somebody linked.",
        choices=("all", "same-sentence", "licensed"),
    )
    symmetric: tuple[str, ...] = option(
        (), "A type of relations without a direction; repeatable.", many=True, metavar="TYPE"
    )
    type_credit: float = option(0.0, "What a common link is worth in relation-f1 where the types differ.", range=(0, 1))
