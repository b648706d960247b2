"""What a live page works on: the files, what was measured, and what was decided."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from zlib import crc32

from accord.adjudicate.batches import batch_state
from accord.adjudicate.decision_index import DecisionIndex, FilesRead
from accord.adjudicate.file_ids import absolute, names_of, names_of_contents
from accord.adjudicate.find_database import DatabaseChoice, beside, databases, find_database
from accord.adjudicate.store import Store
from accord.campaign.file_layers import Group, find_layer, readings_of_others
from accord.campaign.gold import REPAIR, layers_in, queue_of
from accord.campaign.report import Changeable
from accord.campaign.same_reading import read_alike
from accord.errors import AccordError, UsageError
from accord.formats.folders import find_files
from accord.messages import suggestion
from accord.model.case import GOLD
from accord.reporting.page_payload import page_with_layer
from accord.serve.background import Background, notes_on
from accord.serve.desk import Desk
from accord.serve.file_state import seen, state_of, watched
from accord.serve.jobs import Jobs
from accord.serve.measuring import measured, measured_again
from accord.serve.uploads import Uploads
from accord.verbs.read import Campaign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from accord.adjudicate.queue import Queue
    from accord.payload.page import PagePayload
    from accord.serve.file_state import Seen
    from accord.serve.jobs import Work


_LISTS = ("annotators", "documents", "labels")
_NUMBERS = (int, float)


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a page: where they were named, or what was dropped into a folder."""

    paths: tuple[str, ...]
    folder: str | None = None

    @classmethod
    def dropped(cls, folder: Path) -> Files:
        """All that was dropped."""
        inside = sorted(folder.iterdir())
        if not inside:
            raise UsageError("no file was dropped")
        return cls((str(inside[0] if len(inside) == 1 else folder),), str(folder))

    @property
    def named(self) -> list[str]:
        """As a reader may see them: dropped ones by their names alone."""
        return [os.path.relpath(path, self.folder) if self.folder else path for path in self.paths]


