"""kill -9 of any process at any instant: python -m tests.server.kills --times 200

Three processes answer and two think, on one PostgreSQL (run it under .ci/postgres). People play at
whichever process answers, some against computers; every few moments one process is killed and started
again. In the end every order that was acknowledged must be stored once, every match must prove itself,
and none may ever have stood still for long.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import click
import httpx

from campagna.core.proof import verify
from campagna.core.record_file import read_record
from campagna.games.registry import load_game
from tests.match.databases import fresh_database
from tests.match.fixtures import GUDERIAN, LION
from tests.server.house import House

STANDSTILL = 10.0
_WAIT = 0.1


class Player(threading.Thread):
    """Plays one match until he is told to stop, and remembers what he was told."""

    def __init__(self, house: House, game: str, seats: dict[str, str], seed: int) -> None:
        super().__init__(daemon=True)
        self.house, self.game, self.seats = house, game, seats
        self.chance = random.Random(seed)
        self.acknowledged: list[int] = []
        self.cut_off = 0
        self.longest = 0.0
        self.enough = threading.Event()
        self.over = False
        self.fault = ""
        created = self.ask("POST", "/api/matches", json={"game": game, "seats": seats})
        self.match: str = created["match"]
        self.tokens: dict[str, str] = created["tokens"]

    def ask(self, method: str, path: str, **given: Any) -> Any:
        """The answer of any process; one that is not there is not asked again at once."""
        while not self.enough.is_set():
            process = self.chance.choice(self.house.processes)
            try:
                answer = httpx.request(method, process.address + path, timeout=20, **given)
            except httpx.HTTPError:
                time.sleep(_WAIT)
                continue
            if answer.status_code < 500 and answer.status_code != 429:
                return answer.json()
            time.sleep(_WAIT)
        raise InterruptedError

    def look(self, viewer: str = "spectator") -> Any:
        params = {"token": self.tokens[viewer]}
        return self.ask("GET", f"/api/matches/{self.match}", params=params)

    def run(self) -> None:
        version, since = -1, time.monotonic()
        try:
            while not self.enough.is_set():
                shot = self.look()
                if shot["version"] != version:
                    version, since = shot["version"], time.monotonic()
                self.longest = max(self.longest, time.monotonic() - since)
                if shot["step"] is None:
                    self.over = True
                    return
                side = shot["step"]["side"]
                if self.seats[side] == "human":
                    self.give(side, version)
                else:
                    time.sleep(_WAIT)
        except InterruptedError:
            return
        except Exception as problem:
            self.fault = repr(problem)

    def give(self, side: str, version: int) -> None:
        """One order; sent again as it is until somebody says what became of it."""
        token = self.tokens[side]
        path = f"/api/matches/{self.match}"
        found = self.ask("GET", f"{path}/ideas", params={"token": token})
        if not isinstance(found, list) or not found:
            return
        message = {"token": token, "version": version, "order": self.chance.choice(found)}
        while not self.enough.is_set():
            process = self.chance.choice(self.house.processes)
            try:
                answer = httpx.post(f"{process.address}{path}/orders", json=message, timeout=20)
            except httpx.HTTPError:
                self.cut_off += 1
                time.sleep(_WAIT)
                continue
            if answer.status_code == 200:
                self.acknowledged.append(answer.json()["version"])
                return
            if answer.status_code == 409:
                return  # it had arrived, though the answer did not
            time.sleep(_WAIT)

    def check(self) -> str:
        """What is wrong with what is stored of this match; empty if nothing is."""
        self.enough.clear()
        log = self.ask(
            "GET",
            f"/api/matches/{self.match}/log",
            params={"token": self.tokens["spectator"]},
        )
        version = self.look()["version"]
        wrong = [self.fault] if self.fault else []
        if len(log) != version:
            wrong.append(f"{len(log)} orders at version {version}")
        if len(set(self.acknowledged)) != len(self.acknowledged):
            wrong.append("a version was acknowledged twice")
        mine = [line["n"] for line in log if self.seats[line["side"]] == "human"]
        lost = set(self.acknowledged) - set(mine)
        if lost:
            wrong.append(f"acknowledged and lost: {sorted(lost)}")
        people = [side for side, kind in self.seats.items() if kind == "human"]
        if len(people) == len(self.seats) or self.over:
            tokens = ",".join(self.tokens[side] for side in people)
            process = self.house.processes[0]
            path = f"{process.address}/api/matches/{self.match}/record"
            record = httpx.get(path, params={"token": tokens}, timeout=60).content
            proof = verify(load_game(self.game), read_record(record.splitlines()))
            if proof.orders != len(log):
                wrong.append("the record has another number of orders")
        return ", ".join(wrong)


def campaign(data: str, times: int, seed: int, pause: float = 2.0) -> list[str]:
    """Everything that went wrong."""
    house = House(data, 3, seed, workers=2)
    try:
        players = [
            Player(house, GUDERIAN, {"soviet": "human", "german": "human"}, seed),
            Player(house, GUDERIAN, {"soviet": "captain", "german": "human"}, seed + 1),
            Player(house, LION, {"italian": "human", "ethiopian": "captain"}, seed + 2),
        ]
        for player in players:
            player.start()
        chance = random.Random(seed)
        begun = time.monotonic()
        for _ in range(times):
            time.sleep(chance.uniform(0.0, pause))
            victim = chance.choice(house.everybody)
            victim.kill()
            victim.begin()
            victim.ready()
        time.sleep(pause)
        for player in players:
            player.enough.set()
        for player in players:
            player.join(60)
        wrong = [found for player in players if (found := player.check())]
        longest = max(player.longest for player in players)
        orders = sum(len(player.acknowledged) for player in players)
        print(
            f"{times} kills in {time.monotonic() - begun:.0f} s: {orders} orders of people acknowledged, "
            f"{sum(p.cut_off for p in players)} answers cut off, longest standstill {longest:.1f} s"
        )
        if longest > STANDSTILL:
            wrong.append(f"a match stood still for {longest:.1f} s")
        return wrong
    finally:
        house.close()


@click.command()
@click.option("--times", default=200, show_default=True, help="How many processes are killed.")
@click.option("--seed", default=1, show_default=True)
def main(times: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder, fresh_database("postgresql", Path(folder)) as url:
        wrong = campaign(url, times, seed)
    for one in wrong:
        click.echo(one, err=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
