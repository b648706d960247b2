"""What is wrong in the files as the page holds it: counted by kind, some of each, and what repair would do."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from accord.model import Severity
from accord.payload.page import FileRepair, FindingCount, FindingRow, FindingsPayload, RepairedToken
from accord.reporting.finding_pages import finding_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.model import Finding

_EXAMPLES = 20
"""How many changes of a file are shown."""


def findings_payload(findings: Sequence[Finding], repairs: Iterable[tuple[Any, str]], most: int) -> FindingsPayload:
    """Findings by kind, errors first; ``repairs`` are files with what the method of this name would change in them."""
    distinct = list(dict.fromkeys(findings))
    counts = Counter((finding.code, finding.severity) for finding in distinct)
    kinds = sorted(counts, key=lambda kind: (kind[1] is not Severity.ERROR, -counts[kind], kind[0]))
    shown = _shown(distinct, kinds, most)
    return FindingsPayload(
        total=len(distinct),
        by_code=[
            FindingCount(
                code=code,
                severity="error" if severity is Severity.ERROR else "warning",
                count=counts[code, severity],
                explanation=finding_sentence(code),
            )
            for code, severity in kinds
        ],
        shown=[_row(finding) for finding in shown],
        repairs=[_repair(done, method) for done, method in repairs],
        left_out=len(distinct) - len(shown),
    )


def _row(finding: Finding) -> FindingRow:
    return FindingRow(
        code=finding.code,
        severity=str(finding.severity),
        file=finding.place.file,
        line=finding.place.line,
        token=finding.place.token,
        message=finding.message,
        hint=finding.hint,
    )


def _repair(done: Any, method: str) -> FileRepair:
    changes = [each for change in done.changes for each in _changes(change)]
    return FileRepair(file=done.file, method=method, changed=len(changes), examples=changes[:_EXAMPLES])


def _shown(findings: Sequence[Finding], kinds: Sequence[tuple[str, Severity]], most: int) -> list[Finding]:
    """As many of each kind as there is room for, the kinds in their order and findings in that of the files."""
    room = max(1, most // max(1, len(kinds)))
    taken: Counter[tuple[str, Severity]] = Counter()
    kept: list[tuple[int, int, Finding]] = []
    for number, finding in enumerate(findings):
        kind = finding.code, finding.severity
        taken[kind] += 1
        if taken[kind] <= room:
            kept.append((kinds.index(kind), number, finding))
    return [finding for *_, finding in sorted(kept, key=lambda each: each[:2])]


def _changes(change: Any) -> Iterable[RepairedToken]:
    """Every token whose label a repair would change."""
    sentence = change.sentence
    for index, (before, after) in enumerate(zip(sentence.labels, change.labels, strict=True)):
        if before != after:
            place = sentence.place("", index)
            yield RepairedToken(line=place.line, token=sentence.tokens[index], before=before, after=after)
