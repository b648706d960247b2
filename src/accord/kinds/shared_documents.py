"""Which documents systems are scored on: those of the reference, which every system must have, unless a caller says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import NotApplicable, ReadError
from accord.kinds.options import option as field_option
from accord.messages import option, plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.model import Corpus

SAME, SHARED, EVERY = DOCUMENTS = ("same", "shared", "every")
"""Which documents are scored: all must be the same, those that all have, or every one, empty where it is missing."""


@dataclass(frozen=True)
class DocumentOptions:
    """Which documents are scored."""

    documents: str = field_option(
        SAME,
        "Documents that only one side has: refused (same), left out (shared), or taken for documents in which nothing "
        "was found (every).",
        choices=DOCUMENTS,
        scoring=True,
    )


class SharedDocuments(NamedTuple):
    """The names of the documents, and what a signature and a note say of the choice."""

    names: list[str]
    choices: dict[str, object]
    notes: tuple[str, ...]


def shared_documents(corpus: Corpus, files: Mapping[str, str], which: str) -> SharedDocuments:
    """The documents that are scored; files are those of the reference and of each system, by annotator."""
    gold, gold_file = next(iter(files.items()))
    held = {name: {document for document, who in corpus.annotations if who == name} for name in files}
    ordered = [document.id for document in corpus.documents if any(document.id in each for each in held.values())]
    in_all = [name for name in ordered if all(name in each for each in held.values())]
    if len(in_all) == len(ordered):
        return SharedDocuments(ordered, {}, ())
    if which == SAME:
        raise ReadError(*_refusal(held, files, gold, gold_file, len(in_all)))
    left = len(ordered) - len(in_all)
    if which == SHARED and not in_all:
        raise NotApplicable(f"no document is in {gold_file} and in every prediction")
    said = (
        f"left out: {plural(left, 'document')} that the reference or a prediction lacks"
        if which == SHARED
        else f"{plural(left, 'document')} that the reference or a prediction lacks: nothing is marked there"
    )
    return SharedDocuments(in_all if which == SHARED else ordered, {"documents": which}, (said,))


def _refusal(
    held: Mapping[str, set[str]], files: Mapping[str, str], gold: str, gold_file: str, shared: int
) -> tuple[str, list[object]]:
    """That documents differ, which, and how to score them all the same."""
    from accord.scoring.counted_scores import one_sided  # here, so that the options of kinds are known without

    problems: list[object] = []
    for name, file in files.items():
        if name != gold:
            names = {who: sorted(held[who]) for who in (gold, name)}
            problems += one_sided("document", names, file, "write those in which nothing was found, too")
    count = plural(len(problems), "difference")
    ways = [f"{option('documents', EVERY)} takes missing ones for documents in which nothing was found"]
    if shared:
        ways.insert(0, f"{option('documents', SHARED)} scores the {shared:,} that all have")
    return f"the documents of a prediction are not those of {gold_file}: {count} ({'; '.join(ways)})", problems
