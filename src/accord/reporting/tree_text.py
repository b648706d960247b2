"""Two trees over one sentence for the terminal: arcs beside the tokens, or phrases one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.messages import plural, printable
from accord.model.tree import NO_WORDS
from accord.reporting.arcs import arcs, nodes, words
from accord.reporting.shared_tokens import shared_tokens, spread
from accord.reporting.table import shortened, width

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.model import Tree
    from accord.model.tree import Bracket, Change
    from accord.reporting.arcs import Arc
    from accord.reporting.shared_tokens import SharedTokens

_SAME, _OTHER = ("─", "│"), ("╌", "┆")
_BEGIN, _FINISH = "╭", "╰"
_MARK = "<"
_LONGEST_WORDS = 40


def tree_lines(name: str, trees: Mapping[str, Tree]) -> Iterator[str]:
    """The trees of two annotators over one sentence, with a mark where they differ."""
    (first, one), (second, other) = trees.items()
    tokens = shared_tokens(one, other)
    if one.dependencies is None:
        yield from _phrases(name, (first, second), (one, other), tokens)
    else:
        ours, theirs = (spread(tree, tokens, at) for tree, at in zip((one, other), tokens.places, strict=True))
        yield from _dependencies(name, (first, second), (ours, theirs), tokens)


def change_lines(trees: Mapping[str, Tree], changes: Sequence[Change]) -> Iterator[str]:
    """The cheapest edit from one of two trees to the other, one line per node; tokens are numbered as in their tree."""
    if not changes:
        return
    known = [[] if set(tree.words) == {NO_WORDS} else words(tree) for tree in trees.values()]
    yield f"the cheapest edit changes {plural(len(changes), 'node')}:"
    for before, after, _ in changes:
        _, start, end = before or after or ("", 0, 0)
        tokens = known[0 if before else -1]
        where = shortened(" ".join([_covered(start, end), *tokens[start:end]]), _LONGEST_WORDS)
        yield printable(f"  {where}: {_change(before, after)}")


def _change(before: Bracket | None, after: Bracket | None) -> str:
    if before is None or after is None:
        return f"{before[0] or '()'} goes" if before else f"{after[0] or '()' if after else ''} comes"
    moved = "" if before[1:] == after[1:] else f" at {_covered(*after[1:])}"
    return f"{before[0] or '()'} becomes {after[0] or '()'}{moved}"


def _headline(name: str, annotators: tuple[str, str], differing: str, tokens: SharedTokens) -> str:
    other = f", and {plural(tokens.unshared, 'token')} are not the same" if tokens.unshared > 1 else ""
    other = ", and 1 token is not the same" if tokens.unshared == 1 else other
    return printable(f"{name}: {annotators[0]} and {annotators[1]} differ in {differing}{other}")


def _dependencies(
    name: str, annotators: tuple[str, str], trees: tuple[Tree, Tree], tokens: SharedTokens
) -> Iterator[str]:
    one, other = trees
    sides = arcs(one, other), arcs(other, one)
    differing = sum(arc.differs for arc in sides[0])
    yield _headline(name, annotators, f"{differing} of {len(one)} tokens", tokens)
    numbers = [str(number) for number in range(1, len(one) + 1)]
    columns = [
        _padded(["", *numbers], right=True),
        _padded(["", *words(one)]),
        *(_padded([who, *_drawn(side)]) for who, side in zip(annotators, sides, strict=True)),
        ["", *(_MARK if arc.differs else "" for arc in sides[0])],
    ]
    yield from ("  ".join(cells).rstrip() for cells in zip(*columns, strict=True))
    if differing:
        yield f"{_MARK} differs, and is drawn with broken lines"


def _padded(cells: Sequence[str], *, right: bool = False) -> list[str]:
    shown = [printable(cell) for cell in cells]
    space = max(map(width, shown))
    return [" " * (space - width(cell)) + cell if right else cell + " " * (space - width(cell)) for cell in shown]


def _drawn(side: Sequence[Arc]) -> list[str]:
    """The arcs of a tree beside its tokens, a line each, the longest to the left, and the label after its arrow."""
    levels = max(arc.level for arc in side)
    grid = [[" "] * (2 * levels) for _ in side]
    for arc in sorted(side, key=lambda arc: -arc.level):
        if arc.head < 0:
            continue
        across, down = _OTHER if arc.differs else _SAME
        column = 2 * (levels - arc.level)
        low, high = sorted((arc.head, arc.token))
        for row in range(low + 1, high):
            grid[row][column] = down if grid[row][column] == " " else "┼"
        for row, corner in ((low, _BEGIN), (high, _FINISH)):
            grid[row][column] = corner if grid[row][column] in " ─╌" else "├"
            for cell in range(column + 1, 2 * levels):
                grid[row][cell] = across if grid[row][cell] == " " else _joined(grid[row][cell])
    return [f"{''.join(row)}{'>' if arc.head >= 0 else ' '} {arc.label}" for row, arc in zip(grid, side, strict=True)]


def _joined(cell: str) -> str:
    """What a line across makes of a cell."""
    return {"│": "┼", "┆": "┼"}.get(cell, cell)


def _phrases(name: str, annotators: tuple[str, str], trees: tuple[Tree, Tree], shared: SharedTokens) -> Iterator[str]:
    one, other = trees
    ours, theirs = nodes(one, other, shared.places), nodes(other, one, (shared.places[1], shared.places[0]))
    count = sum(node.differs for node in (*ours, *theirs))
    yield _headline(name, annotators, f"{count} of {len(ours) + len(theirs)} brackets", shared)
    rows = [(node, "") for node in ours] + [(node, annotators[1]) for node in theirs if node.differs]
    ordered = sorted(rows, key=lambda row: (row[0].start, -row[0].end, -row[0].height))
    tokens = [] if set(one.words) == {NO_WORDS} else shared.words
    columns = [
        _padded(["  " * node.depth + (node.label or "()") for node, _ in ordered]),
        _padded([_covered(node.start, node.end) for node, _ in ordered], right=True),
        _padded([shortened(printable(" ".join(tokens[node.start : node.end])), _LONGEST_WORDS) for node, _ in ordered]),
        [printable(f"{_MARK} only {who or annotators[0]}") if node.differs else "" for node, who in ordered],
    ]
    yield from ("  ".join(cells).rstrip() for cells in zip(*columns, strict=True))


def _covered(start: int, end: int) -> str:
    return str(start + 1) if end == start + 1 else f"{start + 1}-{end}"
