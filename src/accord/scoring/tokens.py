"""Reference and prediction with different tokens: what differs, and what can be compared all the same.

Sentences are paired in order. Where they stop matching, the next sentence that both sides share is looked for, and the
tokens in between are aligned. What is scored of a sentence is every run of tokens that each have their own token on the
other side, equal or exchanged for another one, with nothing in between, but for mentions of either side that reach
beyond it; all other tokens of both sides are left out.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby, pairwise
from operator import eq
from typing import TYPE_CHECKING

from accord.messages import call, option, plural
from accord.model import Finding, Place, Sentence, Severity, batches
from accord.scoring.label_runs import Pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Divides = Callable[[str, str], bool]
    """Whether a sentence may be cut between two labels, or two sentences joined there."""

Row = tuple[Sentence, int]
"""A sentence, and the index of one of its tokens."""

_WINDOWS = (8, 128, 2_000)
_MAX_TOKENS = 20_000


@dataclass(slots=True)
class TokenAlignment:
    """What of sentences can be scored, what of both sides cannot, and why.

    A pair whose number is in ``further`` is of the same sentence of the reference as the pair before it.
    """

    pairs: list[tuple[Sentence, Sentence]] = field(default_factory=list)
    further: set[int] = field(default_factory=set)
    left_out: list[Sentence] = field(default_factory=list)
    predicted_left_out: list[Sentence] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def paired(self) -> Iterator[Pair]:
        """What can be scored."""
        for number, (ours, theirs) in enumerate(self.pairs):
            sides = next(batches([ours])), next(batches([theirs._replace(tokens=ours.tokens)]))
            yield Pair(*sides, number in self.further)


def _anywhere(_before: str, _after: str) -> bool:
    return True


def align_tokens(
    reference: Sequence[Sentence], predicted: Sequence[Sentence], file: str, divides: Divides = _anywhere
) -> TokenAlignment:
    """Pair what can be paired and find all differences; ``file`` names the prediction."""
    result = TokenAlignment()
    i = j = 0
    while i < len(reference) or j < len(predicted):
        skip, drop = _until_shared(reference[i : i + _WINDOWS[-1]], predicted[j : j + _WINDOWS[-1]])
        if skip == drop:
            for ours, theirs in zip(reference[i : i + skip + 1], predicted[j : j + drop + 1], strict=False):
                _align_sentences(ours, theirs, file, divides, result)
            skip, drop = skip + 1, drop + 1
        else:
            _align_region(reference[i : i + skip], predicted[j : j + drop], file, divides, result)
        i, j = i + skip, j + drop
    return result


def _until_shared(reference: Sequence[Sentence], predicted: Sequence[Sentence]) -> tuple[int, int]:
    """How many sentences on each side stand before the next ones that are the same; all where there are none.

    Sentences in the same place come first: to take one for missing or added costs more than to pass over a pair.
    """
    for window in _WINDOWS:
        places: dict[tuple[str, ...], list[int]] = {}
        for index, sentence in enumerate(reference[:window]):
            places.setdefault(sentence.tokens, []).append(index)
        shared = [
            (2 * abs(ours - theirs) + min(ours, theirs), ours, theirs)
            for theirs, sentence in enumerate(predicted[:window])
            for ours in _nearest(places.get(sentence.tokens, []), theirs)
        ]
        if shared:
            return min(shared)[1:]
    return len(reference), len(predicted)


def _nearest(places: list[int], place: int) -> list[int]:
    """The first place, and those right before and after a given one."""
    after = bisect_left(places, place)
    return [*places[:1], *places[max(0, after - 1) : after + 1]]


def _align_sentences(ours: Sentence, theirs: Sentence, file: str, divides: Divides, result: TokenAlignment) -> None:
    """Align two sentences that stand in the same place."""
    if len(ours.tokens) == len(theirs.tokens) and not _is_shifted(ours.tokens, theirs.tokens):
        _pair(ours, theirs, file, result)
    else:
        _align_region([ours], [theirs], file, divides, result)


def _is_shifted(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether more tokens are equal somewhere else than in the same place: one is missing, and another one too many."""
    same: int = sum(map(eq, ours, theirs))
    if same * 2 >= len(ours):
        return False
    blocks = SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
    shared: int = sum(block.size for block in blocks)
    return shared > same


