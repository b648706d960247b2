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
from itertools import accumulate, groupby, pairwise
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

from accord.model import batches
from accord.scoring.filled_tokens import Filled, as_sentence
from accord.scoring.label_runs import Pair
from accord.scoring.token_differences import EXCHANGED, difference, exchanged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

    from accord.model import Finding, Sentence
    from accord.scoring.filled_tokens import Row

    Divides = Callable[[str, str], bool]
    """Whether a sentence may be cut between two labels, or two sentences joined there."""

_WINDOWS = (8, 128, 2_000)
_MAX_TOKENS = 20_000


@dataclass(slots=True)
class TokenAlignment:
    """What of sentences can be scored, what of both sides cannot, and why.

    A pair whose number is in ``further`` is of the same sentence of the reference as the pair before it; which one that
    is says ``sentence_of``. Of those in ``partial`` something was left out. ``filled`` counts the tokens that the
    prediction lacks and that have the label that was asked for.
    """

    pairs: list[tuple[Sentence, Sentence]] = field(default_factory=list)
    further: set[int] = field(default_factory=set)
    sentence_of: list[int] = field(default_factory=list)
    partial: set[int] = field(default_factory=set)
    left_out: list[Sentence] = field(default_factory=list)
    predicted_left_out: list[Sentence] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    filled: int = 0

    def paired(self) -> Iterator[Pair]:
        """What can be scored."""
        for number, (ours, theirs) in enumerate(self.pairs):
            sides = next(batches([ours])), next(batches([theirs._replace(tokens=ours.tokens)]))
            yield Pair(*sides, number in self.further)

    @property
    def units(self) -> tuple[int, ...]:
        """Which sentence of the reference each scored one is."""
        return tuple(each for number, each in enumerate(self.sentence_of) if number not in self.further)

    @property
    def lacks_only(self) -> bool:
        """Whether the prediction lacks tokens, and all that it has are those of the reference."""
        return not self.predicted_left_out and all(found.code != EXCHANGED for found in self.findings)


def _anywhere(_before: str, _after: str) -> bool:
    return True


class _How(NamedTuple):
    """What the prediction is called, where sentences may be cut, and the label of tokens that it lacks, if any."""

    file: str
    divides: Divides
    missing: str | None


def align_tokens(
    reference: Sequence[Sentence],
    predicted: Sequence[Sentence],
    file: str,
    divides: Divides = _anywhere,
    missing: str | None = None,
) -> TokenAlignment:
    """Pair what can be paired and find all differences; ``file`` names the prediction.

    Tokens that it lacks are left out, or have the label ``missing``.
    """
    result, how = TokenAlignment(), _How(file, divides, missing)
    i = j = 0
    while i < len(reference) or j < len(predicted):
        skip, drop = _until_shared(reference[i : i + _WINDOWS[-1]], predicted[j : j + _WINDOWS[-1]])
        if skip == drop:
            for number, (ours, theirs) in enumerate(
                zip(reference[i : i + skip + 1], predicted[j : j + drop + 1], strict=False), i
            ):
                _align_sentences(ours, theirs, number, how, result)
            skip, drop = skip + 1, drop + 1
        else:
            _align_region(reference[i : i + skip], predicted[j : j + drop], i, how, result)
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


def _align_sentences(ours: Sentence, theirs: Sentence, number: int, how: _How, result: TokenAlignment) -> None:
    """Align two sentences that stand in the same place."""
    if len(ours.tokens) == len(theirs.tokens) and not _is_shifted(ours.tokens, theirs.tokens):
        _pair(ours, theirs, number, how.file, result)
    else:
        _align_region([ours], [theirs], number, how, result)


