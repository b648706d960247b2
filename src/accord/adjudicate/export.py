"""The gold standard as a file, and the account of how it was made as Markdown and JSON."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from accord.adjudicate.exports import since_said
from accord.adjudicate.gold import NotAdjudicated, gold_standard
from accord.adjudicate.policy import POLICIES
from accord.adjudicate.remarks import remarks
from accord.agreement.result import Undefined, number
from accord.errors import ReadError, UsageError
from accord.formats.names import named_gold
from accord.formats.output import in_unicode, whole_file, whole_folder
from accord.formats.writer import fitting, save_files, writer_for
from accord.kinds.written_as import held_as_others, held_by
from accord.messages import plural
from accord.model.case import GOLD
from accord.reporting.numbers import UNDEFINED, rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from accord.adjudicate.decision import Decision
    from accord.adjudicate.gold import GoldStandard
    from accord.adjudicate.queue import Queue
    from accord.formats import Columns
    from accord.formats.writer import Writer
    from accord.model import Corpus
    from accord.model.case import Gold


class Exported(NamedTuple):
    """A gold standard in a format, the name its file or folder should have, and how it was made.

    ``files`` are those of a folder by their names; a format of one file has its ``content``.
    """

    name: str
    content: bytes
    account: dict[str, Any]
    files: Mapping[str, bytes] | None = None

    def __repr__(self) -> str:
        """Its name, and how many cases were adjudicated in which way."""
        ways = {"agreed": self.account["agreed"], "decided": self.account["decided"]["total"]}
        ways |= {"by majority": self.account["majority"], "left out": self.account["left_out"]["cases"]}
        return f"<Gold standard {self.name}: {', '.join(f'{count:,} {way}' for way, count in ways.items())}>"

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
    corpus = queue.of.corpus
    written = writer_for(corpus, path, format_, choice=True, more=_others(queue))
    made = gold_standard(queue, decisions, policy)
    name, told = named_gold(queue.layer), account(queue, made)
    with in_unicode(name):
        held = _held(made.made, written)
        told["not_held"] = list(written.not_held(held))
        if (files := _files(written, held, corpus)) is not None:
            return Exported(name, b"", told, dict(files))
        return Exported(f"{name}{written.ending}", b"".join(written.write(held, GOLD, columns=columns)), told)


def _files(written: Writer, held: Corpus, sources: Corpus) -> Iterable[tuple[str, bytes]] | None:
    """The files of a folder; with texts where a format keeps these beside, and the sources are of another one."""
    of_the_same = any(Path(each.file).suffix == written.ending for each in sources.annotations.values())
    return written.files(held) if written.with_texts is None or of_the_same else written.with_texts(held)


def formats_of(queue: Queue) -> list[str]:
    """The formats in which the gold standard of a layer can be written, the usual one first."""
    return [*fitting(queue.of.corpus), *_others(queue)]


def not_held(queue: Queue, decisions: Mapping[str, Decision], format_: str) -> list[str]:
    """What of a gold standard a format has no place for: of what is decided, or else of majorities, if there is one."""
    written = writer_for(queue.of.corpus, name=format_, more=_others(queue))
    for policy in ("leave-out", "majority"):
        with suppress(NotAdjudicated):
            return list(written.not_held(_held(gold_standard(queue, decisions, policy).made, written)))
    return []


def _others(queue: Queue) -> list[str]:
    return held_as_others(queue.of.corpus, chunks=queue.of.chunks)


def _held(gold: Gold, written: Writer) -> Corpus:
    """A gold standard such as a writer can hold it."""
    try:
        held = held_by(gold.corpus, written, encoding=gold.encoding)
    except ReadError:
        raise UsageError(
            "spans of the gold standard overlap, and labels of tokens cannot: choose a format of spans"
        ) from None
    assert held is not None, "the writer is one of those that hold it"
    return held


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
        (f"agreed or decided: left out with its {left['what']}", left["dragged"]),
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
    lines += ["", *_against(made["annotators_against_gold"], made["undefined"])]
    return "\n".join([*lines, *(_changed(made["since"]) if made.get("since") else [])])


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


def _changed(since: Mapping[str, Any]) -> list[str]:
    """What changed since an earlier gold standard, and each annotator against it and against this one."""
    when = f" at {since['exported_at']} by {since['exported_by']}" if since["exported_at"] else ""
    names = [name for name in since["annotators"][0] if name != "annotator"]
    heads = ["annotator", *(f"{name} {which}" for name in names for which in ("then", "now"))]
    rows = [
        [row["annotator"], *(_shown(value) for name in names for value in row[name])] for row in since["annotators"]
    ]
    return [
        "## What changed since the last export",
        "",
        f"The last one was made{_cell(when)}. Since then: {since_said(since)}.",
        f"What was undecided then: {POLICIES[since['undecided']]}.",
        "",
        "| " + " | ".join(heads) + " |",
        "| --- | " + " | ".join("---:" for _ in heads[1:]) + " |",
        *("| " + " | ".join(map(_cell, row)) + " |" for row in rows),
        "",
    ]


def _shown(value: object) -> str:
    if value is None or isinstance(value, float):
        return rounded(value, 4)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
