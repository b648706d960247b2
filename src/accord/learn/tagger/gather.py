"""The features of tokens from those of word types, over arrays, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.compute.compiled import compiled

if TYPE_CHECKING:
    from accord.learn.tagger.draws import Integers
    from accord.learn.tagger.viterbi import Codes


@compiled
def gather(rows: Codes, row_start: Integers, row_attributes: Codes, shift: Codes) -> tuple[Integers, Codes]:
    """The features of all tokens: those of the row that each block has for the token, moved by the block's shift.

    ``rows`` is tokens x blocks; a row is that of a word type, so that words are taken apart once.
    """
    tokens, blocks = rows.shape
    indptr = np.zeros(tokens + 1, np.int64)
    for token in range(tokens):
        size = indptr[token]
        for block in range(blocks):
            row = rows[token, block]
            size += row_start[row + 1] - row_start[row]
        indptr[token + 1] = size
    indices = np.empty(indptr[tokens], np.int32)
    place = 0
    for token in range(tokens):
        for block in range(blocks):
            row = rows[token, block]
            for attribute in range(row_start[row], row_start[row + 1]):
                indices[place] = row_attributes[attribute] + shift[block]
                place += 1
    return indptr, indices
