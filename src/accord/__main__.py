"""``python -m accord``."""

from accord.cli.main import main

main()
