"""What decisions on files are filed under in a database, and which of them are used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from accord.adjudicate.file_ids import names_of, names_of_contents
from accord.formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from accord.adjudicate.decision import Change, Decision
    from accord.adjudicate.store import Store

    Alike = Callable[[str], bool]


def never_alike(_reading: str) -> bool:
    """Nothing is read alike with other options."""
    return False


@dataclass(frozen=True, slots=True)
class DecisionIndex:
    """The decisions in a database on what is read of files, with options (``reading``) or others that read the same.

    ``names`` is what the files are called there; ``alike`` says whether the same is read with other options; with
    those of ``others`` other layers of the files are read.
    """

    names: Sequence[str]
    store: Store
    reading: str = ""
    alike: Alike = never_alike
    others: Collection[str] = ()

    @property
    def readings(self) -> dict[str, str]:
        """With which options something was decided on the files, and the layer of each."""
        layers = self.store.layers_of(self.names)
        return {each: layer for each, layer in layers.items() if self.store.is_decided(layer)}

    @property
    def decisions(self) -> dict[str, Decision]:
        """What stands now, item by item."""
        return self.store.decisions(self._layer)

    def history(self, item: str) -> list[Change]:
        """Every change of an item, the oldest first."""
        return self.store.history(self._layer, item)

    @property
    def not_used(self) -> list[str]:
        """What was decided with other options: on the same; or on something else, where nothing is on this."""
        readings = self.readings
        used = self._kept_with((), readings)
        others = {each: self.alike(each) for each in sorted(readings.keys() - self.others) if each != used}
        return [self._not_used(each, same) for each, same in others.items() if same or used not in readings]

    def _not_used(self, reading: str, on_the_same: bool) -> str:
        path, how = self.store.path, f"with {reading}" if reading else "without options that say what stands where"
        if on_the_same:
            return f"what was decided on the same in {path}, read {how}, is kept apart, and not used"
        return (
            f"what was decided on these files in {path}, read {how}, is about something else, and not used: "
            "say the same to use it"
        )

    def file(self) -> str:
        """The layer to decide under."""
        self._kept_now()  # so that what has to be read for it is read before anybody has to wait
        return self.store.file(self.names, self._kept_with)

    @property
    def filed(self) -> str:
        """The layer to decide under, if there is one in the database."""
        return self.store.layers_of(self.names).get(self._kept_now(), "")

    @property
    def _layer(self) -> str:
        """What was decided with this reading or one that reads the same; no layer has no name."""
        readings = self.readings
        return readings.get(self._kept_with((), readings), "")

    def _kept_now(self) -> str:
        return self._kept_with(self.store.layers_of(self.names).keys(), self.readings)

    def _kept_with(self, filed: Collection[str], decided: Collection[str]) -> str:
        """The reading under which decisions are kept: this one, or else one with which the same is read.

        Where nothing is decided with any of them, it is the same one for all that read the same, for another program
        may be about to decide.
        """
        if self.reading in decided:
            return self.reading
        of_decided = next(filter(self.alike, sorted(decided)), None)
        if of_decided is not None:
            return of_decided
        return next((each for each in sorted(filed) if each == self.reading or self.alike(each)), self.reading)


class FilesRead(NamedTuple):
    """Files as they are read: ``alike`` says whether other options read the same; ``open_file`` gives opened files.

    With the options of ``others`` other layers of the files are read.
    """

    files: Sequence[str]
    reading: str = ""
    alike: Alike = never_alike
    open_file: Callable[[str], Source] = Source
    others: Collection[str] = ()

    def filed_in(self, store: Store) -> list[DecisionIndex]:
        """Decisions on the files by where these lie, and by what they held when they were dropped on a page."""
        names = names_of(self.files, store.path), names_of_contents(self.files, open_file=self.open_file)
        return [DecisionIndex(each, store, self.reading, self.alike, self.others) for each in names]

    def decisions_in(self, store: Store) -> dict[str, Decision]:
        """What was decided on the files where they lie, or else when the same files were dropped on a page."""
        return next(filter(None, (each.decisions for each in self.filed_in(store))), {})
