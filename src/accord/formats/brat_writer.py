"""Writing brat: a text and its annotations for each document, in a folder for each annotator, and the types."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.output import encoded, file_names
from accord.formats.writer import Writer, lost_layers
from accord.messages import plural
from accord.model import Spans
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.model import Corpus, Document, Layer, Span

CONFIGURATION = "annotation.conf"
_NO_NAME = re.compile(r"[^\w-]")
_LINE_END = re.compile(r"[\r\n\t]")
_HELD: dict[str, type[Spans | Relations]] = {"spans": Spans, "relations": Relations}


class _Types(NamedTuple):
    """What types are called in brat: letters, digits, _ and -, for any other sign would end a name."""

    entities: Mapping[str, str]
    relations: Mapping[str, str]

    @classmethod
    def of(cls, layers: Iterable[Layer]) -> _Types:
        entities: dict[str, None] = {}
        relations: dict[str, None] = {}
        for each in _annotations(layers):
            entities.update(dict.fromkeys(span.type for span in each.spans))
            if isinstance(each, Relations):
                relations.update(dict.fromkeys(relation.type for relation in each.relations))
        return cls(_names(entities), _names(relations))

    @property
    def renamed(self) -> list[str]:
        """Types that have another name in brat."""
        pairs = [*self.entities.items(), *self.relations.items()]
        return [type_ for type_, name in dict(pairs).items() if type_ != name]


def write_folder(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """The texts and annotations of a corpus, and the types in them as brat wants them named, by the names of the files.

    The chosen layer is written, and with it the first of mentions, or of relations, where that is the other one.
    Mentions of relations that are spans, too, stand there once.
    """
    layers = _layers(corpus)
    types = _Types.of(layers)
    annotators = dict.fromkeys(who for layer in layers for who in layer.annotators)
    folders = file_names(annotators, "/") if len(annotators) > 1 else dict.fromkeys(annotators, "")
    documents = file_names(each.id for each in corpus.documents)
    for document in corpus.documents:
        for annotator, folder in folders.items():
            said = [each for layer in layers if (each := layer.annotations.get((document.id, annotator))) is not None]
            if said:
                name = f"{folder}{documents[document.id]}"
                yield f"{name}.txt", _bytes([document.text])
                yield f"{name}.ann", _bytes(_lines(document, said, types))
    yield CONFIGURATION, _bytes(_configuration(types))


def _layers(corpus: Corpus) -> list[Layer]:
    """The chosen layer, and the first of the other kind that stands over the same texts."""
    chosen = [corpus.layer]
    for each in corpus.layers.values():
        if each.kind in _HELD and each.kind not in {layer.kind for layer in chosen} and _fits(corpus, each):
            chosen.append(each)
    return sorted(chosen, key=lambda layer: list(_HELD).index(layer.kind))


def _fits(corpus: Corpus, layer: Layer) -> bool:
    """Whether a layer marks characters of texts that are known."""
    texts = {document.id: document.text for document in corpus.documents}
    return all(
        isinstance(each, Spans | Relations) and each.unit == "character" and len(texts[document]) == each.length
        for (document, _), each in layer.annotations.items()
    )


def _annotations(layers: Iterable[Layer]) -> Iterator[Spans | Relations]:
    for layer in layers:
        for each in layer.annotations.values():
            if isinstance(each, Spans | Relations):
                yield each


def _names(types: Iterable[str]) -> dict[str, str]:
    """A name for each type, no two of them the same.

    >>> _names(["PER", "New York", "New_York", ""])
    {'PER': 'PER', 'New_York': 'New_York', 'New York': 'New_York_2', '': '_'}
    """
    made: dict[str, str] = {}
    taken: set[str] = set()
    for type_ in sorted(types, key=lambda each: not each or _NO_NAME.search(each) is not None):
        name = _NO_NAME.sub("_", type_) or "_"
        tries = (name if number == 1 else f"{name}_{number}" for number in count(1))
        made[type_] = next(each for each in tries if each not in taken)
        taken.add(made[type_])
    return made


def _lines(document: Document, said: Iterable[object], types: _Types) -> Iterator[str]:
    """The mentions of one annotator in one document, and the relations between them."""
    numbers: dict[Span, int] = {}
    written = 0
    relations: dict[tuple[int, int, str], None] = {}
    for each in said:
        if isinstance(each, Spans | Relations):
            for parts in each.mentions if isinstance(each, Spans) else ((span,) for span in each.mentions):
                if (whole := _whole(parts)) in numbers and isinstance(each, Relations):
                    continue
                written += 1
                numbers[whole] = written
                covered = _LINE_END.sub(" ", " ".join(document.text[part.start : part.end] for part in parts))
                borders = ";".join(f"{part.start} {part.end}" for part in parts)
                yield f"T{written}\t{types.entities[whole.type]} {borders}\t{covered}\n"
        if isinstance(each, Relations):
            for source, target, type_ in each.relations:
                relations[numbers[each.mentions[source]], numbers[each.mentions[target]], type_] = None
    for number, (source, target, type_) in enumerate(relations, 1):
        yield f"R{number}\t{types.relations[type_]} Arg1:T{source} Arg2:T{target}\n"


def _whole(parts: Sequence[Span]) -> Span:
    """A mention from its start to its end, as it is linked."""
    return parts[0]._replace(end=parts[-1].end)


def _configuration(types: _Types) -> Iterator[str]:
    """What types there are, without which brat shows them and does not offer them."""
    yield "[entities]\n\n"
    yield from (f"{name}\n" for name in types.entities.values())
    yield "\n[relations]\n\n"
    yield from (f"{name} Arg1:<ENTITY>, Arg2:<ENTITY>\n" for name in types.relations.values())
    yield "\n[events]\n\n[attributes]\n"


def _bytes(pieces: Iterable[str]) -> bytes:
    return b"".join(encoded(pieces, "utf-8"))


def _holds(corpus: Corpus) -> bool:
    return _fits(corpus, corpus.layer)


def _lost(corpus: Corpus) -> list[str]:
    """Other layers, mentions that are joined with spans, and names that brat cannot have."""
    layers = _layers(corpus)
    lost = lost_layers(corpus, layers)
    if len(layers) > 1:
        spans, relations = layers
        held: defaultdict[tuple[str, str], set[Span]] = defaultdict(set)
        for key, each in spans.annotations.items():
            held[key].update(map(_whole, each.mentions) if isinstance(each, Spans) else ())
        more = sum(
            len(set(each.mentions) - held[key])
            for key, each in relations.annotations.items()
            if isinstance(each, Relations)
        )
        lost += [f"{plural(more, 'mention')} of relations beside the spans, so they are spans as well"] if more else []
    if renamed := _Types.of(layers).renamed:
        names = {**_Types.of(layers).relations, **_Types.of(layers).entities}
        first = f"{renamed[0]!r:.40} is {names[renamed[0]]:.40}"
        lost.append(f"signs other than letters, digits, _ and - in {plural(len(renamed), 'type')}: {first}")
    return lost


WRITER = Writer(
    None,
    ".ann",
    (),
    ("spans", "relations"),
    holds=_holds,
    folder=write_folder,
    lost=_lost,
    several_layers=True,
    with_gaps=True,
)
