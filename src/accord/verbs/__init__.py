"""What accord does, a file a verb: the rooms put together, for Python and for the command line alike."""
