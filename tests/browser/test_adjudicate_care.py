"""What somebody at the desk typed or decided is never lost, and never lands on a case that they do not see."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.serving import HARBOUR, SECONDS, Server
from tests.browser.test_adjudicate import cases_of, clear_of_faults, decisions, refused_window, tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    Serve = Callable[..., Server]
    Window = Callable[..., Page]


def test_a_key_that_comes_before_its_case_decides_nothing(serve: Serve, window: Window) -> None:
    server, cases = serve("urgency.csv"), cases_of("urgency.csv")
    page = window(server, "urgency")

    def slowly(route: Route) -> None:
        time.sleep(0.4)
        route.continue_()

    page.route("**/api/case?*", slowly)
    page.keyboard.press("j")
    page.keyboard.press("1")
    expect(page.get_by_role("heading", name=f"Case 2 of {cases}")).to_be_visible()
    assert decisions(server.paths[0].parent) == {}
    tally(page, 0)
    page.keyboard.press("1")
    tally(page, 1)
    item = page.locator(".cases button").nth(1).inner_text().split()[-1]
    assert list(decisions(server.paths[0].parent)) == [item]


def test_who_decides_is_kept_by_the_browser(serve: Serve, window: Window) -> None:
    server = serve("urgency.csv")
    page = window(server, "urgency")
    expect(page.get_by_label("Deciding as")).to_have_value("eve")
    page.get_by_label("Deciding as").fill("Bea")
    page.reload()
    expect(page.get_by_label("Deciding as")).to_have_value("Bea")
    page.locator(".case h3").click()
    page.keyboard.press("1")
    tally(page, 1)
    (kept,) = decisions(server.paths[0].parent).values()
    assert kept.who == "Bea"


def test_nobody_decides_without_a_name(serve: Serve, window: Window) -> None:
    server = serve("urgency.csv")
    page, other = window(server, "urgency"), window(server, "urgency")
    page.get_by_label("Deciding as").fill("")
    page.locator(".case h3").click()
    other.keyboard.press("2")
    tally(page, 1)  # the desk was looked at again
    expect(page.get_by_label("Deciding as")).to_have_value("")
    page.keyboard.press("j")
    expect(page.get_by_role("heading", name="Case 2 of")).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_label("Deciding as")).to_be_focused()
    expect(page.locator(".who .why")).to_be_visible()
    assert [each.who for each in decisions(server.paths[0].parent).values()] == ["eve"]


def test_whoever_adjudicates_gives_a_name_once(window: Window, tmp_path: Path) -> None:
    table = tmp_path / "urgency.csv"
    shutil.copy(HARBOUR / "urgency.csv", table)
    server = Server(table, who="")
    try:
        page = window(server, "urgency")
        expect(page.locator(".who .why")).to_be_visible()
        expect(page.get_by_label("Deciding as")).to_have_value("")
        page.keyboard.press("1")
        expect(page.get_by_label("Deciding as")).to_be_focused()
        page.keyboard.type("Bea")
        page.keyboard.press("Enter")
        page.keyboard.press("1")
        tally(page, 1)
        page.reload()
        expect(page.get_by_label("Deciding as")).to_have_value("Bea")
        expect(page.locator(".who .why")).not_to_be_visible()
    finally:
        server.stop()
    (kept,) = decisions(tmp_path).values()
    assert kept.who == "Bea"


def test_keys_while_editing_do_not_drop_the_draft(serve: Serve, window: Window) -> None:
    server = serve("annotators")
    page = window(server, "annotators")
    page.keyboard.press("e")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    draft = page.get_by_role("option", name="PER 0–3 Crewe heard them")
    expect(draft).to_be_visible()
    for key in ("s", "u", "j", "k"):
        page.keyboard.press(key)
        expect(page.locator(".unkept")).to_contain_text("Your version is not kept yet")
        expect(draft).to_be_visible()
    page.locator(".cases button").nth(3).click()
    page.get_by_role("button", name="Skip").click()
    expect(draft).to_be_visible()
    assert decisions(server.paths[0]) == {}
    page.get_by_role("button", name="Confirm").click()
    tally(page, 1)
    (kept,) = decisions(server.paths[0]).values()
    assert kept.value == [[0, 3, "PER"]]
    clear_of_faults(page)


def test_a_comment_and_a_draft_outlive_another_width_and_another_view(serve: Serve, window: Window) -> None:
    server = serve("annotators")
    page = window(server, "annotators")
    page.get_by_label("Comment").fill("ask the archivist")
    page.set_viewport_size({"width": 900, "height": 900})
    page.wait_for_timeout(1 * SECONDS)
    expect(page.get_by_label("Comment")).to_have_value("ask the archivist")
    page.locator(".case h3").click()
    page.keyboard.press("e")
    page.keyboard.press("ArrowRight")
    page.goto(f"{server.root}#/pairs/annotators")
    page.goto(f"{server.root}#/adjudicate/annotators")
    page.set_viewport_size({"width": 480, "height": 900})
    expect(page.get_by_role("option", name="PER 0–2 Crewe heard")).to_be_visible()
    expect(page.get_by_label("Comment")).to_have_value("ask the archivist")
    page.get_by_role("button", name="Confirm").click()
    tally(page, 1)
    (kept,) = decisions(server.paths[0]).values()
    assert (kept.value, kept.comment) == ([[0, 2, "PER"]], "ask the archivist")
    clear_of_faults(page)


def test_a_comment_stays_with_its_case_whatever_is_looked_at_meanwhile(serve: Serve, window: Window) -> None:
    server, cases = serve("urgency.csv", own=True), cases_of("urgency.csv")
    page = window(server, "urgency")
    comment = page.locator("#comment")
    comment.fill("some long reasoning")
    page.locator(".case h3").click()
    page.keyboard.press("j")
    expect(page.get_by_role("heading", name=f"Case 2 of {cases}")).to_be_visible()
    expect(comment).to_have_value("")
    page.keyboard.press("k")
    expect(page.get_by_role("heading", name=f"Case 1 of {cases}")).to_be_visible()
    expect(comment).to_have_value("some long reasoning")
    page.goto(f"{server.root}#/settings/urgency")
    page.get_by_label("Choose files").set_input_files(HARBOUR / "weather.csv")
    expect(page.get_by_role("heading", name="weather.csv", level=1)).to_be_visible()
    page.goto(f"{server.root}#/adjudicate/weather")
    expect(comment).to_have_value("")
    page.goto(f"{server.root}#/settings/weather")
    page.get_by_role("button", name="Show the files that accord serve was started with").click()
    expect(page.get_by_role("heading", name="urgency.csv", level=1)).to_be_visible()
    page.goto(f"{server.root}#/adjudicate/urgency")
    expect(comment).to_have_value("some long reasoning")
    page.keyboard.press("1")
    tally(page, 1)
    expect(comment).to_have_value("")
    (kept,) = decisions(server.paths[0].parent).values()
    assert kept.comment == "some long reasoning"
    clear_of_faults(page)


def test_undo_takes_back_only_what_this_window_did(serve: Serve, window: Window) -> None:
    server, cases = serve("urgency.csv"), cases_of("urgency.csv")
    first, second = window(server, "urgency"), window(server, "urgency")
    first.keyboard.press("1")
    tally(first, 1)
    expect(second.locator("#tally")).to_contain_text("✓ 1 decided")
    expect(second.locator(".case .badge-state")).to_contain_text("decided")
    second.get_by_label("Comment").fill("no, routine")
    second.locator(".case h3").click()
    second.keyboard.press("2")
    tally(second, 1)
    expect(first.locator("#tally")).to_contain_text("✓ 1 decided")
    first.wait_for_timeout(4 * SECONDS)  # it hears of it
    expect(first.get_by_role("heading", name=f"Case 2 of {cases}")).to_be_visible()
    first.keyboard.press("u")
    expect(first.get_by_role("alert")).to_contain_text("changed in the meantime")
    expect(first.get_by_role("heading", name=f"Case 1 of {cases}")).to_be_visible()
    (kept,) = decisions(server.paths[0].parent).values()
    assert (kept.revision, kept.value, kept.comment) == (2, "routine", "no, routine")
    second.get_by_label("Deciding as").fill("Ann")
    second.locator(".case h3").click()
    second.keyboard.press("u")
    second.get_by_text("History: 3 changes").click()
    last = second.locator(".history li")
    expect(last.nth(1)).to_contain_text("eve: decided, routine (bram) – no, routine (undone by Ann)")
    expect(last.nth(2)).to_contain_text("Ann: undid, back to decided, urgent (ada), by eve")
    second.get_by_label("Comment").fill("yes")
    second.get_by_role("button", name="Keep the comment").click()
    second.get_by_text("History: 4 changes").click()
    expect(last.nth(3)).to_contain_text("Ann: kept as decided, urgent (ada), by eve – yes")
    clear_of_faults(first)


def test_undo_in_a_window_that_was_refused_takes_back_nothing(serve: Serve, window: Window) -> None:
    server = serve("urgency.csv")
    second = refused_window(server, window)
    second.keyboard.press("u")
    expect(second.get_by_role("alert")).to_contain_text("This window decided nothing that could be undone.")
    (kept,) = decisions(server.paths[0].parent).values()
    assert (kept.value, kept.revision) == ("urgent", 1)


def test_a_window_at_the_desk_follows_files_that_are_dropped_in_another(serve: Serve, window: Window) -> None:
    server = serve("urgency.csv", own=True)
    first, second = window(server, "urgency"), window(server, "urgency")
    second.keyboard.press("c")
    first.goto(f"{server.root}#/settings/urgency")
    first.get_by_label("Choose files").set_input_files(HARBOUR / "weather.csv")
    told = second.get_by_role("region", name="Work in progress")
    expect(told.get_by_text("Other files are shown now.")).to_be_visible()
    second.keyboard.type("it is so, 1 or 2")  # goes on into the comment, and decides nothing of what is dropped
    expect(second.locator("#comment")).to_have_value("it is so, 1 or 2")
    assert not decisions(server.paths[0].parent)
    second.locator("#comment").blur()
    expect(second.get_by_role("heading", name="Adjudicate weather")).to_be_visible()
    expect(second.get_by_role("heading", name=re.compile("Case 1 of"))).to_be_visible()
    expect(second.locator(".cases button").first).to_contain_text("weather:")
    second.keyboard.press("1")
    tally(second, 1)
    clear_of_faults(second)


def test_a_new_mark_stays_inside_its_room(serve: Serve, window: Window) -> None:
    page = window(serve("radio.csv"), "radio")
    rooms: list[list[float | None]] = []

    def noted(answer: Any) -> None:
        if "/api/case?" in answer.url:
            rooms.append(answer.json()["room"])

    page.on("response", noted)
    refused = page.locator(".trouble")
    for _ in range(6):
        page.keyboard.press("j")
        expect(page.locator(".case")).not_to_have_attribute("aria-busy", "true")
        page.keyboard.press("e")
        before = page.locator(".marks-list [role=option]").count()
        for _ in range(4):
            page.keyboard.press("n")
        for words in page.locator(".marks-list [role=option]").all_inner_texts()[before:]:
            start, end = (float(part) for part in words.split()[-1].split("–"))
            low, high = rooms[-1]
            assert low is not None
            assert low <= start < end
            assert high is None or end <= high
        page.keyboard.press("Escape")
    assert refused.count() == 0
    clear_of_faults(page)


def test_each_version_of_a_tree_is_drawn(serve: Serve, window: Window) -> None:
    for layer in ("trees/deps", "phrases"):
        page = window(serve(layer.partition("/")[0]), layer)
        drawn = page.locator(".tree-versions li svg")
        assert drawn.count() == page.locator(".tree-versions button.take").count() >= 2
        assert drawn.first.locator("text.word").count() > 1
        assert drawn.first.locator("path.edge.first").count() > 0
        page.keyboard.press("e")
        expect(page.locator(".tree-versions .draft svg")).to_be_visible()
        page.keyboard.press("Escape")
        clear_of_faults(page)


def test_parts_of_speech_are_drawn_where_versions_differ_in_them(serve: Serve, window: Window) -> None:
    page = window(serve("phrases"), "phrases")
    page.locator(".cases button", has_text="d06-s03").click()
    expect(page.locator(".case")).to_contain_text("d06-s03")
    apart = page.locator(".tree-versions text.edge-label.first").all_text_contents()
    assert {"RP", "RB", "PRT", "ADVP"} <= set(apart)
    assert not {"DT", "NNP", "IN"} & set(page.locator(".tree-versions text.edge-label").all_text_contents())
    clear_of_faults(page)


def test_an_item_is_shown_with_its_text(serve: Serve, window: Window) -> None:
    server = serve("urgency.csv", own=True)
    server.stop()
    (file,) = server.paths
    file.write_text("id,text,annotator,label\n7,Ship aground,ada,urgent\n7,Ship aground,bram,routine\n", "utf-8")
    server.start()
    page = window(server, "urgency")
    expect(page.locator(".case .context")).to_have_text("7 Ship aground")
    page.goto(f"{server.root}#/pairs/urgency?first=ada&second=bram")
    expect(page.locator(".opened article .context")).to_have_text("Ship aground")
    expect(page.locator(".opened article .place")).to_contain_text("urgency.csv:2")
    expect(page.locator(".opened article .place")).to_contain_text("urgency.csv:3")
    clear_of_faults(page)


def test_a_key_that_is_held_decides_once_and_files_that_change_are_read_again(serve: Serve, window: Window) -> None:
    server = serve("urgency.csv", own=True)
    page = window(server, "urgency")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("take a version")
    page.keyboard.press("Escape")
    for _ in range(3):
        page.keyboard.down("1")
        page.wait_for_timeout(100)
    page.keyboard.up("1")
    tally(page, 1)
    cases = cases_of("urgency.csv")
    expect(page.get_by_role("heading", name=f"Case 2 of {cases}")).to_be_visible()
    item = page.locator(".cases [aria-current]").inner_text().split(":")[-1]
    (file,) = server.paths
    rows = [line for line in file.read_text("utf-8").splitlines() if not line.startswith(f"{item},bram")]
    rows = [f"{item},{row.split(',')[1]},same" if row.startswith(f"{item},") else row for row in rows]
    file.write_text("\n".join(rows) + "\n", "utf-8")
    expect(page.get_by_role("heading", name=f"Case 2 of {cases - 1}")).to_be_visible()
    assert item not in page.locator(".cases").inner_text()
    page.keyboard.press("e")
    page.locator("#draft-label").fill("half a la")
    page.goto(f"{server.root}#/overview/urgency")
    page.goto(f"{server.root}#/adjudicate/urgency")
    expect(page.locator("#draft-label")).to_have_value("half a la")
    expect(page.locator("#draft-label")).to_be_focused()
    page.locator("h2").click()
    page.keyboard.press("Enter")
    expect(page.locator("#draft-label")).to_be_focused()
    page.locator("h2").click()
    page.keyboard.press("Escape")
    expect(page.locator("#draft-label")).to_have_count(0)
    stored = file.read_text("utf-8")
    file.unlink()
    expect(page.locator(".case")).to_contain_text("cannot be read any more")
    page.keyboard.press("1")
    file.write_text(stored, "utf-8")
    expect(page.locator(".case")).to_contain_text("Case 2 of")
    tally(page, 1)
    clear_of_faults(page)


def test_phrases_are_put_together_anew(serve: Serve, window: Window) -> None:
    server = serve("phrases")
    page = window(server, "phrases")
    page.keyboard.press("e")
    field, wrong = page.locator("textarea.brackets"), page.locator(".editor .wrong")
    words = re.findall(r"[^\s()]+(?=\))", field.input_value())
    for text, said in {
        "(S (NP": "2 closing brackets are missing",
        "(S (NN nonsense))": f"nonsense is not the next word: that is {words[0]}",
        f"(S (NN {words[0]}))": f"{words[1]} is missing",
        f"(S (NN {words[0]} (NP": f"{words[0]} stands beside a phrase",
        "(S ()": "there is nothing between two brackets",
    }.items():
        field.fill(text)
        expect(wrong).to_contain_text(said)
        field.press("Enter")
    tally(page, 0)
    assert page.locator(".case").inner_text().count("true") == 0
    flat = f"(FLAT {' '.join(f'(W {word})' for word in words)})"
    field.fill(flat)
    expect(wrong).to_be_empty()
    expect(page.locator(".tree-versions .draft svg")).to_contain_text("FLAT")
    field.press("Enter")
    expect(page.locator(".unkept")).to_contain_text("Nobody used ‘FLAT’ or ‘W’ so far.")
    field.press("Enter")
    tally(page, 1)
    (kept,) = decisions(server.paths[0]).values()
    assert kept.value == {
        "words": words,
        "labels": ["FLAT", *["W"] * len(words)],
        "parents": [-1, *[0] * len(words)],
    }
    gold = Path(server.paths[0].parent / "gold.ptb")
    command = [sys.executable, "-m", "accord", "gold", str(server.paths[0]), "-o", str(gold), "--undecided", "majority"]
    subprocess.run(command, check=True, capture_output=True)
    assert flat in " ".join(gold.read_text("utf-8").split())
    clear_of_faults(page)


def test_somebody_who_writes_hears_of_a_file_only_where_it_changed_their_case(serve: Serve, window: Window) -> None:
    server, cases = serve("urgency.csv", own=True), cases_of("urgency.csv")
    page = window(server, "urgency")
    (file,) = server.paths
    names = [each.split(":")[-1] for each in page.locator(".cases button").all_inner_texts()]
    heading = page.get_by_role("heading", name=re.compile("^Case 1 of"))

    def agree_on(name: str) -> None:
        lines = file.read_text("utf-8").splitlines()
        same = [f"{name},{line.split(',')[1]},same" if line.startswith(f"{name},") else line for line in lines]
        file.write_text("\n".join(same) + "\n", "utf-8")

    page.keyboard.press("c")
    page.keyboard.type("I think")
    agree_on(names[-1])
    expect(heading).to_have_text(f"Case 1 of {cases - 1}")
    expect(page.locator(".trouble")).to_have_count(0)
    page.keyboard.type(" so")
    expect(page.locator("#comment")).to_have_value("I think so")
    file.write_text(re.sub(f"^({names[0]},ada),.*$", r"\1,grave", file.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    expect(page.get_by_role("alert")).to_contain_text("A file was changed meanwhile")
    expect(page.get_by_role("alert")).not_to_contain_text("window")
    page.locator("h2").click()
    expect(page.locator(".versions")).to_contain_text("grave")
    expect(page.locator("#comment")).to_have_value("I think so")
    page.keyboard.press("c")
    agree_on(names[0])
    expect(page.get_by_role("alert")).to_contain_text("annotators do not differ here any more")
    page.locator("h2").click()
    expect(page.locator(".case .place")).to_contain_text(names[1])
    expect(page.locator(".trouble")).to_have_count(0)
    clear_of_faults(page)


def test_every_view_says_that_files_were_changed_and_measures_them_anew(serve: Serve, window: Window) -> None:
    server = serve("urgency.csv", own=True)
    page = window(server, "urgency")
    stale = page.locator(".stale")
    page.goto(f"{server.root}#/overview/urgency")
    expect(page.locator("main")).to_contain_text("0.558")
    expect(stale).to_be_hidden()
    (file,) = server.paths
    file.write_text(file.read_text("utf-8").replace(",notable", ",routine"), "utf-8")
    expect(stale).to_contain_text("Files were changed since this was measured.")
    page.reload()
    for view in ("overview", "pairs", "adjudicate", "settings", "overview"):
        expect(page.get_by_role("link", name="Adjudicate")).to_be_visible()
        page.goto(f"{server.root}#/{view}/urgency")
        expect(stale).to_be_visible()
    expect(page.locator("main")).to_contain_text("0.558")
    stale.get_by_role("button", name="Measure again").click()
    expect(stale).to_be_hidden()
    expect(page.locator("main")).to_contain_text("0.778")
    clear_of_faults(page)


def test_a_layer_that_is_measured_meanwhile_is_no_longer_said_to_come(serve: Serve, window: Window) -> None:
    server = serve("urgency.csv", own=True)
    page = window(server, "urgency")

    def too_early(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        late = [layer | {"why": "that takes a while, and is still to come"} for layer in found["layers"]]
        route.fulfill(response=answer, json=found | {"layers": [], "unmeasured": late})

    page.route("**/api/payload", too_early, times=1)
    page.reload()
    expect(page.locator(".not-measured")).to_contain_text("still to come")
    page.get_by_label("Comment").fill("I think")
    page.evaluate("fetch('/api/again', { method: 'POST' })")
    measured = page.get_by_text("This layer is measured by now: the Overview has it.")
    expect(measured).to_be_visible()
    expect(page.locator(".not-measured")).to_have_count(0)
    page.keyboard.type(" so")
    expect(page.locator("#comment")).to_have_value("I think so")
    measured.get_by_role("link").click()
    expect(page.locator("main")).to_contain_text("0.558")
    expect(page.get_by_role("link", name="Pairs").first).to_be_visible()
    clear_of_faults(page)


def test_a_version_of_a_case_that_changed_is_not_kept_and_not_lost(serve: Serve, window: Window) -> None:
    server = serve("urgency.csv", own=True)
    page = window(server, "urgency")
    item = page.locator(".cases button").first.inner_text().split()[-1]
    (file,) = server.paths
    lines = file.read_text("utf-8").splitlines()
    name = item.rpartition(":")[2]
    changed = [f"{name},bram,grave" if line.startswith(f"{name},bram,") else line for line in lines]
    assert changed != lines
    page.keyboard.press("e")
    page.keyboard.type("dire")
    page.keyboard.press("Enter")
    expect(page.locator(".unkept")).to_contain_text("Nobody used ‘dire’ so far.")
    file.write_text("\n".join(changed) + "\n", "utf-8")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Not kept.")
    expect(page.get_by_role("alert")).to_contain_text("Yours: dire.")
    expect(page.locator(".versions")).to_contain_text("grave")
    assert decisions(file.parent) == {}
    page.get_by_role("button", name="Keep mine all the same").click()
    tally(page, 1)
    (kept,) = decisions(file.parent).values()
    assert (kept.item, kept.value) == (item, "dire")
    clear_of_faults(page)
