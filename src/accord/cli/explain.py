"""``accord explain``."""

from __future__ import annotations

import click


@click.command("explain")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """Explain a measure, encoding, repair method or finding: formula, how to read it, source.

    Without a name, list everything that can be explained.
    """
    from accord.report.explain import explain, topics

    if name:
        click.echo(explain(name))
    else:
        for kind, names in topics().items():
            click.echo(f"{kind}: {', '.join(names)}")
