"""What accord does, one file per verb: the rooms put together, for Python and for the command line alike."""
