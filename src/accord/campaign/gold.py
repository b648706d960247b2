"""A gold standard from files and the decisions beside them, without a browser."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from accord.adjudicate.decision_index import FilesRead
from accord.adjudicate.export import export
from accord.adjudicate.exports import read_account
from accord.adjudicate.exports import since as changed_since
from accord.adjudicate.find_database import find_database
from accord.adjudicate.gold import NotAdjudicated
from accord.adjudicate.queue import Queue
from accord.campaign.discover import discover
from accord.campaign.file_layers import Group, find_layer, layers_of, meant, readings_of_others
from accord.campaign.same_reading import read_alike
from accord.errors import AccordError, UsageError
from accord.formats.inputs import Inputs
from accord.formats.names import references_among
from accord.kinds.kind import kind_of
from accord.kinds.spans.mentions import mention_reader, mentions_of
from accord.messages import option, shown
from accord.study.annotators import chosen_annotators
from accord.verbs.arguments import check_path, names
from accord.verbs.data import are_paths, in_hand
from accord.verbs.read import Campaign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from accord.adjudicate.export import Exported
    from accord.model import Corpus
    from accord.model.case import Disputed

Path = str | PathLike[str]
REPAIR = "begin"
"""How sequences of chunk labels that are not valid are read, unless something else is said."""


def gold(
    paths: Path | Iterable[Path],
    output: Path | None = None,
    *,
    decisions: Path | None = None,
    layer: str | None = None,
    undecided: str = "refuse",
    format: str | None = None,  # noqa: A002 - the word users know
    repair: str = REPAIR,
    annotators: Sequence[str] | None = None,
    since: Path | None = None,
    before: Callable[[Exported], object] | None = None,
    campaign: Campaign | None = None,
) -> Exported:
    """Make a gold standard from what annotators agree on and what was decided, and write it if an output is named.

    ``decisions`` is the database that ``accord serve`` keeps; unless one is named, the one beside the data or in a
    folder above that holds decisions on them. Where the files hold several layers, ``layer`` says which:
    files of several kinds, or such as the tags of CoNLL-U, by the name on the page or by its own. Cases that
    nobody decided are a reason to ``refuse``; or the ``majority`` is taken and the texts of what has none are left out,
    or these are all left out (``leave-out``). Without a ``format`` the ending of the output says it. Invalid chunk
    labels are read by the method of ``repair``, as when they were decided; ``annotators`` have a vote,
    else all but those who are called like references or predictions; the ``campaign`` says how files are read.
    ``since`` is the account of an earlier gold standard as JSON: what changed is then in this one's account.
    ``before`` is told of what was made before it is written.

    >>> made = gold("examples/harbour/urgency.csv", undecided="majority")
    >>> made
    <Gold standard urgency-gold.csv: 54 agreed, 0 decided, 27 by majority, 4 left out>
    """
    if not isinstance(paths, str | PathLike) and not are_paths(paths := in_hand(paths)):
        raise UsageError(f"gold: files and folders are needed, beside which decisions are kept, not {shown(paths)}")
    given = [check_path(path, "gold") for path in ([paths] if isinstance(paths, str | PathLike) else paths)]
    target = None if output is None else check_path(output, "output")
    campaign = campaign or Campaign()
    inputs = Inputs.of(campaign.columns)
    campaign = replace(campaign, columns=replace(inputs, layer=None))
    layers, layer = layers_in(given, campaign), layer or inputs.layer
    if layer is None and len(meant(layers.values())) > 1:
        raise UsageError(f"there are several layers: say which ({option('layer')} {', '.join(layers)})")
    group = _chosen(layers.values(), layer)
    others = readings_of_others(group, layers.values(), campaign)
    campaign = group.reading(campaign)
    corpus = campaign.read(group.paths)
    queue = queue_of(group.name, corpus, repair, None if annotators is None else names(annotators, "annotators"))
    read = FilesRead(group.paths, campaign.reading, read_alike(group.paths, campaign, corpus), inputs.source, others)
    held = find_database(read, named=None if decisions is None else File(check_path(decisions, "decisions")))
    said = [*held.left_aside, *held.not_used]
    try:
        made = export(queue, held.decisions(read), undecided, format, target, columns=campaign.columns)
    except NotAdjudicated as error:
        raise NotAdjudicated("; ".join([str(error), *said])) from None
    made.account["decisions"] = held.path and str(held.path)
    made.account["decisions_closed"] = said
    made.account["since"] = None if since is None else changed_since(_account(since), made.account)
    if before is not None:
        before(made)
    if target is not None:
        made.save(target)
    return made


def _account(path: Path) -> dict[str, Any]:
    """The account in a file."""
    name = check_path(path, "since")
    try:
        text = File(name).read_text("utf-8")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is no text"
        raise UsageError(f"{name} cannot be read: {why.lower()}") from None
    return read_account(text, name)


def layers_in(paths: Sequence[str], campaign: Campaign) -> dict[str, Group]:
    """The layers that files and folders hold, by name; files that cannot be read are one."""
    inputs = Inputs.of(campaign.columns)
    campaign = replace(campaign, columns=inputs)
    found: list[Group] = []
    for group in discover(paths, None, (), inputs).groups:
        try:
            found += layers_of(group, campaign.read(group.paths))
        except AccordError:  # which is said where they are needed
            found.append(group)
    return {each.name: each for each in found}


def _chosen(layers: Iterable[Group], name: str | None) -> Group:
    """The layer of that name, or the only one; the name may also be that of the only layer of files."""
    known = list(layers) if name is not None else meant(layers)
    if len(known) == 1 and (name is None or not known[0].named(name)):
        return known[0] if name is None else known[0]._replace(layer=name)
    return find_layer(known, name or "")


def queue_of(layer: str, corpus: Corpus, repair: str = REPAIR, annotators: Sequence[str] | None = None) -> Queue:
    """All that annotators differ on in a layer; chunk labels are adjudicated mention by mention.

    Unless ``annotators`` have a vote, whoever is called like a reference or a prediction has none if two others do.
    """
    return Queue(layer, _disputed(_voting(corpus, annotators), repair), corpus)


def _disputed(voting: Corpus, repair: str) -> Disputed:
    how = mentions_of(voting, repair).how
    return kind_of(voting).disputed(voting, None if how is None else mention_reader(voting, None, how))


def _voting(corpus: Corpus, annotators: Sequence[str] | None) -> Corpus:
    """What those said who have a vote."""
    references = references_among(corpus.annotators) if annotators is None else []
    voters = set(chosen_annotators(corpus, annotators)).difference(references)
    voting = corpus.by(voters)
    return voting.within({document for document, _ in voting.annotations})
