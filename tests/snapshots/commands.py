"""Which commands are recorded for which kind of campaign.

``{d}`` is the folder of the campaign. What a coefficient refuses is recorded as well as what it measures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.snapshots.campaigns import CAMPAIGNS

if TYPE_CHECKING:
    from collections.abc import Iterable

HARBOUR, PROGRAM = "harbour", "program"

LABEL_COEFFICIENTS = [
    "alpha",
    "observed",
    "s",
    "pi",
    "kappa",
    "weighted-kappa",
    "fleiss",
    "multi-kappa",
    "light",
    "randolph",
    "ac1",
    "ac2",
    "pairwise-f1",
]
LABEL_DISTANCES = [
    "nominal",
    "ordinal",
    "interval",
    "ratio",
    "linear",
    "radical",
    "ordinal-gwet",
    "circular",
    "bipolar",
]
SET_DISTANCES = ["masi", "jaccard", "levenshtein", "nominal"]
UNIT_COEFFICIENTS = ["gamma", "gamma-cat", "gamma-cat-pygamma", "gamma-k", "gamma-k-pygamma", "accord-2011"]
BASELINES = [
    "u-alpha",
    "u-alpha-binary",
    "cu-alpha",
    "ku-alpha",
    "alpha-u-1995",
    "window-diff",
    "pk",
    "generalised-hamming",
    "boundary-similarity",
    "segmentation-similarity",
    "slot-error-rate",
]
MATCHES = ["token", "union", "exact", "overlap", "iou:0.5", "boundary:1"]
TYPES = ["joint", "ignore"]
REPAIRS = ["begin", "discard", "last-type"]
WEIGHTS = ["f1", "cm", "cm-cond", "cm-max", "uniform", "eps", "perm", "perm-max", "perm-f1", "const"]


def each(template: str, values: Iterable[str]) -> list[str]:
    """A command for each value."""
    return [template.replace("{x}", value) for value in values]


LOOK = [
    "check {d}",
    "check {d} --json",
    "summary {d}",
    "summary {d} --json",
    "count {d} --json",
]
PAGE = ["report {d} --json --all --most 4"]
AGREE = ["agree {d}", "agree {d} --json"]

LABELS = [
    *LOOK,
    *AGREE,
    *each("agree {d} -q --json -c {x}", LABEL_COEFFICIENTS),
    "agree {d} -q -f csv",
    "agree {d} --interval bootstrap --resamples 100 --permutations 50 --seed 3 --keep-singletons --matrix",
    "plan {d} --json",
    "plan {d}",
    "aggregate {d} --json --resamples 40",
    "aggregate {d} -q -m majority -o -",
    *each("weights {d} --json -k {x}", ["cm-cond", "f1"]),
    *each("gold {d} -o - --undecided {x}", ["refuse", "majority", "leave-out"]),
    *PAGE,
]
DOCUMENTS = [
    *LABELS,
    "agree {d} --by-document --json",
    "agree {d} --by-document -q -c alpha -c kappa -c fleiss --annotators ada --annotators bram --permutations 20",
    "aggregate {d} --json -m majority --resamples 40",
    "aggregate {d} --matrices -m mace --restarts 2 --resamples 40",
    "aggregate {d} -m bayes --draws 50 --json",
    *each("weights {d} --json --smooth 0.5 --strength 0.5 -k {x}", WEIGHTS),
    "soft {d} -o -",
]
TOKENS = [
    *LOOK,
    "text {d}/*",
    *AGREE,
    *each("agree {d} -q --json -c {x}", ["alpha", "kappa", "fleiss", "ac1", "pairwise-f1"]),
    "agree {d} --by-document -q -f markdown",
    "agree {d} --by-document --interval bootstrap --resamples 50 -c alpha -q",
    "aggregate {d} --json --resamples 40",
    *each("aggregate {d} --tokens -q -o - --interval none -m {x}", ["majority"]),
    "weights {d} --json",
    "gold {d} -o - --undecided majority",
    *PAGE,
]
CORRECTED = [
    *each("agree {d} -q --json -c corrected-f1 --draws 20 --match {x}", MATCHES),
    *each("agree {d} -q --json -c corrected-f1 --draws 0 --types {x}", TYPES),
    "agree {d} -q -c corrected-f1 --draws 20 --model overlap",
    "agree {d} -q -c corrected-f1 --draws 0 --normalize-by-max",
    "agree {d} -q -c corrected-f1 --draws 0 --shared 2",
    "agree {d} -q -c corrected-f1 --draws 0 --text document --gap 1",
    "agree {d} -q -c corrected-f1 --draws 0 --reference ada",
    "difficulty {d}",
    "difficulty {d} --json",
    *each("difficulty {d} -q --json --match {x}", ["exact", "overlap"]),
]
OVERLAPPING = [
    *each("agree {d} -q --json -c corrected-f1 --draws 0 --model overlap --match {x}", MATCHES),
    *each("agree {d} -q --json -c corrected-f1 --draws 0 --model overlap --match exact --types {x}", TYPES),
    "agree {d} -c corrected-f1 --draws 20 --model overlap --match union",
    *each("difficulty {d} --model overlap --match {x}", ["union", "exact"]),
]
RELATIONS = [
    *LOOK,
    *AGREE,
    *each("agree {d} -q --json --mentions {x}", ["strict", "lenient"]),
    *each("agree {d} -q --json --linkable {x}", ["all", "same-sentence", "licensed"]),
    *each("agree {d} -q -c {x} --top 3", ["relation-f1", "link-f1", "relation-jaccard"]),
    "agree {d} -q --symmetric near",
    "agree {d} -q --type-credit 0.5 -c relation-f1",
    "agree {d} -q --symmetric far",
    "agree {d} -c alpha",
    "gold {d} -o - --undecided majority",
    *PAGE,
]
ALIGNED = [
    "align {d} --picture",
    "align {d} --json",
    *each("align {d} -q --method {x}", ["greedy", "soft"]),
    (
        "align {d} -q --objective mean --position hamming --position-weight 2 --category-weight 0.5 --delta-empty 0.8 "
        "--forbid all"
    ),
]
GAMMA = [
    *each("agree {d} -q --json --samples 5 -c {x}", UNIT_COEFFICIENTS),
    "agree {d} --samples 5 -c gamma",
    *each("agree {d} -q --json --samples 4 -c gamma --sampler {x}", ["shuffle", "random1", "random2"]),
    "agree {d} -q --samples 4 -c gamma --method soft --position hamming --weights documents",
    "agree {d} -q --samples 4 -c gamma --method greedy --ground-truth ada --interval bootstrap --resamples 50",
]
CHUNKS = [
    *TOKENS,
    "count {d} --surface",
    *CORRECTED,
    "align {d}",
    *each("agree {d} -q --json --samples 4 -c {x}", ["gamma", "gamma-cat", "u-alpha"]),
    "aggregate {d} --spans -q -o -",
    "convert {d}/ada.conll --to BIOES -o -",
    "convert {d}/ada.conll --to IO -o -",
    "convert {d}/ada.conll --to BIO -o -",
    "relabel {d}/ada.conll --map VESSEL=SHIP --remove LOC -o -",
    "relabel {d}/ada.conll --keep PER -o -",
    "score {d}/bram.conll -r {d}/ada.conll --json",
    "score {d}/bram.conll -r {d}/ada.conll --chance",
]
INVALID = [
    *LOOK,
    *AGREE,
    *each("agree {d} --json --repair {x} -c corrected-f1 --draws 0", REPAIRS),
    *each("agree {d} -q --repair {x} -c gamma --samples 3", REPAIRS),
    *each("summary {d} --repair {x}", REPAIRS),
    *each("repair {d}/bram.conll -o - -m {x}", REPAIRS),
    "convert {d}/bram.conll --to BIOES -o -",
    "score {d}/bram.conll -r {d}/ada.conll",
    "score {d}/bram.conll -r {d}/ada.conll --align-tokens --json",
    *each("score {d}/bram.conll -r {d}/ada.conll --json --repair {x}", REPAIRS),
    "score {d}/bram.conll -r {d}/ada.conll --all-repairs",
    "aggregate {d} --repair begin --json --resamples 40",
    *PAGE,
    *each("report {d} --json --all --repair {x}", ["discard", "none"]),
]
SPANS = [
    *LOOK,
    "count {d} --surface",
    *AGREE,
    *CORRECTED,
    *ALIGNED,
    *GAMMA,
    *each("agree {d} -q --json -c {x}", ["alpha", "u-alpha", "boundary-similarity", "slot-error-rate"]),
    "aggregate {d} --json",
    "aggregate {d} -q -o -",
    *each("gold {d} -o - --undecided {x}", ["refuse", "majority"]),
    "score {d}/data.jsonl -r {d}/data.jsonl",
    *PAGE,
]
UNITS = [
    *LOOK,
    "agree {d} --samples 5",
    "agree {d} --json --samples 5",
    *ALIGNED,
    *GAMMA,
    *each("agree {d} -q --json -c {x}", BASELINES),
    "agree {d} -q --json -c slot-error-rate --reference ada",
    "agree {d} -c alpha",
    "aggregate {d} --json",
    "aggregate {d} -q -o -",
    *each("gold {d} -o - --undecided {x}", ["refuse", "majority"]),
    "calibrate --like {d} --repeats 2 --samples 2 --amounts 0,0.5 --noise omissions,borders --json",
    *PAGE,
]
TREES = [
    *LOOK,
    "text {d}/*",
    *AGREE,
    *each("agree {d} -q --json --variant {x}", ["diff", "norm", "metric"]),
    *each("agree {d} -q --json -d pq-gram --variant {x}", ["plain", "norm"]),
    "agree {d} -q --linear --by-document",
    "agree {d} -q --pairs sampled --interval bootstrap --resamples 50",
    "agree {d} -q --show worst",
    "aggregate {d}",
    "align {d}",
    *each("gold {d} -o - --undecided {x}", ["refuse", "majority", "leave-out"]),
    *PAGE,
]
SYSTEMS = [
    "score {d}/systems/* -r {d}/reference.conll",
    "score {d}/systems/* -r {d}/reference.conll --repair begin",
    "score {d}/systems/* -r {d}/reference.conll --repair begin --json",
    "score {d}/systems/* -r {d}/reference.conll --repair begin --by-file -f markdown",
    "score {d}/systems/* -r {d}/reference.conll --repair discard --json --schemas --surface --by-document --confusion",
    "score {d}/systems/lamp-1.conll -r {d}/reference.conll --json --errors --error-counts",
    "score {d}/systems/lamp-1.conll -r {d}/reference.conll --schemas --surface --by-document --confusion --errors",
    "score {d}/systems/lamp-1.conll -r {d}/reference.conll --error-counts --checklist",
    "score {d}/systems/lamp-1.conll -r {d}/reference.conll -f conlleval",
    "score {d}/systems/lamp-1.conll -r {d}/reference.conll --fail-under 0.99",
    "score {d}/systems/* -r {d}/reference.conll --all-repairs --json",
    *each("score {d}/systems/* -r {d}/reference.conll --repair begin --chance --json --match {x}", MATCHES),
    *each("score {d}/systems/* -r {d}/reference.conll --repair begin --chance --types {x}", TYPES),
    "score {d}/systems/* -r {d}/reference.conll --repair begin --chance --draws 20 --split-difficulty 0.2 --json",
    "compare {d}/systems/* -r {d}/reference.conll --repair begin --resamples 200",
    "compare {d}/systems/* -r {d}/reference.conll --repair begin --resamples 200 --json",
    "compare {d}/systems/* -r {d}/reference.conll --repair begin --resamples 200 --by-file -f csv --seed 4",
]
PARSERS = [
    "score {d}/systems/* -r {d}/reference.conllu",
    "score {d}/systems/* -r {d}/reference.conllu --json",
    "score {d}/systems/* -r {d}/reference.conllu --universal --by-document --json",
    *each("compare {d}/systems/* -r {d}/reference.conllu --resamples 200 --json --measure {x}", ["las", "uas", "clas"]),
    "compare {d}/systems/* -r {d}/reference.conllu --resamples 200 --universal",
    *PAGE,
]

KINDS: dict[str, list[str]] = {
    "labels": LABELS,
    "two-labels": [
        *LABELS,
        "agree {d} -q --json -c kappa -c pi -c weighted-kappa -d linear --labels no,yes",
        "agree {d} -q -f latex -c kappa",
        "agree {d} -c kappa --fail-under 0.99 -q",
        "agree {d} -c kapa",
    ],
    "documents": DOCUMENTS,
    "numbers": [
        *LABELS,
        *each("agree {d} -q --json -c alpha -d {x}", LABEL_DISTANCES),
        *each(
            "agree {d} -q --json -c weighted-kappa -d {x} --annotators ada --annotators bram", ["linear", "interval"]
        ),
        *each("agree {d} -q --json -c ac2 -d {x}", ["ordinal-gwet", "linear"]),
        "agree {d} -q -c alpha -d circular:360",
    ],
    "sets": [*LABELS, *each("agree {d} -q --json -c alpha -d {x}", SET_DISTANCES)],
    "missing": [
        *LOOK,
        *AGREE,
        "agree {d} --missing SKIP",
        "agree {d} --missing SKIP --json -c alpha -c fleiss",
        "agree {d} -q --labels bad,good --missing SKIP",
        "agree {d} -q --labels bad,good",
        "aggregate {d} --missing SKIP --json --resamples 40",
        "weights {d} --missing SKIP",
        "plan {d} --missing SKIP --width 0.3",
    ],
    "soft": [
        *LOOK,
        "agree {d}/data* --json",
        "soft {d}/predicted.csv -r {d}/data*",
        "soft {d}/predicted.csv -r {d}/data* --json",
        "soft {d}/predicted.csv -r {d}/data* --json --interval bootstrap --resamples 50 --clip 0.001",
        "soft {d}/data* -o -",
        *PAGE,
    ],
    "tokens": TOKENS,
    "chunks": CHUNKS,
    "invalid": INVALID,
    "spans": SPANS,
    "overlapping-spans": [*SPANS, *OVERLAPPING],
    "relations": RELATIONS,
    "units": UNITS,
    "segments": UNITS,
    "dependencies": [
        *TREES,
        "agree {d} -q --json --universal",
        "agree {d} -q --json --non-trees author",
        "score {d}/bram.conllu -r {d}/ada.conllu --json",
    ],
    "brackets": [
        *TREES,
        "agree {d} -q --json --no-functions",
        "agree {d} -q --no-traces",
        "score {d}/bram.ptb -r {d}/ada.ptb --json",
        "score {d}/bram.ptb -r {d}/ada.ptb --no-functions",
        "compare {d}/bram.ptb {d}/chloe.ptb -r {d}/ada.ptb --resamples 100 --json",
    ],
    "systems": [*LOOK, *SYSTEMS, *PAGE],
    "merged": [
        "score {d}/data.conll",
        "score {d}/data.conll --json --chance",
        "score {d}/data.conll -f conlleval",
        "score {d}/data.conll -f csv",
        "score {d}/data.conll -f latex",
        *PAGE,
    ],
    "parsers": PARSERS,
    "learning": [
        "weights {d}/twice.conll -o {d}/weights.json",
        "train {d}/train.conll -o {d}/tagger --epochs 2 --dev {d}/train.conll --json",
        "train {d}/train.conll -o {d}/weighted --epochs 2 --weights {d}/weights.json",
        "tag {d}/tagger {d}/train.conll -o -",
        "experiment {d}/plan.toml",
        "experiment {d}/plan.toml --json",
    ],
    "folder": [
        *LOOK,
        *AGREE,
        *PAGE,
        "report {d} --json --budget 0",
        "report {d} --all -o -",
        "gold {d} -o - --layer mood --undecided majority",
    ],
    "problems": [
        "check {d}",
        "check {d} --json",
        *each(
            "agree {d}/{x}",
            [
                "empty.csv",
                "ragged.csv",
                "twice.csv",
                "labels.conll",
                "broken.jsonl",
                "spans.jsonl",
                "units.csv",
                "graph.conllu",
                "brackets.ptb",
                "none.csv",
            ],
        ),
        "agree {d}/twice.csv -d {d}/matrix.csv",
        "score {d}/labels.conll",
        "report {d} --json --all",
        "agree {d}/twice.csv --resamples 0",
        "agree {d}/twice.csv -d nominl",
        "agree",
        "agre {d}",
    ],
}

OF_HARBOUR = [
    "check {d}",
    "check {d} --json",
    "summary {d} --repair begin",
    "summary {d} --repair begin --json",
    "count {d}/reference.conll --surface",
    "agree {d}/urgency.csv",
    *each("agree {d}/urgency.csv -q --json -c {x}", LABEL_COEFFICIENTS),
    "agree {d}/weather.csv --json",
    "agree {d}/annotators",
    "agree {d}/annotators --json",
    *each("agree {d}/annotators -q --json -c {x}", LABEL_COEFFICIENTS),
    *each(
        "agree {d}/annotators -q --json --annotators ada --annotators bram -c {x}",
        ["s", "pi", "kappa", "weighted-kappa"],
    ),
    *each("agree {d}/annotators --repair begin -q --json -c corrected-f1 --draws 10 --match {x}", MATCHES),
    "agree {d}/annotators --repair begin -q --json -c gamma --samples 4",
    "difficulty {d}/reference.conll --json",
    "align {d}/radio.csv --json",
    "align {d}/radio.csv --picture",
    *each("agree {d}/radio.csv -q --json --samples 10 -c {x}", [*UNIT_COEFFICIENTS, *BASELINES]),
    "agree {d}/trees",
    "agree {d}/trees --json",
    *each("agree {d}/trees -q --json --variant {x}", ["diff", "norm", "metric"]),
    "agree {d}/trees -q --json -d pq-gram",
    "agree {d}/phrases --json",
    "agree {d}/phrases",
    *SYSTEMS[1:4],
    "score {d}/systems/* -r {d}/reference.conll --all-repairs --json",
    "score {d}/systems/* -r {d}/reference.conll --repair begin --chance --json",
    "compare {d}/systems/* -r {d}/reference.conll --repair begin --resamples 500 --json",
    "soft {d}/barometer.csv -r {d}/weather.csv --json",
    *each("aggregate {d}/urgency.csv --json --resamples 40 -m {x}", ["majority", "dawid-skene", "mace", "bayes"]),
    "aggregate {d}/annotators --repair begin --json --resamples 40",
    *each("weights {d}/urgency.csv --json -k {x}", WEIGHTS),
    "plan {d}/urgency.csv --json",
    *each("gold {d} --layer {x} --undecided majority -o -", ["urgency", "weather", "trees", "phrases", "radio"]),
    "gold {d} --layer annotators --undecided majority -o - --json",
]
OF_HARBOURS_PAGE = ["report {d} --json --all --most 10", "report {d} --all -o -"]

OF_THE_PROGRAM = [
    "formats",
    "formats --json",
    "explain",
    *each("explain {x}", ["alpha", "gamma", "corrected-f1", "masi", "dawid-skene", "BIOES", "cycle", "tree-edit"]),
    "calibrate --repeats 2 --samples 2 --units 8 --amounts 0,0.5,1 --noise borders,omissions --json",
    "calibrate --repeats 2 --samples 2 --units 8 --amounts 0,0.5 --noise additions,categories,splits --value 0.6",
    "calibrate --repeats 2 --samples 2 --units 6 --amounts 0,1 --noise categories -c accord-2011",
    "nothing",
]

COMMANDS: dict[str, list[str]] = {
    PROGRAM: OF_THE_PROGRAM,
    HARBOUR: OF_HARBOUR,
    f"{HARBOUR}-page": OF_HARBOURS_PAGE,
    **{name: KINDS[made.kind] for name, made in CAMPAIGNS.items()},
}


def commands(name: str) -> list[str]:
    """The command lines of a campaign, each once."""
    folder = HARBOUR if name.startswith(HARBOUR) else name
    return list(dict.fromkeys(line.replace("{d}", folder) for line in COMMANDS[name]))
