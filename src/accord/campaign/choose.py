"""Which coefficient fits files: the answers to four questions, and the command that they end in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.agreement.result import Undefined
from accord.campaign.headlines import AgreementRequest, command_for, layers_to_measure
from accord.errors import AccordError
from accord.messages import counted, listing, plural
from accord.verbs.agree import kind_asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.agreement import Agreement
    from accord.campaign.file_layers import Group
    from accord.model import Corpus
    from accord.verbs.read import Campaign

WHAT, WHO, DISTANCE, COEFFICIENT = (
    "What was annotated?",
    "By whom?",
    "How far apart are two answers?",
    "Which coefficient, and for what?",
)


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What fits a layer: the answers to the four questions, and the command that they end in."""

    layer: str
    answers: dict[str, tuple[str, ...]]
    command: str


def recommend(paths: Sequence[str], campaign: Campaign) -> list[Recommendation]:
    """The answers for each layer of files that several annotators made."""
    layers = layers_to_measure(paths, campaign, lambda files, how: how.read(files))
    return [_recommendation(group, corpus, paths, campaign, alone=len(layers) == 1) for group, corpus in layers]


def _recommendation(
    group: Group, corpus: Corpus, paths: Sequence[str], campaign: Campaign, *, alone: bool
) -> Recommendation:
    kind = kind_asked(corpus, (), {}).name
    try:
        agreement = AgreementRequest().measure(corpus)
    except AccordError as error:  # of which the last line says what to do
        answers = {WHAT: (kind, *corpus.assumptions), COEFFICIENT: (f"not yet: {str(error).splitlines()[-1]}",)}
        command = command_for(group, corpus, paths, campaign, AgreementRequest(), alone=alone)
        return Recommendation(group.name, answers, command)
    asked = AgreementRequest([agreement.result.name], _distance(agreement))
    answers = {
        WHAT: (kind, *corpus.assumptions),
        WHO: (*_who(agreement), *_other_annotators(agreement)),
        DISTANCE: tuple(f"{name}: {value}" for name, value in agreement.about.items() if isinstance(value, str)),
        COEFFICIENT: (listing([each.name for each in agreement.results]), *agreement.reasons),
    }
    return Recommendation(group.name, answers, command_for(group, corpus, paths, campaign, asked, alone=alone))


def _distance(agreement: Agreement) -> dict[str, str]:
    """The distance of labels, which the command names so that it does not depend on how they look."""
    return {"distance": agreement.about["distance"]} if agreement.about.get("chance_from_data") else {}


def _who(agreement: Agreement) -> tuple[str, ...]:
    names = agreement.annotator_names
    counts = [counted(count, what) for what, count in (*agreement.used.items(), *agreement.left_out.items())]
    return (f"{plural(len(names), 'annotator')}: {listing(names)}", ", ".join(counts))


def _other_annotators(agreement: Agreement) -> tuple[str, ...]:
    """Whether something can be said of other annotators like these."""
    found = agreement.result.other_annotators
    if isinstance(found, Undefined):
        return (f"of other annotators nothing can be said: {found.reason}",)
    return () if found is None else ("the second interval says what other annotators like these would reach",)
