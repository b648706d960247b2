"""Relations: typed, directed links between mentions."""

from accord.registry import Registry

__all__ = ["RELATION_COEFFICIENTS"]

RELATION_COEFFICIENTS = Registry(
    "relation coefficient",
    {
        "relation-f1": "accord.kinds.relations.coefficient:RelationF1",
        "relation-jaccard": "accord.kinds.relations.coefficient:RelationJaccard",
        "link-f1": "accord.kinds.relations.coefficient:LinkF1",
    },
)
"""Coefficients of relations, by name."""