def _checked(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings that say something, if each is of the kind that is needed."""
    known = list(Changeable.__annotations__)
    for name, value in settings.items():
        if name not in known:
            raise UsageError(f"there is no setting {name!r}: {suggestion(name, known)}")
        wanted = _NUMBERS if name in {"seed", "budget"} else list if name in _LISTS else str
        several = isinstance(value, list) and all(isinstance(each, str) for each in value)
        if value is not None and (not isinstance(value, wanted) or (wanted is list and not several)):
            what = {_NUMBERS: "a number", list: "a list of names"}.get(wanted, "a text")
            raise UsageError(f"{name}: {what} is needed")
    return {name: value for name, value in settings.items() if value not in (None, "", [])}


class Session:
    """One run of ``accord serve``."""

    def __init__(
        self,
        paths: Sequence[str],
        *,
        decisions: str | None = None,
        who: str = "",
        campaign: Campaign | None = None,
        anytime: bool = False,
        work: Callable[..., Iterator[Any]] = measured,
    ) -> None:
        self.started_with = self.files = Files(tuple(paths))
        self.who = a_name(who) if who else ""
        self.campaign = campaign or Campaign()
        self.anytime = anytime
        self.work = work
        self.reading = self.campaign.reading
        held = _database_choice(paths, self.campaign) if decisions is None else DatabaseChoice(Path(decisions))
        self.store = Store(held.path or held.otherwise or beside(paths))
        self.closed = list(held.left_aside)
        self.jobs = Jobs()
        self.settings: dict[str, Any] = {}
        self.payload: PagePayload | None = None
        self.version = 0
        self.files_shown = 0
        """Which files are shown: 0 are those that the session was started with, and others each have a number."""
        self._others_shown = 0
        self._desks: dict[str, Desk] = {}
        self._layers: dict[str, Group] = {}
        self._repairs: dict[str, str] = {}
        """How invalid chunk labels of a layer are read, where it was said; of all others under no name."""
        self._ways: dict[str, dict[str, Any]] = {}
        """How what is shown was measured: all under no name, and layers that were measured in another way."""
        self._measured: dict[str, Seen] = {}
        """The files that are shown as they were when they were measured."""
        self._background = Background()
        self._lock = Lock()

    @cached_property
    def uploads(self) -> Uploads:
        """Where dropped files go."""
        return Uploads()

    def measure(self, settings: dict[str, Any]) -> None:
        """Measure again: everything, or one layer in another way, which then takes its place on the page."""
        said = _checked(settings)
        self.settings = said
        self._layers = {}
        repair = {said.get("layer", ""): said.get("repair", REPAIR)}
        self._repairs = self._repairs | repair if "layer" in said else repair

        was = watched(self.files.paths)

        def finished(payload: PagePayload) -> None:
            if "layer" in said and self.payload:
                self.payload = page_with_layer(self.payload, payload)
                self._ways[said["layer"]] = said
                own = {path for layer in payload.layers for path in layer.paths}
                self._measured |= {path: state for path, state in was.items() if path in own}
            else:
                self.payload, self._ways, self._measured = payload, {"": said}, was
            self.version += 1

        self._start(self.work, self.files, {"settings": self._told(said)}, finished)

    def measure_again(self) -> None:
        """Measure again all that is shown, each layer as it was measured last."""
        self._layers = {}
        was = watched(self.files.paths)
        ways = [
            self._told(said) for said in (self._ways.get("", {}), *(self._ways[each] for each in self._ways if each))
        ]

        def finished(payload: PagePayload) -> None:
            self.payload, self._measured = payload, was
            self.version += 1

        self._start(measured_again, self.files, {"work": self.work, "ways": ways}, finished)

    @property
    def files_changed(self) -> bool:
        """Whether a file of those that are shown is another than when it was measured."""
        return any(seen(path) != state for path, state in self._measured.items())

    def use(self, upload: str) -> None:
        """Show dropped files instead of what is shown, as soon as there is something to show of them."""
        self._show(Files.dropped(self.uploads.folder(upload)))

    def go_back(self) -> None:
        """Show the files that the session was started with."""
        self._show(self.started_with)

    def _show(self, files: Files) -> None:
        was = watched(files.paths)

        def finished(payload: PagePayload) -> None:
            if self.files is not files:
                with self._lock:
                    self.files, self.settings, self._repairs, self._layers = files, {}, {}, {}
                    self._desks.clear()
                    self._others_shown += files is not self.started_with
                    self.files_shown = 0 if files is self.started_with else self._others_shown
            self.payload, self._ways, self._measured = payload, {}, was
            self.version += 1

        self._start(self.work, files, {"settings": self._told({})}, finished)

    def _told(self, said: dict[str, Any]) -> dict[str, Any]:
        return said | {"campaign": self.campaign, "anytime": self.anytime}

    def _start(self, work: Work, files: Files, how: dict[str, Any], finished: Callable[[PagePayload], None]) -> None:
        folder = {"folder": files.folder} if files.folder else {}
        self.jobs.start(work, how | {"paths": files.named} | folder, finished)

    def desk(self, layer: str) -> Desk:
        """A layer to adjudicate; read again where its files, or how they are read, changed."""
        with self._lock:
            group = self._group(layer)
            repair = self._repair(layer)
            state = repair, *map(state_of, group.paths)
            if layer not in self._desks or self._desks[layer].state != state:
                campaign = group.reading(self.campaign)
                corpus = campaign.read(group.paths)
                self._desks[layer] = Desk(
                    self._names(group.paths),
                    self.store,
                    campaign.reading,
                    read_alike(group.paths, campaign, corpus),
                    readings_of_others(group, self._layers.values(), self.campaign),
                    state=state,
                    queue=queue_of(layer, corpus, repair),
                )
            return self._desks[layer]

    def queue(self, layer: str) -> Queue:
        """What annotators differ on in a layer."""
        return self.desk(layer).queue

    def background(self, layer: str, item: str, size: int) -> dict[str, Any]:
        """What helps to decide a case beside its versions: the text of other files, and what guidelines say."""
        queue, group = self.queue(layer), self._group(layer)
        return {
            "elsewhere": self._background.text(queue, item, size, self._layers.values(), self.campaign),
            "notes": notes_on(group.paths, self._top(group.paths), queue.labels(item)),
        }

    def lines(self, layer: str) -> dict[str, str]:
        """The texts of other files for cases of which their own say no more than an id, by the ids of the cases."""
        return self._background.lines(self.queue(layer), self._layers.values(), self.campaign)

    def _top(self, files: Sequence[str]) -> Path:
        """The folder above which no guidelines are looked for: that of what was named, or that of the decisions."""
        if self.files.folder:
            return Path(self.files.folder)
        named = absolute(os.path.commonpath([absolute(path) for path in self.files.paths]))
        beside = absolute(self.store.path).parent
        return beside if beside in absolute(files[0]).parents else named

    def choices(self, layer: str) -> dict[str, Any]:
        """What a layer can be measured on and by."""
        from accord.serve.choices import choices

        queue = self.queue(layer)
        return choices(queue.read or queue.of.corpus, self._repair(layer))

    def changes(self) -> str:
        """Something that is another text whenever a decision was made, a batch taken or a file changed."""
        return f"{self.store.changes()}-{batch_state(self.store)}-{self.files_shown}-{self.files_state()}"

    def files_state(self) -> str:
        """Something that is another text whenever a file was changed."""
        files = dict.fromkeys(file for group in self._layers.values() for file in group.paths)
        return f"{crc32(repr(list(map(seen, files))).encode()):x}"

    def _repair(self, layer: str) -> str:
        return self._repairs.get(layer) or self._repairs.get("", REPAIR)

    @property
    def notes(self) -> list[str]:
        """What a user should know of decisions that are not used."""
        if not self._decided_otherwise(find_files(self.files.paths).paths):
            return self.closed
        said = list(self.closed)
        for layer, group in _readable_layers(self.files.paths, self.campaign).items():
            if self._decided_otherwise(group.paths):
                with suppress(AccordError):  # which the page says, too
                    said += self.desk(layer).not_used
        return list(dict.fromkeys(said))

    def _decided_otherwise(self, files: Sequence[str]) -> bool:
        """Whether something was decided on files with other options."""
        return bool(DecisionIndex(self._names(files), self.store).readings.keys() - {self.reading})

    def _names(self, files: Sequence[str]) -> list[str]:
        """What files are called in the database: dropped ones by what is in them and their folders."""
        if self.files.folder is None:
            return names_of(files, self.store.path)
        return names_of_contents(files, self.files.folder)

    def _group(self, layer: str) -> Group:
        if not self._layers and self.files.paths:
            self._layers = layers_in(self.files.paths, self.campaign)
        return find_layer(self._layers.values(), layer)

    def close(self) -> None:
        """Stop what is running, and give everything back."""
        self.jobs.close()
        self.store.close()
        if "uploads" in self.__dict__:
            self.uploads.close()


def _database_choice(paths: Sequence[str], campaign: Campaign) -> DatabaseChoice:
    """The database that holds decisions on files; where there are several, that which `gold` finds for each layer."""
    files = find_files(paths).paths
    layers = _readable_layers(paths, campaign).values() if len(databases(files)) > 1 else ()
    read = []
    for group in layers:
        how = group.reading(campaign)
        others = readings_of_others(group, layers, campaign)
        read.append(FilesRead(group.paths, how.reading, read_alike(group.paths, how), others=others))
    return find_database(*(read or [FilesRead(files, campaign.reading)]))


def _readable_layers(paths: Sequence[str], campaign: Campaign) -> dict[str, Group]:
    """The layers that files hold; none where that cannot be told, which the page says, too."""
    try:
        return layers_in(paths, campaign)
    except AccordError:
        return {}


def a_name(who: str) -> str:
    """A name under which somebody can decide."""
    if not who.strip() or not who.isprintable():
        raise UsageError("say who decides: a name of one line")
    if who == GOLD:
        raise UsageError(f"nobody can decide as {GOLD!r}: the gold standard is called that")
    return who
