"""Cases: the files of a campaign, some of them changed, and a command over them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from accord.formats.formats import FORMATS
from tests.fuzz.exports import exports
from tests.fuzz.mutation import mutated
from tests.snapshots.campaigns import CAMPAIGNS
from tests.snapshots.commands import COMMANDS, HARBOUR, PROGRAM
from tests.snapshots.drawing import TAGS, Draw

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
REAL = ROOT.parent / "shared" / "data"
"""Real files, where there are any beside the checkout; none of them is part of accord."""
_LINES, _BYTES, _FILES = 60, 100_000, 20
"""How much of a real file is taken: a hang is no file that takes long to measure."""
_READ = ["check {d} --json", "summary {d} --json", "count {d} --json", "agree {d} --samples 3 --seconds 5"]
_TAKES_ALL = ["report {d} --json --all --budget 2", "gold {d} -o - --undecided majority"]
_CONVERT = [f"convert {{d}} --to {name} -o out/{name}" for name in FORMATS if FORMATS.get(name).writer is not None]
_PLAN = """
title = "fuzz"
seeds = [0, 3]
epochs = 2
features = "pos"
labels = ["NOUN"]
[data]
folder = "."
train = ["train.conll"]
agreement = "twice.conll"
missing = ["FLAG", ""]
[data.columns]
token = 0
label = -1
[data.agreement-columns]
token = 0
[data.test]
dev = "train.conll"
[protocols.plain]
shuffle = false
average = "epoch"
ties = "lowest"
regulariser = "dropout"
rate = 0.1
[weightings]
F1 = "f1"
[weightings.CM]
kind = "cm-cond"
strength = 1.0
smooth = 0.5
control = false
"""
_NUMBERS = ["nan", "inf", "-inf", "-1", "0", "1e308", "1e-320", "1e30", "1" + "0" * 30, "9" * 5_000, "2.5", "1_0", "x"]
_REPEATS = ["error", "first", "last", "majority", "keep"]
_METAVARS = {"NUMBER", "SHARE", "VALUE", "N|all", "N|NAME"}
_LEARNING = ["experiment {d}/plan.toml --json", "train {d}/train.conll -o {d}/model --epochs 1 --weights {d}/w.json"]


@dataclass(frozen=True, slots=True)
class Case:
    """Files by their names below a folder, and the command line, in which ``{d}`` is the folder."""

    files: dict[str, bytes]
    command: str

    def write(self, root: Path, folder: str) -> str:
        """Write the files below a folder of this name, and give the command line that looks at them."""
        for name, data in self.files.items():
            path = root / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return self.command.replace("{d}", folder)


def cases(seed: int, *, real: bool) -> Iterator[Case]:
    """Cases without end, always alike for a seed and the same files."""
    number = 0
    while True:
        yield case(seed, number, real=real)
        number += 1


def case(seed: int, number: int, *, real: bool) -> Case:
    """The case of a number."""
    chance = Random(f"accord {seed} {number}")
    kind = chance.random()
    if real and kind < 0.25 and REAL.is_dir():
        files, commands = _real(chance), [*_READ, *_TAKES_ALL, *_CONVERT]
    elif kind < 0.3:
        files, commands = _learning(), _LEARNING
    elif kind < 0.6:
        held = exports()
        files, commands = held[chance.choice(sorted(held))], [*_READ, *_TAKES_ALL, *_CONVERT]
    else:
        name = chance.choice([HARBOUR, *CAMPAIGNS])
        commands = COMMANDS[name] if chance.random() < 0.6 else [*_READ, *_TAKES_ALL]
        files = _of_harbour() if name == HARBOUR else _of_campaign(name)
    changed = dict(files)
    for name in chance.sample(sorted(files), min(len(files), chance.choice([1, 1, 1, 2]))):
        changed[name] = mutated(files[name], chance)
    command = chance.choice(commands)
    if command.split()[0] in {"agree", "report"} and chance.random() < 0.2:
        command += f" --repeats {chance.choice(_REPEATS)}"
    if command.startswith("calibrate "):  # a minute for each of a hundred alignments is slow, and no hang
        command += " --seconds 1"
    return Case(changed, command if chance.random() > 0.15 else f"{command} {_option(command, chance)}")


def _option(command: str, chance: Random) -> str:
    """An option of a verb that takes a number, with one that nobody has in mind."""
    switches = _numeric(command.split(maxsplit=1)[0])
    return f"{chance.choice(switches)} {chance.choice(_NUMBERS)}" if switches else ""


@cache
def _numeric(verb: str) -> list[str]:
    module = f"accord.cli.{verb}"
    options = import_module(module).command.params if find_spec(module) else []
    numeric = click.types.FloatParamType | click.types.IntParamType
    return [
        each.opts[-1]
        for each in options
        if isinstance(each, click.Option) and (isinstance(each.type, numeric) or each.metavar in _METAVARS)
    ]


@cache
def _of_campaign(name: str) -> dict[str, bytes]:
    return {path: text.encode() for path, text in CAMPAIGNS[name].draw(Draw(name)).items()}


@cache
def _of_harbour() -> dict[str, bytes]:
    folder = ROOT / "examples" / HARBOUR
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix != ".py" and path.is_file()
    }


@cache
def _learning() -> dict[str, bytes]:
    weights = {"format": "accord-weights", "version": 1, "kind": "own", "strength": 1.0, "smooth": 0.0, "seed": None}
    matrix = [[1.0, 0.5, 0.25], [0.5, 1.0, 0.75], [0.25, 0.75, 1.0]]
    made = weights | {"data": "0", "labels": list(TAGS[:3]), "matrix": matrix}
    return _of_campaign("learning") | {"plan.toml": _PLAN.encode(), "w.json": json.dumps(made, indent=1).encode()}


@cache
def _real_files() -> dict[Path, list[Path]]:
    """By folder, so that one of hundreds of files counts for no more than one of a few."""
    found: dict[Path, list[Path]] = {}
    for path in sorted(REAL.rglob("*")):
        if path.is_file() and path.name != "README.md" and path.stat().st_size:
            found.setdefault(path.parent, []).append(path)
    return found


def _real(chance: Random) -> dict[str, bytes]:
    """Some lines of a real file, or all of it where it is small, and those beside it that belong to it."""
    folder = chance.choice(sorted(_real_files()))
    held = _real_files()[folder]
    path = chance.choice(held)
    if chance.random() < 0.4:  # the same of others: annotators may be folders
        near = [each for each in _below(folder.parent) if each.suffix in {path.suffix, ".txt", ".conf"}]
        if len(near) <= _FILES:
            return {str(each.relative_to(folder.parent)): _excerpt(each, chance) for each in near}
    beside = [each for each in held if each.stem == path.stem and each != path]
    return {each.name: _excerpt(each, chance) for each in [path, *beside[:3]]}


@cache
def _below(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "README.md"]


def _excerpt(path: Path, chance: Random) -> bytes:
    data = path.read_bytes()[: 20 * _BYTES]
    if b"\0" in data[:1_000]:  # half of a file that is no text is nothing but damaged
        return data
    if len(data) <= _BYTES // 4 or b"\n" not in data[:_BYTES]:
        return data[:_BYTES]
    lines = data.splitlines(keepends=True)
    start = chance.randrange(max(1, len(lines) - _LINES))
    return b"".join([lines[0], *lines[start : start + _LINES]])[:_BYTES]


assert PROGRAM in COMMANDS  # what it runs has no files to change
