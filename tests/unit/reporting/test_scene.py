"""Notes below pictures: in lines that fit, and nothing of them lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from accord.reporting.letters import in_lines, text_width
from accord.reporting.scene import Scene


@given(note=st.text("ab|é港 e\u0301\u200d", max_size=60), room=st.integers(20, 120))
def test_lines_fit_and_hold_the_whole_note(note: str, room: int) -> None:
    lines = list(in_lines(note, room))
    assert all(text_width(line, 10) <= room for line in lines)
    assert "".join(lines).replace(" ", "") == note.replace(" ", "")
    assert all(line == line.rstrip() for line in lines)


def test_a_note_of_control_characters_is_broken_as_it_is_written() -> None:
    drawn = Scene("x", "x.", 100.0, 40.0, [], ["\x01" * 40]).svg()
    written = [line.partition(">")[2].removesuffix("</text>") for line in drawn.splitlines() if "<text" in line]
    assert "".join(written[1:]) == r"\x01" * 40
    assert 2 < len(written) < 12
