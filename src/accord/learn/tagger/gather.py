"""The features of tokens, those that there are, over arrays, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.compute.compiled import compiled

if TYPE_CHECKING:
    from accord.learn.tagger.kernel import Codes, Integers


@compiled
def gather(found: Codes) -> tuple[Integers, Codes]:
    """Rows of features, one a token, from an array of blocks x tokens in which -1 is none."""
    blocks, tokens = found.shape
    indptr = np.zeros(tokens + 1, np.int64)
    indices = np.empty(blocks * tokens, np.int32)
    place = 0
    for token in range(tokens):
        for block in range(blocks):
            if found[block, token] >= 0:
                indices[place] = found[block, token]
                place += 1
        indptr[token + 1] = place
    return indptr, indices[:place].copy()
