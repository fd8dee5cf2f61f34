"""Exact millimetre geometry for miniatures: no game rules, only the digest's definitions G-1 to G-23."""
