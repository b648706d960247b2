"""What a check of one file found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from accord.model import Finding, Severity

if TYPE_CHECKING:
    from accord.encoding import Encoding
    from accord.encoding.detect import Verdict


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file, what is wrong with it, and how its labels stand to every encoding."""

    file: str
    findings: tuple[Finding, ...]
    encoding: Encoding | None
    encoding_detected: bool
    verdicts: tuple[Verdict, ...]
    sizes: dict[str, int]
    """How much was checked: tokens, sentences and documents; labels, items and annotators; spans; units; or trees."""
    layers: dict[str, dict[str, int]] = field(default_factory=dict)
    """The same for each layer, where there are several."""
    assumed: str = ""
    """How the file was read, where its name does not say it, or which of several columns of labels was taken."""

    offsets: str = ""
    """What the offsets of spans count, and how that is known."""

    @property
    def valid_encodings(self) -> list[str]:
        """The encodings that the labels do not break."""
        return [verdict.encoding.name for verdict in self.verdicts if not verdict.errors]

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings)
