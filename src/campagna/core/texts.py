"""A text in every language of the product: {"it": ..., "en": ...}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

Text = Annotated[Mapping[str, str], msgspec.Meta(title="Text")]
LANGUAGES = ("it", "en")
