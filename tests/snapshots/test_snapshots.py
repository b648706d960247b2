"""Every verb prints what it printed when the snapshots were recorded; see README.md for a change on purpose."""

from __future__ import annotations

import pytest

from tests.snapshots.commands import COMMANDS, commands
from tests.snapshots.record import RECORDED, differences, recorded


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_print_what_was_recorded(name: str) -> None:
    different = list(differences(name))
    assert not different, "\n\n".join(different)


def test_every_command_is_recorded_and_nothing_else() -> None:
    assert sorted(path.stem for path in RECORDED.iterdir()) == sorted(COMMANDS)
    assert all(list(recorded(name)) == commands(name) for name in COMMANDS)


def test_no_command_failed_by_a_fault_of_accord() -> None:
    texts = [text for name in COMMANDS for text in recorded(name).values()]
    assert {text.partition("\n")[0] for text in texts} == {"exit 0", "exit 1", "exit 2"}
    assert not any("Traceback" in text for text in texts)
