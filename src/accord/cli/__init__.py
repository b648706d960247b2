"""The command line: one thin file a verb, each loaded when it is called."""
