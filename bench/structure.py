"""How large the source is, how often it asks for a kind, and how far six commands walk through it.

    python bench/structure.py [--source src]

Prints and asserts nothing. With ``--source`` of another checkout the same is measured there, so that two trees can be
held side by side. A switch is an ``isinstance`` or a ``case`` on a type of annotation or study outside ``kinds`` and
``formats``. A file passed is one of which a function is called; depth is how many functions of accord are open at once.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
TYPES = {
    "annotation": {"TokenLabels", "ItemLabels", "Spans", "Units", "Trees", "Relations"},
    "tree": {"DependencyTree", "PhraseTree"},
    "study": {"Coding", "SpanStudy", "UnitStudy", "TreeStudy", "ParseStudy", "SoftStudy", "Continuum"},
}
AT_HOME = {"kinds", "formats", "read", "write"}  # formats were two packages, read and write
COMMANDS = {
    "check": "check annotators reference.conll",
    "score": "score systems/beacon-3.conll systems/lantern-1.conll -r reference.conll --repair begin",
    "agree, labels": "agree urgency.csv",
    "agree, units": "agree radio.csv",
    "agree, trees": "agree trees",
    "report": "report . --all -o page.html",
}
WALK = """
import json, os, sys

folder, home, arguments = os.getcwd() + os.sep, sys.argv[1] + os.sep, sys.argv[2:]
there = {os.path.join(at, name) for at, _, names in os.walk(os.getcwd()) for name in names}
opened, passed, depth, deepest, importing = {}, set(), 0, 0, [0, 0]

def hear(event, found):
    if event == "open" and isinstance(found[0], (str, bytes, os.PathLike)) and "r" in (found[1] or "r"):
        path = os.path.abspath(os.fsdecode(found[0]))
        if path in there:
            opened[path[len(folder):]] = opened.get(path[len(folder):], 0) + 1

def walk(frame, event, _):
    global depth, deepest
    code = frame.f_code
    if event not in ("call", "return") or not code.co_filename.startswith(home):
        return
    if code.co_name == "<module>":
        importing[0] += 1 if event == "call" else -1
        importing[1] = max(importing)
    elif event == "call":
        passed.add(code.co_filename)
        depth += 1
        deepest = max(deepest, depth)
    else:
        depth -= 1

sys.addaudithook(hear)
sys.setprofile(walk)
try:
    from accord.cli.main import main
    main(arguments)
except SystemExit:
    pass
sys.setprofile(None)
modules = sum(name == "accord" or name.startswith("accord.") for name in sys.modules)
walked = {"opened": opened, "modules": modules, "chain": importing[1], "passed": len(passed), "depth": deepest}
with open(os.environ["WALKED"], "w", encoding="utf-8") as stream:
    json.dump(walked, stream)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, default=ROOT / "src", help="the folder that holds the package")
    package = parser.parse_args().source.resolve() / "accord"
    files = sorted(package.rglob("*.py"))
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in files}
    print(f"{len(files)} files, {sum(lines.values()):,} lines of Python; {_other_files(package)}")
    print(f"files of more than 300 lines: {sum(count > 300 for count in lines.values())}; packages:")
    for name, paths in _packages(package, files).items():
        print(f"  {name:12} {len(paths):4} files {sum(lines[path] for path in paths):7,} lines")
    for title, types in TYPES.items():
        found = _switches(package, files, types)
        print(f"switches on types of {title} outside kinds and formats: {found.total()} in {len(found)} files")
        print("".join(f"  {count:4} {path}\n" for path, count in found.most_common()), end="")
    print(f"options in accord agree --help: {_options(package)}")
    print(f"\n{'command':14} modules  import chain  files passed  depth  opens  files  most")
    for name, command in COMMANDS.items():
        done = _walk(package, command)
        opened = Counter(done["opened"])
        most = opened.most_common(1)[0] if opened else ("none", 0)
        print(
            f"{name:14} {done['modules']:7}  {done['chain']:12}  {done['passed']:12}  {done['depth']:5}  "
            f"{opened.total():5}  {len(opened):5}  {most[1]} ({most[0]})"
        )
    print("\nopens of each file by report:")
    print("".join(f"  {count:4} {path}\n" for path, count in opened.most_common()), end="")


def _other_files(package: Path) -> str:
    others = [path for path in package.rglob("*") if path.suffix in {".js", ".css", ".html"}]
    count = sum(path.read_text(encoding="utf-8").count("\n") for path in others)
    return f"{len(others)} files, {count:,} lines of the page"


def _packages(package: Path, files: list[Path]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for path in files:
        parts = path.relative_to(package).parts
        found.setdefault(parts[0] if len(parts) > 1 else "(top)", []).append(path)
    return found


def _switches(package: Path, files: list[Path], types: set[str]) -> Counter[str]:
    """How often each file asks what type something is."""
    found: Counter[str] = Counter()
    for path in files:
        place = path.relative_to(package)
        if place.parts[0] in AT_HOME:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        count = sum(bool(_asked(node) & types) for node in ast.walk(tree))
        if count:
            found[str(place)] = count
    return found


def _asked(node: ast.AST) -> set[str]:
    """The types that a node asks for."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
        asked = node.args[1:]
    elif isinstance(node, ast.MatchClass):
        asked = [node.cls]
    else:
        return set()
    names = [part for each in asked for part in ast.walk(each)]
    return {part.id for part in names if isinstance(part, ast.Name)} | {
        part.attr for part in names if isinstance(part, ast.Attribute)
    }


def _options(package: Path) -> str:
    """How many options the help of agree lists, and in how many groups."""
    done = subprocess.run(
        [sys.executable, "-m", "accord", "agree", "--help"],
        env=os.environ | {"PYTHONPATH": str(package.parent), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    options = sum(line.startswith("  -") for line in lines)
    return f"{options} in {sum(line.endswith(':') and line[0] != ' ' for line in lines if line)} groups"


def _walk(package: Path, command: str) -> dict:  # type: ignore[type-arg]
    """Run a command in a copy of the example, and say where it went."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / "harbour"
        shutil.copytree(ROOT / "examples" / "harbour", copy)
        walked = Path(folder) / "walked.json"
        subprocess.run(
            [sys.executable, "-c", WALK, str(package), *command.split()],
            cwd=copy,
            env=os.environ | {"PYTHONPATH": str(package.parent), "WALKED": str(walked)},
            capture_output=True,
            check=True,
        )
        return json.loads(walked.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
