"""``accord serve``."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from accord.cli.options import Verb, campaign_options
from accord.cli.output import note
from accord.errors import UsageError

if TYPE_CHECKING:
    from accord.verbs.read import Campaign


@click.command("serve", cls=Verb)
@click.argument("paths", nargs=-1, type=click.Path(exists=True))
@click.option("--open", "open_", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="Port; 0, the default, takes a free one."
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Where to listen. Beyond this machine only with --password."
)
@click.option(
    "--password",
    envvar="ACCORD_PASSWORD",
    prompt=True,
    prompt_required=False,
    hide_input=True,
    help="Ask for a password. Alone, or in ACCORD_PASSWORD, it does not show in the list of processes.",
)
@click.option(
    "--decisions", metavar="FILE", help="Where decisions are kept. Default: accord-decisions.sqlite beside the data."
)
@click.option("--anytime", is_flag=True, help="Intervals that hold however often one looks, for work that goes on.")
@click.option("--who", metavar="NAME", help="Who decides. Default: the page asks once.")
@campaign_options
def command(
    paths: tuple[str, ...],
    open_: bool,
    port: int,
    host: str,
    password: str | None,
    decisions: str | None,
    who: str | None,
    anytime: bool,
    campaign: Campaign,
) -> None:
    """Show the page of `accord report` live, and adjudicate there what annotators differ on.

    The page answers on this machine only, to whoever has the address that is printed. Without files it waits for some
    to be dropped on it. Decisions are kept beside the data, each as soon as it is made; `accord gold` makes a gold
    standard of them. Stop it with Ctrl-C.
    """
    from accord.serve.run import require_server, serve
    from accord.serve.session import Session

    require_server()
    from accord.serve.guard import LOOPBACK

    if password == "":
        raise UsageError("--password: an empty password lets nobody in; --password alone asks for one")
    if host not in LOOPBACK and not password:
        raise UsageError(
            f"--host {host} lets other machines in, who could read the data and decide: give a --password, too"
        )
    if host not in LOOPBACK:
        note(f"other machines can reach {host}; the password and the data travel there as they are, not encrypted")

    def ready(address: str) -> None:
        click.echo(address)
        for said in session.notes:
            note(said)
        note(f"decisions are kept in {session.store.path}; stop with Ctrl-C")
        if open_:
            import webbrowser

            webbrowser.open(address)

    session = Session(paths, decisions=decisions, who=who or "", campaign=campaign, anytime=anytime)
    with suppress(KeyboardInterrupt):  # which may or may not outlive the server that heard it
        serve(session, host=host, port=port, password=password, ready=ready)
    note("stopped; every decision is kept")
