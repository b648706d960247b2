"""Read the files of a campaign into one corpus, and say what was assumed."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats import Columns
from accord.formats.campaign import Part, check_way
from accord.formats.folders import find_files
from accord.formats.frame import is_frame
from accord.formats.inputs import Inputs
from accord.formats.names import distinct_names, stem
from accord.formats.source import Source
from accord.model import Corpus
from accord.verbs.arguments import check_path, lists
from accord.verbs.data import are_files, are_paths, corpus_of, in_hand, is_filled, refuse_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding
    from accord.formats.roles import Column

Path = str | PathLike[str]


@dataclass(frozen=True, slots=True)
class Campaign:
    """How the files of several annotators are read: how annotators are told apart, and where the files keep what."""

    annotators_by: str | None = None
    columns: Columns = field(default_factory=Columns)

    def read(self, paths: Iterable[Path], *, of_units: bool = False, encoding: str | Encoding | None = None) -> Corpus:
        """Read files and folders as one corpus.

        Where a file may be this or that, it decides whether a caller needs units or names a chunk encoding.
        """
        from accord.formats.corpus import read_corpus  # here, so that files are checked and scored without

        files = find_files([check_path(path, "read") for path in paths])
        if not files.paths:
            raise UsageError("name at least one file or folder to read")
        how = None if self.annotators_by is None else check_way(self.annotators_by)
        side_by_side = {"columns": True, None: None if len(files.paths) == 1 else False}.get(how, False)
        inputs = replace(Inputs.of(self.columns).in_encoding(encoding), of_units=of_units)
        return read_corpus(files, how, replace(inputs, side_by_side=side_by_side))

    @property
    def options(self) -> tuple[str, ...]:
        """The same as a command line says it.

        >>> Campaign("rows", Columns(label=["ada", -1])).options
        ('--annotators-by', 'rows', '--column', 'label=ada', '--column', 'label=-1')
        """
        way = () if self.annotators_by is None else ("--annotators-by", self.annotators_by)
        return (*way, *self.columns.options)

    @property
    def reading(self) -> str:
        """Those of the options that say what is annotated, not by whom: as a key, however they were ordered and spelt.

        >>> Campaign("rows", Columns(label=["bram", "ada"], file_encoding="latin1")).reading
        '--file-encoding iso8859-1 --column label=ada --column label=bram'
        """
        columns = self.columns
        told = replace(
            columns,
            label=None if columns.labels is None else sorted(columns.labels, key=str),
            file_encoding=Source("", columns.file_encoding).codec(b""),
        )
        return shlex.join(Campaign(None, told).options)


def read_sides(paths: Sequence[str], inputs: Inputs) -> Corpus:
    """The sides of a comparison as one corpus: each is a file, or a folder of a file for each document."""
    parts: dict[str, Part] = {}
    for path, side in zip(paths, distinct_names(paths), strict=True):
        inside = find_files([path]).paths
        folder = None if inside == (path,) else File(path)
        for file in inside:
            document = (
                None if folder is None else File(file).relative_to(folder).with_name(stem(file, inside)).as_posix()
            )
            parts[file] = Part(file, document, side)
    from accord.formats.corpus import read_corpus

    return read_corpus(find_files(paths), "files", replace(inputs, side_by_side=False), sides=parts)


def read(
    *data: Any,
    annotators_by: str | None = None,
    annotators: Sequence[str] | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
    token: Column | None = None,
    label: Column | Sequence[Column] | None = None,
    item: Column | None = None,
    annotator: Column | None = None,
    document: Column | None = None,
    layout: str | None = None,
    file_encoding: str = "utf-8",
    labels: Column | Sequence[Column] | None = None,
    layer: str | None = None,
    offsets: str | None = None,
    sheet: str | None = None,
    repeats: str | None = None,
    text: Column | None = None,
    start: Column | None = None,
    end: Column | None = None,
    rows: str | None = None,
    texts: Any = None,
) -> Corpus:
    """Read files and folders, or Python data, as one corpus, detecting what they are and who annotated what.

    ``data`` are paths, or one of: a data frame (pandas, polars, Arrow, Hugging Face), a list of records or of triples
    (coder, item, label), annotators with their labels (a list, or item to label), with their spans or with their spaCy
    Docs, or rows of labels, of which ``rows`` says whether they are "items" or "annotators". A table is read as a CSV
    file of its cells; ``annotators`` may list its columns of labels. ``texts`` are what spans lie in: for each document
    its text, its tokens or its length.

    ``annotators_by`` says how annotators are told apart (files, folders, names, columns, rows, or a pattern like
    ``{document}/{annotator}``), ``format`` what the files are. ``token``, ``label`` (one or several; also called
    ``labels``), ``item``, ``annotator``, ``document``, ``text``, ``start`` and ``end`` name columns or keys; ``layout``
    is that of tables (long, wide, joined, survey) or of brackets (words, bare). ``layer`` chooses one of several, as
    the tags of CoNLL-U are; without it all are read, and the main one is used. ``offsets`` says what those of spans
    count: characters, utf16 or bytes; ``sheet`` chooses that of a spreadsheet. ``repeats`` says which label counts
    where an annotator labels an item twice: error (unless all are the same), first, last, majority, or keep them as
    repetitions. What is not said is detected, and stands in ``corpus.assumptions``. Errors in the files are raised all
    together; ``corpus.findings`` holds the warnings.

    >>> read({"ada": ["A", "B", None], "ben": ["A", "A", "B"]})
    <Corpus: 1 document, 2 annotators, labels>
    >>> read("examples/harbour/annotators").annotators
    ('ada', 'bram', 'chloe')
    """
    if label is not None and labels is not None:
        raise UsageError("label and labels are the same: give one of them")
    said = lists(labels if label is None else label)
    columns = replace(
        Columns(token, said, file_encoding, format, item, annotator, document, layout),
        layer=layer,
        offsets=offsets,
        sheet=sheet,
        repeats=repeats,
        text=text,
        start=start,
        end=end,
    )
    data = tuple(map(in_hand, data))
    if len(data) == 1 and _is_python_data(given := data[0]):
        refuse_rows(given, rows)
        if isinstance(given, Corpus):
            return given if layer is None else given.select(layer)
        how = None if annotators_by is None else check_way(annotators_by)
        corpus = corpus_of(given, columns, annotators=annotators, how=how, texts=texts)
        if corpus is not None:
            return corpus
        from accord.kinds.labels.tables import label_table  # here, for numpy takes as long to start as all the rest

        return label_table(given, rows).corpus()
    if rows is not None or texts is not None:
        raise UsageError(f"{'rows' if texts is None else 'texts'}: files say themselves what is in them")
    if annotators is not None:
        raise UsageError("annotators: a list of columns is for data frames; name those of files by label=")
    return Campaign(annotators_by, columns).read(path_list(*data))


def path_list(*data: Any) -> list[Any]:
    """Paths, one by one or in lists, in one list; labels of one annotator are refused."""
    listed = [path for given in map(lists, data) for path in (given if isinstance(given, list) else [given])]
    if len(set(map(str, listed))) < len(listed) and not are_files(listed):
        raise UsageError('labels of one annotator are no agreement: write {"anna": [...], "ben": [...]}')
    return listed


def _is_python_data(data: Any) -> bool:
    """Whether something is neither paths, nor nothing, nor what could only be a wrong path."""
    if isinstance(data, Corpus | Mapping) or is_frame(data):
        return True
    return isinstance(data, Collection) and not isinstance(data, bytes) and not are_paths(data) and is_filled(data)


_READING = (
    *("format", "token", "label", "item", "annotator", "document", "layout", "file_encoding", "offsets", "sheet"),
    *("repeats", "start", "end"),
)
"""What other verbs take to read by; ``text`` is an option of agreement on spans."""


def taken_campaign(options: dict[str, Any]) -> Campaign:
    """How a caller of another verb says that data are read, in the words of `read`, taken out of all options.

    >>> options = {"item": "tweet", "level": 0.9}
    >>> taken_campaign(options).columns.item, options
    ('tweet', {'level': 0.9})
    """
    way = options.pop("annotators_by", None)
    return Campaign(way, Columns(**{name: lists(options.pop(name)) for name in _READING if name in options}))


def as_corpus(
    data: Any,
    *,
    of_units: bool = False,
    encoding: str | Encoding | None = None,
    annotators: Any = None,
    campaign: Campaign | None = None,
) -> Corpus:
    """A corpus, or what `read` makes of files or Python data.

    ``of_units`` and ``encoding`` say what is needed, which decides where a file may be this or that.
    """
    campaign = campaign or Campaign()
    if isinstance(data, Corpus) and campaign != Campaign():
        raise UsageError("a corpus has been read: say how to where you read it, in accord.read")
    if not isinstance(data, Corpus | str | PathLike | Iterable):
        raise UsageError(f"annotations come as a corpus, as paths or as Python data, not as a {type(data).__name__}")
    if are_paths(data) and annotators is None:
        return campaign.read(path_list(data), of_units=of_units, encoding=encoding)
    if campaign == Campaign():
        return read(data, annotators=annotators)
    told = {name: getattr(campaign.columns, name) for name in _READING}
    return read(data, annotators=annotators, annotators_by=campaign.annotators_by, **told)
