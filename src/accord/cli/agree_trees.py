"""``accord agree`` on trees: the options of agreement on syntax, and pictures of single sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from accord.cli.agree_labels import BY_DOCUMENT, DISTANCE
from accord.cli.kinds import Kind, Renderers
from accord.cli.options import RESAMPLED
from accord.distance import VARIANTS
from accord.kinds.trees.options import NON_TREES, PAIRS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.agreement.agreement import Agreement
    from accord.model import Corpus, Tree
    from accord.model.tree import Change

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

READING: dict[str, Decorator] = {
    "universal": click.option(
        "--universal", is_flag=True, help="Labels of dependencies only up to their colon (nsubj:pass)."
    ),
    "no_functions": click.option(
        "--no-functions", is_flag=True, help="Labels of phrases without functional tags (NP-SBJ=1)."
    ),
    "no_traces": click.option("--no-traces", is_flag=True, help="Phrases without empty leaves (-NONE-)."),
}
"""What of a tree is looked at."""
_OPTIONS: dict[str, Decorator] = {
    "distance": DISTANCE,
    "variant": click.option(
        "--variant",
        type=click.Choice(VARIANTS),
        default="plain",
        show_default=True,
        help="The distance of trees as it is, or in relation to their size (of pq-gram: plain, norm).",
    ),
    "costs": click.option(
        "--costs",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        help="A matrix of what it costs to make one label another; all other edits cost 1.",
    ),
    "linear": click.option("--linear", is_flag=True, help="Distances between trees as they are, not squared."),
    "non_trees": click.option(
        "--non-trees",
        type=click.Choice(list(NON_TREES)),
        default="leave-out",
        show_default=True,
        help=f"Graphs that are no trees: {'; '.join(f'{name}: {what}' for name, what in NON_TREES.items())}.",
    ),
    **READING,
    "pairs": click.option(
        "--pairs",
        type=click.Choice(PAIRS),
        default="auto",
        show_default=True,
        help="Which pairs of trees say what chance would do.",
    ),
    "show": click.option(
        "--show", metavar="SENTENCE", help="Draw the trees of a sentence; worst: of the one that costs most."
    ),
    "figure": click.option(
        "--figure", metavar="FILE.svg", type=click.Path(dir_okay=False), help="Write that drawing as SVG."
    ),
    "by_document": BY_DOCUMENT,
}
_DRAWN = ("show", "figure")


def reading_of(given: dict[str, Any]) -> dict[str, Any]:
    """What the verbs call the options that say what of a tree is looked at."""
    named = {"universal": "universal", "no_functions": "functions", "no_traces": "traces"}
    return {name: (option == "universal") for option, name in named.items() if given.pop(option, False)}


def _measure(corpus: Corpus, coefficients: tuple[str, ...], **given: Any) -> tuple[Agreement, list[str]]:
    """The agreement on trees, and what is to be said of it."""
    from accord.verbs.agree_trees import agree_trees

    asked = {name: value for name, value in given.items() if name not in _DRAWN}
    agreement = agree_trees(corpus, coefficients, **reading_of(asked), **asked)
    return agreement, list(agreement.reasons)


def _shown(agreement: Agreement, top: int, **given: Any) -> Renderers:
    from accord.reporting import agree, agree_payload

    drawing = drawing_of(agreement, given)
    return Renderers(
        lambda: agree_payload.agree_payload(agreement, top),
        lambda: agree_payload.agree_records(agreement),
        lambda: agree.agree_tables(agreement, top),
        drawing.show if drawing else list,
    )


def _refuse(given: Mapping[str, Any], format_: str) -> None:
    if "show" in given and format_ != "text":
        raise click.UsageError("--show draws for the terminal; --figure writes a drawing beside any format")
    if "figure" in given and not given["figure"].casefold().endswith(".svg"):
        raise click.UsageError(f"--figure writes SVG: {given['figure']} does not end in .svg")


KIND = Kind("trees", _OPTIONS | RESAMPLED, tuple, _measure, _shown, _refuse, alone=True)


class Drawing(NamedTuple):
    """The trees of every two annotators over one sentence, to be printed or written to a file."""

    sentence: str
    pairs: list[dict[str, Tree]]
    changes: list[list[Change] | None]
    different: dict[str, Tree]
    printed: bool
    figure: str | None
    signature: str

    def show(self) -> list[str]:
        """Print it, and write it, as asked; what is to be said of that."""
        from accord.formats.output import whole_file
        from accord.reporting.tree_text import change_lines, tree_lines
        from accord.reporting.trees_scene import trees_scene

        for pair, changes in zip(self.pairs, self.changes, strict=True) if self.printed else ():
            lines = [*tree_lines(self.sentence, pair), *change_lines(pair, changes or ())]
            click.echo("\n" + "\n".join(lines))
        if self.figure is None:
            return []
        title = f"{' and '.join(self.different)} on {self.sentence}"
        with whole_file(self.figure) as output:
            output.write(trees_scene(title, self.different, [self.signature]).svg().encode())
        return [f"figure of {self.sentence} written to {self.figure}"]


def drawing_of(agreement: Agreement, trees: dict[str, Any]) -> Drawing | None:
    """What is to be drawn, if anything is."""
    from accord.kinds.trees.breakdown import breakdown_of

    if trees.get("show") is None and trees.get("figure") is None:
        return None
    breakdown = breakdown_of(agreement)
    sentence = breakdown.sentence(trees.get("show"))
    pairs, printed = sentence.pairs(), trees.get("show") is not None
    changes = [breakdown.changes(sentence, list(pair)) if printed else None for pair in pairs]
    different, signature = sentence.different(), str(agreement.result.signature)
    return Drawing(sentence.name, pairs, changes, different, printed, trees.get("figure"), signature)
