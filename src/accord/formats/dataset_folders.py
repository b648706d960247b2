"""Data sets of Hugging Face, saved to disk: a folder that counts as one file, and one of several splits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from accord.errors import ReadError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

_STATE, _SPLITS = "state.json", "dataset_dict.json"
_SHARDS, _CHOSEN = "_data_files", "_indices_data_files"


def is_dataset(folder: Path) -> bool:
    """Whether a folder is a data set, or holds its splits, which is refused: one of them is to be named."""
    if (folder / _SPLITS).is_file():
        splits = _read(folder / _SPLITS).get("splits")
        names = [str(name) for name in splits] if isinstance(splits, list) else []
        known = f"{', '.join(names)}: name one, as in {folder / names[0]}" if names else "none"
        raise UsageError(f"{folder} is a data set with the splits {known}")
    return (folder / _STATE).is_file() and _SHARDS in _read(folder / _STATE)


def shards(folder: Path) -> list[Path]:
    """The files that hold the rows of a data set, in their order."""
    state = _read(folder / _STATE)
    listed = state.get(_SHARDS)
    names = [part.get("filename") for part in listed if isinstance(part, dict)] if isinstance(listed, list) else []
    if not names or not all(isinstance(name, str) and name == name.rpartition("/")[2] for name in names):
        raise ReadError(f"{folder} cannot be read: {_STATE} names no files of it (is it damaged?)")
    if state.get(_CHOSEN):
        raise ReadError(f"{folder} holds more rows than were chosen: save what flatten_indices() gives")
    files = [folder / str(name) for name in names]
    if any(file.resolve().parent != folder.resolve() for file in files):
        raise ReadError(f"{folder} cannot be read: files of it are links that lead out of it")
    return files


def _read(path: Path) -> dict[str, Any]:
    """An object of JSON; nothing where there is none."""
    try:
        held = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return held if isinstance(held, dict) else {}
