"""``accord tag``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.options import Verb, column_options, output_option, paths, quiet_option
from accord.cli.output import note

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("tag", cls=Verb)
@click.argument("model", type=click.Path())
@paths()
@output_option
@click.option("--append", is_flag=True, help="Put the labels into a new column instead of over those that are there.")
@click.option(
    "--certainty",
    type=click.Path(),
    metavar="FILE.csv",
    help="Also write how sure it is of each label: the margin, and the probability with softmax and crf.",
)
@column_options()
@quiet_option
def command(
    model: str,
    paths: tuple[str, ...],
    output: str,
    append: bool,
    certainty: str | None,
    columns: Columns,
    quiet: bool,
) -> None:
    """Label the tokens of files by a tagger that accord train has written.

    Comments, other columns, document marks, delimiters and line ends stay byte for byte as they are. A file of tokens
    only gets a second column. Of several files, -o names the folder for the results.
    """
    from accord.formats.output import refuse_over, whole_file
    from accord.learn.tagger import Tagger
    from accord.messages import plural
    from accord.reporting.table import as_csv
    from accord.reporting.training import certainty_table
    from accord.verbs.tag import tag

    tagger = Tagger.load(model)
    targets = _targets(paths, output)
    refuse_over([model, *paths], *targets, certainty)
    sure = {}
    for path, target in zip(paths, targets, strict=True):
        done = tag(tagger, path, target, columns, append=append, certainty=certainty is not None)
        sure[path] = done.certainties
        where = f"new column {done.column}" if done.appended else f"column {done.column}, {done.changed:,} changed"
        size = f"{plural(done.tokens, 'label')} in {plural(done.sentences, 'sentence')}"
        note(f"{done.file}: {size} ({where})", quiet=quiet)
    if certainty is not None:
        with whole_file(certainty) as stream:
            stream.write(as_csv(certainty_table(sure)).encode())


def _targets(paths: tuple[str, ...], output: str) -> list[str]:
    """Where the result of each file goes."""
    if len(paths) == 1:
        return [output]
    folder = Path(output)
    names = [Path(path).name for path in paths]
    if output == "-" or (folder.exists() and not folder.is_dir()):
        raise click.UsageError("several files need a folder for their results: -o FOLDER")
    if len(set(names)) < len(names) or "-" in names:
        raise click.UsageError("files of one name, and standard input, need a call each: results would collide")
    folder.mkdir(parents=True, exist_ok=True)
    return [str(folder / name) for name in names]
