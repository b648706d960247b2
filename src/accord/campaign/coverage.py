"""Who looked at what: how much of a layer each annotator did, and which part of it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from statistics import median
from typing import TYPE_CHECKING

from accord.kinds.kind import kind_of
from accord.payload.coverage import AnnotatorCoverage, LayerCoverage

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from accord.model import Corpus

    Text = tuple[str, object]

MAX_ANNOTATORS = 60
"""Of more annotators only those are held who did most."""
_PARTS = 24
"""A layer is shown in so many parts at most."""


def coverage(corpus: Corpus) -> LayerCoverage | None:
    """How much everybody did of a layer, in the order of its files; nothing where that cannot be told.

    What is counted is what a kind takes for one text: an item, a sentence or a document.
    """
    kind = kind_of(corpus)
    own: defaultdict[str, dict[tuple[str, str], Any]] = defaultdict(dict)
    for (document, annotator), annotation in corpus.annotations.items():
        own[annotator][document, annotator] = annotation
    done = {annotator: kind.texts(corpus.with_annotations(said)) for annotator, said in own.items()}
    readers = Counter(text for texts in done.values() for text in texts)
    if not readers:
        return None
    place = _places(corpus, readers)
    days, seconds = _work(corpus)
    shown = sorted(done, key=lambda annotator: -len(done[annotator]))[:MAX_ANNOTATORS]
    return LayerCoverage(
        unit=_unit(readers, kind.traits.item),
        total=len(readers),
        shared=sum(count > 1 for count in readers.values()),
        least=min(map(len, done.values())),
        first_day=min(days, default=None),
        last_day=max(days, default=None),
        annotators=[
            AnnotatorCoverage(
                annotator=name,
                done=len(done[name]),
                parts=_parts(done[name], place),
                seconds=median(seconds[name]) if name in seconds else None,
            )
            for name in done
            if name in shown
        ],
        left_out=len(done) - len(shown),
    )


def _work(corpus: Corpus) -> tuple[set[str], dict[str, list[float]]]:
    """The days on which it was done, and how many seconds everybody took for each label, as far as files say so."""
    days: set[str] = set()
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    for (_, annotator, _), note in kind_of(corpus).work(corpus).items():
        days |= {note.day} - {""}
        if note.seconds is not None:
            seconds[annotator].append(note.seconds)
    return days, dict(seconds)


def _unit(texts: Collection[Text], item: str) -> str:
    """What a text is: a document, or a part of one that has a number or a name."""
    parts = {type(part) for _, part in texts}
    return "document" if parts == {type(None)} else "sentence" if parts == {int} else item


def _places(corpus: Corpus, texts: Collection[Text]) -> dict[Text, int]:
    """The place of each text in the order of the files."""
    document_at = {document.id: number for number, document in enumerate(corpus.documents)}
    item_at = {(document.id, item): at for document in corpus.documents for at, item in enumerate(document.items)}
    known = len(item_at)

    def order(text: Text) -> tuple[int, int, list[tuple[int, str]]]:
        document, part = text
        at = part if isinstance(part, int) else item_at.get((document, str(part)), known)
        return document_at.get(document, len(document_at)), at, numbered(str(part))

    return {text: place for place, text in enumerate(sorted(texts, key=order))}


def numbered(name: str) -> list[tuple[int, str]]:
    """A name by which s2 comes before s10.

    >>> sorted(["s10", "s2", "t", "s02", "s"], key=numbered)
    ['s', 's02', 's2', 's10', 't']
    """
    parts = [part.lstrip("0") for part in re.split(r"([0-9]+)", name)]
    # the longer of two numbers is the larger: thousands of digits make no number
    return [*((len(part) if part[:1].isdigit() else -1, part) for part in parts), (-1, name)]


def _parts(texts: Collection[Text], place: Mapping[Text, int]) -> list[float]:
    """The share of each part of a layer that somebody did.

    >>> _parts({("a", None), ("b", None)}, {("a", None): 0, ("b", None): 1, ("c", None): 2})
    [1.0, 1.0, 0.0]
    """
    total = len(place)
    parts = min(_PARTS, total)
    found = Counter(place[text] * parts // total for text in texts)
    sizes = Counter(at * parts // total for at in range(total))
    return [round(found[part] / sizes[part], 3) for part in range(parts)]
