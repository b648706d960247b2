"""From the labels of many annotators to one label per item, and to what each annotator is worth."""

from accord.registry import Registry

__all__ = ["AGGREGATIONS"]

AGGREGATIONS = Registry(
    "aggregation",
    {
        "majority": "accord.learn.aggregate.majority:Majority",
        "dawid-skene": "accord.learn.aggregate.dawid_skene:DawidSkene",
        "mace": "accord.learn.aggregate.mace:Mace",
        "bayes": "accord.learn.aggregate.bayes:Bayes",
    },
    aliases={
        "majority-vote": "majority",
        "mv": "majority",
        "dawid_skene": "dawid-skene",
        "ds": "dawid-skene",
        "bayesian": "bayes",
        "passonneau-carpenter": "bayes",
    },
)
"""Methods of aggregation, by name."""
