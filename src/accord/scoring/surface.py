"""F1 over distinct surface forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.scoring.counts import Counts

if TYPE_CHECKING:
    from accord.scoring.label_runs import MarkedLabelRun

    Forms = set[tuple[str, str]]
    """Words and types."""


class SurfaceCounts(NamedTuple):
    """Counts of distinct surface forms, of all types and of each."""

    micro: Counts
    types: dict[str, Counts]


class SurfaceForms:
    """Precision, recall and F1 over distinct surface forms: each (words, type) counts once, however often it occurs.

    In place, a form is correct if one of its mentions was predicted where it stands, with its type: the rule of the
    WNUT 2017 task (Derczynski et al. 2017). Anywhere, it is correct if it was predicted at all, be it somewhere else.

    How to read it: it rewards finding many different names instead of the same frequent ones again.
    """

    def __init__(self) -> None:
        self.reference: Forms = set()
        self.predicted: Forms = set()
        self.in_place: Forms = set()

    def add(self, label_run: MarkedLabelRun, tokens: tuple[str, ...], shift: int) -> None:
        """Note the words of the mentions of a label run that starts at token ``shift``."""
        ours, theirs = set(label_run.reference), set(label_run.predicted)
        for mentions, forms in ((ours, self.reference), (theirs, self.predicted), (ours & theirs, self.in_place)):
            forms.update((" ".join(tokens[start + shift : end + shift]), type_) for start, end, type_ in mentions)

    def counts(self) -> dict[str, SurfaceCounts]:
        """Counts over distinct forms by what is correct: those found in place, or anywhere."""
        return {
            "in place": self._counts(self.in_place),
            "anywhere": self._counts(self.reference & self.predicted),
        }

    def _counts(self, correct: Forms) -> SurfaceCounts:
        sides = self.reference, self.predicted, correct
        types = sorted({type_ for _, type_ in self.reference | self.predicted})
        of_type = {type_: Counts(*(sum(form[1] == type_ for form in forms) for forms in sides)) for type_ in types}
        return SurfaceCounts(Counts(*map(len, sides)), of_type)
