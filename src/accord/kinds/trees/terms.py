"""What is scored of trees in the words of the field, by the first measure of dependencies and of phrases."""

from accord.scoring.terms import ScoreTerms

TERMS = {
    "las": ScoreTerms(
        scored="dependencies",
        right="LAS, the labelled attachment score: a token is right with its head and its relation",
        system="parser",
        part="relation",
        marked="token",
        wrong="given another head or relation",
        each="F1 of each relation with its head",
    ),
    "bracket-f1": ScoreTerms(
        scored="phrases",
        right="bracket F1: a phrase is right with its label and its tokens",
        system="parser",
        marked="phrase",
        wrong="missed or made up",
    ),
}
