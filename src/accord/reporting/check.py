"""A check as text and as JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from accord.messages import plural
from accord.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from accord.checks import CheckedFile


def check_summary(checked: CheckedFile) -> str:
    """One sentence for a file: what is wrong in how much, and which encodings it would be valid in."""
    size = "; ".join(f"{layer}: {_size(sizes)}" for layer, sizes in checked.layers.items()) or _size(checked.sizes)
    found = ", ".join(filter(None, (_kinds(checked, severity) for severity in Severity)))
    encoding = _encoding_sentence(checked) if checked.verdicts else ""
    return "; ".join(filter(None, (f"{checked.file}: {found} in {size}", encoding, checked.assumed, checked.offsets)))


def _size(sizes: Mapping[str, int]) -> str:
    return ", ".join(plural(count, noun) for noun, count in sizes.items())


def _kinds(checked: CheckedFile, severity: Severity) -> str:
    """How many findings of a severity there are, and of which kinds; errors are counted even where there are none."""
    codes = Counter(finding.code for finding in checked.findings if finding.severity is severity)
    if not codes:
        return plural(0, severity) if severity is Severity.ERROR else ""
    kinds = ", ".join(f"{count:,} {code}" for code, count in codes.most_common())
    return f"{plural(codes.total(), severity)} ({kinds})"


def _encoding_sentence(checked: CheckedFile) -> str:
    if not any(checked.sizes.values()):
        return "there are no labels in it"
    if len(checked.valid_encodings) == len(checked.verdicts):
        return "no label but O, which is valid in every encoding"
    if checked.encoding is None:
        return "the labels are no chunk labels, so their order was not checked"
    name = checked.encoding.name
    errors = {verdict.encoding.name: verdict.errors for verdict in checked.verdicts}
    why = "fewest errors" if errors[name] == min(errors.values()) else "its states are in use"
    read = f"read as {name}" + (f" ({why})" if checked.encoding_detected else "")
    valid = [
        encoding for encoding in checked.valid_encodings if encoding.endswith("-suffix") == name.endswith("-suffix")
    ]
    others = [
        encoding for encoding in errors if encoding != name and encoding.endswith("-suffix") == name.endswith("-suffix")
    ]
    nearest = f"; {plural(errors[others[0]], 'error')} as {others[0]}" if others else ""
    if not valid:
        return f"{read}; valid in no encoding{nearest}"
    if name in valid:
        return f"valid {', '.join(valid)}{nearest if others[0] not in valid else ''}"
    return f"{read}, but valid {', '.join(valid)}: was encoding {valid[0]} meant?"


def check_payload(checked: Iterable[CheckedFile]) -> list[dict[str, Any]]:
    """All findings as JSON."""
    return [finding.payload() for file in checked for finding in file.findings]