def _is_shifted(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether more tokens are equal somewhere else than in the same place: one is missing, and another one too many."""
    same: int = sum(map(eq, ours, theirs))
    if same * 2 >= len(ours):
        return False
    blocks = SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
    shared: int = sum(block.size for block in blocks)
    return shared > same


def _pair(ours: Sentence, theirs: Sentence, number: int, file: str, result: TokenAlignment) -> None:
    """Two sentences of as many tokens; ``number`` is that of the sentence of the reference."""
    if ours.tokens != theirs.tokens:
        for index, (expected, found) in enumerate(zip(ours.tokens, theirs.tokens, strict=True)):
            if expected != found:
                result.findings.append(exchanged(ours, theirs, index, file))
    result.pairs.append((ours, theirs))
    result.sentence_of.append(number)


def _align_region(
    ours: Sequence[Sentence], theirs: Sequence[Sentence], first: int, how: _How, result: TokenAlignment
) -> None:
    """Align the tokens of some sentences that do not match one by one, from sentence ``first`` of the reference on."""
    partner, lacking = _partners(ours, theirs)
    parts = list(_parts(ours, theirs, partner))
    for left, right in parts:
        if [ours[n].tokens for n in left] != [theirs[n].tokens for n in right]:
            result.findings.append(difference([ours[n] for n in left], [theirs[n] for n in right], how.file))
    left_rows, right_rows = (
        [(each, index) for each in side for index in range(len(each.tokens))] for side in (ours, theirs)
    )
    number_of = [number for number, each in enumerate(ours) for _ in each.tokens]
    filled = Filled.of(left_rows, right_rows, partner, lacking if how.missing is not None else {}, how.missing or "")
    our_rows: set[int] = set()
    before = -1
    for rows in _runs(left_rows, filled.rows, filled.partner, how.divides):
        shift = filled.partner[rows.start] - rows.start
        kept = _whole_mentions(left_rows, filled.rows, rows, shift, how.divides)
        if kept:
            number = number_of[kept.start]
            if number == before:
                result.further.add(len(result.pairs))
            taken = filled.sentence(range(kept.start + shift, kept.stop + shift))
            _pair(as_sentence([left_rows[row] for row in kept]), taken, first + number, how.file, result)
            our_rows.update(kept)
            before = number
    scored = {filled.origin[filled.partner[row]] for row in our_rows}
    result.filled += sum(filled.origin[filled.partner[row]] is None for row in our_rows)
    result.left_out += _not_scored(ours, our_rows)
    result.predicted_left_out += _not_scored(theirs, scored)
    result.partial |= {first + number for number in _partial(ours, theirs, parts, our_rows, scored)}


def _partial(
    ours: Sequence[Sentence],
    theirs: Sequence[Sentence],
    parts: Iterable[tuple[range, range]],
    our_rows: Set[int],
    their_rows: Set[int | None],
) -> Iterator[int]:
    """The sentences of the reference of which a token is left out, or a token beside them on the other side."""
    ends, their_ends = (list(accumulate((len(each.tokens) for each in side), initial=0)) for side in (ours, theirs))
    for left, right in parts:
        rows = range(ends[left.start], ends[left.stop]), range(their_ends[right.start], their_ends[right.stop])
        if any(row not in our_rows for row in rows[0]) or any(row not in their_rows for row in rows[1]):
            yield from left


def _parts(
    ours: Sequence[Sentence], theirs: Sequence[Sentence], partner: Mapping[int, int]
) -> Iterator[tuple[range, range]]:
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
        borders.pop()  # what is missing after it is the rest of one cut
    for (i, j), (k, m) in pairwise([*borders, (len(ours), len(theirs))]):
        if i < k or j < m:
            yield range(i, k), range(j, m)


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


def _not_scored(theirs: Sequence[Sentence], scored: Set[int | None] | Set[int]) -> Iterator[Sentence]:
    """What is left of sentences without the rows that are scored, counted through."""
    start = 0
    for sentence in theirs:
        rows = range(start, start + len(sentence.tokens))
        for is_scored, part in groupby(rows, scored.__contains__):
            if not is_scored:
                yield as_sentence([(sentence, row - start) for row in part])
        start = rows.stop


def _partners(ours: Sequence[Sentence], theirs: Sequence[Sentence]) -> tuple[dict[int, int], dict[int, list[int]]]:
    """Which token of ``theirs`` stands for which token of ``ours``, both counted through; and what is lacking.

    Those of ``ours`` that ``theirs`` has nothing for, by the token of ``theirs`` that they would stand before.
    """
    left = [token for sentence in ours for token in sentence.tokens]
    right = [token for sentence in theirs for token in sentence.tokens]
    if not right:
        return {}, {0: list(range(len(left)))}
    if max(len(left), len(right)) > _MAX_TOKENS:
        return {}, {}
    partner: dict[int, int] = {}
    lacking: dict[int, list[int]] = {}
    for operation, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if operation == "equal" or (operation == "replace" and b - a == d - c):
            partner.update(zip(range(a, b), range(c, d), strict=True))
        elif operation == "delete":
            lacking[c] = list(range(a, b))
    return partner, lacking
