"""Tree edit distances of all pairs on a graphics processor, through CuPy: the same whole numbers, many pairs at once.

Trees are sorted by their size, so that neighbouring threads take about as long. A thread compares two trees from their
keyroots up, as `accord.distance.tree_kernel` does, with both tables in its own memory; trees of different sizes have
kernels with tables of different sizes. Trees that are too large for the largest table are left to the caller.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.distance.relevant import keyroots
from accord.errors import MissingExtra, NotApplicable, UsageError
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from accord.compute.progress import Progress
    from accord.study.forest import Forest

    Numbers = NDArray[np.int64]
    Rows = Callable[[Forest, int, int, int], NDArray[np.uint8]]
    """The distances of the trees from one place to another to all before them, by tables for so many nodes."""

SIZES = (16, 32, 64, 127)
"""So many nodes have the trees that a kernel compares, at most; a distance of two of 127 fits into one byte."""
MIN_CELLS = 10**10
"""From so many steps on a graphics processor is looked for unasked."""
_ROWS = 256
_THREADS = 64

_SOURCE = """
template <int SIZE>
__device__ void compare(const int *offsets, const int *leftmost, const int *labels, const int *first_root,
                        const int *roots, int one, int other, unsigned char *found) {
    unsigned char trees[SIZE * SIZE], forests[(SIZE + 1) * (SIZE + 1)];
    const int a = offsets[one], b = offsets[other];
    const int rows = offsets[one + 1] - a, columns = offsets[other + 1] - b;
    for (int p = first_root[one]; p < first_root[one + 1]; ++p) {
        const int low = leftmost[a + roots[p]], height = roots[p] - low + 1;
        for (int q = first_root[other]; q < first_root[other + 1]; ++q) {
            const int left = leftmost[b + roots[q]], width = roots[q] - left + 1;
            for (int y = 0; y <= width; ++y) forests[y] = y;
            for (int x = 1; x <= height; ++x) {
                const int u = low + x - 1, below_u = leftmost[a + u] - low, label = labels[a + u];
                unsigned char *row = forests + x * (SIZE + 1), *above = row - (SIZE + 1);
                const unsigned char *before = forests + below_u * (SIZE + 1);
                int deleted = x, both = above[0];
                row[0] = x;
                for (int y = 1; y <= width; ++y) {
                    const int v = left + y - 1, below_v = leftmost[b + v] - left, inserted = above[y];
                    int least = min(deleted, inserted) + 1;
                    if (below_u == 0 && below_v == 0) {
                        least = min(least, both + (label != labels[b + v]));
                        trees[u * SIZE + v] = least;
                    } else {
                        least = min(least, before[below_v] + trees[u * SIZE + v]);
                    }
                    row[y] = deleted = least;
                    both = inserted;
                }
            }
        }
    }
    *found = trees[(rows - 1) * SIZE + columns - 1];
}
"""
_KERNEL = """
extern "C" __global__ void compare_SIZE(const int *offsets, const int *leftmost, const int *labels,
                                        const int *first_root, const int *roots, int start, int end,
                                        unsigned char *found) {
    const int one = start + blockIdx.y, other = blockIdx.x * blockDim.x + threadIdx.x;
    if (one < end && other < one)
        compare<SIZE>(offsets, leftmost, labels, first_root, roots, one, other,
                      found + (size_t)(one - start) * end + other);
}
"""


def uses_gpu(device: str, cells: float) -> bool:
    """Whether trees are compared on a graphics processor: where it is asked for, or there is one and much to do."""
    if device == "cpu" or (device == "auto" and cells < MIN_CELLS):
        return False
    missing = _missing()
    if missing and device == "gpu":
        raise UsageError(f"{option('device', 'gpu')}: {missing}")
    return not missing


@cache
def _missing() -> str:
    """What is missing for a graphics processor to be used; empty where nothing is."""
    try:
        import cupy
    except ImportError:
        return str(MissingExtra("CuPy", "gpu"))
    try:
        return "" if cupy.cuda.runtime.getDeviceCount() else "there is no graphics processor"
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return f"there is no graphics processor that works ({error})"


def distances_on_gpu(forest: Forest, progress: Progress, rows: Rows | None = None) -> NDArray[np.int16]:
    """The distances between all trees, of which none may be larger than the largest table."""
    nodes = np.diff(forest.offsets)
    order = np.argsort(nodes, kind="stable")
    ordered = forest.only(order)
    found = np.zeros((len(forest), len(forest)), dtype=np.int16)
    rows = rows or _rows_on_gpu(ordered)
    progress.expect(len(forest) ** 2)
    for start, end, size in _blocks(nodes[order]):
        block = rows(ordered, start, end, size).astype(np.int16)
        found[np.ix_(order[start:end], order[:end])] = block
        progress.advance(end**2 - start**2)
    return np.maximum(found, found.T)


def _blocks(nodes: Numbers) -> Iterator[tuple[int, int, int]]:
    """Neighbouring trees in the order of their sizes, and the size of the tables that hold them."""
    cuts = np.searchsorted(nodes, SIZES, side="right")
    for size, first, last in zip(SIZES, [0, *cuts[:-1].tolist()], cuts.tolist(), strict=True):
        yield from ((start, min(last, start + _ROWS), size) for start in range(first, last, _ROWS))


def _rows_on_gpu(ordered: Forest) -> Rows:
    """What compares trees of this forest, which is copied to the graphics processor once."""
    import cupy

    roots, tree = keyroots(ordered)
    inside = roots - ordered.offsets[tree]
    first_root = np.searchsorted(tree, np.arange(len(ordered) + 1))
    parts = (ordered.offsets, ordered.leftmost, ordered.labels, first_root, inside)
    copied = tuple(cupy.asarray(part, dtype=cupy.int32) for part in parts)

    def rows(_forest: Forest, start: int, end: int, size: int) -> NDArray[np.uint8]:
        shape = (-(-end // _THREADS), end - start)
        try:
            found = cupy.zeros((end - start, end), dtype=cupy.uint8)
            _kernel(size)(shape, (_THREADS,), (*copied, np.int32(start), np.int32(end), found))
            distances: NDArray[np.uint8] = found.get()
        except (cupy.cuda.memory.OutOfMemoryError, cupy.cuda.driver.CUDADriverError) as error:
            raise NotApplicable(f"the graphics processor cannot do it ({error}): {option('device', 'cpu')}") from error
        return distances

    return rows


@cache
def _kernel(size: int) -> Any:
    """The kernel for trees of so many nodes."""
    import cupy

    code = _SOURCE + _KERNEL.replace("SIZE", str(size))
    return cupy.RawModule(code=code, options=("-std=c++17",)).get_function(f"compare_{size}")
