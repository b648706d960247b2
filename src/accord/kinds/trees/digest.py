"""A short hash of a study of trees, for signatures."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from accord.study.trees import TreeStudy


def digest(study: TreeStudy) -> str:
    """Eight digits that change with any tree, sentence, document or annotator."""
    names = "\0".join([*study.forest.names, "", *study.annotators, "", *study.items, "", *study.documents])
    whole = sha256(names.encode("utf-8", "surrogatepass"))
    forest = study.forest
    for numbers in (forest.labels, forest.leftmost, forest.offsets, forest.sizes, study.item, study.annotator):
        whole.update(np.ascontiguousarray(numbers, dtype=np.int64).data)
    whole.update(np.ascontiguousarray(study.document_of, dtype=np.int64).data)
    return whole.hexdigest()[:8]
