"""Write annotations in another format, or mentions in another chunk encoding."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from accord.encoding import ENCODINGS, Encoding
from accord.encoding import encoding as named_encoding
from accord.encoding.repair import NO_REPAIR
from accord.errors import NotApplicable, UsageError
from accord.formats.formats import FORMATS
from accord.formats.output import refuse_over
from accord.formats.repeats import lost_repetitions
from accord.formats.writer import writer_for
from accord.kinds.spans.span_tokens import OVERLAPS
from accord.kinds.written_as import as_held
from accord.messages import suggestion
from accord.verbs.arguments import check_path
from accord.verbs.data import are_paths, in_hand
from accord.verbs.read import Campaign, as_corpus, path_list
from accord.verbs.rewrite import Rewritten, in_encoding
from accord.verbs.several_files import rewrite_each

if TYPE_CHECKING:
    from accord.model import Corpus

Path = str | PathLike[str]


@dataclass(frozen=True, slots=True)
class Converted:
    """What was written in which format: a file, or a folder of files; and what it had no place for."""

    path: str
    format: str
    corpus: Corpus
    files: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def convert(
    data: Any,
    output: Path,
    to: str | Encoding,
    *,
    encoding: str | Encoding | None = None,
    repair: str = NO_REPAIR,
    overlaps: str = OVERLAPS[0],
    layer: str | None = None,
    campaign: Campaign | None = None,
) -> Converted | Rewritten | list[Rewritten]:
    """Write annotations in another format, or the mentions of files in another chunk encoding.

    ``data`` are files, folders, a corpus or any Python data that `accord.read` takes; ``to`` is the name of a format
    that is written (``accord formats``) or of an encoding. A format holds all layers and annotators that it has place
    for; what it has no place for is in ``lost``. Several files make a folder. Chunk labels become spans, and spans
    chunk labels, where the format asks for it: ``encoding`` says in which, ``repair`` how invalid sequences are read,
    and ``overlaps`` whether spans that overlap are refused or the longest is kept.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "stance.csv"
    >>> convert({"ada": {"t1": "yes", "t2": "no"}}, path, "table").lost
    ()
    >>> path.read_text().splitlines()[:2]
    ['item,annotator,label', 't1,ada,yes']
    """
    campaign = campaign or Campaign()
    data = in_hand(data)
    if isinstance(to, Encoding) or _is_encoding(to):
        columns = campaign.columns
        paths = path_list(data) if are_paths(data) else []
        if not paths:
            raise UsageError(f"labels of files are written in another encoding ({to}): name files")
        written = partial(in_encoding, to=to, encoding=encoding, columns=columns)
        return written(paths[0], output) if len(paths) == 1 else rewrite_each(paths, output, written)
    name, target = _format(to), check_path(output, "output")
    if layer is not None:
        campaign = replace(campaign, columns=replace(campaign.columns, layer=layer))
    if are_paths(data):
        refuse_over(map(str, path_list(data)), target)
        corpus = campaign.read(path_list(data), encoding=encoding)
    else:
        corpus = as_corpus(data) if layer is None else as_corpus(data).select(layer)
    if not corpus.annotations:
        raise NotApplicable("there are no annotations to write")
    made = as_held(corpus, name, encoding=encoding, repair=repair, overlaps=overlaps)
    writer = writer_for(made, name=name)
    lost = (*writer.not_held(made), *lost_repetitions(made))
    return Converted(target, name, made, tuple(writer.save(made, target)), lost)


def _is_encoding(name: object) -> bool:
    try:
        named_encoding(str(name))
    except UsageError:
        return False
    return True


def _format(name: object) -> str:
    """The name of a format that is written."""
    written = [each for each in FORMATS if FORMATS.get(each).writer is not None]
    found = FORMATS.spellings.get(str(name).casefold())
    if found is None:
        raise UsageError(f"unknown format or encoding {name!r}: {suggestion(str(name), [*written, *ENCODINGS])}")
    if found not in written:
        raise UsageError(f"{found} is read and not written: {suggestion('', written)}")
    return found
