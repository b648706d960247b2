"""Functions over arrays that are compiled when they are first called."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

    Kernel = TypeVar("Kernel", bound=Callable[..., object])


def called_by_compiled(function: Callable[..., object]) -> None:
    """Let a plain function be called by compiled ones, too."""
    from numba.extending import register_jitable

    register_jitable(function)


def compiled(kernel: Kernel) -> Kernel:
    """Compile a function once and keep what came out for later runs, where there is a folder to keep it in.

    It is kept beside the function's file or, where that folder is read-only, in the user's cache; ``NUMBA_CACHE_DIR``
    names another one. The function lets other threads run beside it.
    """
    try:
        made: Kernel = njit(cache=True, nogil=True, boundscheck=False)(kernel)
    except RuntimeError:  # no folder can be written to
        made = njit(nogil=True, boundscheck=False)(kernel)
    return made
