"""The pages of the reference, made from the code and the registries when the pages are built.

One page per verb with its options, one per public name of the package, one per group of what ``accord explain`` knows,
one per kind of annotation with its options, one of all formats. They stand in ``docs/reference/`` and are not kept.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import accord
from accord.cli.main import VERBS, group
from accord.kinds.kind import kinds
from accord.kinds.options import options_of
from accord.verbs.explain import explain, topics

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from accord.cli.options import Verb
    from accord.kinds.kind import Kind
    from accord.kinds.options import Option

_MARKS = re.compile(r"([\\`*_\[\]<>$#|])")


def write(folder: Path) -> None:
    """Write every page that is not there as it is, and take away what is not made any more."""
    made = {**dict(pages()), **dict(gallery())}
    for name, text in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in folder.rglob("*.md"):
        if path.relative_to(folder).as_posix() not in made:
            path.unlink()


GALLERY = {
    "layers": (".", "", "Every layer of a campaign, the lowest agreement first."),
    "systems": (".", "", "Every system against the reference, with its interval over runs."),
    "chance": (".", "", "What is left of F1 beyond chance."),
    "pairs": ("urgency.csv", "urgency", "Every two annotators."),
    "annotators": ("urgency.csv", "urgency", "Each annotator against the rest."),
    "drift": ("urgency.csv", "urgency", "Each annotator against the rest, in the order of the items."),
    "labels": ("urgency.csv", "urgency", "Each label against all others."),
    "confusion": ("urgency.csv", "urgency", "How often labels meet."),
    "differences": ("radio.csv", "radio", "How annotators differ: what is not found, bounded or labelled alike."),
    "documents": ("radio.csv", "radio", "Agreement document by document."),
    "aligner": ("radio.csv", "radio", "Which unit is aligned with which."),
    "trees": ("trees", "trees/deps", "Two trees over one sentence."),
}
"""The figures of the gallery: what of the example they are drawn from, of which layer, and what they show."""


def gallery() -> Iterator[tuple[str, str]]:
    """The page of all figures, each with its command and its line of Python, and the figures."""
    example = Path(__file__).parents[1] / "examples" / "harbour"
    drawn = {path: accord.report(example / path) for path in {path for path, _, _ in GALLERY.values()}}
    parts = [
        "# Gallery",
        "Every figure is drawn in the same way on the page, by `accord plot` and in Python; as SVG, PDF or PNG.",
    ]
    for name, (path, layer, shown) in GALLERY.items():
        code = f'accord.report("{path}").plot("{name}").save("{name}.pdf")'
        yield f"gallery/{name}.svg", drawn[path].plot(name, layer or None).svg()
        parts += [f"## {name}", shown, f"![{shown}](gallery/{name}.svg)"]
        parts += [f"    accord plot {name} {path} --output {name}.pdf\n    {code}"]
    yield "gallery.md", "\n\n".join(parts) + "\n"


def pages() -> Iterator[tuple[str, str]]:
    """Every page: its name below ``docs/reference/``, and its text."""
    verbs = {verb: _verb(verb) for verb in VERBS}
    names = {name: _python(name) for name in accord.__all__ if not name.startswith("__")}
    groups = {_slug(title): _explained(title, known) for title, known in topics().items() if title != "findings"}
    annotations = {kind.name: _kind(kind) for kind in kinds()}
    for folder, title, parts in (
        ("verbs", "Verbs of the command line", verbs),
        ("python", "Names of the package", names),
        ("kinds", "Kinds of annotation and their options", annotations),
        ("explained", "Coefficients, distances, measures, encodings", groups),
    ):
        yield f"{folder}.md", _index(title, folder, parts)
        yield from ((f"{folder}/{name}.md", text) for name, text in parts.items())


def _index(title: str, folder: str, parts: Iterable[str]) -> str:
    entries = "\n".join(f"{folder}/{name}" for name in parts)
    return f"# {title}\n\n```{{toctree}}\n:maxdepth: 1\n\n{entries}\n```\n"


def _verb(name: str) -> str:
    """A verb: what it does, how it is called, and its options by group."""
    with click.Context(group, info_name="accord") as above:
        command: Verb = group.get_command(above, name)  # type: ignore[assignment]
        with click.Context(command, info_name=name, parent=above) as context:
            said = _plain(inspect.cleandoc(command.help or "").replace("\b\n", ""))
            usage = " ".join(command.collect_usage_pieces(context))
            parts = [f"# accord {name}", said, f"    accord {name} {usage}"]
            for title, rows in command.sections(context).items():
                if rows:
                    parts += [f"## {title}", "\n".join(f"`{option}`\n: {_plain(text)}\n" for option, text in rows)]
    return "\n\n".join(parts) + "\n"


def _python(name: str) -> str:
    """A public name, with its signature and an example."""
    thing = getattr(accord, name)
    if not isinstance(thing, type):
        return f"# accord.{name}\n\n```{{eval-rst}}\n.. autofunction:: accord.{name}\n```\n"
    shown = "" if issubclass(thing, Exception) else "   :members:\n   :inherited-members: tuple, object\n"
    return f"# accord.{name}\n\n```{{eval-rst}}\n.. autoclass:: accord.{name}\n{shown}```\n"


def _kind(kind: Kind) -> str:
    """A kind of annotation: what measures it, and what can be said of how."""
    options = [option for option in options_of(kind.options).values() if not option.scoring]
    rows = "\n".join(
        f"| `{option.name}` | `{option.switch}` | {_values(option)} | {_plain(option.help)} |" for option in options
    )
    columns = "| Python | command line | values | what it says |\n| --- | --- | --- | --- |"
    said = "The first column is the name of the keyword argument, the second that of the option."
    return "\n\n".join(
        (f"# {kind.name.capitalize()}", _text(explain(kind.name)), "## Options", said, f"{columns}\n{rows}\n")
    )


def _values(option: Option) -> str:
    """Which values an option takes, and which it has unless another is said."""
    least, most = option.range
    if option.names:
        taken = ", ".join(f"`{name}`" for name in option.names)
    elif option.type is bool:
        taken = "yes or no"
    elif least is not None or most is not None:
        ends = [f"{word} {end:,}" for word, end in (("from", least), ("to", most)) if end is not None]
        taken = " ".join([{int: "whole number", float: "number"}.get(option.type, "value"), *ends])
    else:
        taken = {int: "whole number", float: "number", str: "text"}.get(option.type, "value")
    default: Any = option.default
    if isinstance(default, bool):
        default = "yes" if default else "no"
    return taken if default in (None, ()) or callable(default) else f"{taken}; default {default}"


def _explained(title: str, names: Iterable[str]) -> str:
    """All names of one group, each as ``accord explain`` explains it."""
    parts = [f"# {title[:1].upper()}{title[1:]}", "`accord explain NAME` prints each of these."]
    for name in names:
        parts += [f"## {name}", _text(explain(name))]
    return "\n\n".join(parts) + "\n"


def _text(explained: str) -> str:
    """What an explanation says below its name; what is indented stays as it is."""
    head, _, rest = explained.partition("\n\n")
    table = "\n" in rest and rest.startswith("   ")  # the transitions of an encoding
    if table:
        rows, _, below = rest.partition("\n\n")
        return f"```text\n{rows}\n```\n\n{_plain(below)}"
    blocks = re.split(r"\n\n", rest)
    return "\n\n".join(block if block.startswith("    ") else _plain(block) for block in blocks) or _plain(head)


def _plain(text: str) -> str:
    """Text in which no character marks anything, but for what stands between backticks."""
    parts = re.split(r"(``[^`]+``|`[^`\n]+`)", text)
    return "".join(f"`{part.strip('`')}`" if at % 2 else _MARKS.sub(r"\\\1", part) for at, part in enumerate(parts))


def _slug(title: str) -> str:
    return re.sub(r"\W+", "-", title)
