"""What is scored of labels in the words of the field."""

from accord.scoring.terms import ScoreTerms

OF_TOKENS = ScoreTerms(
    scored="labels of tokens",
    right="accuracy: a token is right with its label",
    marked="token",
    wrong="labelled otherwise",
)
OF_ITEMS = ScoreTerms(
    scored="labels of items",
    right="accuracy: an item is right with its label",
    wrong="labelled otherwise",
)
OF_SETS = ScoreTerms(
    scored="sets of labels of items",
    right="exact match: an item is right with all its labels and no other",
    wrong="labelled otherwise",
)
