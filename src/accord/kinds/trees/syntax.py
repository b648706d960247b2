"""All that is known of how much annotators agree on syntax: alpha over trees, what stands beside it, what differs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from accord.agreement.uncertainty import Uncertainty
from accord.distance.tree_variants import TreeEdit
from accord.errors import UsageError
from accord.formats.names import some
from accord.kinds.trees.companions import companions
from accord.kinds.trees.differences import differences
from accord.kinds.trees.edits import changes
from accord.messages import closest
from accord.model.notebook import InNotebooks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.result import Result
    from accord.kinds.trees.agreement import TreeAgreement
    from accord.kinds.trees.differences import Differences
    from accord.kinds.trees.edits import Change
    from accord.study.parses import Parsed, ParseStudy

WORST = "worst"
"""The name that stands for the sentence that costs most."""


@dataclass(frozen=True)
class SyntaxAgreement(InNotebooks):
    """How much annotators agree on syntax, and where they do not."""

    parses: ParseStudy
    trees: TreeAgreement

    def __repr__(self) -> str:
        return f"<SyntaxAgreement alpha {self.result.value} ({self.result.signature})>"

    @property
    def result(self) -> Result:
        """Alpha, with its interval and signature."""
        return self.trees.result

    @cached_property
    def companions(self) -> dict[str, Result]:
        """LAS, UAS and label kappa of dependencies, bracket F1 and the Jaccard index of phrases."""
        return {each.name: each for each in companions(self.parses, self.trees.uncertainty)}

    @cached_property
    def pair_companions(self) -> dict[tuple[str, str], dict[str, Result]]:
        """The same of every two annotators, without intervals."""
        quick = Uncertainty("none")
        return {
            pair: {each.name: each for each in companions(self.parses.of(pair), quick)}
            for pair in self.trees.annotator_pairs
        }

    @cached_property
    def differences(self) -> Differences:
        """Labels and heads that are taken for each other, and the sentences that differ."""
        return differences(self.parses)

    def hardest(self, most: int = 10) -> list[tuple[Parsed, float]]:
        """The sentences whose trees are furthest apart, with their distance."""
        return [(self.parses.sentences[item], apart) for item, apart in self.trees.hardest(most)]

    def changes(self, sentence: Parsed, annotators: Sequence[str]) -> list[Change] | None:
        """The cheapest edit between the trees of two annotators; None where distances are not those of edits."""
        if not isinstance(self.trees.distance, TreeEdit):
            return None
        number = self.parses.sentences.index(sentence)
        return changes(self.parses, self.trees.study, number, annotators, self.trees.distance.costs)

    def sentence(self, name: str | None = None) -> Parsed:
        """The sentence called ``name`` or ``document/name``, else the one that costs most, if its tokens are the same.

        Only then can its trees be drawn together.
        """
        if name in {None, WORST}:
            costly = (each for each, _ in self.hardest(len(self.parses.sentences)) if each.comparable)
            if worst := next(costly, None):
                return worst
            raise UsageError("there is no sentence on which annotators differ: name one")
        named = {f"{each.document}/{each.name}": each for each in self.parses.sentences}
        found = [full for full, each in named.items() if name in {full, each.name}]
        if not found:
            known = [each.name for each in self.parses.comparable]
            meant = closest(str(name), known)
            hint = f": did you mean {meant}?" if meant else f": there are {some(known)}" if known else ""
            raise UsageError(f"there is no sentence {name!r}{hint}")
        if len(found) > 1:
            raise UsageError(f"there are {len(found)} sentences {name}: choose from {', '.join(found)}")
        if not named[found[0]].comparable:
            raise UsageError(f"the tokens of {name} differ between annotators, so its trees cannot be drawn together")
        return named[found[0]]
