"""How an invalid label sequence is read: three methods, defined for every encoding.

Each takes a label run (labels with O before and after it) and gives its chunks ``(start, end, type)``.
On a valid label run all three give the same chunks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.encoding.scheme import OUTSIDE_LABEL, Encoding, Label
from accord.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NO_REPAIR = "none"
"""No repair: invalid sequences are for the caller to refuse; all methods read valid ones alike."""

Chunk = tuple[int, int, str]


def _same_mention(scheme: Encoding, before: Label, after: Label) -> bool:
    return before.type == after.type and before.state not in scheme.closes and after.state not in scheme.opens


def begin(scheme: Encoding, label_run: Sequence[Label]) -> Iterator[Chunk]:
    """Start a new mention wherever a label cannot continue the one before (conlleval, seqeval's default).

    A label continues a mention if it has the same type, does not itself open one (B, S) and the label
    before does not close one (E, S). Nothing that was marked is lost. Defined by conlleval (Tjong Kim
    Sang & Buchholz 2000); called "begin" by Palen-Michel, Holley & Lignos 2021.
    """
    start = 0
    for position in range(1, len(label_run) + 1):
        if position == len(label_run) or not _same_mention(scheme, label_run[position - 1], label_run[position]):
            yield start, position, label_run[start].type
            start = position


def discard(scheme: Encoding, label_run: Sequence[Label]) -> Iterator[Chunk]:
    """Keep only mentions that are well-formed; drop the others (seqeval's strict mode; in BIO also NCRF++).

    Of each chunk that `begin` finds, the leading labels that may not open a mention are dropped, and the
    last ones that may not close one. In BIO this drops all of ``I-X I-X`` after O, in IOE2 before it; in
    IOB1 only a wrong B, for an I may open a mention there, and in IOE1 a wrong E; in the BIOES family a
    chunk stays if it runs from B to E or is an S. Whether a B of IOB1 or an E of IOE1 is right is judged by
    the label before it or after it as written.
    """
    for chunk_start, end, type_ in begin(scheme, label_run):
        before = label_run[chunk_start - 1] if chunk_start else OUTSIDE_LABEL
        behind = label_run[end] if end < len(label_run) else OUTSIDE_LABEL
        start = chunk_start
        if not (scheme.allows(before, label_run[start]) or scheme.allows(OUTSIDE_LABEL, label_run[start])):
            start += 1
            while start < end and not scheme.allows(OUTSIDE_LABEL, label_run[start]):
                start += 1
        stop = end
        if not scheme.allows(label_run[end - 1], behind):
            while start < stop and not scheme.allows(label_run[stop - 1], OUTSIDE_LABEL):
                stop -= 1
        if start < stop:
            yield start, stop, type_


def last_type(scheme: Encoding, label_run: Sequence[Label]) -> Iterator[Chunk]:
    """Keep a mention whole across a wrong change of type and give it the type of its last token (Stanza).

    Only a label that opens a mention (B, S), or follows one that closes it (E, S), starts a new one. Where
    the encoding allows a change of type (IO, IOB1, IOE1) it starts a new mention, as in any valid sequence.
    """
    start = 0
    for position in range(1, len(label_run) + 1):
        if position < len(label_run):
            before, after = label_run[position - 1], label_run[position]
            retyped = before.type != after.type and not scheme.allows(before, after)
            if _same_mention(scheme, before, after._replace(type=before.type) if retyped else after):
                continue
        yield start, position, label_run[position - 1].type
        start = position


REPAIRS = Registry(
    "repair",
    {
        "begin": "accord.encoding.repair:begin",
        "discard": "accord.encoding.repair:discard",
        "last-type": "accord.encoding.repair:last_type",
    },
    aliases={"conlleval": "begin", "strict": "discard", "stanza": "last-type", "last_type": "last-type"},
)
