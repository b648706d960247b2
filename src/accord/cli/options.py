"""Options that several verbs share."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from accord.errors import ReadError
from accord.formats import Columns
from accord.formats.columns import column_role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
    Groups = dict[str, list[tuple[str, str]]]

TABLE_CHOICES = ("text", "json", "csv", "latex", "markdown")

_READING = (
    *("annotators_by", "input_format", "column", "reference_column", "layout", "file_encoding"),
    *("layer", "offsets", "sheet", "repeats"),
)
"""The options that say how files are read."""
_OUTPUT = ("output", "top", "picture", "figure", "curve", "fail_under", "quiet", "as_json", "format_")
"""The options that say what is shown and where it is written."""


class Verb(click.Command):
    """A command whose help lists its own options first, then how files are read, and what is shown at the end."""

    first_group = "Options"

    def group_of(self, option: click.Option) -> str:
        """The heading that an option stands under."""
        if option.name in _READING:
            return "Reading"
        return "Output" if option.name in _OUTPUT and not option.required else self.first_group

    def sections(self, ctx: click.Context) -> Groups:
        """What help says of each option, by heading, in the order of help."""
        found: Groups = {self.first_group: [], "Reading": [], "Output": []}
        for option in self.get_params(ctx):
            if isinstance(option, click.Option) and (row := option.get_help_record(ctx)) is not None:
                found.setdefault(self.group_of(option), []).append(row)
        return found

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options in groups."""
        for title, rows in self.sections(ctx).items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def among(names: Callable[[], Iterable[str]]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Complete the value of an option, in the shell, to one of these names."""
    return lambda _context, _parameter, typed: [
        name for name in names() if name.casefold().startswith(typed.casefold())
    ]


def coefficient_names() -> list[str]:
    """The coefficients of all kinds, for the shell to complete."""
    from accord.kinds.kind import kinds

    return list(dict.fromkeys(name for kind in kinds() for name in kind.coefficient_names()))


def topic_names() -> list[str]:
    """All that can be explained."""
    from accord.verbs.explain import topics

    return [name for names in topics().values() for name in names]


def written_names() -> list[str]:
    """The formats that are written, and the encodings."""
    from accord.formats.formats import FORMATS

    return [*(name for name in FORMATS if FORMATS.get(name).writer), *_encodings()]


def _encodings() -> list[str]:
    from accord.encoding import ENCODINGS

    return list(ENCODINGS)


def _formats() -> list[str]:
    from accord.formats.formats import FORMATS

    return list(FORMATS)


def paths(*, folders: bool = False) -> Decorator:
    """One or more files, or folders, whose files stand for them."""
    from accord.formats.folders import find_files

    return click.argument(
        "paths",
        nargs=-1,
        required=True,
        type=click.Path(allow_dash=True),
        callback=(lambda _context, _parameter, paths: find_files(paths).paths) if folders else None,
    )


_ENCODINGS = "BIO, IOB, BIOES, BILOU, BMES, BMEOW, IO, IOE1, IOE2, or NAME-suffix for labels like PER-B"
encoding_option = click.option(
    "--encoding", "-e", metavar="NAME", shell_complete=among(_encodings), help=f"{_ENCODINGS}. Default: detected."
)
"""The chunk encoding, detected where it is not given."""
encoding_or_none_option = click.option(
    "--encoding",
    "-e",
    metavar="NAME",
    shell_complete=among(_encodings),
    help=f"{_ENCODINGS}; none to score labels as they are. Default: detected.",
)
"""The same for verbs that also take labels which are no chunk labels."""


_INPUT_FORMAT = click.option(
    "--input-format",
    metavar="NAME",
    shell_complete=among(_formats),
    help="What the files are: conll, table, units, conllu ... (accord formats). Default: detected.",
)
_SHEET = click.option("--sheet", metavar="NAME", help="Which sheet of a spreadsheet. Default: the only one.")
_LAYOUT = click.option(
    "--layout",
    metavar="NAME",
    help="Layout of tables: long, wide, joined or survey; of brackets: words or bare. Default: detected.",
)
_LAYER = click.option(
    "--layer",
    metavar="NAME",
    help="Which layer, where files hold several: of CoNLL-U deps, upos, xpos, lemma or feats; of brat "
    "entities, relations or events. Default: all, each by itself; the first, where a verb takes one.",
)
_FILE_ENCODING = click.option("--file-encoding", default="utf-8", show_default=True, help="Text encoding of the files.")


_OFFSETS = click.option(
    "--offsets",
    type=click.Choice(["characters", "utf16", "bytes"]),
    help="What the offsets of spans count. Default: what the covered texts prove, else characters.",
)


_REPEATS = click.option(
    "--repeats",
    type=click.Choice(["error", "first", "last", "majority", "keep"]),
    help="Which label counts where an annotator labels an item twice; keep holds all as repetitions. "
    "Default: error, unless they are the same.",
)


_MORE = {"layer": _LAYER, "offsets": _OFFSETS, "repeats": _REPEATS}


def column_options(*more: str) -> Decorator:
    """How files of one annotator are read, gathered into ``columns``; ``more`` of layer, offsets and repeats."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, input_format: str | None, column: tuple[str, ...], **kwargs: Any) -> Any:
            given = {name: kwargs.pop(name) for name in ("layout", "file_encoding", "sheet", *more)}
            columns = Columns(format=input_format, **given, **_columns_said(column))
            return function(*args, columns=columns, **kwargs)

        wanted = (_MORE[name] for name in more)
        return decorated(wrapper, _INPUT_FORMAT, _column("token and label"), _LAYOUT, _FILE_ENCODING, _SHEET, *wanted)

    return decorate


def _column(roles: str) -> Decorator:
    """Which column is what."""
    return click.option(
        "--column",
        metavar="ROLE=NAME",
        multiple=True,
        help=f"Which column (or key) is what, by name or number from 0, or from -1 at the end: {roles}. "
        "Default: detected.",
    )


def _columns_said(words: tuple[str, ...], *, labels: bool = False) -> dict[str, Any]:
    """The columns by their roles, as they are said; ``labels`` may be several."""
    said: dict[str, list[str]] = {}
    for role, name in map(column_role, words):
        said.setdefault(role, []).append(name)
    for role, names in said.items():
        if len(names) > 1 and not (labels and role == "label"):
            raise click.UsageError(f"--column says twice which one is the {role}: {' and '.join(names)}")
    return {role: names if labels and role == "label" else names[0] for role, names in said.items()}


def campaign_options(function: Callable[..., Any], *, repeats: bool = True) -> Callable[..., Any]:
    """How files of several annotators are read, gathered into one ``campaign``: ``corpus = campaign.read(paths)``.

    A verb that has repeats of its own takes none for the labels of an item.
    """
    more = {name: each for name, each in _MORE.items() if repeats or name != "repeats"}

    @functools.wraps(function)
    def wrapper(
        *args: Any, annotators_by: str | None, input_format: str | None, column: tuple[str, ...], **kwargs: Any
    ) -> Any:
        from accord.verbs.read import Campaign

        given = {name: kwargs.pop(name) for name in ("layout", "file_encoding", "sheet", *more)}
        columns = Columns(format=input_format, **given, **_columns_said(column, labels=True))
        return function(*args, campaign=Campaign(annotators_by, columns), **kwargs)

    return decorated(
        wrapper,
        click.option(
            "--annotators-by",
            metavar="WAY",
            help="How annotators are told apart: files, folders, names, columns, rows, or a pattern like "
            "{document}-{annotator}. Default: detected.",
        ),
        _INPUT_FORMAT,
        _column("token, item, annotator, document, text, start, end, and label, several times for one annotator each"),
        _LAYOUT,
        _FILE_ENCODING,
        _SHEET,
        *more.values(),
    )


def decorated(function: Callable[..., Any], *options: Decorator) -> Callable[..., Any]:
    """A function with options, which its help lists in this order."""
    for option in reversed(options):
        function = option(function)
    return function


TOP = click.option(
    "--top", type=click.IntRange(1), default=10, show_default=True, help="How many rows of each part to show."
)


def gathered(into: str, options: Mapping[str, Decorator]) -> Decorator:
    """Options by the names of their arguments, gathered into one argument: those that are given."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            values = {name: kwargs.pop(name) for name in options}
            source = click.get_current_context().get_parameter_source
            given = {name: value for name, value in values.items() if source(name) is not ParameterSource.DEFAULT}
            return function(*args, **{into: given}, **kwargs)

        return decorated(wrapper, *options.values())

    return decorate


def system_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The files to score and whose runs they are, as ``predictions``: a list of files, or the files of each system."""

    @functools.wraps(function)
    def wrapper(*args: Any, paths: tuple[str, ...], system: tuple[str, ...], **kwargs: Any) -> Any:
        if not paths and not system:
            raise click.UsageError("name the files to score, or --system NAME=FILES")
        if paths and system:
            raise click.UsageError(
                f"--system names the files of each system, with commas between them: {paths[0]} is of none"
            )
        return function(*args, predictions=_systems_said(system) if system else list(paths), **kwargs)

    return decorated(
        wrapper,
        click.argument("paths", nargs=-1, type=click.Path(allow_dash=True)),
        click.option(
            "--system",
            metavar="NAME=FILES",
            multiple=True,
            help="A system and its runs: files with commas between them, a pattern in quotes, or a folder. Again for "
            "more files or another system.",
        ),
        click.option("--runs", is_flag=True, help="All files are runs of one system."),
        click.option(
            "--by-file", is_flag=True, help="Each file a system of its own, also if names differ only in a number."
        ),
    )


def _systems_said(words: tuple[str, ...]) -> dict[str, list[str]]:
    """The files of each system; a file whose name holds a comma is one, if there is such a file."""
    systems: dict[str, list[str]] = {}
    for word in words:
        name, _, files = word.partition("=")
        if not name or not files:
            raise click.UsageError(f"--system {word}: write NAME=FILES, like --system bert=bert-1.conll,bert-2.conll")
        listed = [files] if Path(files).exists() else [file for file in files.split(",") if file]
        systems.setdefault(name, []).extend(listed)
    return systems


def files_said(predictions: Any) -> list[str]:
    """The files to score, of all systems."""
    if isinstance(predictions, dict):
        return [file for files in predictions.values() for file in files]
    return list(predictions)


def repair_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """How invalid sequences of the prediction and of the reference are read."""

    @functools.wraps(function)
    def wrapper(*args: Any, repair: tuple[str, ...], **kwargs: Any) -> Any:
        return function(*args, repair=_repairs_said(repair), **kwargs)

    return decorated(
        wrapper,
        click.option(
            "--repair",
            metavar="METHOD",
            multiple=True,
            help="How to read invalid sequences: begin, discard, last-type; none refuses them. SYSTEM=METHOD for one "
            "system; again for several side by side. Default: none.",
        ),
        click.option(
            "--repair-reference",
            default="none",
            show_default=True,
            metavar="METHOD",
            help="The same for the reference.",
        ),
    )


def _repairs_said(words: tuple[str, ...]) -> Any:
    """One method, several side by side, or that of each system, with None for all others."""
    own: dict[str | None, str] = {}
    methods = [word for word in words if "=" not in word]
    for word in words:
        system, is_own, method = word.rpartition("=")
        if is_own and own.setdefault(system, method) != method:
            raise click.UsageError(f"--repair says twice how {system} is read: {own[system]} and {method}")
    if not own:
        return methods if len(methods) > 1 else methods[0] if methods else "none"
    if len(methods) > 1:
        raise click.UsageError(f"--repair {' and '.join(methods)}: one method is for all other systems")
    return own | ({None: methods[0]} if methods else {})


def quiet_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Whether notes are left out, and a refusal says only the first problem and how many there are."""

    @functools.wraps(function)
    def wrapper(*args: Any, quiet: bool, **kwargs: Any) -> Any:
        try:
            return function(*args, quiet=quiet, **kwargs)
        except ReadError as refusal:
            raise (refusal.in_short if quiet else refusal) from None

    return click.option(
        "--quiet", "-q", is_flag=True, help="No notes on standard error, and only the first problem of a refusal."
    )(wrapper)


def output_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Where a file is written."""
    return click.option(
        "--output", "-o", required=True, type=click.Path(allow_dash=True), help="Where to write; - is standard output."
    )(function)


def format_options(*choices: str) -> Decorator:
    """``--format`` and its short form ``--json``, as one ``format_`` argument."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, as_json: bool, format_: str | None, **kwargs: Any) -> Any:
            if as_json and format_ not in {None, "json"}:
                raise click.UsageError(f"--json and --format {format_} contradict each other: give one of them")
            return function(*args, format_="json" if as_json else format_ or "text", **kwargs)

        chosen = click.option(
            "--format", "-f", "format_", type=click.Choice(choices), help="Output format. Default: text."
        )(wrapper)
        return click.option("--json", "as_json", is_flag=True, help="Same as --format json.")(chosen)

    return decorate


def refuse_given(context: click.Context, names: Iterable[str], why: str) -> None:
    """Refuse options that are given and would be left out in silence; ``why`` follows what the first is called."""
    for name in names:
        if context.params.get(name) and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name.replace('_', '-')} {why}")


def refuse_two_standard_inputs(*paths: str | None) -> None:
    """Refuse to read standard input as two things at once."""
    if paths.count("-") > 1:
        raise click.UsageError("- can be given once: standard input is either the reference or a prediction")


def alignment_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """What is done where tokens differ: what can be aligned is scored, and what is lacking has a label."""
    return decorated(
        function,
        click.option(
            "--align-tokens",
            is_flag=True,
            help="Where tokens differ, score what can be aligned, and say what was left out.",
        ),
        click.option(
            "--missing",
            metavar="LABEL",
            help="Take tokens that a prediction lacks, where it was cut short, as this label: O of chunk labels.",
        ),
    )
