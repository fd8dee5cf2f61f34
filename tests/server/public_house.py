"""A public server as a process of its own, asked as a proxy on this machine would ask it."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import httpx

ROOT = Path(__file__).resolve().parents[2]
NAME = "club.example.org"
START_SECONDS = 40


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class PublicHouse:
    def __init__(self, folder: Path, *words: str, data: str = "") -> None:
        self.folder = folder
        self.words = words
        self.data = data or str(folder / "data")
        self.log = folder / "log.jsonl"
        self.port, self.metrics = free_port(), free_port()

    def __enter__(self) -> Self:
        client = self.folder / "client"
        client.mkdir(parents=True)
        (client / "index.html").write_text("<p>table")
        words = ["serve", "--public", f"https://{NAME}", "--port", str(self.port)]
        words += ["--metrics", str(self.metrics), "--client", str(client), "--data", self.data]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "campagna.cli", *words, *self.words],
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        finally:
            self.process.kill()

    def answers(self) -> bool:
        try:
            with self.client() as client:
                return client.get("/api/ready").status_code == 200
        except httpx.TransportError:
            return False

    def client(self) -> httpx.Client:
        base = f"http://127.0.0.1:{self.port}"
        headers = {"host": NAME}
        return httpx.Client(base_url=base, headers=headers, timeout=20, trust_env=False)

    def odd(self, text: bytes) -> bytes:
        """Bytes as they are, and the answer to them."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as peer:
            peer.sendall(text)
            peer.shutdown(socket.SHUT_WR)
            return peer.recv(65536)

    def stored_secrets(self) -> list[str]:
        """Those of the dice."""
        with sqlite3.connect(Path(self.data) / "campagna.sqlite3") as database:
            return [row[0].hex() for row in database.execute("SELECT secret FROM matches")]
