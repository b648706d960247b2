"""The program: finds the verb, and turns every failure into one message and an exit code."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, TextIO

import click

from accord import __version__
from accord.errors import AccordError, fault
from accord.messages import printable, suggestion, to_command_line

VERBS = {
    "report": "Write one page: how much annotators agree, where it breaks, what to do next.",
    "plot": "Draw a figure for a paper, as SVG, PDF or PNG.",
    "serve": "Show the page live, and adjudicate what annotators differ on.",
    "gold": "Make a gold standard from what was adjudicated.",
    "check": "List everything that is wrong with files of labels or trees.",
    "repair": "Repair invalid label sequences.",
    "convert": "Write annotations in another format or encoding.",
    "relabel": "Rename, keep or remove types of mentions.",
    "agree": "Measure how much annotators agree on labels, spans, units, trees or relations.",
    "align": "Say which units of annotators are aligned with each other.",
    "difficulty": "Say how hard texts are to get right by chance.",
    "plan": "Estimate how many more items a narrower interval needs.",
    "calibrate": "Say which errors an agreement corresponds to, and what they do to scores.",
    "simulate": "Make annotators of known quality, from files or from nothing.",
    "aggregate": "Combine the labels of many annotators, and estimate how reliable each is.",
    "score": "Score predictions against a reference.",
    "compare": "Test whether systems differ, over sentences.",
    "compare-agreement": "Test whether annotators agree more in one round than in another.",
    "soft": "Score predicted label distributions against those of annotators.",
    "weights": "Estimate which errors are debatable, and what each should cost a learner.",
    "train": "Learn a tagger from labelled tokens.",
    "tag": "Label tokens by a tagger.",
    "experiment": "Train taggers with and without weights, and test the differences.",
    "count": "Count mentions by type or by surface form.",
    "summary": "Count what files hold, from documents to labels.",
    "text": "Print the plain text, one sentence per line.",
    "explain": "Explain a coefficient, distance, measure, encoding or finding.",
    "formats": "List the formats that accord reads.",
}

_INTERRUPTED, _TERMINATED = 130, 143
_MATTER = ("numpy", "scipy", "numba", "highspy", "click")
"""The packages whose versions a report of a fault needs."""


def _print_version(context: click.Context) -> None:
    import platform
    from importlib.metadata import version

    click.echo(f"accord, version {__version__}")
    packages = ", ".join(f"{name} {version(name)}" for name in _MATTER)
    click.echo(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}; {packages}")
    context.exit()


class LazyVerbs(click.Group):
    """A group that imports a verb's file only when the verb is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All verbs, in the order of work."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one verb."""
        if cmd_name not in VERBS:
            raise click.UsageError(f"no such verb {cmd_name!r}: {suggestion(cmd_name, list(VERBS))}", ctx)
        command: click.Command = import_module(f"accord.cli.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb and what is given to it, where nothing that is needed once is given twice."""
        name, command, given = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:  # not while a shell completes what is typed
            _refuse_repeated(command, given, click.Context(command, ctx, name))
        return name, command, given

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs with their one sentence, without loading them."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


def _refuse_repeated(command: click.Command, given: list[str], context: click.Context) -> None:
    """Refuse an option that is given several times but has one value, rather than keep the last in silence."""
    with context.scope(cleanup=False):
        *_, order = command.make_parser(context).parse_args(list(given))
    for option in order:
        if isinstance(option, click.Option) and not (option.multiple or option.is_flag) and order.count(option) > 1:
            raise click.UsageError(f"{option.opts[0]} is given more than once: give it once", context)


@click.group(cls=LazyVerbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _parameter, asked: _print_version(context) if asked else None,
    help="Show the version, and what a report of a fault needs, and exit.",
)
@click.option("--debug", is_flag=True, help="Show the Python traceback of an error.")
def group(debug: bool) -> None:
    """How far can you trust these annotations, where do they break, and what can you do about it?

    Files are tables, columns of tokens, or what annotation tools export (accord formats); - is standard input. Exit
    code 0: fine; 1: problems in the files, or a threshold not met; 2: the call is wrong.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    given = sys.argv[1:] if arguments is None else arguments
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))  # raised, so that half a file is not left behind
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a letter still gets an answer
    gc.set_threshold(1_000_000, 50, 100)  # millions of rows hold no cycles: looking for them costs a tenth
    stdout = sys.stdout
    try:
        with to_command_line():
            code: Any = group.main(args=given, prog_name="accord", standalone_mode=False)
        sys.stdout.flush()
        gc.freeze()  # what is there now goes with the process, without a last look for cycles
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except SystemExit as exit_:
        code = exit_.code if sys.stdout is stdout else 141  # click leaves another in its place where a pipe was closed
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted: nothing was written", err=True)
        code = _INTERRUPTED
    except Exception as error:
        if "--debug" in given:
            raise
        code = _explain_failure(error)
    if code in {_INTERRUPTED, _TERMINATED} and arguments is None:
        _leave_at_once(code)
    sys.exit(code if isinstance(code, int) else 0)


def _leave_at_once(code: int) -> NoReturn:
    """End the program though compiled work goes on in a thread, which would not bear that things are put away."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)


def _nowhere() -> TextIO:
    """What takes the place of a stream that was closed before the program began."""
    return Path(os.devnull).open("w", encoding="utf-8")


def _explain_failure(error: Exception) -> int:
    """Say what went wrong, and give the exit code."""
    if isinstance(error, AccordError):
        click.echo(f"accord: {error}" if "\n" not in str(error) else str(error), err=True)
        return error.exit_code
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return 2
    if isinstance(error, click.ClickException):
        message = error.format_message().replace("\n", " ")
        context = getattr(error, "ctx", None)
        click.echo(f"{context.command_path if context else 'accord'}: {message}", err=True)
        return 2
    if isinstance(error, OSError):
        where = f"{printable(str(error.filename))}: " if error.filename else "cannot write the output: "
        click.echo(f"accord: {where}{(error.strerror or str(error)).lower()}", err=True)
        return 2
    click.echo(f"accord: {fault(error)}", err=True)
    if isinstance(error, MemoryError):
        return 2
    click.echo("accord: run it again as 'accord --debug ...' to see where", err=True)
    return 3