def _pair(ours: Sentence, theirs: Sentence, file: str, result: TokenAlignment) -> None:
    for index, (expected, found) in enumerate(zip(ours.tokens, theirs.tokens, strict=True)):
        if expected != found:
            alike = ", the same letters in another Unicode form" if _normal(found) == _normal(expected) else ""
            message = f"{found!r} where the reference has {expected!r} ({_at(ours, index)}){alike}"
            result.findings.append(_finding("token-mismatch", theirs, index, file, message))
    result.pairs.append((ours, theirs))


def _align_region(
    ours: Sequence[Sentence], theirs: Sequence[Sentence], file: str, divides: Divides, result: TokenAlignment
) -> None:
    """Align the tokens of some sentences that do not match one by one."""
    partner = _partners(ours, theirs)
    for left, right in _parts(ours, theirs, partner):
        if [sentence.tokens for sentence in left] != [sentence.tokens for sentence in right]:
            result.findings.append(_difference(left, right, file))
    left_rows, right_rows = (
        [(each, index) for each in side for index in range(len(each.tokens))] for side in (ours, theirs)
    )
    our_rows: set[int] = set()
    before: Sentence | None = None
    for rows in _runs(left_rows, right_rows, partner, divides):
        kept = _whole_mentions(left_rows, right_rows, rows, partner[rows.start] - rows.start, divides)
        if kept:
            taken = [right_rows[partner[row]] for row in kept]
            sentence = left_rows[kept.start][0]
            if sentence is before:
                result.further.add(len(result.pairs))
            _pair(_as_sentence([left_rows[row] for row in kept]), _as_sentence(taken), file, result)
            our_rows.update(kept)
            before = sentence
    result.left_out += _not_scored(ours, our_rows)
    result.predicted_left_out += _not_scored(theirs, {partner[row] for row in our_rows})


def _parts(
    ours: Sequence[Sentence], theirs: Sequence[Sentence], partner: Mapping[int, int]
) -> Iterator[tuple[Sequence[Sentence], Sequence[Sentence]]]:
    """Sentences of both sides that share tokens, and what stands between these: each is a difference of its own."""
    left = [number for number, sentence in enumerate(ours) for _ in sentence.tokens]
    right = [number for number, sentence in enumerate(theirs) for _ in sentence.tokens]
    borders = [(0, 0)]
    for i, j in sorted({(left[row], right[other]) for row, other in partner.items()}):
        if i < borders[-1][0] or j < borders[-1][1]:
            borders[-1] = (i + 1, j + 1)
        else:
            borders += [(i, j), (i + 1, j + 1)]
    i, j = borders[-1]
    if j == len(theirs) and (i - 1, j - 1) in borders and _is_cut_short(ours[i - 1], theirs[j - 1]):
        borders.pop()  # what is missing behind it is the rest of one cut
    for (i, j), (k, m) in pairwise([*borders, (len(ours), len(theirs))]):
        if i < k or j < m:
            yield ours[i:k], theirs[j:m]


def _is_cut_short(ours: Sentence, theirs: Sentence) -> bool:
    size = len(theirs.tokens)
    return size < len(ours.tokens) and ours.tokens[:size] == theirs.tokens


def _runs(left: Sequence[Row], right: Sequence[Row], partner: Mapping[int, int], divides: Divides) -> Iterator[range]:
    """Rows of one reference sentence that follow each other on both sides.

    The prediction may begin a sentence within them, if no two of its mentions become one without that.
    """
    start = 0
    for row in range(len(left) + 1):
        goes_on = start < row < len(left) and left[row][1] > 0 and partner.get(row, -1) == partner.get(row - 1, -2) + 1
        if goes_on and (right[partner[row]][1] > 0 or _parts_mentions(right, partner[row], divides)):
            continue
        if start < row and start in partner:
            yield range(start, row)
        start = row if row in partner else row + 1


def _whole_mentions(left: Sequence[Row], right: Sequence[Row], rows: range, shift: int, divides: Divides) -> range:
    """The rows without those at both ends that belong to a mention of either side which reaches beyond them."""

    def cuts(row: int) -> bool:
        both = (left, row), (right, row + shift)
        return any(
            0 < at < len(side) and side[at][1] > 0 and not _parts_mentions(side, at, divides) for side, at in both
        )

    first, stop = rows.start, rows.stop
    while first < stop and cuts(first):
        first += 1
    while first < stop and cuts(stop):
        stop -= 1
    return range(first, stop)


