"""`python -m pegwatch` is the command `pegwatch`."""

from pegwatch.cli import main

if __name__ == "__main__":
    main()
