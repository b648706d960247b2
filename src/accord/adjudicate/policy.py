"""What can happen to cases that nobody decided."""

from __future__ import annotations

POLICIES = {
    "refuse": "no gold standard is made while anything is undecided",
    "majority": "what more than half of the annotators say is taken; the texts of all else are left out",
    "leave-out": "the texts of what is undecided are left out",
}
