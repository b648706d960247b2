"""What can be said of annotators who are simulated, whatever they annotate."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, cast

from accord.errors import UsageError
from accord.kinds.options import option, options_of
from accord.messages import option as spelled
from accord.messages import plural

GOLD = "gold"
"""Who says what annotators would say without errors."""


def numbers(given: Any) -> Any:
    """The numbers that a command line gives, with commas between them; what is none stays, and is refused."""
    found: list[Any] = []
    for part in (part for text in given for part in str(text).split(",")):
        try:
            found.append(float(part))
        except ValueError:
            found.append(part)
    return tuple(found)


def _amounts(given: Any) -> Any:
    """Amounts, which are told from other numbers by this."""
    return numbers(given)


def amount(help: str, most: float | None = 1) -> Any:  # noqa: A002 - as in `option`
    """A field for an amount of errors: one number for all annotators, or one for each."""
    return option((), help, many=True, metavar="X,...", parse=_amounts, range=(0, most))


@dataclass(frozen=True)
class SimulationOptions:
    """How many annotators there are, and what their errors have in common."""

    annotators: int = option(3, "How many annotators.", range=(1, 10_000))
    source: str | None = option(
        None, "Whose annotations the others are made from. Default: a reference, or who annotated most.", metavar="NAME"
    )
    gold: bool = option(False, f"Keep what they are made from, as the annotator {GOLD!r}.")
    shared: float = option(0.0, "The share of errors that all annotators make alike.", range=(0, 1))
    drift: float = option(
        0.0,
        "How errors grow from the first text to the last: from 1 - X to 1 + X times as many.",
        range=(-1, 1),
        metavar="X",
    )
    labels: tuple[str, ...] | None = option(
        None,
        r"Without PATHS: which labels, types or categories. Write \, for a comma in one. Default: A,B,C.",
        many=True,
        metavar="A,B,...",
    )
    seed: int = option(1, "Seed of all that is random.", range=(0, None))

    def __post_init__(self) -> None:
        if self.labels is not None and len(set(self.labels)) < len(self.labels):
            raise UsageError(f"{spelled('labels')}: one of them is given twice: name each once")

    @classmethod
    def sorts(cls) -> tuple[str, ...]:
        """The names of the amounts."""
        return tuple(each.name for each in options_of(cast("Any", cls)).values() if each.parse is _amounts)

    def amounts(self) -> list[dict[str, float]]:
        """How much of each sort of error each annotator makes."""
        given: dict[str, tuple[float, ...]] = {name: getattr(self, name) for name in self.sorts()}
        for name, values in given.items():
            if len(values) not in {0, 1, self.annotators}:
                raise UsageError(
                    f"{spelled(name)}: one number for all, or one for each of {plural(self.annotators, 'annotator')} "
                    f"is needed, not {len(values)}"
                )
        return [
            {name: (values * self.annotators)[number] for name, values in given.items() if values}
            for number in range(self.annotators)
        ]

    def given_of(self, names: tuple[str, ...]) -> list[str]:
        """Which of some options differ from what they are without anybody saying so."""
        return [each.name for each in fields(self) if each.name in names and getattr(self, each.name) != each.default]
