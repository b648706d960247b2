"""Which words of a parser are which of the reference, where both cut the same text into other words and sentences.

Words are aligned by the characters of the text without white space, as the CoNLL 2018 shared task does (Zeman et al.
2018). Both sides must have the same characters.

    Outside of multi-word tokens, two words are aligned if they have the same first and last character.
    Multi-word tokens that overlap, of either side, are one span of the text with all words that lie in it. Within
    it, the words of both sides are aligned by their longest common subsequence, in which words are equal whatever
    their case; of several the one in which equal words that meet are aligned, else the reference goes on first.

Tokens and sentences are the same if they have the same first and last character. A word has one of the other side or
none; one without is wrong in all that is counted of words, and lowers precision or recall.

Counts add up over segments: the smallest stretches of a document at whose ends the reference and all parsers have the
border of a sentence. Where all have the same sentences, these are the segments. Neither a tree nor an aligned pair
reaches across such a border, so segments are what intervals and tests draw and exchange.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from accord.kinds.trees.words import Aligned, WordPairs, Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.model import DependencyTree

    Span = tuple[int, int]


class Token(NamedTuple):
    """A token of the text: its first character and the first after it, and the words it is made of, from 0."""

    start: int
    end: int
    words: range
    multiword: bool


@dataclass(frozen=True)
class Text:
    """What trees stand over: its characters without white space, where sentences end in it, and the tokens of each."""

    trees: Sequence[DependencyTree]
    characters: str
    ends: Sequence[int]
    tokens: Sequence[Sequence[Token]]

    @classmethod
    def of(cls, trees: Sequence[DependencyTree]) -> Text:
        """The text of sentences one after the other, from their tokens.

        >>> from accord.model import DependencyTree
        >>> text = Text.of([DependencyTree(("Fog", "lifts"), (2, 0), ("nsubj", "root"), (1, 2))] * 2)
        >>> text.characters, text.ends
        ('FogliftsFoglifts', [8, 16])
        """
        characters: list[str] = []
        ends: list[int] = []
        tokens: list[list[Token]] = []
        at = word = 0
        for tree in trees:
            found: list[Token] = []
            for form, first, behind, multiword in tree.text_tokens():
                found.append(Token(at, at + len(form), range(word + first, word + behind), multiword))
                characters.append(form)
                at += len(form)
            word += len(tree)
            tokens.append(found)
            ends.append(at)
        return cls(trees, "".join(characters), ends, tokens)


def unlike_token(tree: DependencyTree) -> str:
    """Why the tokens of a sentence cannot be placed in the text, or nothing."""
    place = {id_: index for index, id_ in reversed(list(enumerate(tree.ids)))}
    reached = 0
    for first, last, form in sorted(tree.multiwords, key=lambda each: place.get(each.first, -1)):
        if first not in place or last not in place or place[first] > place[last]:
            return f"the range {first}-{last} ({form}) covers ids that no token has"
        if place[first] < reached:
            return f"the range {first}-{last} ({form}) overlaps with another"
        reached = place[last] + 1
    if not all(token.form for token in tree.text_tokens()):
        return "a token has no character"
    return ""


def shared_borders(texts: Sequence[Text]) -> list[int]:
    """The characters at which all sides have the end of a sentence."""
    return sorted(set.intersection(*(set(text.ends) for text in texts)))


def segments(reference: Text, predicted: Text, borders: Sequence[int], document: str = "") -> Iterator[WordPairs]:
    """The words of both sides over the same text, segment by segment."""
    ours, theirs = _cut(reference, borders), _cut(predicted, borders)
    for (gold, gold_trees), (system, system_trees) in zip(ours, theirs, strict=True):
        yield WordPairs(
            Words(gold_trees),
            Words(system_trees),
            _aligned(gold, system, Words(gold_trees).forms, Words(system_trees).forms),
            document,
            _same([each[:2] for tokens in gold for each in tokens], [each[:2] for tokens in system for each in tokens]),
            _same(*([(each[0].start, each[-1].end) for each in side] for side in (gold, system))),
        )


def _cut(text: Text, borders: Sequence[int]) -> list[tuple[list[list[Token]], list[DependencyTree]]]:
    """The tokens and trees of each segment, whose words are counted from its own start."""
    found: list[tuple[list[list[Token]], list[DependencyTree]]] = [([], []) for _ in borders]
    number = words = 0
    for tree, tokens, end in zip(text.trees, text.tokens, text.ends, strict=True):
        moved = [each._replace(words=range(each.words.start - words, each.words.stop - words)) for each in tokens]
        found[number][0].append(moved)
        found[number][1].append(tree)
        if end == borders[number]:
            words += sum(map(len, found[number][1]))
            number += 1
    return found


def _same(reference: Sequence[Span], predicted: Sequence[Span]) -> Aligned:
    return Aligned(len(reference), len(predicted), len(set(reference) & set(predicted)))


def _aligned(
    reference: Sequence[Sequence[Token]],
    predicted: Sequence[Sequence[Token]],
    forms: Sequence[str],
    other_forms: Sequence[str],
) -> list[tuple[int, int]]:
    """The words of both sides that are the same, in their order."""
    ours, theirs = ([token for tokens in side for token in tokens] for side in (reference, predicted))
    spans = _multiword_spans([(start, end) for start, end, _, multiword in (*ours, *theirs) if multiword])
    pairs: list[tuple[int, int]] = []
    (alone, within), (others_alone, others_within) = _parted(ours, spans), _parted(theirs, spans)
    same = {(start, end): word for start, end, word in others_alone}
    pairs += [(word, same[start, end]) for start, end, word in alone if (start, end) in same]
    for words, other_words in zip(within, others_within, strict=True):
        common = _longest_common(
            [forms[word].lower() for word in words], [other_forms[word].lower() for word in other_words]
        )
        pairs += [(words[one], other_words[other]) for one, other in common]
    return sorted(pairs)


def _multiword_spans(tokens: Sequence[Span]) -> list[Span]:
    """Multi-word tokens of both sides, those that overlap as one.

    >>> _multiword_spans([(0, 4), (2, 6), (6, 8)])
    [(0, 6), (6, 8)]
    """
    spans: list[Span] = []
    for start, end in sorted(tokens):
        if spans and start < spans[-1][1]:
            spans[-1] = spans[-1][0], max(end, spans[-1][1])
        else:
            spans.append((start, end))
    return spans


def _parted(tokens: Sequence[Token], spans: Sequence[Span]) -> tuple[list[tuple[int, int, int]], list[list[int]]]:
    """The words that stand alone, with their characters, and those within each span of multi-word tokens."""
    alone: list[tuple[int, int, int]] = []
    within: list[list[int]] = [[] for _ in spans]
    number = 0
    for start, end, words, _ in tokens:
        while number < len(spans) and spans[number][1] <= start:
            number += 1
        if number < len(spans) and spans[number][0] <= start and end <= spans[number][1]:
            within[number] += words
        else:
            alone += [(start, end, word) for word in words]
    return alone, within


def _longest_common(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """The positions of a longest common subsequence.

    >>> _longest_common(["de", "el", "pan"], ["del", "el", "pan"])
    [(1, 1), (2, 2)]
    """
    if len(ours) * len(theirs) == 0:
        return []
    length = [[0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for one in reversed(range(len(ours))):
        for other in reversed(range(len(theirs))):
            equal = ours[one] == theirs[other]
            longest = max(length[one + 1][other], length[one][other + 1])
            length[one][other] = max(longest, length[one + 1][other + 1] + 1) if equal else longest
    found: list[tuple[int, int]] = []
    one = other = 0
    while one < len(ours) and other < len(theirs):
        if ours[one] == theirs[other]:
            found.append((one, other))
            one, other = one + 1, other + 1
        elif length[one][other] == length[one + 1][other]:
            one += 1
        else:
            other += 1
    return found
