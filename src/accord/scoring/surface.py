"""F1 over distinct surface forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.scoring.counts import Counts

if TYPE_CHECKING:
    from accord.scoring.label_runs import MarkedLabelRun


class SurfaceCounts(NamedTuple):
    """Counts of distinct surface forms, of all types and of each."""

    micro: Counts
    types: dict[str, Counts]


class SurfaceForms:
    """Precision, recall and F1 over distinct surface forms: each (words, type) counts once, however often it occurs.

    It rewards finding many different names instead of the same frequent ones again (Derczynski et al. 2017, WNUT).
    """

    def __init__(self) -> None:
        self.reference: set[tuple[str, str]] = set()
        self.predicted: set[tuple[str, str]] = set()

    def add(self, label_run: MarkedLabelRun, tokens: tuple[str, ...], shift: int) -> None:
        """Note the words of the mentions of an label run that starts at token ``shift``."""
        for mentions, forms in ((label_run.reference, self.reference), (label_run.predicted, self.predicted)):
            forms.update((" ".join(tokens[start + shift : end + shift]), type_) for start, end, type_ in mentions)

    def counts(self) -> SurfaceCounts:
        """Counts over distinct forms, of all types and of each."""
        types = {type_ for _, type_ in self.reference | self.predicted}
        return SurfaceCounts(
            _counts(self.reference, self.predicted),
            {
                type_: _counts(
                    *({form for form in forms if form[1] == type_} for forms in (self.reference, self.predicted))
                )
                for type_ in sorted(types)
            },
        )


def _counts(reference: set[tuple[str, str]], predicted: set[tuple[str, str]]) -> Counts:
    return Counts(len(reference), len(predicted), len(reference & predicted))
