"""The gold standard as a file, and the account of how it was made as Markdown and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from accord.errors import UsageError
from accord.serve.against import against_gold
from accord.serve.cases import GOLD
from accord.serve.gold import POLICIES, gold_standard
from accord.wording import plural, suggestion
from accord.write.records import jsonl
from accord.write.table import table
from accord.write.tokens import conll
from accord.write.trees import brackets, conllu

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from accord.model import Corpus
    from accord.serve.gold import GoldStandard
    from accord.serve.queue import Queue
    from accord.serve.store import Decision

    Writer = Callable[[Corpus, str], Iterator[bytes]]

_WRITERS: Mapping[str, tuple[Writer, str]] = {
    "conll": (conll, ".conll"),
    "conllu": (conllu, ".conllu"),
    "brackets": (brackets, ".ptb"),
    "table": (table, ".csv"),
    "jsonl": (jsonl, ".jsonl"),
}
_FITTING = {
    "label": ("table", "jsonl"),
    "mentions": ("conll", "jsonl"),
    "spans": ("jsonl",),
    "units": ("jsonl", "table"),
    "dependencies": ("conllu",),
    "phrases": ("brackets",),
}


class Exported(NamedTuple):
    """A gold standard in a format, the name its file should have, and how it was made."""

    name: str
    content: bytes
    account: dict[str, Any]


def formats(queue: Queue) -> tuple[str, ...]:
    """The formats in which a gold standard of a layer can be written, the usual one first."""
    of_tokens = queue.of.kind == "label" and any(document.sentences for document in queue.of.corpus.documents)
    return _FITTING["mentions" if of_tokens else queue.of.kind]


def export(
    queue: Queue, decisions: Mapping[str, Decision], policy: str = "refuse", format_: str | None = None
) -> Exported:
    """Make the gold standard of a layer and write it in a format."""
    fitting = formats(queue)
    format_ = format_ or fitting[0]
    if format_ not in fitting:
        raise UsageError(f"{queue.of.kind} cannot be written as {format_!r}: {suggestion(format_, list(fitting))}")
    made = gold_standard(queue, decisions, policy)
    write, ending = _WRITERS[format_]
    name = "".join(each if each.isalnum() or each in "-_." else "-" for each in queue.layer).strip(".") or "layer"
    return Exported(f"{name}-gold{ending}", b"".join(write(made.corpus, GOLD)), account(queue, made))


def account(queue: Queue, made: GoldStandard) -> dict[str, Any]:
    """How a gold standard was made, and how each annotator does against it."""
    decoder = getattr(queue.of, "decoder", None)
    return made.account.payload() | {"annotators_against_gold": against_gold(queue.of.corpus, made.made, decoder)}


def account_markdown(made: Mapping[str, Any]) -> str:
    """The account in words and tables."""
    left = made["left_out"]
    rows = [
        ("all annotators agree: taken as it is", made["agreed"]),
        ("a single annotator looked: taken as it is", made["alone"]),
        *((f"decided by {who}", count) for who, count in made["decided"]["by"].items()),
        ("undecided: the majority was taken", made["majority"]),
        ("undecided: left out", left["cases"]),
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
        f"Of {plural(made['decided']['total'], 'decision')}, {made['edited']:,} "
        f"{'is nobody’s version' if made['edited'] == 1 else 'are nobody’s version'}; taken was "
        + (", ".join(f"{_cell(who)} {count:,} times" for who, count in made["taken"].items()) or "nobody")
        + f". {plural(made['skipped'], 'case')} skipped. What is undecided: {POLICIES[made['undecided']]}.",
    ]
    if left["texts"]:
        lines.append(f"Left out for that: {plural(left['texts'], left['what'])}.")
    if made["changed"]:
        lines.append(f"Annotators changed their versions after the decision: {', '.join(made['changed'])}.")
    if made["lost"]:
        lines.append(f"Decided, but no case any longer, and not used: {', '.join(made['lost'])}.")
    return "\n".join([*lines, "", *_against(made["annotators_against_gold"])])


def _against(rows: list[dict[str, Any]]) -> list[str]:
    names = list(rows[0])
    return [
        "## Annotators against the gold standard",
        "",
        "| " + " | ".join(names) + " |",
        "| " + " | ".join("---" if name == "annotator" else "---:" for name in names) + " |",
        *("| " + " | ".join(_cell(_number(row[name])) for name in names) + " |" for row in rows),
        "",
    ]


def _number(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    return "undefined" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
