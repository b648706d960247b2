"""The gold standard as a file, and the account of how it was made as Markdown and JSON."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from accord.adjudicate.gold import gold_standard
from accord.adjudicate.policy import POLICIES
from accord.adjudicate.remarks import remarks
from accord.agreement.result import Undefined, number
from accord.formats.names import named_gold
from accord.formats.output import in_unicode, whole_file, whole_folder
from accord.formats.writer import save_files, writer_for
from accord.messages import plural
from accord.model.case import GOLD
from accord.reporting.numbers import UNDEFINED, rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.adjudicate.decision import Decision
    from accord.adjudicate.gold import GoldStandard
    from accord.adjudicate.queue import Queue
    from accord.formats import Columns


class Exported(NamedTuple):
    """A gold standard in a format, the name its file or folder should have, and how it was made.

    ``files`` are those of a folder by their names; a format of one file has its ``content``.
    """

    name: str
    content: bytes
    account: dict[str, Any]
    files: Mapping[str, bytes] | None = None

    def save(self, path: str) -> None:
        """Write it, whole or not at all."""
        if self.files is None:
            with whole_file(path) as stream:
                stream.write(self.content)
            return
        with whole_folder(path) as folder:
            save_files(self.files.items(), folder)

    def archive(self) -> bytes:
        """The files of a folder in a zip file."""
        held = BytesIO()
        with ZipFile(held, "w", ZIP_DEFLATED) as made:
            for name, content in (self.files or {}).items():
                made.writestr(ZipInfo(f"{self.name}/{name}"), content, ZIP_DEFLATED)
        return held.getvalue()


def export(
    queue: Queue,
    decisions: Mapping[str, Decision],
    policy: str = "refuse",
    format_: str | None = None,
    path: str | None = None,
    *,
    columns: Columns | None = None,
) -> Exported:
    """Make the gold standard of a layer and write it in a format, or in the one that a path asks for.

    ``columns`` says how its files were read, and so is it.
    """
    written = writer_for(queue.of.corpus, path, format_, choice=True)
    made = gold_standard(queue, decisions, policy)
    name, told = named_gold(queue.layer), account(queue, made)
    told["not_held"] = list(written.not_held(made.corpus))
    with in_unicode(name):
        if (files := written.files(made.corpus)) is not None:
            return Exported(name, b"", told, dict(files))
        return Exported(f"{name}{written.ending}", b"".join(written.write(made.corpus, GOLD, columns=columns)), told)


def account(queue: Queue, made: GoldStandard) -> dict[str, Any]:
    """How a gold standard was made, how each annotator does against it, and why where that is undefined."""
    rows = queue.of.against_gold(made.made)
    return made.account | {
        "annotators_against_gold": [
            {"annotator": row.annotator, **row.counts, **{name: number(value) for name, value in row.shares.items()}}
            for row in rows
        ],
        "undefined": [
            f"{name} of {row.annotator}: {value.reason}"
            for row in rows
            for name, value in row.shares.items()
            if isinstance(value, Undefined)
        ],
    }


def account_markdown(made: Mapping[str, Any]) -> str:
    """The account in words and tables."""
    left = made["left_out"]
    rows = [
        ("all annotators agree: taken as it is", made["agreed"]),
        ("a single annotator looked: taken as it is", made["alone"]),
        *((f"decided by {who}", count) for who, count in made["decided"]["by"].items()),
        ("undecided: the majority was taken", made["majority"]),
        ("undecided: left out", left["cases"]),
        (f"adjudicated: left out with its {left['what']}", left["dragged"]),
    ]
    lines = [
        f"# Gold standard of {made['layer']}",
        "",
        f"`{made['signature']}`",
        "",
        "| Where it comes from | Places |",
        "| --- | ---: |",
        *(f"| {_cell(what)} | {count:,} |" for what, count in rows if count or what.startswith("all")),
        "",
        " ".join([*_decisions(made), f"What is undecided: {POLICIES[made['undecided']]}."]),
    ]
    if left["texts"]:
        lines.append(f"Left out for that: {plural(left['texts'], left['what'])}.")
    if "decisions" in made:
        nowhere = "No decisions on these files, as they are read, lie beside them or in a folder above."
        lines.append(f"Decisions are those in {made['decisions']}." if made["decisions"] else nowhere)
    lines += map(_cell, remarks(made))
    return "\n".join([*lines, "", *_against(made["annotators_against_gold"], made["undefined"])])


def _decisions(made: Mapping[str, Any]) -> Iterator[str]:
    """Whose versions were taken, and how many cases were skipped; nothing where nobody decided anything."""
    if total := made["decided"]["total"]:
        taken = [f"{_cell(who)} {plural(count, 'time')}" for who, count in made["taken"].items()]
        whose = "no voter’s version" if made["voteless"] else "nobody’s version"
        edited = f"{made['edited']:,} {'is' if made['edited'] == 1 else 'are'} {whose}"
        yield f"Of {plural(total, 'decision')}, {edited}; taken was {', '.join(taken) or 'nobody'}."
    if made["skipped"]:
        yield f"{plural(made['skipped'], 'case')} skipped."


def _against(rows: list[dict[str, Any]], undefined: list[str]) -> list[str]:
    names = list(rows[0])
    return [
        "## Annotators against the gold standard",
        "",
        "| " + " | ".join(names) + " |",
        "| " + " | ".join("---" if name == "annotator" else "---:" for name in names) + " |",
        *("| " + " | ".join(_cell(_shown(row[name])) for name in names) + " |" for row in rows),
        "",
        *(f"{UNDEFINED} {why}" for why in undefined),
    ]


def _shown(value: object) -> str:
    if value is None or isinstance(value, float):
        return rounded(value, 4)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
