"""The layers that files hold: each of them is shown, measured and adjudicated by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import UsageError
from accord.formats.corpus import main_layer_is_looked_at
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from accord.model import Corpus
    from accord.verbs.read import Campaign

    Groups = Mapping[str, "Group"]

_WITHIN = "/"
"""What stands between the name of files, which has none, and that of a layer in them."""


class Group(NamedTuple):
    """Files that are read together, what they are called, and which layer of them is meant where they hold several."""

    name: str
    paths: tuple[str, ...]
    layer: str | None = None
    aside: bool = False
    """Whether it stands beside another layer, which is meant where none is named."""

    @property
    def files(self) -> str:
        """What the files are called, whichever layer is meant."""
        return self.name if self.layer is None else self.name.removesuffix(_WITHIN + self.layer)

    def holds(self, name: str) -> bool:
        """Whether these are the files of the layer of that name, which stands behind theirs."""
        return f"{name}{_WITHIN}".startswith(f"{self.name}{_WITHIN}")

    def named(self, name: str) -> bool:
        """Whether it is called so, or the layer is, or the files are."""
        return name in {self.name, self.layer, self.files}

    def reading(self, campaign: Campaign) -> Campaign:
        """How the layer is read."""
        if self.layer is None:
            return campaign
        return replace(campaign, columns=replace(campaign.columns, layer=self.layer))

    def of(self, corpus: Corpus) -> Corpus:
        """The layer of what was read of the files."""
        if self.layer is None:
            return corpus
        said = main_layer_is_looked_at(corpus)
        chosen = corpus.select(self.layer)
        return replace(chosen, assumptions=tuple(line for line in corpus.assumptions if line != said))


def layers_of(group: Group, corpus: Corpus) -> list[Group]:
    """The layers of what was read of files, each called after these; the files where there is only one."""
    if len(corpus.choices) < 2:
        return [group]
    return [
        Group(f"{group.name}{_WITHIN}{layer}", group.paths, layer, corpus.layers[layer].aside)
        for layer in corpus.choices
    ]


def meant(groups: Iterable[Group]) -> list[Group]:
    """The layers that are meant where none is named: not those that stand beside another."""
    known = list(groups)
    return [each for each in known if not each.aside] or known


def readings_of_others(group: Group, groups: Iterable[Group], campaign: Campaign) -> frozenset[str]:
    """How the other layers of the same files are read; the first of all is read, too, where none is named."""
    layers = [each for each in groups if each.paths == group.paths and each.layer is not None]
    if group not in layers:
        return frozenset()
    unnamed = [] if group == layers[0] else [campaign]
    readings = {each.reading for each in (*unnamed, *(other.reading(campaign) for other in layers if other != group))}
    return frozenset(readings)


def find_layer(groups: Iterable[Group], name: str) -> Group:
    """The layer of that name: with that of its files before it, or alone where no other is called so.

    The name of files is that of the layer in them that is meant where none is named.
    """
    known = list(groups)
    found = [each for each in known if each.name == name] or meant(each for each in known if each.named(name))
    if len(found) == 1:
        return found[0]
    names = [each.name for each in known]
    if not found:
        why = suggestion(name, names) if known else "there are no files yet"
        raise UsageError(f"there is no layer {name!r}: {why}")
    raise UsageError(f"several layers are called {name}: say which ({', '.join(each.name for each in found)})")
