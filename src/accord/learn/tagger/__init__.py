"""Taggers: a structured perceptron whose mistakes may weigh differently."""

from accord.learn.tagger.tagger import Prepared, Tagger

__all__ = ["Prepared", "Tagger"]
