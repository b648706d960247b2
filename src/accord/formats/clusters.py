"""Mentions with the clusters that they are in, as files of coreference mark them by brackets: (1 ... 1)."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from accord.formats.content import Content, Marking
from accord.messages import plural
from accord.model import Severity, Span, Spans
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Sequence

MENTIONS, COREFERENCE, BRIDGING = "mentions", "coreference", "bridging"
_HINT = "a mention is opened by (ID and closed by ID) in the same document"


@dataclass(slots=True)
class _Mention:
    """A mention, whose parts lie apart where it has gaps; the part that is open begins at ``start``."""

    cluster: str
    type: str
    line: int
    start: int
    parts: list[tuple[int, int]] = field(default_factory=list)

    @property
    def whole(self) -> Span:
        """All of it, with its gaps."""
        return Span(min(start for start, _ in self.parts), max(end for _, end in self.parts), self.type)


class Clusters:
    """The mentions of one document, taken in bracket by bracket, and the links between them."""

    def __init__(self, content: Content, document: str | None) -> None:
        self.content = content
        self.document = document
        self.words: list[str] = []
        self.sentences: list[tuple[int, int]] = []
        self.mentions: list[_Mention] = []
        self.opened: defaultdict[tuple[str, str], list[_Mention]] = defaultdict(list)
        self.waiting: dict[str, _Mention] = {}
        """Mentions of which more parts are to come, by cluster."""
        self.bridges: list[tuple[str, str, str, int]] = []

    def open(self, cluster: str, type_: str, line: int, *, part: str = "") -> None:
        """A mention begins with the next word, or the next part of one that has gaps: ``2/3``."""
        first = not part or part.startswith("1/")
        mention = None if first else self.waiting.get(cluster)
        if mention is None:
            mention = _Mention(cluster, type_, line, len(self.words))
            self.mentions.append(mention)
        mention.start = len(self.words)
        if part:
            self.waiting[cluster] = mention
        self.opened[cluster, part].append(mention)

    def close(self, cluster: str, line: int, *, part: str = "") -> None:
        """The mention that was opened last, or its part, ends with the last word."""
        held = self.opened[cluster, part]
        if not held:
            message = f"{cluster}) closes a mention that is not open"
            self.content.report("invalid-span", line, message, _HINT)
            return
        mention = held.pop()
        mention.parts.append((mention.start, len(self.words)))

    def end_sentence(self) -> None:
        """A sentence ends with the last word."""
        start = self.sentences[-1][1] if self.sentences else 0
        if len(self.words) > start:
            self.sentences.append((start, len(self.words)))

    def finish(self, left_out: Counter[str]) -> None:
        """Put the mentions and the links into layers of their own."""
        for (cluster, _), held in self.opened.items():
            for mention in held:
                self.content.report("invalid-span", mention.line, f"({cluster} is never closed", _HINT)
        self.end_sentence()
        if self.content.has_errors:
            return
        for mention in self.mentions:
            mention.parts = [(start, end) for start, end in mention.parts if start < end]
        left_out["mention without a word"] += sum(not mention.parts for mention in self.mentions)
        left_out["mention with gaps"] += sum(len(mention.parts) > 1 for mention in self.mentions)
        held = [mention for mention in self.mentions if mention.parts]
        self._report_doubled(held)
        spans = dict.fromkeys(Span(start, end, each.type) for each in held for start, end in sorted(each.parts))
        self._add(MENTIONS, Spans(tuple(spans), len(self.words), "token", self.content.file, 1))
        first: dict[str, Span] = {}
        links = [
            (each.whole, head, "")
            for each in held
            if (head := first.setdefault(each.cluster, each.whole)) != each.whole
        ]
        self._add(COREFERENCE, self._relations([each.whole for each in held], links))
        if self.bridges:
            bridges = self._bridges({(each.cluster, each.start): each.whole for each in held}, first)
            self._add(BRIDGING, self._relations([each.whole for each in held], bridges))

    def _bridges(self, starting: dict[tuple[str, int], Span], first: dict[str, Span]) -> list[tuple[Span, Span, str]]:
        """Links from mentions to the first mention of another cluster."""
        return [
            (starting.get((anaphor, at), first[anaphor]), first[antecedent], type_)
            for antecedent, anaphor, type_, at in self.bridges
            if anaphor in first and antecedent in first
        ]

    def _relations(self, mentions: Sequence[Span], links: Sequence[tuple[Span, Span, str]]) -> Relations:
        made = Relations.between(mentions, links, len(self.words), self.content.file)
        return replace(made, unit="token", sentences=tuple(self.sentences))

    def _report_doubled(self, mentions: Sequence[_Mention]) -> None:
        """Say which words are a mention twice: they count once, and join the clusters in which they are."""
        seen: dict[Span, _Mention] = {}
        for mention in mentions:
            earlier = seen.setdefault(mention.whole, mention)
            if earlier is not mention:
                message = f"the mention of {mention.cluster} is one of {earlier.cluster}, too (line {earlier.line})"
                hint = "it counts once, and its clusters count as one"
                self.content.report("duplicate-mention", mention.line, message, hint, Severity.WARNING)

    def _add(self, layer: str, annotation: Spans | Relations) -> None:
        marking = Marking(None, self.document, tuple(self.words), annotation)
        self.content.named_layer(layer).markings.append(marking)


def say_clusters(documents: Sequence[Clusters], left_out: Counter[str]) -> str:
    """How many mentions and clusters were read, and what they are in."""
    mentions = sum(len(each.mentions) for each in documents)
    clusters = sum(len({mention.cluster for mention in each.mentions}) for each in documents)
    gaps, lost = left_out["mention with gaps"], left_out["mention without a word"]
    more = f", {plural(gaps, 'mention')} with gaps (in {MENTIONS} its parts)" if gaps else ""
    more += f"; left out: {plural(lost, 'mention')} without a word" if lost else ""
    return (
        f"{plural(mentions, 'mention')} in {plural(clusters, 'cluster')}{more}; in {COREFERENCE} each is linked to the "
        "first of its cluster, and agreement on these links is no score of coreference"
    )
