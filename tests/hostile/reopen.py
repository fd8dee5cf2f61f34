"""After the attack: every match that the server kept is read again and played through from its orders."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text

from campagna.match.errors import Rejected
from campagna.server.serve import open_service

MOST = 300


def damaged(folder: Path) -> list[str]:
    """The matches with the most orders that do not open, and why."""
    service = open_service(str(folder))
    try:
        with service.store.engine.connect() as connection:
            query = text("SELECT id FROM matches ORDER BY version DESC LIMIT :most")
            ids = [row[0] for row in connection.execute(query, {"most": MOST})]
        found = []
        for id_ in ids:
            try:
                service.live(id_)
            except Rejected as rejected:
                found.append(f"{id_}: {rejected}")
        return found
    finally:
        service.store.close()