def _parts_mentions(rows: Sequence[Row], at: int, divides: Divides) -> bool:
    """Whether a sentence may end before this row, and another begin."""
    (before, last), (after, first) = rows[at - 1], rows[at]
    return divides(before.labels[last], after.labels[first])


def _as_sentence(rows: Sequence[Row]) -> Sentence:
    """Rows that follow each other, as a sentence."""
    tokens = tuple(sentence.tokens[index] for sentence, index in rows)
    labels = tuple(sentence.labels[index] for sentence, index in rows)
    sentence, index = rows[0]
    return sentence._replace(tokens=tokens, labels=labels, line=sentence.line_of(index))


def _not_scored(theirs: Sequence[Sentence], scored: set[int]) -> Iterator[Sentence]:
    """What is left of sentences without the rows that are scored, counted through."""
    start = 0
    for sentence in theirs:
        rows = range(start, start + len(sentence.tokens))
        for is_scored, part in groupby(rows, scored.__contains__):
            if not is_scored:
                yield _as_sentence([(sentence, row - start) for row in part])
        start = rows.stop


def _partners(ours: Sequence[Sentence], theirs: Sequence[Sentence]) -> dict[int, int]:
    """Which token of ``theirs`` stands for which token of ``ours``, both counted through."""
    left = [token for sentence in ours for token in sentence.tokens]
    right = [token for sentence in theirs for token in sentence.tokens]
    if max(len(left), len(right)) > _MAX_TOKENS:
        return {}
    partner: dict[int, int] = {}
    for operation, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if operation == "equal" or (operation == "replace" and b - a == d - c):
            partner.update(zip(range(a, b), range(c, d), strict=True))
    return partner


def _difference(ours: Sequence[Sentence], theirs: Sequence[Sentence], file: str) -> Finding:
    """Say in one finding how a region differs."""
    if not theirs:
        return Finding(
            "missing-sentences",
            Severity.ERROR,
            Place(file),
            f"{plural(len(ours), 'sentence')} missing, from {_at(ours[0], 0)}{_words(ours[0])}",
            f"was the prediction cut short? {_hint()}",
        )
    if not ours:
        return _finding(
            "extra-sentences", theirs[0], 0, file, f"{plural(len(theirs), 'sentence')} that the reference does not have"
        )
    first, other = ours[0], theirs[0]
    if len(theirs) == 1 and first.tokens[: len(other.tokens)] == other.tokens:
        rest = f", and {plural(len(ours) - 1, 'sentence')} missing behind it" if len(ours) > 1 else ""
        message = f"truncated: {len(other.tokens)} of {len(first.tokens)} tokens ({_at(first, 0)}){rest}"
        return _finding("truncated-sentence", other, max(0, len(other.tokens) - 1), file, message)
    message = f"{_size(theirs)} where the reference has {_size(ours)} ({_at(first, 0)}{_words(first)})"
    return _finding("token-count-mismatch", other, 0, file, message)


def _normal(token: str) -> str:
    """A token in one of the forms in which Unicode can write it, the one with the fewest characters."""
    from unicodedata import normalize

    return normalize("NFC", token)


def _size(sentences: Sequence[Sentence]) -> str:
    tokens = sum(len(sentence.tokens) for sentence in sentences)
    return f"{plural(tokens, 'token')} in {plural(len(sentences), 'sentence')}"


def _finding(code: str, sentence: Sentence, index: int, file: str, message: str) -> Finding:
    return Finding(code, Severity.ERROR, sentence.place(file, index), message, _hint())


def _at(sentence: Sentence, index: int) -> str:
    """Where a token of the reference stands."""
    return f"line {sentence.line_of(index)} of the reference" if sentence.line else f"reference{sentence.address}"


def _words(sentence: Sentence) -> str:
    """How a sentence begins, where its words are known."""
    return f", {' '.join(sentence.tokens[:6])!r}" if any(sentence.tokens) else ""


def _hint() -> str:
    return f"{call('score', option('align_tokens', True))} scores what can be aligned"
