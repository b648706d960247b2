"""A part of a corpus on its way from files: documents, and what annotators said of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.model import Annotation, Document, Finding, Layer


@dataclass(slots=True)
class CorpusPart:
    """A part of the corpus in the making: its main layer, by name, and the layers beside it."""

    documents: list[Document] = field(default_factory=list)
    annotations: dict[tuple[str, str], Annotation] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    name: str = ""
    beside: list[Layer] = field(default_factory=list)
    choices: dict[str, str] = field(default_factory=dict)
    """What was chosen in the reading that changes numbers."""
    nominal: str = ""
    """Why labels are names although they may look like numbers."""
