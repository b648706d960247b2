"""What can go wrong through the caller or the files, each with the exit code a shell sees."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from accord.messages import plural, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class AccordError(Exception):
    """Anything accord refuses to do, said in one sentence.

    >>> import accord
    >>> try:
    ...     accord.agree({"ada": ["A", "B"], "ben": ["A"]})
    ... except accord.AccordError as error:
    ...     print(error)
    the annotators have different numbers of labels (ada 2, ben 1): None stands for a missing one
    """

    exit_code = 2

    def __str__(self) -> str:
        return printable(super().__str__())


class UsageError(AccordError):
    """The caller asked for something that does not exist or does not fit."""


class NotApplicable(AccordError):
    """The measure exists, but not for this kind of data."""


class MissingExtra(AccordError):
    """A capability needs a package that is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs {package}: pip install 'accord[{extra}]'")


class ReadError(AccordError):
    """The files hold problems that stop the work; all of them are listed."""

    exit_code = 1

    def __init__(self, summary: str, findings: Sequence[object] = ()) -> None:
        super().__init__(summary)
        self.summary = summary
        self.findings = tuple(findings)

    def __str__(self) -> str:
        return "\n".join(map(printable, [*in_few_lines(self.findings), *self.summary.split("\n")]))

    @property
    def in_short(self) -> ReadError:
        """The same with nothing but the first reason: an error, if there is one."""
        errors = [each for each in self.findings if getattr(each, "severity", "") == "error"]
        return ReadError(self.summary, (errors or self.findings)[:1])


MIN_ALIKE, MAX_PLACES = 3, 4
"""From how many more lines on what is wrong with all of them is said once, and how many of these lines are named."""
MAX_LINES = 20
"""So many lines at most say one cause; nobody reads more of the same."""


class Causes:
    """What was said of findings by now, so that one cause is not said in more than a few lines.

    A cause is a code with its severity. The last line of one that has too many says how many more there are.
    """

    def __init__(self) -> None:
        self.said: Counter[tuple[str, str]] = Counter()
        self.left: defaultdict[tuple[str, str], list[object]] = defaultdict(list)

    def lines(self, findings: Iterable[object]) -> Iterator[str]:
        """Those findings that are still said."""
        for finding in findings:
            cause = getattr(finding, "code", str(finding)), str(getattr(finding, "severity", ""))
            if self.said[cause] < MAX_LINES - 1:
                self.said[cause] += 1
                yield str(finding)
            else:
                self.left[cause].append(getattr(finding, "place", ""))

    def rest(self) -> Iterator[str]:
        """What was not said of each cause."""
        for (code, severity), (first, *more) in self.left.items():
            total = self.said[code, severity] + len(more) + 1
            files = len({getattr(place, "file", "") for place in (first, *more)})
            where = f"{first}, and {len(more):,} more in {plural(files, 'file')}" if more else str(first)
            yield f"{where}: {severity}: the rest of {total:,} [{code}] (accord check --json lists all)"


def in_few_lines(findings: Iterable[object]) -> list[str]:
    """Findings as lines, of one cause only the first ones and how many more there are.

    >>> from accord.model import Finding, Place, Severity
    >>> found = [Finding("empty-token", Severity.ERROR, Place("a.conll", n), "the token is empty") for n in range(100)]
    >>> in_few_lines(found)
    ['a.conll:0: error: the token is empty; the first of 100 in the file (next: 1, 2, 3, 4, and 95 more) [empty-token]']
    >>> lines = in_few_lines(each._replace(message=f"{each.message} {number}") for number, each in enumerate(found))
    >>> len(lines), lines[-1]
    (20, 'a.conll:19, and 80 more in 1 file: error: the rest of 100 [empty-token] (accord check --json lists all)')
    """
    causes = Causes()
    return [*causes.lines(said_once(findings)), *causes.rest()]


def said_once(findings: Iterable[Any]) -> list[Any]:
    """Findings of which those that say the same of many lines of a file are one, with the first places."""
    alike: dict[object, list[Any]] = {}
    for number, finding in enumerate(findings):
        place = getattr(finding, "place", None)
        same = place is not None and place.line is not None and finding._replace(place=(place.file, place.token))
        alike.setdefault(same or number, []).append(finding)
    found: list[Any] = []
    for same in alike.values():
        first, lines = same[0], list(dict.fromkeys(each.place.line for each in same[1:])) if len(same) > 1 else []
        if len(lines) < MIN_ALIKE:
            found += same
            continue
        places = ", ".join(map(str, lines[:MAX_PLACES]))
        more = len(lines) - MAX_PLACES
        where = f"next: {places}{f', and {more:,} more' if more > 0 else ''}"
        found.append(first._replace(message=f"{first.message}; the first of {len(same):,} in the file ({where})"))
    return found


def fault(error: BaseException, *, in_full: bool = True) -> str:
    """What is said of an error that nobody foresaw: it is not the caller's, unless the machine is too small.

    In full it has the words of the error, in which anything may stand.
    """
    if isinstance(error, MemoryError):
        return "not enough memory for this input"
    what = f"{type(error).__name__}: {error}" if in_full else type(error).__name__
    return f"this is a fault of the program, not of your files: {what}"
