"""What a name means: the docstring of the thing itself, or a page of its own.

Coefficients, distances, alignments, samplers, measures, noise, repairs and encodings explain themselves where they are
defined; the codes of findings are explained in ``findings.md`` beside this file.
"""

from __future__ import annotations

from inspect import cleandoc

from accord.agreement import MEASURES
from accord.alignment import ALIGNMENTS
from accord.chance.random_units import SAMPLERS
from accord.distance import DISTANCES, POSITIONS
from accord.encoding import ENCODINGS, Encoding
from accord.encoding.repair import REPAIRS
from accord.errors import UsageError
from accord.kinds.kind import KINDS, Kind, kinds
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.units import BASELINES, UNIT_COEFFICIENTS
from accord.learn import LEARNING, WEIGHTS
from accord.learn.aggregate import AGGREGATIONS
from accord.messages import closest, shown
from accord.registry import Registry
from accord.reporting.finding_pages import finding_pages
from accord.simulation import LABEL_NOISES, NOISES, SIMULATIONS, TREE_NOISES

PAGE = Registry(
    "part of the page",
    {"overview": "accord.reporting.page_overview", "strip": "accord.kinds.page.strip"},
    aliases={"bars": "overview"},
)
_REGISTRIES = (
    COEFFICIENTS,
    UNIT_COEFFICIENTS,
    BASELINES,
    DISTANCES,
    POSITIONS,
    ALIGNMENTS,
    SAMPLERS,
    REPAIRS,
    MEASURES,
    SIMULATIONS,
    NOISES,
    LABEL_NOISES,
    TREE_NOISES,
    PAGE,
    LEARNING,
    WEIGHTS,
    AGGREGATIONS,
)


def topics() -> dict[str, list[str]]:
    """Everything that can be explained, by kind."""
    return {
        "coefficients": list(COEFFICIENTS),
        "coefficients of units": list(UNIT_COEFFICIENTS),
        **{what: list(registry) for what, registry in _of_kinds().items()},
        "baselines": list(BASELINES),
        "distances": list(DISTANCES),
        "positions": list(POSITIONS),
        "alignments": list(ALIGNMENTS),
        "samplers": list(SAMPLERS),
        "measures": list(MEASURES),
        "simulations": list(SIMULATIONS),
        "noise": list(NOISES),
        "noise in labels": list(LABEL_NOISES),
        "noise in trees": list(TREE_NOISES),
        "learning": list(LEARNING),
        "weights": list(WEIGHTS),
        "aggregation": list(AGGREGATIONS),
        "repairs": list(REPAIRS),
        "the page": list(PAGE),
        "encodings": list(ENCODINGS),
        "kinds": list(KINDS),
        "findings": list(finding_pages()),
    }


def _of_kinds() -> dict[str, Registry]:
    """What kinds explain themselves."""
    return {what: registry for kind in kinds() for what, registry in kind.explained().items()}


def explain(name: str) -> str:
    """The explanation of one name.

    >>> explain("observed").splitlines()[0]
    'observed'
    """
    if not isinstance(name, str):
        raise UsageError(f"explain: a name is needed, not {shown(name)}")
    spelled = name.casefold()
    registries = (*_REGISTRIES, *_of_kinds().values())
    for registry in registries:
        if spelled in registry.spellings:
            return f"{registry.name(name)}\n\n{_without_examples(registry.page(name))}"
    if spelled in KINDS.spellings:
        return kind_page(KINDS.get(name))
    if spelled in finding_pages():
        return finding_pages()[spelled]
    for scheme in ENCODINGS.values():
        if spelled in {spelling.casefold() for spelling in (scheme.name, *scheme.aliases)}:
            return encoding_page(scheme)
    everything = [known for names in topics().values() for known in names]
    also = [alias for registry in registries for alias in registry.aliases]
    meant = closest(name, [*everything, *also])
    hint = f"did you mean {meant}?" if meant else "accord explain without a name lists them all"
    raise UsageError(f"unknown name {name!r}: {hint}")


def kind_page(kind: Kind) -> str:
    """A kind of annotation with the coefficients that measure it."""
    measured = f"Measured by {', '.join(kind.coefficient_names())}; accord explain NAME says what each is."
    return f"{kind.name}\n\n{cleandoc(KINDS.page(kind.name))}\n\n{measured}"


def encoding_page(scheme: Encoding) -> str:
    """An encoding as its table of transitions."""
    header = "     " + "".join(f"{state:6}" for state in scheme.states)
    rows = [
        f"{before:5}" + "".join(f"{scheme.steps[before, after]:6}" for after in scheme.states)
        for before in scheme.states
    ]
    aliases = f" (also {', '.join(scheme.aliases)})" if scheme.aliases else ""
    reading = (
        "Row: the label before, column: the label after. any: allowed whatever the types; same: only within one\n"
        "type; -: never. O also stands for the start and the end of a sentence."
    )
    return "\n".join([f"{scheme.name}{aliases}", "", *(line.rstrip() for line in (header, *rows)), "", reading])


def _without_examples(docstring: str) -> str:
    paragraphs = cleandoc(docstring).split("\n\n")
    return "\n\n".join(paragraph for paragraph in paragraphs if not paragraph.lstrip().startswith(">>>"))
