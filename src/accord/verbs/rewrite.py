"""Write a file again with other labels: repair, another encoding and relabel are three ways to choose them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple, overload

from accord.encoding import Decoder, Encoding, Mention, encode
from accord.encoding import encoding as named_encoding
from accord.encoding.detect import Census
from accord.encoding.repair import NO_REPAIR, REPAIRS
from accord.encoding.scheme import OUTSIDE
from accord.errors import UsageError
from accord.formats.conll_writer import relabelled
from accord.formats.output import whole_file
from accord.formats.rename_map import read_renames
from accord.messages import option, plural, suggestion
from accord.model import Corpus
from accord.verbs.arguments import check_path, names, renames
from accord.verbs.check import file_label_sources
from accord.verbs.label_sources import as_inputs, resolve_encoding
from accord.verbs.mentions import read_mentions
from accord.verbs.several_files import rewrite_each

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from accord.formats import Columns
    from accord.formats.conll_reader import ConllReader
    from accord.model import LabelSource, Sentence
    from accord.verbs.several_files import Several


class Change(NamedTuple):
    """A sentence whose labels are not what they were."""

    sentence: Sentence
    labels: tuple[str, ...]


Path = str | PathLike[str]
ChangeMentions = Callable[[Sequence[Mention]], Sequence[Mention]]


@dataclass(slots=True, repr=False)
class Rewritten:
    """What was done to a file."""

    file: str
    encoding: Encoding
    target: Encoding
    shows_changes: bool = False
    """Whether each changed sentence is kept, for a repair to show."""
    invalid: int = 0
    sentences: int = 0
    changed: int = 0
    changes: list[Change] = field(default_factory=list)
    merged: list[tuple[int, int]] = field(default_factory=list)
    """Line and number of mentions that run into the one before, because the target encoding cannot part them."""

    def __repr__(self) -> str:
        return f"<Rewritten {self.file}: {self.changed:,} of {plural(self.sentences, 'sentence')} changed>"


@overload
def repair(
    path: Path, output: Path, method: str, *, encoding: str | Encoding | None = None, columns: Columns | None = None
) -> Rewritten: ...


@overload
def repair(
    path: Several,
    output: Path,
    method: str,
    *,
    encoding: str | Encoding | None = None,
    columns: Columns | None = None,
) -> list[Rewritten]: ...


def repair(
    path: Path | Several,
    output: Path,
    method: str,
    *,
    encoding: str | Encoding | None = None,
    columns: Columns | None = None,
) -> Rewritten | list[Rewritten]:
    """Repair all invalid label sequences by one method, and touch nothing else; several files into a folder.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> repair(Path("examples/harbour/annotators/chloe.conll"), Path(mkdtemp()) / "chloe.conll", "begin")
    <Rewritten examples/harbour/annotators/chloe.conll: 5 of 78 sentences changed>
    """
    method = REPAIRS.name(method)
    if isinstance(path, list | tuple):
        return rewrite_each(path, output, partial(_repair, method=method, encoding=encoding, columns=columns))
    return _repair(path, output, method, encoding, columns)


def _repair(
    path: Path, output: Path, method: str, encoding: str | Encoding | None, columns: Columns | None
) -> Rewritten:
    reader = _reader(path, columns, encoding)
    scheme = resolve_encoding(encoding, reader)
    done = Rewritten(reader.name, scheme, scheme, shows_changes=True)
    return _rewrite(reader, output, Decoder(scheme, method), lambda mentions: mentions, done)


def would_change(data: Corpus | LabelSource, method: str, encoding: str | Encoding | None = None) -> list[Rewritten]:
    """What a repair would change in the files behind a corpus, or in a label source, without what it leaves alone.

    The encoding is detected from all labels of a corpus together, as for agreement on spans.
    """
    label_sources = file_label_sources(data) if isinstance(data, Corpus) else [data]
    census = Census.of(part for label_source in label_sources for part in label_source.batches())
    scheme = census.best() if encoding is None else named_encoding(encoding)
    if scheme is None:
        return []
    decoder = Decoder(scheme, REPAIRS.name(method))
    found = [Rewritten(label_source.name, scheme, scheme, shows_changes=True) for label_source in label_sources]
    for label_source, done in zip(label_sources, found, strict=True):
        deque(_new_labels(label_source, decoder, lambda mentions: mentions, done), maxlen=0)
    return [done for done in found if done.invalid]


def in_encoding(
    path: Path,
    output: Path,
    to: str | Encoding,
    *,
    encoding: str | Encoding | None = None,
    columns: Columns | None = None,
) -> Rewritten:
    """Write the mentions of a valid file in another encoding."""
    target = named_encoding(to)
    reader = _reader(path, columns, encoding)
    scheme = resolve_encoding(encoding, reader)
    done = Rewritten(reader.name, scheme, target)
    return _rewrite(reader, output, Decoder(scheme, NO_REPAIR), lambda mentions: mentions, done)


@overload
def relabel(
    path: Path,
    output: Path,
    *,
    rename: Mapping[str, str] | None = None,
    map_file: Path | None = None,
    keep: str | Iterable[str] = (),
    remove: str | Iterable[str] = (),
    allow_absent: bool = False,
    encoding: str | Encoding | None = None,
    columns: Columns | None = None,
) -> Rewritten: ...


@overload
def relabel(
    path: Several,
    output: Path,
    *,
    rename: Mapping[str, str] | None = None,
    map_file: Path | None = None,
    keep: str | Iterable[str] = (),
    remove: str | Iterable[str] = (),
    allow_absent: bool = False,
    encoding: str | Encoding | None = None,
    columns: Columns | None = None,
) -> list[Rewritten]: ...


def relabel(
    path: Path | Several,
    output: Path,
    *,
    rename: Mapping[str, str] | None = None,
    map_file: Path | None = None,
    keep: str | Iterable[str] = (),
    remove: str | Iterable[str] = (),
    allow_absent: bool = False,
    encoding: str | Encoding | None = None,
    columns: Columns | None = None,
) -> Rewritten | list[Rewritten]:
    """Rename types, then keep only some of them, or remove some; several files into a folder.

    ``rename`` maps old names to new ones, and ``map_file`` is a file that says the same (`read_renames`). All names
    must occur in one of the files, unless absent ones are allowed.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> relabel(Path("examples/harbour/reference.conll"), Path(mkdtemp()) / "people.conll", keep="PER")
    <Rewritten examples/harbour/reference.conll: 69 of 85 sentences changed>
    """
    change = _Relabelling.of(rename, map_file, names(keep, "keep"), names(remove, "remove"))
    paths = path if isinstance(path, list | tuple) else [path]
    readers = [_reader(each, columns, encoding) for each in paths]
    if not allow_absent:
        change.refuse_absent(readers, encoding)
    written = partial(_relabel, change=change, encoding=encoding, columns=columns)
    return rewrite_each(path, output, written) if isinstance(path, list | tuple) else written(path, output)


def _relabel(
    path: Path, output: Path, change: _Relabelling, encoding: str | Encoding | None, columns: Columns | None
) -> Rewritten:
    reader = _reader(path, columns, encoding)
    scheme = resolve_encoding(encoding, reader)
    return _rewrite(reader, output, Decoder(scheme, NO_REPAIR), change, Rewritten(reader.name, scheme, scheme))


@dataclass(frozen=True, slots=True)
class _Relabelling:
    """Which types get other names, and which mentions stay."""

    rename: Mapping[str, str]
    kept: tuple[str, ...]
    removed: tuple[str, ...]

    @classmethod
    def of(
        cls, rename: Mapping[str, str] | None, map_file: Path | None, kept: tuple[str, ...], removed: tuple[str, ...]
    ) -> _Relabelling:
        """What was asked for, or a usage error that says what is wrong with it."""
        told = renames({} if rename is None else rename, "rename")
        if map_file is not None:
            for old, new in read_renames(check_path(map_file, "map_file")).items():
                if told.setdefault(old, new) != new:
                    raise UsageError(f"{old!r} is renamed twice, to {told[old]!r} and, in {map_file}, to {new!r}")
        if kept and removed:
            raise UsageError("give either the types to keep or the types to remove, not both")
        if not (told or kept or removed):
            raise UsageError(
                f"nothing to do: say which types to rename ({option('rename', flag='--map')}), to keep or to remove"
            )
        _refuse_names(told.values())
        return cls(told, kept, removed)

    def refuse_absent(self, readers: Sequence[ConllReader], encoding: str | Encoding | None) -> None:
        """Refuse names that no mention of any of the files has."""
        types: set[str] = set()
        for reader in readers:
            decoder = Decoder(resolve_encoding(encoding, reader), NO_REPAIR)
            types |= {mention.type for sentence in reader.sentences() for mention in decoder.mentions(sentence.labels)}
        where = readers[0].name if len(readers) == 1 else f"the {len(readers)} files"
        _must_occur(self.rename, types, where)
        _must_occur([*self.kept, *self.removed], {self.rename.get(type_, type_) for type_ in types}, where)

    def __call__(self, mentions: Sequence[Mention]) -> list[Mention]:
        """The mentions as they are to be."""
        renamed = [mention._replace(type=self.rename.get(mention.type, mention.type)) for mention in mentions]
        return [
            mention
            for mention in renamed
            if mention.type not in self.removed and (not self.kept or mention.type in self.kept)
        ]


def _reader(path: Path, columns: Columns | None, encoding: str | Encoding | None) -> ConllReader:
    return as_inputs(columns).in_encoding(encoding).conll(check_path(path, "path"))


def _refuse_names(types: Iterable[str]) -> None:
    """Refuse names that no label can hold."""
    for name in types:
        if name == OUTSIDE:
            raise UsageError(f"a type cannot be called {OUTSIDE}, which means nothing is marked: remove it instead")
        if not name or any(character.isspace() or character == "," for character in name):
            raise UsageError(f"a type cannot be called {name!r}: white space and commas divide labels")


def _must_occur(names: Sequence[str] | Mapping[str, str], types: set[str], path: str) -> None:
    for name in names:
        if name not in types:
            known = sorted(types)
            hint = suggestion(name, known) if known else "there are no mentions"
            raise UsageError(
                f"no mention of type {name!r} in {path}: {hint} ({option('allow_absent', True)} lets it pass)"
            )


def _rewrite(reader: ConllReader, output: Path, decoder: Decoder, change: ChangeMentions, done: Rewritten) -> Rewritten:
    """Stream the file through a change of its mentions; refuse, and write nothing, if its labels are not readable."""
    with whole_file(check_path(output, "output")) as stream:
        for line in relabelled(reader.source, reader.layout, _new_labels(reader, decoder, change, done)):
            stream.write(line)
    return done


def _new_labels(
    reader: LabelSource, decoder: Decoder, change: ChangeMentions, done: Rewritten
) -> Iterator[tuple[int, str]]:
    """The line and the new label of every token whose label changes."""
    back = Decoder(done.target, NO_REPAIR)
    for sentence, found, invalid in read_mentions(reader, decoder, repair=done.shows_changes):
        done.sentences += 1
        done.invalid += invalid
        mentions = change(found)
        if mentions == found and not invalid and done.target is decoder.scheme:
            continue
        labels = encode(mentions, len(sentence.labels), done.target)
        lost = len(mentions) - len(back.mentions(labels))
        if lost:
            done.merged.append((sentence.line, lost))
        written = [
            before if _same(before, after, decoder.scheme, done.target) else after
            for before, after in zip(sentence.labels, labels, strict=True)
        ]
        if tuple(written) != sentence.labels:
            done.changed += 1
            if done.shows_changes:
                done.changes.append(Change(sentence, tuple(written)))
        for index, (before, after) in enumerate(zip(sentence.labels, written, strict=True)):
            if before != after:
                yield sentence.line + index, after


def _same(before: str, after: str, source: Encoding, target: Encoding) -> bool:
    """Whether a label says the same as it is already written."""
    return source is target and source.parse(before) == target.parse(after)
