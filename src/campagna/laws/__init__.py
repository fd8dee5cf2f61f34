"""The laws that every game keeps, for anybody's game: `campagna conformance`.

A law is a public function of a module `laws_of_*` that looks at a random game, the walk. They need
pytest and hypothesis: `pip install campagna[conformance]`.
"""
