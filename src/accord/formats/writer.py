"""Writing: what the writer of a format declares, and the formats in which a corpus can be written."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.columns import Columns
from accord.formats.formats import FORMATS, endings
from accord.formats.output import COMPRESSIONS, file_names, recoded, whole_file, whole_folder
from accord.messages import counted, option, plural, suggestion
from accord.model import ItemLabels, PhraseTree, Spans, TokenLabels, Trees

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from accord.model import Corpus, Layer
    from accord.model.corpus import Annotation


def other_layers(corpus: Corpus) -> list[str]:
    """The layers of a corpus that are not the chosen one, which is all that most formats have place for."""
    return lost_layers(corpus, [corpus.layer])


def lost_layers(corpus: Corpus, held: Iterable[Layer]) -> list[str]:
    """The layers of a corpus that are none of those that a format holds, in words; nothing, if all are."""
    known = {layer.name for layer in held}
    names = [name for name in corpus.layers if name not in known]
    return [f"the layer{'s' * (len(names) > 1)} {', '.join(names)}"] if names else []


@dataclass(frozen=True, slots=True)
class Writer:
    """What writes the annotations of a corpus, how its files end, what it is for, and what else it can hold.

    ``plain`` writes the chosen layer of one annotator. A format that has place for more has ``together``, all
    annotators and all layers that it can hold in one file, or ``folder``, the files of a folder by their names in it.
    """

    plain: Callable[[Corpus, str], Iterator[bytes]] | None
    ending: str
    usual: tuple[str, ...]
    also: tuple[str, ...] = ()
    as_read: Callable[[Corpus, str, Columns], bytes | None] | None = None
    """What writes them such as they are read with the columns of their sources, where that can be."""
    holds: Callable[[Corpus], bool] = lambda _corpus: True
    """Whether it can hold a corpus of those kinds."""
    heading: int = 0
    """How many of the first pieces stand once where several annotators share a file."""
    together: Callable[[Corpus], Iterator[bytes]] | None = None
    folder: Callable[[Corpus], Iterator[tuple[str, bytes]]] | None = None
    with_texts: Callable[[Corpus], Iterator[tuple[str, bytes]]] | None = None
    """What writes files together with the texts beside them, where none are there that they were read with."""
    lost: Callable[[Corpus], Iterable[str]] = other_layers
    """What of a corpus that it holds it has no place for, each thing in a few words: ``3 relations``."""
    names_annotators: bool = False
    """Whether a file of what ``plain`` writes names its annotators, so that those of several may stand in one."""
    several_layers: bool = False
    """Whether it has place for several layers of the same texts."""
    with_gaps: bool = False
    """Whether a mention may have gaps; where not, its parts are written as mentions."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """All that it can hold, what it is for first."""
        return tuple(dict.fromkeys((*self.usual, *self.also)))

    @property
    def annotators_in(self) -> str:
        """Where several annotators stand: in one file, or in a folder that has a file for each or for each text."""
        return "one file" if self.together is not None or self.names_annotators else "a folder"

    def write(self, corpus: Corpus, annotator: str, *, columns: Columns | None = None) -> Iterator[bytes]:
        """The annotations of one annotator, in the columns and the text encoding in which their files are read."""
        told = columns or Columns()
        laid_out = self.as_read and self.as_read(corpus, annotator, told)
        if laid_out is not None:
            return iter([laid_out])
        if self.plain is not None:
            return recoded(self.plain(corpus, annotator), told.file_encoding)
        own = {key: each for key, each in corpus.annotations.items() if key[1] == annotator}
        return self.write_all(corpus.with_annotations(own))

    def write_all(self, corpus: Corpus) -> Iterator[bytes]:
        """The annotations of all annotators in one file, for formats that name them."""
        if self.together is not None:
            yield from self.together(corpus)
            return
        assert self.plain is not None, "what is written as a folder is no file"
        for number, annotator in enumerate(corpus.annotators):
            yield from islice(self.plain(corpus, annotator), self.heading if number else 0, None)

    def save(self, corpus: Corpus, path: str) -> list[str]:
        """Write a corpus as one file or as a folder, whole or not at all; the names of the files in that folder."""
        files = self.files(corpus) if self.with_texts is None else self.with_texts(corpus)
        if files is None:
            with whole_file(path) as stream:
                stream.writelines(self.write_all(corpus))
            return []
        with whole_folder(path) as folder:
            return save_files(files, folder)

    def not_held(self, corpus: Corpus) -> tuple[str, ...]:
        """What of a corpus it has no place for, each thing in a few words: names that cannot be those of files, too."""
        whose = corpus.annotators if len(corpus.annotators) > 1 and self.files(corpus) is not None else ()
        named = self.folder is not None or self.with_texts is not None
        texts = [document.id for document in corpus.documents] if named else ()
        other = {name: file for names in (whose, texts) for name, file in file_names(names).items() if name != file}
        first = next((f"{name!r:.60} becomes {file:.60}" for name, file in other.items()), "")
        names = f"{plural(len(other), 'name')} as written, for files are called so: {first}"
        held = [each for each in corpus.annotations.values() if isinstance(each, Spans) and not self.with_gaps]
        gaps = sum(len(parts) > 1 for each in held for parts in each.wholes)
        parts = f"{counted(gaps, 'mentions with gaps')}: each part becomes a mention of its own"
        return (*self.lost(corpus), *([parts] if gaps else []), *([names] if other else []))

    def files(self, corpus: Corpus) -> Iterator[tuple[str, bytes]] | None:
        """The files of a folder, by their names in it, where it takes several to hold a corpus; None where one does."""
        if self.folder is not None:
            return self.folder(corpus)
        if self.together is not None or self.names_annotators or len(corpus.annotators) < 2:
            return None
        names = file_names(corpus.annotators, self.ending)
        return ((names[who], b"".join(self.write(corpus, who))) for who in corpus.annotators)


def save_files(files: Iterable[tuple[str, bytes]], folder: Path) -> list[str]:
    """Write files into a folder, and into folders in it; their names."""
    names = []
    for name, content in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        names.append(name)
    return names


_KINDS: dict[type[Annotation], str] = {
    TokenLabels: "labels of tokens",
    ItemLabels: "labels of items",
    Trees: "dependencies",
}
"""What writers call annotations that have not one form only; others go by the name of their kind."""


_IN_COLUMNS = {"conll", "conllu", "conllx"}
"""Formats that share their endings, for their rows tell them apart."""


def fitting(corpus: Corpus) -> list[str]:
    """The names of the formats in which a corpus can be written, the usual one first."""
    kind, known = annotation_name(corpus), {name: each for name, each in _writers().items() if each.holds(corpus)}
    usual = [name for name, each in known.items() if kind in each.usual]
    return usual + [name for name, each in known.items() if kind in each.also]


def holding(kind: str) -> list[str]:
    """The names of the formats that have place for annotations that writers call so, those made for it first."""
    known = _writers()
    usual = [name for name in known if kind in known[name].usual]
    return [*usual, *(name for name in known if kind in known[name].also and name not in usual)]


def writer_for(
    corpus: Corpus,
    path: str | None = None,
    name: str | None = None,
    *,
    choice: bool = False,
    more: Sequence[str] = (),
) -> Writer:
    """The writer of a format by its name, else by the ending of a path, else the usual one, as far as they fit.

    An ending that says a format which does not fit is refused; ``choice`` says that the caller has an option for it,
    and ``more`` are formats that hold the annotations as others.
    """
    names, known = [*fitting(corpus), *more], _writers()
    if name is not None and name not in names:
        raise UsageError(f"{annotation_name(corpus)} cannot be written as {name!r}: {suggestion(name, names)}")
    if name is not None or path is None:
        return known[name or names[0]]
    asked_for = _formats_of(path)
    fits = [each for each in names if each in asked_for]
    if asked_for and not fits:
        so = f"say {option('format', names[0])}" if choice else f"let it end in {known[names[0]].ending}"
        what = f"{annotation_name(corpus)} cannot be written as {min(asked_for)!r}"
        raise UsageError(f"{what}, which the name of {path} asks for: {so}")
    return known[[*fits, *names][0]]


def _formats_of(path: str) -> set[str]:
    """The formats that the name of a file may mean by its ending; none, where that says nothing."""
    name = path.casefold()
    for ending in COMPRESSIONS:
        name = name.removesuffix(ending)
    written = [(writer.ending, each) for each, writer in _writers().items() if writer.folder is None]
    found = {each for ending, each in [*endings().items(), *written] if name.endswith(ending)}
    return found if found.isdisjoint(_IN_COLUMNS) else found | _IN_COLUMNS


def _writers() -> dict[str, Writer]:
    """The formats that are written."""
    return {name: writer for name in FORMATS if (writer := FORMATS.get(name).writer)}


def annotation_name(corpus: Corpus) -> str:
    """What writers call the annotations of a corpus."""
    layers = list(corpus.annotations.values())
    if any(isinstance(tree, PhraseTree) for each in layers if isinstance(each, Trees) for tree in each.trees):
        return "phrases"
    return _KINDS.get(type(layers[0]), layers[0].kind)
