"""`python -m tiotal` is the command `tiotal`."""

from tiotal.cli import main

main()
