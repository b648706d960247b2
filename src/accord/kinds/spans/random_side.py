"""One annotator's spans in one text: as they lie, and as chance would place them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from accord.chance.random_spans import expected_starts
from accord.errors import NotApplicable, UsageError
from accord.kinds.spans.match import starts_of
from accord.kinds.spans.options import MODELS, TYPES
from accord.messages import option, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.chance.random_spans import Starts
    from accord.model import Span
    from accord.study.spans import Text


@dataclass(frozen=True, slots=True)
class Model:
    """How chance places spans: without overlap or with, types apart, together or ignored, and the least gap."""

    overlap: bool = False
    types: str = "apart"
    gap: int = 0

    @classmethod
    def named(cls, model: str, types: str, gap: int) -> Model:
        """The model of these names."""
        if model not in MODELS:
            raise UsageError(f"unknown model {model!r}: {suggestion(model, list(MODELS))}")
        if types not in TYPES:
            raise UsageError(f"types are taken apart, joint or ignored: {suggestion(types, list(TYPES))}")
        if gap and model == "overlap":
            raise UsageError("a gap between spans is for disjoint spans, and the model overlap has none")
        return cls(model == "overlap", types, gap)

    def groups(self, spans: Sequence[Span], types: Sequence[str] | None = None) -> dict[str, list[Span]]:
        """The spans by type, of these types or all; all as one where types are ignored."""
        groups: defaultdict[str, list[Span]] = defaultdict(list)
        for span in spans:
            type_ = "" if self.types == "ignore" else span.type
            if types is None or type_ in types:
                groups[type_].append(span)
        return dict(groups)

    def expected(
        self, spans: Sequence[Span], tokens: int, known: dict[tuple[int, ...], Starts] | None = None
    ) -> dict[str, Starts]:
        """Where spans of each type are expected to start; ``known`` keeps that of a text by their lengths."""
        groups = self.groups(spans)
        known = {} if known is None else known
        if self.types != "joint":
            return {type_: self._starts(group, tokens, known) for type_, group in groups.items()}
        together = self._starts(spans, tokens, known)
        of_length = Counter(span.length for span in spans)
        return {
            type_: {
                length: together[length] * (count / of_length[length])
                for length, count in Counter(span.length for span in group).items()
            }
            for type_, group in groups.items()
        }

    def _starts(self, spans: Sequence[Span], tokens: int, known: dict[tuple[int, ...], Starts]) -> Starts:
        lengths = tuple(span.length for span in spans)
        if lengths not in known:
            known[lengths] = expected_starts(tokens, lengths, overlap=self.overlap, gap=self.gap)
        return known[lengths]

    def refuse(self, text: Text, who: str, *, counts_tokens: bool = False) -> None:
        """Refuse spans that overlap, where the model would not place them so, or shared tokens would count twice."""
        if self.overlap and not counts_tokens:
            return
        for first, second in self._neighbours(text.spans[who]):
            if second.start < first.end:
                where = f"{text.name}: {first.start}-{first.end} and {second.start}-{second.end}"
                raise NotApplicable(f"{who} marked spans that overlap ({where}): {self._instead(counts_tokens)}")

    def breaks_gap(self, text: Text) -> bool:
        """Whether somebody marked spans nearer to each other than the model would place them; overlaps are refused."""
        return self.gap > 0 and any(
            first.end <= second.start < first.end + self.gap
            for spans in text.spans.values()
            for first, second in self._neighbours(spans)
        )

    def _neighbours(self, spans: Sequence[Span]) -> Iterator[tuple[Span, Span]]:
        """Every two spans that follow each other among those that are placed together."""
        together = [sorted(spans)] if self.types == "joint" else map(sorted, self.groups(spans).values())
        for group in together:
            yield from pairwise(group)

    def _instead(self, counts_tokens: bool) -> str:
        if self.overlap:
            return f"shared tokens would count twice, so say {option('match', 'union')}"
        united = f" and {option('match', 'union')}" if counts_tokens else ""
        apart = f", or {option('types', 'apart')}" if self.types != "apart" else ""
        return f"say {option('model', 'overlap')}{united}{apart}"


def fixed(groups: Mapping[str, Sequence[Span]], tokens: int) -> dict[str, Starts]:
    """Where the spans of each type do start: for a reference that is held fixed."""
    return {type_: starts_of(group, tokens) for type_, group in groups.items()}
