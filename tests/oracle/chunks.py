"""Chunk encodings by their plain definitions, and how label sequences are read, valid or not.

A chunk is ``(start, end, type)``. Writing is defined directly: what does each token of a chunk get? Validity and
reading follow from writing by brute force: a sequence is valid if some set of chunks is written like that, and reads
as that set.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product

Chunk = tuple[int, int, str]

FOUR_STATES = {"BIOES": "BIES", "BILOU": "BILU", "BMES": "BMES", "BMEOW": "BMEW"}
"""What the first, an inner, the last and the only token of a chunk get."""

ENCODINGS = ("BIO", "IOB", "IO", "IOE1", "IOE2", *FOUR_STATES)
STATES = {"BIO": "BI", "IOB": "BI", "IO": "I", "IOE1": "IE", "IOE2": "IE", **FOUR_STATES}


def chunk_sets(length: int, types: tuple[str, ...]) -> list[list[Chunk]]:
    """Every way to put chunks on a sentence of that length."""
    if length == 0:
        return [[]]
    ways = chunk_sets(length - 1, types)
    for size, type_ in product(range(1, length + 1), types):
        last = (length - size, length, type_)
        ways += [[*before, last] for before in chunk_sets(length - size, types)]
    return ways


def holds(chunks: list[Chunk], encoding: str) -> bool:
    """Whether an encoding can tell these chunks apart: only IO cannot, where two of one type touch."""
    return encoding != "IO" or not any(
        (end, type_) == (start, other) for (_, end, type_), (start, _, other) in pairwise(chunks)
    )


def write(chunks: list[Chunk], length: int, encoding: str) -> list[str]:
    """The label of each token."""
    labels = ["O"] * length
    for start, end, type_ in chunks:
        touches = any(before_end == start and before_type == type_ for _, before_end, before_type in chunks)
        touched = any(next_start == end and next_type == type_ for next_start, _, next_type in chunks)
        for position in range(start, end):
            labels[position] = f"{_state(position - start, end - start, encoding, touches, touched)}-{type_}"
    return labels


def _state(index: int, size: int, encoding: str, touches: bool, touched: bool) -> str:
    """What a token gets, by its place in a chunk that is right behind another of the same type, or right before one."""
    if encoding == "IO":
        return "I"
    if encoding == "IOB":
        return "B" if index == 0 and touches else "I"
    if encoding == "BIO":
        return "B" if index == 0 else "I"
    if encoding == "IOE1":
        return "E" if index == size - 1 and touched else "I"
    if encoding == "IOE2":
        return "E" if index == size - 1 else "I"
    states = FOUR_STATES[encoding]
    if size == 1:
        return states[3]
    return states[0 if index == 0 else 2 if index == size - 1 else 1]


def label_set(encoding: str, types: tuple[str, ...]) -> list[str]:
    """Every label an encoding has."""
    return ["O", *(f"{state}-{type_}" for state in STATES[encoding] for type_ in types)]


@cache
def legal_steps(encoding: str, types: tuple[str, ...]) -> set[tuple[str, str]]:
    """Every pair of labels that stand side by side in some sentence; four tokens are enough to meet all of them."""
    return {
        step
        for chunks in chunk_sets(4, types)
        if holds(chunks, encoding)
        for step in pairwise(["O", *write(chunks, 4, encoding), "O"])
    }


def invalid_positions(labels: list[str], encoding: str, types: tuple[str, ...]) -> list[int]:
    """Where a label may not follow the one before it; ``len(labels)`` where the sentence may not end there."""
    legal = legal_steps(encoding, types)
    return [position for position, step in enumerate(pairwise(["O", *labels, "O"])) if step not in legal]


def read(labels: list[str], encoding: str, repair: str) -> list[Chunk]:
    """The chunks of any label sequence by one of the three repair methods."""
    return {"begin": read_begin, "discard": read_discard, "last-type": read_last_type}[repair](labels, encoding)


def _split(label: str) -> tuple[str, str]:
    state, _, type_ = label.partition("-")
    return state, type_


def read_begin(labels: list[str], encoding: str) -> list[Chunk]:
    """As conlleval reads: look at two labels at a time and ask, does a chunk end here, does a chunk start here?"""
    opening, closing = _opening(encoding), _closing(encoding)
    chunks: list[Chunk] = []
    started: int | None = None
    for position, (before, after) in enumerate(pairwise(["O", *labels, "O"])):
        (state_before, type_before), (state, type_) = _split(before), _split(after)
        changed = type_before != type_
        ends = state_before != "O" and (state == "O" or state_before in closing or state in opening or changed)
        starts = state != "O" and (state_before == "O" or state_before in closing or state in opening or changed)
        if ends and started is not None:
            chunks.append((started, position, type_before))
            started = None
        if starts:
            started = position
    return chunks


def read_discard(labels: list[str], encoding: str) -> list[Chunk]:
    """Only what is written as a chunk should be.

    A stretch of labels is a chunk if a chunk alone would be written so and it does not go on behind. In IOB1, where I
    may open a chunk and B only parts two of one type, a B without its partner is taken out and the rest is read. In
    the encodings that mark ends it is the same from right to left.
    """
    if encoding in {"IOE1", "IOE2"}:
        return _mirrored(labels, encoding)
    if encoding == "IOB":
        alone = [
            position
            for position, (before, after) in enumerate(pairwise(["O", *labels]))
            if after.startswith("B-") and before not in {f"B-{after[2:]}", f"I-{after[2:]}"}
        ]
        return read_begin(["O" if position in alone else label for position, label in enumerate(labels)], "IOB")
    chunks = []
    for start, end in product(range(len(labels)), range(1, len(labels) + 1)):
        type_ = _split(labels[start])[1]
        size = end - start
        if size < 1 or not type_ or labels[start:end] != write([(0, size, type_)], size, encoding):
            continue
        goes_on = encoding in {"IO", "BIO"} and labels[end : end + 1] == [f"I-{type_}"]
        goes_back = encoding == "IO" and start > 0 and labels[start - 1] == f"I-{type_}"
        if not goes_on and not goes_back:
            chunks.append((start, end, type_))
    return chunks


def _mirrored(labels: list[str], encoding: str) -> list[Chunk]:
    """What the other encoding reads from right to left, with B for E."""
    turned = [label.replace("E-", "B-", 1) if label.startswith("E-") else label for label in reversed(labels)]
    length = len(labels)
    found = read_discard(turned, {"IOE1": "IOB", "IOE2": "BIO"}[encoding])
    return sorted((length - end, length - start, type_) for start, end, type_ in found)


def read_last_type(labels: list[str], encoding: str) -> list[Chunk]:
    """As Stanza reads: a change of type does not end a chunk, and the last token names the type.

    IO and IOB1 have no other sign of a new chunk than the change of type, so there it stays one.
    """
    if encoding in {"IO", "IOB", "IOE1"}:
        return read_begin(labels, encoding)
    opening, closing = _opening(encoding), _closing(encoding)
    chunks: list[Chunk] = []
    for position, (before, after) in enumerate(pairwise(["O", *labels])):
        if after == "O":
            continue
        state, type_ = _split(after)
        if before != "O" and before[0] not in closing and state not in opening:
            chunks[-1] = (chunks[-1][0], position + 1, type_)
        else:
            chunks.append((position, position + 1, type_))
    return chunks


def _opening(encoding: str) -> str:
    """The states that always start a chunk."""
    if encoding in FOUR_STATES:
        return FOUR_STATES[encoding][0] + FOUR_STATES[encoding][3]
    return "B" if encoding in {"BIO", "IOB"} else ""


def _closing(encoding: str) -> str:
    """The states that always end a chunk."""
    if encoding in {"IOE1", "IOE2"}:
        return "E"
    return FOUR_STATES[encoding][2:] if encoding in FOUR_STATES else ""


def chunks_of_conlleval(labels: list[str]) -> list[Chunk]:
    """What conlleval.pl takes for chunks: its rules for where one begins and ends, with S and E of its descendants."""
    found: list[Chunk] = []
    start: int | None = None
    tags = [("O", ""), *((label[0], label[2:]) for label in labels), ("O", "")]
    for position, ((last, last_type), (tag, type_)) in enumerate(pairwise(tags)):
        ends = last in "ES" or (last in "BI" and tag in "BSO") or last_type != type_
        begins = tag in "BS" or (last in "ESO" and tag in "EI") or last_type != type_
        if start is not None and last != "O" and ends:
            found.append((start, position, last_type))
            start = None
        if tag != "O" and begins:
            start = position
    return found
