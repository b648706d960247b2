"""What files and annotators are called: endings, short names that tell them apart, names of references."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from accord.formats.formats import is_known_ending
from accord.formats.source import STANDARD_INPUT, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_COMPRESSIONS = (".gz", ".bz2", ".xz")
_SHOWN = 5
_GOLD = "-gold"
CURATION = "CURATION_USER"
"""By whom the curation of a project of INCEpTION or WebAnno is; nobody else can be called so there."""
_CALLED_GOLD = re.compile(r"(.+)[-_ ]gold(?: ?\(\d+\))?", re.IGNORECASE)
_REFERENCES = frozenset(
    (
        *("reference", "gold", "gold-standard", "goldstandard", "gold-label", "gold-labels", "ground-truth"),
        *("groundtruth", "truth", "true-label", "curated", "curator", "curation", "curation-user", "adjudicated"),
        "adjudication",
        *("consensus", "majority", "majority-vote", "majority-label"),
    )
)
_ADJUDICATED = frozenset(
    ("final", "final-label", "final-labels", "resolved", "resolved-label", "settled", "settled-label")
)
_PREDICTIONS = frozenset(
    (
        *("prediction", "predictions", "predicted", "predicted-label", "pred", "preds", "model"),
        *("model-prediction", "model-predictions", "model-label", "y-pred"),
    )
)


def ending(path: str) -> str:
    """The last ending of a file name, in lower case, not counting that of a compression.

    >>> ending("corpus/Doc1.TSV.gz")
    '.tsv'
    """
    name = PurePath(path).name.casefold()
    for compression in _COMPRESSIONS:
        name = name.removesuffix(compression)
    return PurePath(name).suffix


def stem(path: str, others: Iterable[str] = ()) -> str:
    """The name of a file without the endings that say its format: known ones, or one that all the files share.

    >>> stem("corpus/doc1.ada.conll.gz"), stem("doc1.ada"), stem("2024.results", ["x.results"])
    ('doc1.ada', 'doc1.ada', '2024')
    """
    if path in {STANDARD_INPUT, Source(STANDARD_INPUT).name}:
        return "stdin"
    name = Path(path).name
    for compression in _COMPRESSIONS:
        name = name.removesuffix(compression)
    suffix = ending(path)
    known = is_known_ending(suffix) or (bool(others) and all(ending(other) == suffix for other in others))
    return name[: -len(suffix)] if suffix and known and len(name) > len(suffix) else name


def words(name: str) -> str:
    """A name in small letters, its words divided by hyphens."""
    return name.casefold().replace("_", "-").replace(" ", "-")


def is_reference(name: str) -> bool:
    """Whether somebody or something is called like a reference, and not like an annotator.

    >>> is_reference("Gold_Standard"), is_reference("adjudicated"), is_reference("urgency-gold"), is_reference("goldie")
    (True, True, True, False)
    """
    return words(name) in _REFERENCES or gold_of(name) is not None


def named_gold(layer: str) -> str:
    """What the gold standard of a layer is called, as a file without its ending.

    >>> named_gold("round1-labels"), named_gold("a/b c")
    ('round1-labels-gold', 'a-b-c-gold')
    """
    return ("".join(each if each.isalnum() or each in "-_." else "-" for each in layer).strip(".") or "layer") + _GOLD


def gold_of(name: str) -> str | None:
    """Of what a file is called the gold standard, also where a browser numbered it; None where it is not called so.

    >>> gold_of("urgency-gold"), gold_of("urgency-gold (1)"), gold_of("gold")
    ('urgency', 'urgency', None)
    """
    found = _CALLED_GOLD.fullmatch(name)
    return found[1] if found else None


def called_like(annotator: str) -> str | None:
    """What an annotator is called like who is perhaps none: a reference, or a prediction.

    >>> called_like("Gold_Standard"), called_like("final label"), called_like("predicted"), called_like("ada")
    ('reference', 'reference', 'prediction', None)
    """
    if is_reference(annotator) or words(annotator) in _ADJUDICATED:
        return "reference"
    return "prediction" if words(annotator) in _PREDICTIONS else None


def references_among(annotators: Iterable[str]) -> list[str]:
    """Those who are called like a reference or a prediction, where at least two others are left.

    >>> references_among(["ada", "gold", "bram"]), references_among(["ada", "gold"])
    (['gold'], [])
    """
    everybody = list(annotators)
    found = [name for name in everybody if called_like(name)]
    return found if len(everybody) - len(found) > 1 else []


def distinct_names(paths: Sequence[str]) -> list[str]:
    """A name for each file: its stem, its file name where stems are the same, or its path where names are."""
    names = [stem(path, paths) for path in paths]
    for longer in (lambda path: Path(path).name, str):
        times = Counter(names)
        names = [longer(path) if times[name] > 1 else name for path, name in zip(paths, names, strict=True)]
    return names


def short_names(paths: Sequence[str]) -> dict[str, str]:
    """Each path without the folders that all of them share, for messages."""
    from os.path import commonpath, relpath

    files = [path for path in paths if path != STANDARD_INPUT]
    shared = commonpath([Path(path).absolute().parent for path in files]) if files else ""
    return {path: "standard input" if path == STANDARD_INPUT else relpath(path, shared) for path in paths}


def said_of_files(lines: Mapping[str, Sequence[str]]) -> list[str]:
    """What is said of each of several files, and of some of them alike only once.

    >>> said_of_files({"out/a.csv": ["a.csv: a table"], "out/b.csv": ["b.csv: a table", "labels are names"]})
    ['a.csv, b.csv: a table', 'labels are names']
    """
    files: dict[str, list[str]] = {}
    for path, said in lines.items():
        name = Path(path).name
        for line in said:
            what = line.removeprefix(f"{name}: ")
            files.setdefault(what, []).extend([name] if what != line else [])
    return [f"{some(names)}: {what}" if names else what for what, names in files.items()]


def as_argument(path: str) -> str:
    """A path as a command line takes it, also where it starts like an option.

    >>> as_argument("-x.csv"), as_argument("x.csv"), as_argument("-")
    ('./-x.csv', 'x.csv', '-')
    """
    return f"./{path}" if path.startswith("-") and path != STANDARD_INPUT else path


def some(names: Sequence[str]) -> str:
    """Some names for a message, and how many more there are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
