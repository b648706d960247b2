"""What decisions on files are filed under in a database, and which of them are used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from accord.adjudicate.file_ids import names_of, names_of_contents
from accord.formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from accord.adjudicate.decision import Change, Decision
    from accord.adjudicate.store import Store

    Alike = Callable[[str], bool]


def never_alike(_reading: str) -> bool:
    """Nothing is read alike with other options."""
    return False


class NotUsed(NamedTuple):
    """Decisions on files, made with other options: on something else that is read so, or on the same, kept apart."""

    path: Path
    reading: str
    on_the_same: bool

    def __str__(self) -> str:
        how = f"with {self.reading}" if self.reading else "without options that say what stands where"
        if self.on_the_same:
            return f"what was decided on the same in {self.path}, read {how}, is kept apart, and not used"
        return (
            f"what was decided on these files in {self.path}, read {how}, is about something else, and not used: "
            "say the same to use it"
        )


@dataclass(frozen=True, slots=True)
class DecisionIndex:
    """The decisions in a database on what is read of files, with options (``reading``) or others that read the same.

    ``names`` is what the files are called there; ``alike`` says whether the same is read with other options.
    """

    names: Sequence[str]
    store: Store
    reading: str = ""
    alike: Alike = never_alike

    @property
    def readings(self) -> set[str]:
        """With which options something was decided on the files."""
        return self._readings(self.store.layers_of(self.names))

    @property
    def decisions(self) -> dict[str, Decision]:
        """What stands now, item by item."""
        layer = self._layer
        return {} if layer is None else self.store.decisions(layer)

    def history(self, item: str) -> list[Change]:
        """Every change of an item, the oldest first."""
        layer = self._layer
        return [] if layer is None else self.store.history(layer, item)

    @property
    def not_used(self) -> list[NotUsed]:
        """What was decided with other options: on the same; or on something else, where nothing is on this."""
        readings = self.readings
        used = self._kept_with(readings)
        others = [NotUsed(self.store.path, each, self.alike(each)) for each in sorted(readings - {used})]
        return [each for each in others if each.on_the_same or used not in readings]

    def file(self) -> str:
        """The layer to decide under."""
        return self.store.file(self.names, self._kept_with(self.readings))

    @property
    def _layer(self) -> str | None:
        """What is filed under this reading or one that reads the same."""
        layers = self.store.layers_of(self.names)
        return layers.get(self._kept_with(self._readings(layers)))

    def _readings(self, layers: Mapping[str, str]) -> set[str]:
        return {each for each, layer in layers.items() if self.store.is_decided(layer)}

    def _kept_with(self, readings: Collection[str]) -> str:
        """The reading under which decisions are kept: this one, or else one with which the same is read."""
        return self.reading if self.reading in readings else next(filter(self.alike, sorted(readings)), self.reading)


def filed_in(
    store: Store,
    files: Sequence[str],
    reading: str = "",
    alike: Alike = never_alike,
    open_file: Callable[[str], Source] = Source,
) -> list[DecisionIndex]:
    """Decisions on files by where these lie, and by what they held when they were dropped on a page."""
    names = names_of(files, store.path), names_of_contents(files, open_file=open_file)
    return [DecisionIndex(each, store, reading, alike) for each in names]


def decisions_on(
    files: Sequence[str],
    store: Store,
    reading: str = "",
    alike: Alike = never_alike,
    open_file: Callable[[str], Source] = Source,
) -> dict[str, Decision]:
    """What was decided on files where they lie, or else when the same files were dropped on a page."""
    found = (each.decisions for each in filed_in(store, files, reading, alike, open_file))
    return next(filter(None, found), {})
