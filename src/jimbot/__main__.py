"""`python -m jimbot`: the command line."""

from jimbot.apps.cli.app import main

main()
