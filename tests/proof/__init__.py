"""How much the tests prove: the rules are changed on purpose, and a test must notice.

`python -m tests.proof.run --game kasserine` tries every change in every chapter of a game and prints
the share that was noticed; `--sample N` tries N of them.
"""
