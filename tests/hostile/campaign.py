"""The attack itself: one request after the other, each repeatable by its seed and number."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from typing import Any, NamedTuple

from tests.hostile.bodies import TEXTS, VALUES, change_value
from tests.hostile.described import JSON, Description, Operation
from tests.hostile.frames import talk
from tests.hostile.house import House
from tests.hostile.matches import Attacked, Changed, Tables
from tests.hostile.wires import MANGLES, Answer, Ask, Hangs, Wire, odd_bytes, once

RARE = {"/hint": 0.02, "/api/records": 0.3, "/rulebook": 0.1, "/map.svg": 0.1, "/rules": 0.3}
"""What costs a second is asked a little: this is no test of speed."""
SLOWEST = 5


class Fault(NamedTuple):
    number: int
    what: str


class Report:
    """What was sent, what came back, and what should not have."""

    def __init__(self) -> None:
        self.sent = 0
        self.seconds = 0.0
        self.statuses: dict[str, Counter[int]] = {}
        self.slowest: list[tuple[float, str]] = []
        self.faults: list[Fault] = []
        self.looks = 0

    def count(self, kind: str, status: int, took: float, what: str) -> None:
        self.sent += 1
        self.statuses.setdefault(kind, Counter())[status] += 1
        self.slowest = sorted([*self.slowest, (took, what)], reverse=True)[:SLOWEST]

    def lines(self) -> list[str]:
        seen = sorted({status for counts in self.statuses.values() for status in counts})
        named = ["closed" if status == 0 else str(status) for status in seen]
        lines = [f"{'':24}" + "".join(f"{name:>8}" for name in named)]
        for kind in sorted(self.statuses):
            counts = self.statuses[kind]
            lines.append(f"{kind:24}" + "".join(f"{counts[s] or '.':>8}" for s in seen))
        lines.append(
            f"{self.sent} sent in {self.seconds:.0f} s; matches looked at {self.looks} times"
        )
        lines += [f"slow: {took * 1000:6.0f} ms  {what}" for took, what in self.slowest]
        lines += [f"FAULT at {fault.number}: {fault.what}" for fault in self.faults]
        return lines or ["nothing was sent"]


class Campaign:
    def __init__(self, house: House, games: tuple[str, ...], seed: int) -> None:
        self.house = house
        self.seed = seed
        self.tables = Tables(house.address, games, random.Random(seed))
        told = self.tables.client.get("/api/openapi.json").json()
        self.description = Description(told)
        self.sockets = [o for o in self.description.operations if o.is_socket]
        self.asked = [o for o in self.description.operations if not o.is_socket]
        self.wire = Wire(house.port)
        self.report = Report()
        self.kinds = {
            **dict.fromkeys(VALUES, 6),
            **dict.fromkeys(TEXTS, 3),
            **dict.fromkeys(MANGLES, 4),
        }
        self.kinds |= {
            "a stale version": 4,
            "hardly HTTP": 10,
            "sockets and frames": 12,
            "valid": 4,
        }

    def run(
        self,
        count: int,
        seconds: float,
        *,
        every: int = 500,
        first: int = 0,
        tell_every: int = 10_000,
    ) -> Report:
        """Stops at the first fault: what comes after it may be its consequence."""
        begun = time.monotonic()
        for number in range(first, first + count):
            if self.report.faults or time.monotonic() - begun > seconds:
                break
            self._one(number)
            if (number + 1) % every == 0:
                self._look(number)
            if (number + 1) % tell_every == 0:
                print(f"{number + 1}: {time.monotonic() - begun:.0f} s", file=sys.stderr)
        self._look(first + count)
        self.report.seconds = time.monotonic() - begun
        self.wire.close()
        self.tables.client.close()
        return self.report

    def _one(self, number: int) -> None:
        luck = random.Random(f"{self.seed}:{number}")
        kind = luck.choices(list(self.kinds), list(self.kinds.values()))[0]
        what = kind
        begun = time.monotonic()
        try:
            what, answer = self._send(kind, luck)
        except (Hangs, Changed) as fault:
            self.report.faults.append(Fault(number, f"{kind}: {type(fault).__name__} {fault}"))
            return
        except OSError as gone:
            self.report.faults.append(Fault(number, f"{kind}: the server is gone: {gone}"))
            return
        self.report.count(kind, answer.status, time.monotonic() - begun, what)
        if answer.status >= 500:
            said = answer.body[:300].decode(errors="replace")
            self.report.faults.append(Fault(number, f"{what}: {answer.status} {said}"))
            # The words of the log may come a moment later than the answer.
            time.sleep(0.5)
        if said := self.house.faults():
            self.report.faults.append(Fault(number, f"{what}: the log says\n{said[-6000:]}"))

    def _look(self, number: int) -> None:
        if self.report.faults:
            return
        self.report.looks += 1
        try:
            self.tables.check()
        except Exception as fault:  # whatever it is, it was not meant
            self.report.faults.append(Fault(number, f"looking: {fault!r}"))

    # --- one request --------------------------------------------------------------------------------

    def _send(self, kind: str, luck: random.Random) -> tuple[str, Answer]:
        match = luck.choice(self.tables.open if luck.random() < 0.85 else self.tables.guarded)
        if kind == "sockets and frames":
            return self._socket(match, luck)
        operation = self._operation(luck, with_body=kind in VALUES or kind in TEXTS)
        ask, body = self._valid(operation, match, luck)
        what = f"{kind}, {operation}"
        if kind == "hardly HTTP":
            answer = once(self.house.port, odd_bytes(ask, luck), luck.choice((0.001, 0.02, 0.1)))
            match.sure = match in self.tables.guarded
            return what, answer
        answer = self.wire.send(self._mutated(kind, ask, body, luck))
        if 200 <= answer.status < 300 and ask.method == "POST":
            self.tables.heard(_json(answer.body))
        return what, answer

    def _socket(self, match: Attacked, luck: random.Random) -> tuple[str, Answer]:
        operation = luck.choice(self.sockets)
        known = self.tables.known(match, luck, self.tables.token(match, luck))
        ask = Ask("GET", operation.address(known, luck))
        if luck.random() < 0.2:
            ask = MANGLES["an odd address"](ask, luck)
        answer = talk(ask.target.replace(" ", "%20"), self.house.port, luck)
        return f"a socket, {operation}", answer

    def _operation(self, luck: random.Random, *, with_body: bool) -> Operation:
        while True:
            operation = luck.choice(self.asked)
            rare = next((r for end, r in RARE.items() if operation.path.endswith(end)), 1.0)
            if luck.random() < rare and (operation.body or not with_body):
                return operation

    def _valid(self, operation: Operation, match: Attacked, luck: random.Random) -> tuple[Ask, Any]:
        known = self.tables.known(match, luck, self.tables.token(match, luck))
        headers: tuple[tuple[str, str], ...] = (("Host", f"127.0.0.1:{self.house.port}"),)
        if not operation.body:
            return Ask(operation.method, operation.address(known, luck), headers), None
        body = self.description.value(operation.body, known, luck)
        text = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        headers += (("Content-Type", operation.media or JSON),)
        return Ask(operation.method, operation.address(known, luck), headers, text), body

    def _mutated(self, kind: str, ask: Ask, body: Any, luck: random.Random) -> Ask:
        if kind in VALUES:
            return ask._replace(body=change_value(kind, body, luck))
        if kind in TEXTS:
            return ask._replace(body=TEXTS[kind](ask.body, luck))
        if kind in MANGLES:
            return MANGLES[kind](ask, luck)
        if kind == "a stale version" and isinstance(body, dict) and "version" in body:
            stale = body["version"] + luck.choice((-1, 1, -5, 1000, 2**40))
            return ask._replace(body=json.dumps({**body, "version": stale}).encode())
        return ask


def _json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
