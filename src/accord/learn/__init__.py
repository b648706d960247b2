"""From disagreement to weights, soft targets, aggregation and taggers."""

from accord.registry import Registry

__all__ = ["LEARNING", "WEIGHTS"]

WEIGHTS = Registry(
    "weights",
    {
        "f1": "accord.learn.kinds:f1",
        "cm": "accord.learn.kinds:cm",
        "cm-cond": "accord.learn.kinds:cm_cond",
        "cm-max": "accord.learn.kinds:cm_max",
        "uniform": "accord.learn.kinds:uniform",
        "eps": "accord.learn.kinds:eps",
        "perm": "accord.learn.kinds:perm",
        "perm-max": "accord.learn.kinds:perm_max",
        "perm-f1": "accord.learn.kinds:perm_f1",
        "const": "accord.learn.kinds:const",
    },
)
"""Kinds of weights of errors, by name."""

LEARNING = Registry(
    "learning",
    {
        "disagreement": "accord.learn.disagreement",
        "weights": "accord.learn.kinds",
        "soft-targets": "accord.learn.targets:soft_targets",
        "item-weights": "accord.learn.targets:item_weights",
        "expand-soft": "accord.learn.targets:expand_soft",
        "copies": "accord.learn.sequences",
        "mention-voting": "accord.learn.aggregate.mentions",
        "torch-loss": "accord.learn.adapters.pytorch",
        "tagger": "accord.learn.tagger.tagger:Tagger",
        "features": "accord.learn.tagger.templates",
        "ties": "accord.learn.tagger.ties",
        "regularisers": "accord.learn.tagger.regularisers",
        "experiment": "accord.learn.experiment.plan",
    },
    aliases={
        "gamma-weights": "weights",
        "soft-labels": "soft-targets",
        "perceptron": "tagger",
        "experiment-plan": "experiment",
        "regulariser": "regularisers",
        "dropout": "regularisers",
        "zipf": "regularisers",
    },
)
"""What learning from disagreement is made of, by name."""
