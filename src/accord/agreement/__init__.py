"""From a study to a result."""

from accord.agreement.result import Interval, Result, Undefined, Value
from accord.agreement.signature import Signature
from accord.registry import Registry

__all__ = ["MEASURES", "Interval", "Result", "Signature", "Undefined", "Value"]

MEASURES = Registry(
    "measure",
    {
        "f1": "accord.scoring.counts:Counts",
        "macro": "accord.scoring.counts:macro",
        "weighted": "accord.scoring.counts:weighted",
        "schemas": "accord.scoring.schemas",
        "surface": "accord.scoring.surface:SurfaceForms",
        "errors": "accord.scoring.errors",
        "jackknife": "accord.agreement.jackknife:jackknife",
        "other-annotators": "accord.agreement.other_annotators",
        "bca": "accord.agreement.uncertainty:bootstrap_interval",
        "permutation": "accord.kinds.labels.measurement:permutation_p",
        "plan": "accord.agreement.forecast",
        "corrected-f1": "accord.kinds.spans.corrected_f1",
        "random-spans": "accord.chance.random_spans",
        "beyond-chance": "accord.kinds.spans.beyond_chance",
        "corrected-accuracy": "accord.kinds.labels.beyond_chance",
        "corrected-relation-f1": "accord.kinds.relations.beyond_chance",
        "align-tokens": "accord.scoring.tokens",
        "difficulty": "accord.kinds.spans.difficulty",
        "places": "accord.kinds.spans.places",
        "drift": "accord.agreement.drift",
        "annotator-gap": "accord.agreement.annotator_gap",
        "document-outliers": "accord.agreement.document_outliers",
        "tree-alpha": "accord.kinds.trees.alpha",
        "tree-edit": "accord.distance.tree_variants",
        "pq-gram": "accord.distance.pq_gram",
        "las": "accord.kinds.trees.attachment",
        "label-kappa": "accord.kinds.trees.label_kappa",
        "bracket-f1": "accord.kinds.trees.brackets",
        "clas": "accord.kinds.trees.scores",
        "align-words": "accord.kinds.trees.word_alignment",
        "accuracy": "accord.kinds.labels.scores",
        "balanced-accuracy": "accord.kinds.labels.score_formulas",
        "set-scores": "accord.kinds.labels.score_sets",
        "relation-scores": "accord.kinds.relations.scores",
        "soft": "accord.scoring.soft",
        "compare": "accord.scoring.compare",
        "rank-sum": "accord.scoring.seeds:rank_sum",
        "holm": "accord.agreement.resample:holm",
        "breakdown": "accord.scoring.breakdown",
        "references": "accord.scoring.references",
        "examples": "accord.scoring.examples",
        "benjamini-hochberg": "accord.agreement.resample:benjamini_hochberg",
        "signature": "accord.agreement.signature:Signature",
    },
    aliases={
        alias: name
        for name, aliases in {
            "f1": ["precision", "recall", "micro", "micro-f1", "exact"],
            "macro": ["macro-f1", "macro-precision", "macro-recall"],
            "weighted": ["weighted-f1", "weighted-precision", "weighted-recall"],
            "accuracy": ["coverage", "answered-accuracy"],
            "balanced-accuracy": ["mcc", "mae", "rmse", "weighted-kappa-linear", "weighted-kappa-quadratic"],
            "set-scores": ["exact-match", "hamming-loss"],
            "schemas": ["partial", "muc", "semeval"],
            "errors": ["confusion"],
            "soft": ["cross-entropy", "kl", "jsd", "manhattan", "entropy-correlation", "entropy-similarity"],
            "jackknife": ["confidence-interval"],
            "other-annotators": ["annotators-like-these", "two-way"],
            "bca": ["bootstrap-interval"],
            "compare": ["bootstrap", "randomisation", "randomization"],
            "rank-sum": ["wilcoxon"],
            "breakdown": ["by", "groups"],
            "examples": ["mcnemar"],
            "benjamini-hochberg": ["fdr", "false-discovery-rate"],
            "las": ["uas", "attachment"],
            "clas": ["mlas", "blex", "upos", "xpos", "ufeats", "alltags", "lemmas", "aligned-accuracy"],
            "align-words": ["tokens", "sentences", "words", "conll18"],
            "bracket-f1": ["evalb", "parseval", "bracket-jaccard"],
            "tree-alpha": ["syntax"],
        }.items()
        for alias in aliases
    },
)
