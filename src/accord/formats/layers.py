"""A part of a corpus on its way from files: documents, and what annotators marked in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.model import Document, Finding
    from accord.model.corpus import Annotation


@dataclass(slots=True)
class Layers:
    """A part of the corpus in the making."""

    documents: list[Document] = field(default_factory=list)
    layers: dict[tuple[str, str], Annotation] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
