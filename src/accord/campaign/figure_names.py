"""The pictures that files are drawn as, and what each needs."""

PROGRESS = "progress"
FIGURES = {
    "layers": "the value of each layer, lowest first: files or folders of a campaign",
    PROGRESS: "a value from round to round: a file or folder per round, in their order",
    "systems": "each system against a reference, best first: a folder with both, or --reference and --system",
    "chance": "the same corrected for chance: chunk labels, spans and others that have an F1",
    "headline": "the value of a layer on its scale: any two annotators, as all below",
    "pairs": "a matrix of every two annotators",
    "annotators": "each annotator against the rest: three or more",
    "drift": "each annotator against the rest, in the order of the items: many items",
    "labels": "each label against all others",
    "confusion": "how often labels meet",
    "differences": "how annotators differ: spans, units and trees",
    "documents": "agreement along the text of documents",
    "aligner": "which unit is aligned with which: spans and units; of --part, or the worst document",
    "limits": "differences of two annotators' numbers over their means: of --pair, with -c concordance or an icc",
    "trees": "two trees over a sentence: of --part and --pair, or the worst",
}
"""Every picture, and what it needs."""
