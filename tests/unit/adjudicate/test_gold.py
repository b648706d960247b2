from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.adjudicate.decision import DECIDED, SKIPPED, Decision
from accord.adjudicate.export import account_markdown, export
from accord.adjudicate.gold import gold_standard
from accord.campaign.gold import queue_of as queue_of_corpus
from accord.errors import UsageError
from accord.formats.writer import fitting, writer_for
from accord.model import Corpus, Document, ItemLabels, Span, Spans, TokenLabels, Trees, Units
from accord.verbs.check import check_file
from accord.verbs.score import score
from tests.unit.adjudicate.campaigns import HARBOUR, LAYERS, queue_of

if TYPE_CHECKING:
    from accord.adjudicate.gold import GoldStandard
    from accord.adjudicate.queue import Queue
    from accord.model.case import Case
    from accord.model.corpus import Annotation

ALL = [(layer, name) for layer in LAYERS for name in fitting(queue_of(layer).of.corpus)]


def decision(case: Case, value: Any, taken: tuple[str, ...] = (), who: str = "eve", state: str = DECIDED) -> Decision:
    return Decision(case.id, 1, state, value, taken, "", who, "2026-01-01T00:00:00+00:00", case.fingerprint)


def taking(queue: Queue, choose: int = 0) -> dict[str, Decision]:
    """Everywhere the version at one place, or the last where there are fewer."""
    chosen = {case.id: case.versions[min(choose, len(case.versions) - 1)] for case in queue.cases}
    return {name: decision(queue.by_id[name], version.value, version.annotators) for name, version in chosen.items()}


def said(corpus: Corpus) -> dict[str, object]:
    """What the only annotator of a corpus said, document by document."""
    found: dict[str, object] = {}
    for (document, _), layer in corpus.annotations.items():
        if isinstance(layer, TokenLabels | ItemLabels):
            found[document] = layer.labels
        elif isinstance(layer, Spans):
            found[document] = layer.spans
        elif isinstance(layer, Units):
            found[document] = layer.units
        elif isinstance(layer, Trees):
            found[document] = [(tree.words, tree.labels, tree.structure) for tree in layer.trees]
    return found


@pytest.mark.parametrize(("layer", "format_"), ALL)
@pytest.mark.parametrize("choose", [0, 1])
def test_gold_is_read_again_as_it_was_made_and_passes_the_check(
    tmp_path: Path, layer: str, format_: str, choose: int
) -> None:
    queue = queue_of(layer)
    decisions = taking(queue, choose)
    exported = export(queue, decisions, "refuse", format_)
    file = tmp_path / exported.name
    file.write_bytes(exported.content)
    again, made = accord.read(file), gold_standard(queue, decisions).corpus
    if all(document.named for document in made.documents):
        assert said(again) == said(made)
    else:
        assert list(said(again).values()) == list(said(made).values())
    assert len(again.annotators) == 1
    assert check_file(str(file)).errors == 0


@pytest.mark.parametrize("name", ["urgency", "weather"])
def test_gold_lies_beside_what_it_was_made_of(tmp_path: Path, name: str) -> None:
    queue = queue_of(name)
    file = tmp_path / "gold.csv"
    file.write_bytes(export(queue, taking(queue, 0), "refuse", "table").content)
    together = accord.read([HARBOUR / f"{name}.csv", file])
    assert len(together.documents) == 1
    assert "gold" in together.annotators


ITEMS = "item,annotator,label\n1,ada,x\n1,bram,y\n2,ada,y\n2,bram,y\n"
UNITS = "annotator,category,start,end\nada,x,1,4\nbram,x,1,5\nada,y,7,9\nbram,y,7,9\n"
NOTHING = "document,annotator,category,start,end\nd1,ada,x,1,4\nd1,bram,x,1,5\nd2,ada,,,\nd2,bram,,,\n"


UNIT_RECORDS = '{"annotator":"ada","units":[[0,5,"x"]]}\n{"annotator":"bram","units":[[0,4,"x"]]}\n'
SPANS = "".join(
    f'{{"annotator":"{who}","text":"{text}","spans":[[0,{end},"PER"]]}}\n'
    for text in ("Al ran", "Bo sat")
    for who, end in (("ada", 2), ("bram", 1))
)


