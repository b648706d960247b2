"""What a live page works on: the files, what was measured, and what was decided."""

from __future__ import annotations

from functools import cached_property
from os.path import commonpath
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.read import Columns
from accord.serve.jobs import Jobs
from accord.serve.queue import Queue, disputed
from accord.serve.store import DECISIONS, Store
from accord.serve.uploads import Uploads
from accord.verbs.read import read
from accord.wording import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SETTINGS = ("layer", "coefficient", "distance", "annotators", "documents", "repair", "seed", "budget")
"""What can be changed on the page; all as `accord.report` takes it."""


def measured(
    paths: Sequence[str], settings: dict[str, Any], progress: Callable[[str, int, int], object]
) -> Iterator[Any]:
    """The payloads of the page, each with more in it than the one before."""
    from accord.verbs.report import payloads

    return payloads(list(paths), **settings, progress=progress)


def choices() -> dict[str, dict[str, list[str]]]:
    """The coefficients and distances that can be asked for, by the kind of a layer."""
    from accord.distance import DISTANCES, TREE_DISTANCES
    from accord.measure.coding import COEFFICIENTS
    from accord.measure.units import BASELINES
    from accord.measure.units.coefficient import UNIT_COEFFICIENTS

    units = [*UNIT_COEFFICIENTS, *BASELINES]
    return {
        "labels": {"coefficients": [*COEFFICIENTS, "corrected-f1", *units], "distances": list(DISTANCES)},
        "spans": {"coefficients": ["corrected-f1", *units], "distances": []},
        "units": {"coefficients": units, "distances": list(DISTANCES)},
        "trees": {"coefficients": [], "distances": list(TREE_DISTANCES)},
    }


class Session:
    """One run of ``accord serve``."""

    def __init__(
        self,
        paths: Sequence[str],
        *,
        decisions: str | None = None,
        who: str = "",
        work: Callable[..., Iterator[Any]] = measured,
    ) -> None:
        self.paths = list(paths)
        self.dropped = ""
        """What the decisions on dropped files are filed under, beside those on the files that were named."""
        self.who = who
        self.work = work
        self.store = Store(decisions or beside(paths))
        self.jobs = Jobs()
        self.named = bool(self.paths)
        self.settings: dict[str, Any] = {}
        self.payload: dict[str, Any] | None = None
        self.version = 0
        self._queues: dict[str, tuple[object, Queue]] = {}
        self._layers: dict[str, tuple[str, ...]] = {}
        self._lock = Lock()

    @cached_property
    def uploads(self) -> Uploads:
        """Where dropped files go."""
        return Uploads()

    def measure(self, settings: dict[str, Any]) -> None:
        """Measure anew: everything, or one layer in another way, which then takes its place on the page."""
        unknown = sorted(set(settings).difference(SETTINGS))
        if unknown:
            raise UsageError(f"there is no setting {unknown[0]!r}: {suggestion(unknown[0], list(SETTINGS))}")
        said = {name: value for name, value in settings.items() if value not in (None, "", [])}
        self.settings = said
        self._layers = {}

        def finished(payload: dict[str, Any]) -> None:
            self.payload = _with_layer(self.payload, payload) if "layer" in said and self.payload else payload
            self.version += 1

        self.jobs.start(self.work, {"paths": self.paths, "settings": said}, finished)

    def use(self, upload: str) -> None:
        """Show dropped files instead of what was shown."""
        folder = self.uploads.folder(upload)
        inside = sorted(folder.iterdir())
        if not inside:
            raise UsageError("no file was dropped")
        if self.named:
            self.dropped = f"{inside[0].name if len(inside) == 1 else 'dropped'}/"
        self.paths = [str(inside[0])] if len(inside) == 1 else [str(folder)]
        self.payload = None
        self._queues.clear()
        self.measure({})

    def layers(self) -> dict[str, tuple[str, ...]]:
        """The layers by name, each with its files."""
        from accord.verbs.survey import survey

        if not self._layers and self.paths:
            self._layers = {group.name: group.paths for group in survey(self.paths, None, (), Columns()).groups}
        return self._layers

    def queue(self, layer: str) -> Queue:
        """What annotators differ on in a layer; read again where its files changed."""
        with self._lock:
            layers = self.layers()
            if layer not in layers:
                known = suggestion(layer, list(layers)) if layers else "there are no files yet"
                raise UsageError(f"there is no layer {layer!r}: {known}")
            state = tuple((path, Path(path).stat().st_mtime_ns, Path(path).stat().st_size) for path in layers[layer])
            if layer not in self._queues or self._queues[layer][0] != state:
                self._queues[layer] = state, Queue(layer, disputed(read(*layers[layer])))
            return self._queues[layer][1]

    def key(self, layer: str) -> str:
        """What the decisions on a layer are filed under."""
        return self.dropped + layer

    def close(self) -> None:
        """Stop what is running, and give everything back."""
        self.jobs.close()
        self.store.close()
        if "uploads" in self.__dict__:
            self.uploads.close()


def beside(paths: Sequence[str]) -> Path:
    """The database of decisions beside the data: in the folder that all paths share."""
    folders = [path if path.is_dir() else path.parent for path in (Path(each).absolute() for each in paths)]
    return (Path(commonpath(folders)) if folders else Path.cwd()) / DECISIONS


def _with_layer(page: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """The page with one layer as it was measured anew."""
    new = {layer["id"]: layer for layer in changed["layers"]}
    alerts = [alert for alert in page["alerts"] if alert["layer"] not in new]
    return page | {
        "layers": [new.get(layer["id"], layer) for layer in page["layers"]],
        "alerts": [*changed["alerts"], *alerts],
    }
