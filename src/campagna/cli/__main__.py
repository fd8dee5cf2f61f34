"""`python -m campagna.cli`."""

from campagna.cli import main

if __name__ == "__main__":
    main()