TOKENS = "".join(
    f'{{"annotator":"{who}","tokens":["{name}","ran"],"labels":["B-PER","{label}"]}}\n'
    for name in ("Al", "Bo")
    for who, label in (("ada", "O"), ("bram", "B-PER"))
)
ALONE = '{"tokens":["Al","ran"],"labels":["B-PER","O"]}\n{"tokens":["Bo","sat"],"labels":["B-PER","O"]}\n'
OTHER = '{"tokens":["He","won"],"labels":["O","O"]}\n{"tokens":["Cy","lost"],"labels":["O","O"]}\n'
COLUMNS = "-DOCSTART-\tO\n\nAl\tB-PER\nran\tO\n\n-DOCSTART-\tO\n\nBo\tB-PER\nsat\tO\n"


@pytest.mark.parametrize(
    ("files", "documents"),
    [
        ({"one.csv": ITEMS}, 1),
        ({"one.csv": UNITS}, 1),
        ({"one.csv": ITEMS, "two.csv": ITEMS}, 2),
        ({"one.csv": UNITS, "two.csv": UNITS}, 2),
        ({"one.csv": NOTHING}, 2),
        ({"one.jsonl": UNIT_RECORDS}, 1),
        ({"one.jsonl": UNIT_RECORDS, "two.jsonl": UNIT_RECORDS}, 2),
        ({"one.jsonl": SPANS}, 2),
        ({"one.jsonl": SPANS[: len(SPANS) // 2], "two.jsonl": SPANS[len(SPANS) // 2 :]}, 2),
        ({"one.jsonl": SPANS[: len(SPANS) // 2], "two.jsonl": SPANS[: len(SPANS) // 2]}, 2),
        ({"one.jsonl": SPANS, "two.jsonl": SPANS}, 4),
        ({"one.jsonl": SPANS + SPANS}, 4),
        ({"one.jsonl": TOKENS}, 2),
        ({"one.jsonl": TOKENS + TOKENS}, 4),
        ({"ada.jsonl": ALONE, "bram.jsonl": ALONE.replace("B-PER", "O")}, 2),
        ({"ada.conll": COLUMNS, "bram.conll": COLUMNS.replace("B-PER", "O")}, 2),
        ({f"{who}/{name}.jsonl": text for who in ("ada", "bram") for name, text in (("d1", ALONE), ("d2", OTHER))}, 4),
        ({f"{name}/{who}.jsonl": text for who in ("ada", "bram") for name, text in (("d1", ALONE), ("d2", OTHER))}, 4),
    ],
)
@pytest.mark.parametrize("format_", ["table", "jsonl", "conll"])
def test_gold_has_the_documents_of_its_sources(
    tmp_path: Path, files: dict[str, str], documents: int, format_: str
) -> None:
    sources = [tmp_path / name for name in files]
    for source, text in zip(sources, files.values(), strict=True):
        source.parent.mkdir(exist_ok=True)
        source.write_text(text)
    corpus = accord.read(sources)
    queue = queue_of_corpus("one", corpus)
    if format_ not in fitting(corpus):
        format_ = "jsonl"
    exported = export(queue, taking(queue), "refuse", format_)
    file = tmp_path / f"gold{Path(exported.name).suffix}"
    file.write_bytes(exported.content)
    together = accord.read([*sources, file])
    made = gold_standard(queue, taking(queue)).corpus
    again = said(
        Corpus.of(together.documents, {key: each for key, each in together.annotations.items() if key[1] == "gold"})
    )
    assert len(made.documents) == len(together.documents) == documents
    if documents > 1:
        assert again == said(made)
    else:
        assert list(again.values()) == list(said(made).values())


def test_gold_without_the_first_of_two_equal_texts_does_not_slip_to_it(tmp_path: Path) -> None:
    first, same = SPANS.splitlines(keepends=True)[:2], SPANS.splitlines(keepends=True)[0]
    source, file = tmp_path / "one.jsonl", tmp_path / "gold.jsonl"
    source.write_text("".join([*first, same, same.replace("ada", "bram")]))
    queue = queue_of_corpus("one", accord.read(source))
    file.write_bytes(export(queue, {}, "leave-out").content)
    for together in (accord.read([source, file]), accord.read([file, source])):
        assert {(document.id, document.text) for document in together.documents} == {
            ("doc1", "Al ran"),
            ("doc2", "Al ran"),
        }
        assert [document for document, who in together.annotations if who == "gold"] == ["doc2"]


def test_gold_of_one_annotators_versions_is_that_annotator(tmp_path: Path) -> None:
    corpus = accord.read(HARBOUR / "annotators")
    queue = queue_of("annotators")
    decisions = {
        case.id: decision(case, next(each.value for each in case.versions if "ada" in each.annotators), ("ada",))
        for case in queue.cases
    }
    made = gold_standard(queue, decisions)
    ada = {document: layer.labels for (document, who), layer in corpus.annotations.items() if who == "ada"}  # type: ignore[attr-defined]
    assert said(made.corpus) == ada
    # laid out like her file, comments and all, it is her file
    assert export(queue, decisions).content == (HARBOUR / "annotators" / "ada.conll").read_bytes()


def test_annotators_against_the_gold_are_what_accord_score_says(tmp_path: Path) -> None:
    queue = queue_of("annotators")
    exported = export(queue, taking(queue))
    gold = tmp_path / "gold.conll"
    gold.write_bytes(exported.content)
    scored = score(gold, HARBOUR / "annotators" / "ada.conll", repair="begin").run.micro
    row = exported.account["annotators_against_gold"][0]
    assert row["annotator"] == "ada"
    assert (row["precision"], row["recall"], row["f1"]) == pytest.approx(
        (
            scored.correct / scored.predicted,
            scored.correct / scored.reference,
            2 * scored.correct / (scored.predicted + scored.reference),
        )
    )


def test_items_against_the_gold_counted_by_hand() -> None:
    rows = [line.split(",") for line in (HARBOUR / "urgency.csv").read_text("utf-8").splitlines()[1:]]
    given: dict[str, dict[str, str]] = {}
    for item, who, label in rows:
        given.setdefault(item, {})[who] = label
    gold = {
        item: label
        for item, labels in given.items()
        for label in set(labels.values())
        if 2 * list(labels.values()).count(label) > len(labels)
    }
    ada = [labels["ada"] == gold[item] for item, labels in given.items() if item in gold and "ada" in labels]
    row = export(queue_of("urgency"), {}, "majority").account["annotators_against_gold"][0]
    assert (row["annotator"], row["labels"], row["same"]) == ("ada", len(ada), pytest.approx(sum(ada) / len(ada)))


def test_trees_against_the_gold_are_what_accord_score_says(tmp_path: Path) -> None:
    queue = queue_of("trees")
    exported = export(queue, taking(queue, 1))
    gold = tmp_path / "gold.conllu"
    gold.write_bytes(exported.content)
    (run,) = accord.score(gold, HARBOUR / "trees" / "bram.conllu").runs
    row = next(row for row in exported.account["annotators_against_gold"] if row["annotator"] == "bram")
    for name, share in (("uas", row["unlabelled"]), ("las", row["labelled"])):
        counts = run.scores[name].counts
        assert counts is not None
        assert (row["tokens"], share) == (counts.reference, pytest.approx(counts.correct / counts.reference))


@pytest.mark.parametrize("names", [True, False], ids=["named", "unnamed"])
def test_a_sentence_that_is_left_out_moves_no_other(tmp_path: Path, names: bool) -> None:
    """Sentences 1 and 3 are the same words, and annotators differ on the second one alone."""
    sentences = ["(S (NP a) (VP b))", "(S (NP c) (VP d))", "(S (X a) (Y b))"]
    for who, other in (("ada", sentences[1]), ("bram", "(S (PP c) (VP d))")):
        lines = [sentences[0], other, sentences[2]]
        text = [f"# sent_id = s{number}\n{line}" if names else line for number, line in enumerate(lines)]
        (tmp_path / f"{who}.ptb").write_text("\n".join(text) + "\n", "utf-8")
    queue = queue_of_corpus("phrases", accord.read(tmp_path))
    rows = export(queue, {}, "leave-out").account["annotators_against_gold"]
    assert [(row["annotator"], row["marked"], row["f1"]) for row in rows] == [("ada", 2, 1), ("bram", 2, 1)]


def test_phrases_against_the_gold_are_what_accord_score_says(tmp_path: Path) -> None:
    queue = queue_of("phrases")
    exported = export(queue, taking(queue))
    gold = tmp_path / "gold.ptb"
    gold.write_bytes(exported.content)
    (run,) = accord.score(gold, HARBOUR / "phrases" / "bram.ptb").runs
    row = next(row for row in exported.account["annotators_against_gold"] if row["annotator"] == "bram")
    counts = run.scores["bracket-f1"].counts
    assert counts is not None
    assert (row["gold"], row["marked"]) == counts[:2]
    assert row["f1"] == pytest.approx(2 * counts.correct / (counts.reference + counts.predicted))


def test_what_is_undefined_against_the_gold_has_a_reason() -> None:
    layers = {("d", who): Spans(spans, 9) for who, spans in {"ada": (Span(0, 3, "A"),), "bram": ()}.items()}
    queue = queue_of_corpus("spans", Corpus.of((Document("d", text="x" * 9),), layers))
    account = export(queue, taking(queue)).account
    assert account["annotators_against_gold"][1] == {
        "annotator": "bram",
        "gold": 1,
        "marked": 0,
        "precision": None,
        "recall": 0.0,
        "f1": 0.0,
    }
    assert account["undefined"] == ["precision of bram: nothing was predicted"]
    assert "| bram | 1 | 0 | – | 0.0000 | 0.0000 |" in account_markdown(account)
    assert "– precision of bram: nothing was predicted" in account_markdown(account)


COLUMNS = "Pym\tB-PER\tB-PER\tO\nleft\tO\tO\tO\n\nGannet\tB-LOC\tB-LOC\tB-LOC\nRock\tI-LOC\tI-LOC\tO\n"
TAGS = {"ada": "The\tDT\nfog\tNN\nlifts\tVBZ\n\nGo\tVB\n", "bram": "The\tDT\nfog\tNNP\nlifts\tVBZ\n\nGo\tVB\n"}


def test_gold_of_annotators_side_by_side_in_columns_has_one_column(tmp_path: Path) -> None:
    (tmp_path / "columns.conll").write_text(COLUMNS)
    corpus = accord.read(tmp_path / "columns.conll", annotators_by="columns", label=[1, 2, 3])
    queue = queue_of_corpus("columns", corpus)
    content = export(queue, {}, "majority").content.decode()
    assert content.endswith("Pym\tB-PER\nleft\tO\n\nGannet\tB-LOC\nRock\tI-LOC\n\n")
    assert content.startswith("# newdoc id = ")


def test_gold_of_a_folder_an_annotator_holds_every_document(tmp_path: Path) -> None:
    for who in ("ada", "bram"):
        for name in ("doc1", "doc2"):
            (tmp_path / who).mkdir(exist_ok=True)
            (tmp_path / who / f"{name}.conll").write_text(f"{name}\tB-PER\nleft\t{'O' if who == 'ada' else 'B-LOC'}\n")
    queue = queue_of_corpus("files", accord.read(tmp_path))
    assert [case.id for case in queue.cases] == ["doc1:1:2-2", "doc2:1:2-2"]
    (tmp_path / "gold.conll").write_bytes(export(queue, taking(queue, 1)).content)
    again = accord.read(tmp_path / "gold.conll")
    assert said(again) == dict.fromkeys(("doc1", "doc2"), (("B-PER", "B-LOC"),))


def test_gold_of_tags_is_adjudicated_token_by_token(tmp_path: Path) -> None:
    for who, text in TAGS.items():
        (tmp_path / f"{who}.conll").write_text(text)
    queue = queue_of_corpus("tags", accord.read(tmp_path))
    (case,) = queue.cases
    assert (case.kind, case.shown["region"], queue.of.agreed) == ("label", [1, 2], 3)
    assert export(queue, {}, "leave-out").content == b"Go\tVB\n"
    decided = export(queue, {case.id: decision(case, "NNS")})
    assert decided.content.decode() == TAGS["ada"].replace("NN\n", "NNS\n")
    assert decided.account["annotators_against_gold"][0] == {"annotator": "ada", "labels": 4, "same": 0.75}


def test_undecided_cases_are_refused_unless_something_else_is_said() -> None:
    queue = queue_of("annotators")
    with pytest.raises(
        UsageError, match=r"59 cases of annotators not decided yet: decide .*: majority or leave-out \(undecided=\)"
    ):
        gold_standard(queue, {})


def test_the_majority_is_taken_and_what_has_none_is_left_out_with_its_sentence() -> None:
    queue = queue_of("annotators")
    made = gold_standard(queue, {}, "majority")
    without = [case for case in queue.cases if case.majority is None]
    places = {tuple(case.id.split(":")[:2]) for case in without}
    assert made.account["majority"] == len(queue.cases) - len(without)
    assert made.account["left_out"]["texts"] == len(places)
    whole = sum(len(document.sentences) for document in queue.of.corpus.documents)
    assert sum(len(document.sentences) for document in made.corpus.documents) == whole - len(places)


@pytest.mark.parametrize("policy", ["majority", "leave-out"])
@pytest.mark.parametrize("layer", LAYERS)
def test_the_account_counts_what_is_in_the_gold_and_what_is_left_out_with_its_text(layer: str, policy: str) -> None:
    """The places of a gold standard are those that its annotators have on the texts that are in it, and no others."""
    queue = queue_of(layer)
    last = {case.id for case in queue.of.cases[-2:]}
    decisions = {name: each for name, each in taking(queue, 1).items() if name not in last}
    made = gold_standard(queue, decisions, policy)
    account, within = made.account, queue_of_corpus(layer, within_gold(queue.of.corpus, made))
    used = sum(account["decided"]["by"].values())
    assert (account["agreed"], account["alone"]) == (within.of.agreed, within.of.alone)
    assert used + account["majority"] == len(within.cases)
    assert sum(account["taken"].values()) >= used - account["edited"]
    everything = queue.of.agreed + queue.of.alone + len(queue.cases)
    counted = account["agreed"] + account["alone"] + used + account["majority"]
    assert counted + account["left_out"]["cases"] + account["left_out"]["dragged"] == everything


def within_gold(corpus: Corpus, made: GoldStandard) -> Corpus:
    """What annotators said on the texts of a gold standard, the rest as if nobody had looked."""
    gold, kept = made.corpus, made.made.kept
    layers: dict[tuple[str, str], Any] = {}
    for (document, who), layer in corpus.annotations.items():
        if isinstance(layer, ItemLabels):
            items = gold.annotations[document, "gold"].labels if (document, "gold") in gold.annotations else {}  # type: ignore[attr-defined]
            layers[document, who] = ItemLabels({item: label for item, label in layer.labels.items() if item in items})
        elif isinstance(layer, TokenLabels):
            layers[document, who] = TokenLabels(tuple(layer.labels[number] for number in kept.get(document, ())))
        elif isinstance(layer, Trees):
            layers[document, who] = Trees(tuple(layer.trees[number] for number in kept.get(document, ())))
        else:
            layers[document, who] = layer
    names = {document.id for document in gold.documents}
    documents = {document.id: document for document in (*corpus.documents, *gold.documents) if document.id in names}
    return Corpus.of(tuple(documents.values()), {key: layer for key, layer in layers.items() if key[0] in names})


@pytest.mark.parametrize("layer", ["annotators", "urgency", "trees"])
def test_what_is_left_out_is_left_out_of_the_file_too(tmp_path: Path, layer: str) -> None:
    queue = queue_of(layer)
    exported = export(queue, {}, "leave-out")
    file = tmp_path / exported.name
    file.write_bytes(exported.content)
    assert list(said(accord.read(file)).values()) == list(said(gold_standard(queue, {}, "leave-out").corpus).values())


def test_a_skipped_case_is_undecided() -> None:
    queue = queue_of("urgency")
    decisions = taking(queue) | {queue.cases[0].id: decision(queue.cases[0], None, state=SKIPPED)}
    with pytest.raises(UsageError, match="1 case of urgency not decided yet, 1 of them skipped"):
        gold_standard(queue, decisions)


def test_the_account_says_who_decided_what_and_whose_version_was_taken() -> None:
    corpus = Corpus.of(
        (Document("d"),),
        {
            ("d", "ada"): ItemLabels({"1": "A", "2": "A", "3": "A", "4": "A"}),
            ("d", "bram"): ItemLabels({"1": "A", "2": "B", "3": "B"}),
            ("d", "chloe"): ItemLabels({"1": "A", "2": "B", "3": "A"}),
        },
    )
    queue = queue_of_corpus("items", corpus)
    case = queue.by_id["d:2"]
    made = gold_standard(queue, {"d:2": decision(case, "C", who="eve")}, "majority")
    account = made.account
    assert said(made.corpus) == {"d": {"1": "A", "2": "C", "3": "A", "4": "A"}}
    assert (account["agreed"], account["alone"], account["decided"]["by"], account["edited"], account["majority"]) == (
        1,
        1,
        {"eve": 1},
        1,
        1,
    )
    assert account["signature"].startswith("gold|kind:label|undecided:majority|agreed:1|alone:1|decided:1|majority:1")


def test_a_decision_on_a_place_that_is_gone_is_said_and_not_used() -> None:
    queue = queue_of("weather")
    gone = Decision("weather:d99", 1, DECIDED, "gale", (), "", "eve", "", "")
    made = gold_standard(queue, taking(queue) | {"weather:d99": gone})
    assert made.account["lost"] == ["weather:d99"]
    assert "weather:d99" in account_markdown(export(queue, taking(queue) | {"weather:d99": gone}).account)


def test_a_decision_on_versions_that_changed_is_said() -> None:
    queue = queue_of("weather")
    case = queue.cases[0]
    old = Decision(case.id, 1, DECIDED, "gale", (), "", "eve", "", f"{case.place}-0123456789abcdef")
    assert gold_standard(queue, taking(queue) | {case.id: old}).account["changed"] == [case.id]


def votes(**labels: str) -> Corpus:
    """What each annotator says of the items 1, 2, ...; a dot is nothing."""
    layers = {who: {str(at): label for at, label in enumerate(said, 1) if label != "."} for who, said in labels.items()}
    return Corpus.of((Document("d"),), {("d", who): ItemLabels(said) for who, said in layers.items()})


def test_who_has_a_vote_changes_no_version_and_takes_none() -> None:
    corpus = votes(ada="AB", bram="BA", cy="CC")
    desk = queue_of_corpus("items", corpus)
    first, second = desk.of.cases
    made = {
        first.id: decision(first, "B", ("bram",)),
        second.id: decision(second, "C", ("cy",)),
    }
    account = gold_standard(queue_of_corpus("items", corpus, annotators=["ada", "bram"]), made).account
    assert (account["changed"], account["taken"], account["edited"]) == ([], {"bram": 1}, 1)
    exported = export(queue_of_corpus("items", corpus, annotators=["ada", "bram"]), made).account
    assert "Of 2 decisions, 1 is no voter’s version; taken was bram 1 time." in account_markdown(exported)


def test_one_who_comes_or_goes_changes_no_version_and_one_who_says_something_else_does() -> None:
    (case,) = queue_of_corpus("items", votes(ada="A", bram="B", cy="A")).cases
    made = {case.id: decision(case, "A", ("ada", "cy"))}
    for same in (votes(ada="A", bram="B", cy="A", dora="C"), votes(ada="A", bram="B")):
        assert gold_standard(queue_of_corpus("items", same), made).account["changed"] == []
    for other in (votes(ada="A", bram="B", cy="B"), votes(ada="AA", bram="BA", cy=".A")):
        assert gold_standard(queue_of_corpus("items", other), made).account["changed"] == [case.id]


@pytest.mark.parametrize(
    ("policy", "told", "open_"),
    [("leave-out", "", "2 in m, 3 in n"), ("majority", ", 2 more by majority", "1 in m, 2 in n")],
)
def test_decisions_of_which_no_document_is_whole_are_counted_with_what_is_open(
    policy: str, told: str, open_: str
) -> None:
    types = {"ada": "XAX", "bram": "YAY", "cy": "ZBZ"}
    layers = {
        (document, who): Spans(tuple(Span(4 * at, 4 * at + 1, type_) for at, type_ in enumerate(marks)), 9)
        for document in ("m", "n")
        for who, marks in types.items()
    }
    corpus = Corpus.of((Document("m", text="abcdefghi"), Document("n", text="abcdefghj")), layers)
    queue = queue_of_corpus("spans", corpus)
    first = queue.by_id["m:0-1"]
    with pytest.raises(UsageError) as error:
        gold_standard(queue, {first.id: decision(first, [])}, policy)
    assert str(error.value) == (
        f"1 of 6 cases of spans decided so far{told}, but no document is whole, so there is no gold standard yet: "
        f"open are {open_}"
    )


@pytest.mark.parametrize("layer", LAYERS)
def test_the_signature_counts_places_and_all_of_them(layer: str) -> None:
    queue = queue_of(layer)
    last = {case.id for case in queue.of.cases[-2:]}
    made = gold_standard(queue, {name: each for name, each in taking(queue).items() if name not in last}, "leave-out")
    counts = dict(part.split(":") for part in made.account["signature"].split("|")[1:])
    assert int(counts["left-out"]) == 2
    places = sum(int(counts[name]) for name in ("agreed", "alone", "decided", "majority", "left-out", "dragged"))
    assert places == queue.of.agreed + queue.of.alone + len(queue.cases)


def test_what_only_those_without_a_vote_looked_at_is_counted(tmp_path: Path) -> None:
    queue = queue_of_corpus("items", votes(ada="AB.", bram="BB.", gold="ABA"))
    exported = export(queue, {}, "leave-out").account
    assert exported["voteless_alone"] == 1
    assert "Not in it, as nobody else looked: 1 item." in account_markdown(exported)
    for folder, text in (("ada", "a"), ("bram", "a"), ("gold", "ab")):
        (tmp_path / folder).mkdir()
        for name in text:
            (tmp_path / folder / f"{name}.conll").write_text("So\tA\n\nOn\tA\n")
    tokens = queue_of_corpus("tokens", accord.read(tmp_path))
    assert (tokens.voteless, tokens.voteless_alone) == (("gold",), 2)
    assert queue_of_corpus("trees", accord.read(HARBOUR / "trees"), annotators=["ada", "bram"]).voteless_alone == 0


def test_a_format_that_does_not_fit_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be written as 'conll'"):
        export(queue_of("trees"), {}, "leave-out", "conll")


def test_a_policy_that_is_not_there_gets_a_suggestion() -> None:
    with pytest.raises(UsageError, match="did you mean majority"):
        gold_standard(queue_of("trees"), {}, "majorty")


TEXT = "Time\tN\nflies\tV\n\nFish\tN\nswim\tV\n\nSo\tA\n"
CLOCK = "Clocks\tN\ntick\tV\n\n"


def tagged(folder: Path, *, before: str = "") -> Queue:
    """Two annotators who differ on the first word of every sentence."""
    folder.mkdir()
    for who, text in (("ada", before + TEXT), ("bram", (before + TEXT).replace("\tN", "\tX"))):
        (folder / f"{who}.conll").write_text(text)
    return queue_of_corpus("text", accord.read(folder))


def test_a_decision_does_not_move_to_another_text(tmp_path: Path) -> None:
    before, after = tagged(tmp_path / "before"), tagged(tmp_path / "after", before=CLOCK)
    on_fish = next(case for case in before.cases if case.shown["tokens"] == ["Fish", "swim"])
    made = {on_fish.id: decision(on_fish, "V")}
    on_time = after.case(on_fish.id)
    assert on_time.shown["tokens"] == ["Time", "flies"]
    account = gold_standard(after, made, "leave-out").account
    assert (account["lost"], account["decided"]) == ([on_fish.id], {"total": 0, "by": {}})
    assert after.payload(made)["counts"] == {"open": 3, "decided": 0, "skipped": 0}
    assert after.payload(made)["lost"] == [on_fish.id]
    shown = after.case_payload(on_fish.id, made, [])
    assert (shown["decision"], shown["changed"], shown["revision"]) == (None, True, 1)
    with pytest.raises(UsageError, match=f"3 cases of text.*on another text.*: {on_fish.id}$"):
        gold_standard(after, made)


def spans_of(marked: dict[str, list[tuple[int, int]]]) -> Queue:
    layers = {("d", who): Spans(tuple(Span(*mark, "A") for mark in marks), 6) for who, marks in marked.items()}
    return queue_of_corpus("spans", Corpus.of((Document("d", text="abcdef"),), layers))


def test_two_decisions_never_overlap() -> None:
    queue = spans_of({"ada": [(0, 1), (4, 5)], "bram": []})
    first, second = queue.of.cases
    made = {first.id: decision(first, [[0, 4, "A"]])}
    narrowed = queue.narrowed(second.id, made)
    assert narrowed.shown["room"] == [4, 6]
    assert queue.case_payload(second.id, made, [])["room"] == [4, 6]
    with pytest.raises(UsageError, match=f"{second.id}: A from 1 to 5 reaches into a neighbouring one"):
        queue.of.checked(narrowed, [[1, 5, "A"]])
    assert queue.narrowed(first.id, {second.id: decision(second, [[1, 5, "A"]])}).shown["room"] == [0, 1]


def test_decisions_that_overlap_all_the_same_are_listed_and_block_nothing() -> None:
    queue = spans_of({"ada": [(0, 1), (4, 5)], "bram": []})
    first, second = queue.of.cases
    made = {first.id: decision(first, [[0, 4, "A"]]), second.id: decision(second, [[1, 5, "A"]])}
    account = gold_standard(queue, made | {second.id: decision(second, [[4, 5, "A"]])}).account
    assert (account["lost"], account["decided"]["total"]) == ([], 2)
    with pytest.raises(UsageError, match=r"1 of 2 cases of spans decided so far, but no .*: open are 1 in d$"):
        gold_standard(queue, made, "leave-out")
    assert queue.payload(made)["lost"] == [second.id]


def test_the_same_mark_stands_once() -> None:
    queue = spans_of({"ada": [(0, 1)], "bram": []})
    with pytest.raises(UsageError, match="the same mark appears twice"):
        queue.of.checked(queue.cases[0], [[0, 1, "A"], [0, 1, "A"]])


@pytest.mark.parametrize(
    ("layer", "name", "ending"),
    [
        ("spans", "gold.csv", None),
        ("spans", "gold.CSV.gz", None),
        ("spans", "gold.conll", None),
        ("spans", "gold.eaf", None),
        ("spans", "gold.ndjson", ".jsonl"),
        ("spans", "gold.txt", ".jsonl"),
        ("spans", "-", ".jsonl"),
        ("items", "gold.jsonl.xz", ".jsonl"),
        ("items", "gold.csv.gz", ".csv"),
        ("items", "gold.tsv", ".csv"),
        ("items", "gold.ptb", None),
        ("tokens", "gold.conllu", ".conll"),
        ("tokens", "gold.csv", None),
        ("trees", "gold.conll", ".conllu"),
        ("trees", "gold.csv", None),
    ],
)
def test_the_name_of_the_output_says_a_format_that_fits(layer: str, name: str, ending: str | None) -> None:
    layers: dict[str, Annotation] = {
        "spans": Spans((), 1),
        "items": ItemLabels({"1": "a"}),
        "tokens": TokenLabels((("O",),)),
        "trees": Trees(()),
    }
    corpus = Corpus.of((Document("d"),), {("d", "ada"): layers[layer]})
    if ending is None:
        with pytest.raises(UsageError, match=rf"cannot be written as .* the name of {name} asks for: let it end in \."):
            writer_for(corpus, name)
        with pytest.raises(UsageError, match="asks for: say format='"):
            writer_for(corpus, name, choice=True)
    else:
        assert writer_for(corpus, name).ending == ending


def test_units_without_a_length_are_adjudicated_as_well(tmp_path: Path) -> None:
    file = tmp_path / "units.csv"
    rows = ["ada,0,2,A", "bram,0,2,A", "ada,3,3,B", "bram,3,3,B", "ada,5,5,C"]
    file.write_text("annotator,start,end,category\n" + "\n".join(rows) + "\n")
    queue = queue_of_corpus("units", accord.read(file))
    (case,) = queue.cases
    assert (queue.of.agreed, [each.value for each in case.versions]) == (2, [[[5, 5, "C"]], []])
    made = gold_standard(queue, {case.id: decision(case, queue.of.checked(case, case.versions[0].value))})
    assert [tuple(unit) for unit in next(iter(said(made.corpus).values()))] == [(0, 2, "A"), (3, 3, "B"), (5, 5, "C")]  # type: ignore[attr-defined]


def test_units_without_a_length_take_no_room_and_need_none(tmp_path: Path) -> None:
    file = tmp_path / "units.csv"
    rows = ["ada,0,5,A", "ada,7,7,P", "ada,10,12,A", "bram,20,21,A"]
    file.write_text("annotator,start,end,category\n" + "\n".join(rows) + "\n")
    queue = queue_of_corpus("units", accord.read(file))
    first, point, second, _ = queue.of.cases
    made = {first.id: decision(first, [[0, 9, "A"]])}
    with pytest.raises(UsageError, match="reaches into a neighbouring one"):
        queue.of.checked(queue.narrowed(second.id, made), [[6, 12, "A"]])
    for version in point.versions:
        assert queue.of.checked(queue.narrowed(point.id, made), version.value) == version.value


def test_an_edited_dependency_is_the_same_in_the_enhanced_graph(tmp_path: Path) -> None:
    rows = ["1\tgive\tgive\tVERB\t_\t_\t0\troot\t0:root\t_", "2\tme\tI\tPRON\t_\t_\t1\t{}\t1:{}|7:nsubj\t_"]
    for who, label in (("ada", "obj"), ("bram", "nsubj")):
        (tmp_path / f"{who}.conllu").write_text("\n".join(rows).format(label, label) + "\n\n")
    queue = queue_of_corpus("trees", accord.read(tmp_path))
    (case,) = queue.cases
    value = case.versions[0].value | {"labels": ["root", "iobj"]}
    content = export(queue, {case.id: decision(case, queue.of.checked(case, value))}).content.decode()
    assert "\t1\tiobj\t1:iobj|7:nsubj\t" in content


def test_a_label_that_is_nothing_is_refused_unless_an_annotator_gave_it() -> None:
    def labelled(*labels: str) -> Queue:
        layers = {("d", f"a{number}"): ItemLabels({"i": label}) for number, label in enumerate(labels)}
        return queue_of_corpus("items", Corpus.of((Document("d"),), layers))

    with pytest.raises(UsageError, match="a label is needed"):
        labelled("yes", "no").of.checked(labelled("yes", "no").cases[0], " ")
    empty = labelled("yes", "")
    assert empty.of.checked(empty.cases[0], "") == ""


def test_a_mention_is_called_by_its_type_alone() -> None:
    queue = queue_of("annotators")
    start, end, _ = queue.cases[0].versions[0].value[0]
    with pytest.raises(UsageError, match="'B-PER': name its type without B-"):
        queue.of.checked(queue.cases[0], [[start, end, "B-PER"]])


def test_the_account_is_silent_on_decisions_where_there_are_none() -> None:
    account = export(queue_of("urgency"), {}, "majority").account
    assert "\nWhat is undecided: what more than half" in account_markdown(account)
    assert "nobody" not in account_markdown(account)
