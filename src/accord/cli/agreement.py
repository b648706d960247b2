"""Options of the verbs that measure agreement on labels, gathered into one call."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from accord.cli.agree_spans import CORRECTED_F1
from accord.cli.agree_trees import hold_trees, on_trees
from accord.cli.options import campaign_options, listed
from accord.distance import DISTANCES
from accord.measure.coding import COEFFICIENTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.measure.coding.agreement import Agreement
    from accord.measure.spans.agreement import SpanAgreement
    from accord.measure.trees.syntax import SyntaxAgreement
    from accord.model import Corpus
    from accord.verbs.read import Campaign

_CHOICES = [
    click.option(
        "--coefficient",
        "-c",
        "coefficients",
        multiple=True,
        metavar="NAME",
        help=f"{', '.join(COEFFICIENTS)}, corrected-f1 (spans); several times for several. Default: what fits, "
        "of trees alpha.",
    ),
    click.option(
        "--distance",
        "-d",
        metavar="NAME|FILE",
        help=f"{', '.join(DISTANCES)}, or a file with a matrix; of trees tree-edit or pq-gram. Default: what fits.",
    ),
    click.option(
        "--labels",
        multiple=True,
        metavar="A,B,...",
        help=r"All labels there are, lowest first. Write \, for a comma in a label.",
    ),
    click.option(
        "--missing", multiple=True, metavar="LABEL", help="A label that means no answer; several times for several."
    ),
    click.option(
        "--only", multiple=True, metavar="ANNOTATOR", help="Only these annotators; several times for several."
    ),
    click.option("--singles", is_flag=True, help="Items with one label count for chance (as in Gwet 2014)."),
    click.option("--level", type=float, default=0.95, show_default=True, help="Level of confidence of the intervals."),
    click.option("--by-document", is_flag=True, help="Intervals over documents, whose items belong together."),
]


def agreement_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """What is measured of which files, gathered into ``measured``: a function of paths and of what a verb adds."""

    @functools.wraps(function)
    def gathered(
        *args: Any,
        campaign: Campaign,
        coefficients: tuple[str, ...],
        distance: str | None,
        labels: tuple[str, ...],
        missing: tuple[str, ...],
        only: tuple[str, ...],
        singles: bool,
        level: float,
        by_document: bool,
        **kwargs: Any,
    ) -> Any:
        def measured(
            paths: tuple[str, ...],
            spans: dict[str, Any] | None = None,
            trees: dict[str, Any] | None = None,
            **more: Any,
        ) -> tuple[Agreement | SpanAgreement | SyntaxAgreement, list[str]]:
            """The agreement on labels, on spans where corrected F1 is asked for, or on trees, and what was assumed."""
            from accord.model import Spans
            from accord.verbs.agree import agree

            corpus = campaign.read(paths)
            assumed = [*map(str, corpus.findings), *corpus.assumptions]
            if hold_trees(corpus):
                idle = {"--labels": labels, "--missing": missing, "--singles": singles, **_options(spans)}
                chosen = {"only": only or None, "level": level, "by_document": by_document}
                on_syntax, notes = on_trees(corpus, coefficients, distance, idle, trees, **chosen, **more)
                return on_syntax, [*assumed, *notes]
            if trees:
                raise click.UsageError(f"{next(iter(_options(trees)))} is for trees, and there are none in the files")
            marked = any(isinstance(layer, Spans) for layer in corpus.layers.values())
            if CORRECTED_F1 in coefficients or (marked and not coefficients):
                for option, given in {
                    "--distance": distance,
                    "--labels": labels,
                    "--missing": missing,
                    "--singles": singles,
                    "--by-document": by_document,
                }.items():
                    if given:
                        raise click.UsageError(f"{option} is for labels, and {CORRECTED_F1} measures spans")
                on_spans = _on_spans(corpus, coefficients, only or None, level, spans, **more)
                return on_spans, [*assumed, *filter(None, [on_spans.study.warning])]
            if spans:
                option = next(iter(spans)).replace("_", "-")
                raise click.UsageError(f"--{option} is for spans: ask for --coefficient {CORRECTED_F1}")
            agreement = agree(
                corpus,
                coefficients or None,
                distance=distance,
                labels=listed(*labels) or None,
                missing=missing,
                only=only or None,
                singles=singles,
                level=level,
                by_document=by_document,
                **more,
            )
            return agreement, [*assumed, *agreement.reasons]

        return function(*args, measured=measured, **kwargs)

    return _decorated(gathered)


def _options(given: dict[str, Any] | None) -> dict[str, Any]:
    """What was given, by the names of the options."""
    return {f"--{name.replace('_', '-')}": value for name, value in (given or {}).items()}


def _on_spans(
    corpus: Corpus,
    coefficients: tuple[str, ...],
    only: tuple[str, ...] | None,
    level: float,
    spans: dict[str, Any] | None,
    **more: Any,
) -> SpanAgreement:
    from accord.verbs.agree_spans import agree_spans

    if len(coefficients) > 1 or spans is None:
        raise click.UsageError(f"{CORRECTED_F1} measures spans: ask for it alone, with accord agree")
    if more.pop("permutations", 0):
        raise click.UsageError(f"{CORRECTED_F1} has a p of its own (--draws): leave out --permutations")
    return agree_spans(corpus, only=only, level=level, **spans, **more)


def _decorated(gathered: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_CHOICES):
        gathered = option(gathered)
    return campaign_options(gathered)
