"""A short hash of a study of units, for signatures."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.study.units import UnitStudy


def digest(study: UnitStudy) -> str:
    """Eight digits that change with any unit, category, document or annotator."""
    whole = sha256(repr(study.categories).encode("utf-8", "surrogatepass"))
    for continuum in study.continua:
        about = repr((continuum.document, continuum.annotators, continuum.low, continuum.high))
        whole.update(about.encode("utf-8", "surrogatepass"))
        for column in (continuum.owner, continuum.start, continuum.end, continuum.category):
            whole.update(column.tobytes())
    return whole.hexdigest()[:8]
