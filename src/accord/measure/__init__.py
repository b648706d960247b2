"""From a study to a result."""

from accord.measure.result import Interval, Result, Undefined, Value
from accord.measure.signature import Signature
from accord.registry import Registry

__all__ = ["MEASURES", "Interval", "Result", "Signature", "Undefined", "Value"]

MEASURES = Registry(
    "measure",
    {
        "f1": "accord.measure.reference.counts:Counts",
        "macro": "accord.measure.reference.counts:macro",
        "weighted": "accord.measure.reference.counts:weighted",
        "schemas": "accord.measure.reference.schemas",
        "surface": "accord.measure.reference.surface:SurfaceForms",
        "errors": "accord.measure.reference.errors",
        "jackknife": "accord.measure.jackknife:jackknife",
        "bca": "accord.measure.uncertainty:bootstrap_interval",
        "permutation": "accord.measure.coding.measured:permutation_p",
        "plan": "accord.measure.coding.plan",
        "corrected-f1": "accord.measure.spans.corrected_f1",
        "random-spans": "accord.chance.random_spans",
        "beyond-chance": "accord.measure.spans.beyond_chance",
        "difficulty": "accord.measure.spans.difficulty",
        "places": "accord.measure.spans.places",
        "drift": "accord.measure.coding.drift",
        "behind": "accord.measure.coding.behind",
        "harder": "accord.measure.coding.harder",
        "tree-alpha": "accord.measure.trees.alpha",
        "tree-edit": "accord.distance.tree_variants",
        "pq-gram": "accord.distance.pq_gram",
        "las": "accord.measure.trees.attachment",
        "label-kappa": "accord.measure.trees.label_kappa",
        "bracket-f1": "accord.measure.trees.brackets",
        "clas": "accord.measure.trees.scores",
        "soft": "accord.measure.soft",
        "compare": "accord.measure.reference.compare",
        "rank-sum": "accord.measure.reference.seeds:rank_sum",
        "holm": "accord.measure.resample:holm",
        "signature": "accord.measure.signature:Signature",
    },
    aliases={
        alias: name
        for name, aliases in {
            "f1": ["precision", "recall", "micro", "exact", "exact-match", "accuracy"],
            "schemas": ["partial", "muc", "semeval"],
            "errors": ["confusion"],
            "soft": ["cross-entropy", "kl", "jsd", "manhattan", "entropy-correlation", "entropy-similarity"],
            "jackknife": ["confidence-interval"],
            "bca": ["bootstrap-interval"],
            "compare": ["bootstrap", "randomisation", "randomization"],
            "rank-sum": ["wilcoxon"],
            "las": ["uas", "attachment"],
            "bracket-f1": ["evalb", "parseval", "bracket-jaccard"],
            "tree-alpha": ["syntax"],
        }.items()
        for alias in aliases
    },
)
