"""Logs for programs: one JSON object a line, and nothing in it that opens a seat."""

from __future__ import annotations

import logging
import re
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

SECRET_KEYS = ("token", "secret", "salt", "code", "cookie", "password", "authorization", "hash")
"""What has one of these words in its name is left out."""
_QUERY = re.compile(r"\?[^\s\"'<>]+")
_PAIR = re.compile(r"(?i)\b(tokens?|secret|salt|code|cookie|password)(\W{1,4})[\w.~+/-]{6,}")
HIDDEN = "…"


def hide_secrets(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """The last word before a line is written, whoever wrote it."""
    return {key: _without(value) for key, value in event.items() if not _is_secret(key)}


def _is_secret(key: str) -> bool:
    return any(word in key.lower() for word in SECRET_KEYS)


def _without(value: object) -> object:
    if isinstance(value, str):
        return _PAIR.sub(rf"\1\2{HIDDEN}", _QUERY.sub(f"?{HIDDEN}", value))
    if isinstance(value, dict):
        return {k: _without(v) for k, v in value.items() if not _is_secret(str(k))}
    if isinstance(value, list | tuple):
        return [_without(v) for v in value]
    return value


def log_json(stream: TextIO | None = None) -> None:
    """From now on everything that is logged in this process is a line of JSON, uvicorn's words too."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        structlog.processors.format_exc_info,
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            hide_secrets,
            structlog.processors.JSONRenderer(),
        ],
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("alembic", "uvicorn", "uvicorn.error", "sqlalchemy", "websockets"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.WARNING)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
