"""A gold standard from files and the decisions beside them, without a browser."""

from __future__ import annotations

from os import PathLike
from pathlib import Path as File
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.read import Columns
from accord.serve.export import export
from accord.serve.queue import Queue, disputed
from accord.serve.session import beside
from accord.serve.store import Decision, Store
from accord.verbs.given import a_path
from accord.verbs.read import read
from accord.verbs.survey import survey
from accord.wording import suggestion
from accord.write.whole import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.serve.export import Exported

Path = str | PathLike[str]


def gold(
    paths: Path | Iterable[Path],
    output: Path | None = None,
    *,
    decisions: Path | None = None,
    layer: str | None = None,
    undecided: str = "refuse",
    format: str | None = None,  # noqa: A002 - the word users know
) -> Exported:
    """Make a gold standard of what annotators agree on and what was decided, and write it if an output is named.

    ``decisions`` is the database that ``accord serve`` keeps, beside the data unless another is named. Where the files
    hold several layers, ``layer`` says which. Cases that nobody decided are a reason to ``refuse``; or the ``majority``
    is taken and the texts of what has none are left out, or these are all left out (``leave-out``).
    """
    given = [a_path(path, "gold") for path in ([paths] if isinstance(paths, str | PathLike) else paths)]
    made = _made(given, None if decisions is None else a_path(decisions, "decisions"), layer, undecided, format)
    if output is not None:
        with whole_file(a_path(output, "output")) as stream:
            stream.write(made.content)
    return made


def _made(paths: Sequence[str], decisions: str | None, layer: str | None, policy: str, format_: str | None) -> Exported:
    layers = {group.name: group.paths for group in survey(paths, None, (), Columns()).groups}
    if layer is None and len(layers) > 1:
        raise UsageError(f"there are several layers: say which (--layer {', '.join(layers)})")
    layer = layer or next(iter(layers), "")
    if layer not in layers:
        raise UsageError(f"there is no layer {layer!r}: {suggestion(layer, list(layers))}")
    return export(Queue(layer, disputed(read(*layers[layer]))), _decided(paths, decisions, layer), policy, format_)


def _decided(paths: Sequence[str], file: str | None, layer: str) -> dict[str, Decision]:
    """The decisions on a layer; none where nobody decided anything yet and no file was named."""
    where = File(file) if file is not None else beside(paths)
    if not where.exists():
        if file is not None:
            raise UsageError(f"there is no file {file}")
        return {}
    store = Store(where)
    try:
        return store.decisions(layer)
    finally:
        store.close()
