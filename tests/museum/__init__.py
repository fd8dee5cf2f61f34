"""Finished records of every game and edition, and matches that were running when a release was made.

`<game>/<edition>/*.campagna.gz` were written by the release that had that edition as its newest;
`matches.sqlite3.gz` is a store of the release before there were editions. Nothing here is made again:
what a later release cannot replay, its users have lost.
"""
