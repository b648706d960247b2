"""The command line: one thin file per verb, each loaded when it is called."""
