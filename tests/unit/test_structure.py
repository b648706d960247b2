"""Rules that keep the tree simple and that no tool checks: kinds answer for themselves, one file has the equation."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import accord
from accord.kinds.kind import KINDS

PACKAGE = Path(accord.__file__).parent
MODULES = {path.relative_to(PACKAGE): path for path in PACKAGE.rglob("*.py")}
ANNOTATIONS = {"TokenLabels", "ItemLabels", "Spans", "Units", "Trees", "Relations", "DependencyTree", "PhraseTree"}
STUDIES = {"Coding", "SpanStudy", "UnitStudy", "TreeStudy", "ParseStudy", "RelationStudy", "SoftStudy", "Continuum"}
EQUATION = Path("agreement/equation.py")
SCRIPTS = {path.relative_to(PACKAGE): path for path in PACKAGE.rglob("*.js")}
_KIND = rf"""["'](?:{"|".join(KINDS.entries)})["']"""
COMPARED = re.compile(
    rf"""kind["'\])]*\s*(?:===?|!==?|in|not in)\s*[({{\[]?\s*{_KIND}"""
    rf"|{_KIND}\s*(?:===?|!==?)|\.kind\b[^\n]*{_KIND}"
)
SCORES_TREES = Path("verbs/score_trees.py")
"""It scores trees alone, and asks whether a file holds any."""
BY_CHANCE = ("expected", "chance")


def names_in(node: ast.AST) -> set[str]:
    """All names in an expression, attributes too."""
    parts = list(ast.walk(node))
    found = {part.id for part in parts if isinstance(part, ast.Name)}
    return found | {part.attr for part in parts if isinstance(part, ast.Attribute)}


def asked_for(node: ast.AST) -> set[str]:
    """The types that a node asks something for: by isinstance, by type(...) is, or in a case."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"isinstance", "issubclass"}:
        return names_in(node.args[1])
    if isinstance(node, ast.MatchClass):
        return names_in(node.cls)
    if isinstance(node, ast.Compare) and any(getattr(each, "id", "") == "type" for each in ast.walk(node.left)):
        return set().union(*map(names_in, node.comparators))
    return set()


def switches(source: str) -> list[int]:
    """The lines that ask for a type of annotation or study."""
    types = ANNOTATIONS | STUDIES
    return [getattr(node, "lineno", 0) for node in ast.walk(ast.parse(source)) if asked_for(node) & types]


def compared_kinds(source: str) -> list[int]:
    """The lines that compare something with the name of a kind, or look something up by such names."""
    return [number for number, line in enumerate(source.splitlines(), 1) if COMPARED.search(line)]


def is_one(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1


def divided_by(node: ast.AST) -> list[ast.AST]:
    """What a quotient has below its line, written with / or by a function of numpy."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return [node.right]
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {"divide", "true_divide"}:
        return node.args[1:2]  # type: ignore[return-value]
    return []


def of_chance(node: ast.AST) -> bool:
    return any(word in name.casefold() for name in names_in(node) for word in BY_CHANCE)


def quotients(source: str) -> list[int]:
    """The lines with 1 - observed / expected, or with (observed - expected) / (1 - expected)."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and is_one(node.left):
            below = [each for part in ast.walk(node.right) for each in divided_by(part)]
            found += [node.lineno] * any(map(of_chance, below))
        for each in divided_by(node):
            rest = isinstance(each, ast.BinOp) and isinstance(each.op, ast.Sub) and of_chance(each.right)
            found += [getattr(each, "lineno", 0)] * rest
    return found


@pytest.mark.parametrize(
    "asking",
    [
        "isinstance(layer, Spans)",
        "isinstance(layer, Spans | Units)",
        "isinstance(layer, (model.Trees, int))",
        "type(layer) is TokenLabels",
        "match layer:\n    case ItemLabels():\n        pass",
        "issubclass(kind, Coding)",
    ],
)
def test_a_switch_is_seen(asking: str) -> None:
    assert switches(asking)


@pytest.mark.parametrize(
    "written",
    [
        "1 - observed / expected",
        "1.0 - np.divide(observed, expected, where=defined)",
        "1 - (a - b) / study.expected",
        "(f1 - chance) / (1 - chance)",
        "(seen - by_chance) / (most - by_chance)",
    ],
)
def test_a_quotient_is_seen(written: str) -> None:
    assert quotients(written)


def test_only_kinds_and_formats_ask_for_types_of_annotation_and_study() -> None:
    found = {
        str(place): lines
        for place, path in MODULES.items()
        if place.parts[0] not in {"kinds", "formats"} and (lines := switches(path.read_text(encoding="utf-8")))
    }
    assert found == {}, "a kind should answer for itself"


@pytest.mark.parametrize(
    "written",
    [
        'if layer.kind == "units":',
        'if layer["kind"] not in {"labels", "spans"}:',
        "held = kind != 'trees'",
        'const isMarked = (label) => label !== "" || kind === "labels";',
        'found.kind === "units" ? 10 : 1',
        'if "relations" == kind',
    ],
)
def test_a_comparison_with_the_name_of_a_kind_is_seen(written: str) -> None:
    assert compared_kinds(written)


def test_only_kinds_and_formats_know_kinds_by_name() -> None:
    found = {
        str(place): lines
        for place, path in (MODULES | SCRIPTS).items()
        if place.parts[0] not in {"kinds", "formats"}
        and place != SCORES_TREES
        and (lines := compared_kinds(path.read_text(encoding="utf-8")))
    }
    assert found == {}, "what differs between kinds comes from the kind, on the page through the traits of a layer"


def test_the_equation_stands_in_one_file() -> None:
    found = {str(place): lines for place, path in MODULES.items() if (lines := quotients(path.read_text("utf-8")))}
    assert list(found) == [str(EQUATION)]
