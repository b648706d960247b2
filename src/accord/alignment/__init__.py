"""Which unit answers to which."""

from accord.registry import Registry

__all__ = ["ALIGNMENTS"]

ALIGNMENTS = Registry(
    "alignment",
    {
        "alignment": "accord.alignment.alignment:Alignment",
        "best-alignment": "accord.alignment.exact:best_alignment",
        "greedy-alignment": "accord.alignment.greedy:greedy_alignment",
        "soft-alignment": "accord.alignment.exact:soft_alignment",
        "candidates": "accord.alignment.candidates",
        "dissimilarity": "accord.distance.dissimilarity:Dissimilarity",
    },
    aliases={"objective": "best-alignment", "algorithm-1": "greedy-alignment"},
)
"""What is explained of alignments."""
