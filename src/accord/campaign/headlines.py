"""How far annotators agree on each layer, where files hold several: its headline, and the command that says all."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.campaign.discover import discover
from accord.campaign.file_layers import Group, find_layer, layers_of, meant
from accord.campaign.page_limits import SECONDS
from accord.compute.budget import Budget, OutOfTime
from accord.errors import AccordError, NotApplicable, UsageError
from accord.formats.inputs import Inputs
from accord.formats.names import as_argument
from accord.kinds.options import options_of
from accord.messages import option
from accord.verbs.agree import kind_asked, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress
    from accord.model import Corpus
    from accord.verbs.read import Campaign

    Layers = list[tuple[Group, Corpus]]
    Read = Callable[[Sequence[str], Campaign], Corpus]

_WHOLE = ("show", "figure", "matrix")
"""Options that are about one layer alone."""


@dataclass(frozen=True, slots=True)
class LayerAgreement:
    """A layer, the agreement on it or why there is none, and the command that measures it alone."""

    layer: str
    kind: str
    command: str
    agreement: Agreement | None = None
    left_out: str | None = None


@dataclass(frozen=True, slots=True)
class AgreementRequest:
    """What is asked of all layers: coefficients, options by name, and what these are called where they are refused."""

    coefficients: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    called: Callable[[str], str] = str

    def measure(self, corpus: Corpus, progress: OnProgress | None = None) -> Agreement:
        """The agreement on a layer."""
        return measure(corpus, self.coefficients, self.options, progress, self.called)

    def words(self, corpus: Corpus) -> list[str]:
        """The same as a command line says it."""
        known = options_of(kind_asked(corpus, self.coefficients, self.options).options)
        said = [word for name in self.coefficients for word in ("--coefficient", name)]
        return said + [
            word for name, value in self.options.items() if name in known for word in known[name].words(value)
        ]


def layers_to_measure(paths: Sequence[str], campaign: Campaign, read: Read) -> Layers:
    """What is measured of files: the layers that they hold, each by itself, or the one that is named.

    In folders may lie what does not belong together: then each group of files is one that could be measured alone.
    """
    campaign = replace(campaign, columns=Inputs.of(campaign.columns))
    groups = _groups(paths, campaign, read)
    name = campaign.columns.layer
    if not groups:
        corpus = read(paths, campaign)
        group = Group("", tuple(paths))
        found = meant(layers_of(group, corpus))
        if len(found) == 1:
            return [(group, corpus)]
        return [(each._replace(name=each.layer or ""), each.of(corpus)) for each in found]
    if name is None:
        return [(each, each.of(corpus)) for group, corpus in groups for each in meant(layers_of(group, corpus))]
    layers = [(each, each.of(corpus)) for group, corpus in groups for each in layers_of(group, corpus)]
    chosen = find_layer([group for group, _ in layers], name)
    return [(group, corpus) for group, corpus in layers if group == chosen]


def _groups(paths: Sequence[str], campaign: Campaign, read: Read) -> Layers:
    """Groups of files in folders, if there are several that several annotators made; else none."""
    if campaign.annotators_by is not None or not any(Path(path).is_dir() for path in paths):
        return []
    alone = replace(campaign, columns=replace(campaign.columns, layer=None))
    found: Layers = []
    try:
        groups = discover(paths, None, (), alone.columns).groups
        for group in groups if len(groups) > 1 else ():
            corpus = read(group.paths, alone)
            found += [(group, corpus)] if len(corpus.annotators) > 1 else []
    except AccordError:  # which is said where all of them are read
        return []
    return found if len(found) > 1 else []


def headlines(
    layers: Layers,
    paths: Sequence[str],
    campaign: Campaign,
    asked: AgreementRequest,
    progress: OnProgress | None = None,
) -> list[LayerAgreement]:
    """The agreement on each of several layers, as far as there is time; refused where it can be measured on none."""
    if about_one := [name for name in _WHOLE if name in asked.options]:
        names = ", ".join(group.name for group, _ in layers)
        raise UsageError(f"{asked.called(about_one[0])} is about one layer: say which ({option('layer')} {names})")
    budget = Budget(SECONDS)
    found, refused = [], []
    for group, corpus in layers:
        made = partial(
            LayerAgreement,
            group.name,
            kind_asked(corpus, asked.coefficients, asked.options).name,
            command_for(group, corpus, paths, campaign, asked),
        )
        try:
            found.append(made(asked.measure(corpus, budget.watching(progress))))
        except OutOfTime:
            found.append(made(left_out=f"takes longer than the {SECONDS:g} seconds for all layers"))
        except AccordError as error:
            refused.append(error)
            found.append(made(left_out=str(error)))
    if len(refused) == len(layers):
        reasons = {str(error) for error in refused}
        if len(reasons) == 1:
            raise refused[0]
        raise NotApplicable("; ".join(f"{each.layer}: {each.left_out}" for each in found))
    return found


def command_for(
    group: Group,
    corpus: Corpus,
    paths: Sequence[str],
    campaign: Campaign,
    asked: AgreementRequest,
    *,
    alone: bool = False,
) -> str:
    """The command that measures a layer by itself, which is named unless files hold it ``alone``."""
    how = campaign if alone else replace(campaign, columns=replace(campaign.columns, layer=group.name))
    return shlex.join(["accord", "agree", *map(as_argument, paths), *asked.words(corpus), *how.options])
