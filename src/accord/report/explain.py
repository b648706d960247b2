"""What a name means: the docstring of the thing itself, or a page of its own.

Measures, repairs and encodings explain themselves where they are defined; findings and words that are no object of the
program are explained in ``explain/*.md`` beside this file.
"""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from inspect import cleandoc

from accord.encoding import ENCODINGS, Encoding
from accord.encoding.repair import REPAIRS
from accord.registry import Registry

MEASURES = Registry(
    "measure",
    {
        "f1": "accord.measure.reference.counts:Counts",
        "macro": "accord.measure.reference.counts:macro",
        "weighted": "accord.measure.reference.counts:weighted",
        "schemas": "accord.measure.reference.schemas",
        "surface": "accord.measure.reference.surface:SurfaceForms",
        "errors": "accord.measure.reference.errors",
        "jackknife": "accord.measure.jackknife:jackknife",
        "compare": "accord.measure.reference.compare",
        "rank-sum": "accord.measure.reference.seeds:rank_sum",
        "holm": "accord.measure.resample:holm",
        "signature": "accord.measure.signature:Signature",
    },
    aliases={
        "precision": "f1", "recall": "f1", "micro": "f1", "exact": "f1", "exact-match": "f1", "strict": "schemas",
        "partial": "schemas", "muc": "schemas", "semeval": "schemas", "confusion": "errors", "interval": "jackknife",
        "bootstrap": "compare", "randomisation": "compare", "randomization": "compare", "wilcoxon": "rank-sum",
    },
)  # fmt: skip


def topics() -> dict[str, list[str]]:
    """Everything that can be explained, by kind."""
    return {"measures": list(MEASURES), "repairs": list(REPAIRS), "encodings": list(ENCODINGS), "findings": _findings()}


def explain(name: str) -> str:
    """The explanation of one name."""
    spelled = name.casefold()
    for registry in (REPAIRS, MEASURES):
        if spelled in registry.spellings:
            module, _, attribute = registry.targets[registry.name(name)].partition(":")
            thing = getattr(import_module(module), attribute) if attribute else import_module(module)
            return f"{registry.name(name)}\n\n{_without_examples(thing.__doc__ or '')}"
    if spelled in _findings():
        return _pages()[spelled]
    for scheme in ENCODINGS.values():
        if spelled in {spelling.casefold() for spelling in (scheme.name, *scheme.aliases)}:
            return encoding_page(scheme)
    everything = [known for names in topics().values() for known in names]
    return Registry("name", dict.fromkeys(everything, "")).name(name)


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


def _pages() -> dict[str, str]:
    text = files("accord.report").joinpath("findings.md").read_text(encoding="utf-8")
    sections = text.split("\n## ")[1:]
    return {name: section.strip() for section in sections for name in section.partition("\n")[0].strip().split(", ")}


def _findings() -> list[str]:
    return list(_pages())
