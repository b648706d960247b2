"""A gold standard from files and the decisions beside them, without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.read import Columns
from accord.serve.export import export
from accord.serve.queue import Queue, disputed
from accord.serve.session import beside
from accord.serve.store import Decision, Store
from accord.verbs.read import read
from accord.verbs.survey import survey
from accord.wording import suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.serve.export import Exported


def make_gold(
    paths: Sequence[str],
    *,
    decisions: str | None = None,
    layer: str | None = None,
    policy: str = "refuse",
    format_: str | None = None,
) -> Exported:
    """The gold standard of one layer."""
    layers = {group.name: group.paths for group in survey(paths, None, (), Columns()).groups}
    if layer is None and len(layers) > 1:
        raise UsageError(f"there are several layers: say which (--layer {', '.join(layers)})")
    layer = layer or next(iter(layers), "")
    if layer not in layers:
        raise UsageError(f"there is no layer {layer!r}: {suggestion(layer, list(layers))}")
    return export(Queue(layer, disputed(read(*layers[layer]))), _decided(paths, decisions, layer), policy, format_)


def _decided(paths: Sequence[str], file: str | None, layer: str) -> dict[str, Decision]:
    """The decisions on a layer; none where nobody decided anything yet and no file was named."""
    from pathlib import Path

    where = Path(file) if file is not None else beside(paths)
    if not where.exists():
        if file is not None:
            raise UsageError(f"there is no file {file}")
        return {}
    store = Store(where)
    try:
        return store.decisions(layer)
    finally:
        store.close()
