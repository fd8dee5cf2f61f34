"""How a server for everybody is set up, and what must be there before it starts."""

from __future__ import annotations

import ipaddress
import os
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from campagna.core.contract import Text
from campagna.core.prepared import prepared

HERE = "127.0.0.1"


class BadSettings(Exception):
    """The server does not start; says in both languages what is needed."""

    def __init__(self, it: str, en: str) -> None:
        self.text: Text = {"it": it, "en": en}
        super().__init__(en)


class Operations(msgspec.Struct, frozen=True, kw_only=True):
    """Without `public` the server is one for a household: its own addresses, plain words in the log."""

    public: str = ""
    """The address that everybody knows, as `https://club.example.org`."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded headers are believed."""
    metrics: int = 0
    """The port on this machine where figures are told; 0 tells none."""
    logs: Literal["plain", "json"] = "plain"

    @property
    def name(self) -> str:
        """The name by which browsers call a public server."""
        return urlsplit(self.public).netloc.lower()

    @property
    def farewell(self) -> float:
        """Seconds over which sockets are closed when the server ends, so that not all come back at once."""
        return 5.0 if self.public else 0.0


def check_public(operations: Operations, data: str | None, client: Path) -> None:
    """Raises `BadSettings` if this cannot be opened to everybody."""
    address = operations.public
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise BadSettings(
            f"--public {address}: ci vuole l'indirizzo https del sito, come https://club.example.org",
            f"--public {address}: it takes the https address of the site, as https://club.example.org",
        )
    if not data:
        raise BadSettings(
            "--public chiede anche --data: la cartella delle partite o l'indirizzo di PostgreSQL",
            "--public also needs --data: the folder of the matches or the address of PostgreSQL",
        )
    if not (client / "index.html").is_file():
        raise BadSettings(
            f"--public: in {client} non c'è il client costruito; fallo con .ci/client o dai --client",
            f"--public: there is no built client in {client}; make it with .ci/client or give --client",
        )


def check_proxies(proxies: tuple[str, ...]) -> None:
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy, strict=False)
        except ValueError:
            raise BadSettings(
                f"--proxies {proxy}: ci vuole un indirizzo in cifre o una rete, come 10.0.0.0/8",
                f"--proxies {proxy}: it takes an address in numbers or a network, as 10.0.0.0/8",
            ) from None


# --- settings from a file ---------------------------------------------------------------------------

CONFIG_FILE = "CAMPAGNA_CONFIG"


def read_config(path: Path, known: Mapping[str, str]) -> dict[str, object]:
    """The options of a command, in TOML. Raises `BadSettings`.

    `known`: the parameter of each option, by its name without the dashes in front.
    """
    try:
        said = tomllib.loads(path.read_text())
    except (OSError, ValueError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else problem
        raise BadSettings(f"{path}: {why}", f"{path}: {why}") from None
    for name in said:
        if name not in known:
            there = ", ".join(sorted(known))
            raise BadSettings(
                f"{path}: nessuna voce {name}; ci sono: {there}",
                f"{path}: no setting {name}; there are: {there}",
            )
    return {known[name]: value for name, value in said.items()}


# --- secrets ----------------------------------------------------------------------------------------

SECRET_FILE = "CAMPAGNA_SECRET_FILE"


class Secrets(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What the secret file may hold, in TOML."""

    database_password: str = ""


def read_secrets() -> Secrets:
    """From the file that the environment names. Raises `BadSettings`."""
    named = os.environ.get(SECRET_FILE, "")
    if not named:
        return Secrets()
    path = Path(named)
    try:
        if path.stat().st_mode & stat.S_IRWXO:
            raise BadSettings(
                f"{path} è aperto a tutti: chmod o-rwx {path}",
                f"{path} is open to everybody: chmod o-rwx {path}",
            )
        return msgspec.convert(tomllib.loads(path.read_text()), prepared(Secrets))
    except (OSError, ValueError) as problem:
        # Never the text of the file: it is a secret.
        why = problem.strerror if isinstance(problem, OSError) else type(problem).__name__
        raise BadSettings(
            f"{SECRET_FILE}: {path} non si legge ({why})",
            f"{SECRET_FILE}: {path} cannot be read ({why})",
        ) from None


def with_password(data: str | None, secrets: Secrets, *, public: bool) -> str | None:
    """The address of the database with the password from the secret file. Raises `BadSettings`."""
    if data is None or "://" not in data:
        return data
    from sqlalchemy.engine import make_url

    url = make_url(data)
    if url.password and public:
        raise BadSettings(
            f"chiunque su questa macchina legge la password in --data: mettila in {SECRET_FILE}",
            f"everybody on this machine reads the password in --data: put it in {SECRET_FILE}",
        )
    if secrets.database_password:
        url = url.set(password=secrets.database_password)
    return url.render_as_string(hide_password=False)
