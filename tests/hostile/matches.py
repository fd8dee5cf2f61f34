"""The matches that are attacked, and what must be true of them: each change was an answer that said so."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from typing import Any

import httpx

PATIENCE = 15.0
OLD = "0123456789abcdefghijklmn"
WHERE = ("/tabletop", "/step", "/outcome", "/ended", "/stop_offered_by", "/log_length", "/title")


class Changed(Exception):
    """A match is not as the answers of the server left it."""


class Attacked:
    """One match and the version it should have."""

    def __init__(self, created: Mapping[str, Any], game: str) -> None:
        self.id: str = created["match"]
        self.tokens: dict[str, str] = created["tokens"]
        self.game = game
        self.version = 0
        self.over = False
        self.digest = ""
        self.sure = True
        """False when something was sent whose answer nobody could read."""
        self.order: Any = None
        """One that was allowed when it was asked for."""
        self.ideas: list[Any] = []


class Tables:
    """`guarded` matches are never touched by their own tokens: whatever comes, they stay as they are."""

    def __init__(self, address: str, games: tuple[str, ...], luck: random.Random) -> None:
        self.client = httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False)
        self.luck = luck
        self.codes = [OLD, "7KQ4-M2XP", ""]
        self.games: dict[str, dict[str, Any]] = {}
        for game in games:
            told = self._get(f"/api/games/{game}")
            self.games[game] = told
        self.open = [self.begin(game) for game in games for _ in range(2)]
        self.guarded = [self.begin(game) for game in games]
        for match in self.guarded:
            for _ in range(3):
                self.play(match)

    def _get(self, path: str, **query: str) -> Any:
        answer = self.client.get(path, params=query)
        answer.raise_for_status()
        return answer.json()

    def begin(self, game: str) -> Attacked:
        seats = dict.fromkeys(self.games[game]["sides"], "human")
        answer = self.client.post("/api/matches", json={"game": game, "seats": seats})
        answer.raise_for_status()
        match = Attacked(answer.json(), game)
        self.look(match)
        return match

    def look(self, match: Attacked) -> None:
        """What may be asked of this match next."""
        spectator = match.tokens["spectator"]
        now = self._get(f"/api/matches/{match.id}", token=spectator)
        shown = {name[1:]: now[name[1:]] for name in WHERE}
        digest = hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()
        if not match.sure:
            match.version, match.digest, match.sure = now["version"], "", True
        if now["version"] != match.version:
            raise Changed(f"{match.id}: version {now['version']}, not {match.version}")
        if match.digest and digest != match.digest:
            raise Changed(f"{match.id}: another position at version {match.version}")
        match.digest = digest
        match.over = now["step"] is None
        if not match.over:
            token = match.tokens[now["step"]["side"]]
            match.ideas = self._get(f"/api/matches/{match.id}/ideas", token=token) or match.ideas
            match.order = self.luck.choice(match.ideas or [{"order": "none"}])

    def play(self, match: Attacked) -> None:
        """A valid order is still taken."""
        if match.over or not match.ideas:
            return
        now = self._get(f"/api/matches/{match.id}", token=match.tokens["spectator"])
        token = match.tokens[now["step"]["side"]]
        body = {"token": token, "version": match.version, "order": match.order}
        answer = self.client.post(f"/api/matches/{match.id}/orders", json=body)
        if answer.status_code != 200:
            raise Changed(f"{match.id}: a valid order was not taken: {answer.text[:300]}")
        match.version, match.digest = match.version + 1, ""
        self.look(match)

    def heard(self, answer: Any) -> None:
        """An answer that says that a match has changed, or that gives a code away."""
        if not isinstance(answer, dict):
            return
        if isinstance(answer.get("code"), str):
            self.codes = [*self.codes[-20:], answer["code"]]
        if answer.get("type") != "update":
            return
        for known in self.open:
            if known.id == answer["match"] and known.sure:
                if answer["version"] != known.version + 1:
                    raise Changed(f"{known.id}: from {known.version} to {answer['version']}")
                known.version, known.digest = answer["version"], ""

    def check(self) -> None:
        """Nothing has changed but what was answered; matches that ended make room for new ones."""
        for match in (*self.guarded, *self.open):
            self.look(match)
        for n, match in enumerate(self.open):
            if match.over:
                self.open[n] = self.begin(match.game)
            else:
                self.play(match)

    # --- what goes into requests --------------------------------------------------------------------

    def known(self, match: Attacked, luck: random.Random, token: str) -> Any:
        """Values by the names of fields and parameters, as `Description` asks for them."""
        told = self.games[match.game]
        sides: list[str] = told["sides"]
        makers: dict[str, Any] = {
            "match": match.id,
            "token": token,
            "tokens": ",".join([token, *luck.sample([OLD, *match.tokens.values()], 2)]),
            "version": match.version,
            "order": match.order,
            "orders": match.ideas[:6],
            "slug": match.game,
            "game": match.game,
            "scenario": luck.choice(told["scenarios"])["id"],
            "side": luck.choice(sides),
            "seats": dict.fromkeys(sides, "human"),
            "n": luck.randint(0, 9),
            "at": luck.randint(0, 9),
            "from": luck.randint(1, 5),
            "since": luck.randint(0, match.version + 1),
            "id": luck.choice(("1", "5.2", "0101", "a", "A1")),
            "code": luck.choice(self.codes),
            "connection": "c1",
            "options": {},
            "title": "x",
        }
        return makers.get

    def token(self, match: Attacked, luck: random.Random) -> str:
        """Mostly the right one: what follows the door is what breaks."""
        if match in self.guarded:
            other = luck.choice(self.open).tokens
            return luck.choice((OLD, "", *other.values()))
        if luck.random() < 0.8:
            return luck.choice(list(match.tokens.values()))
        other = luck.choice(self.open).tokens
        return luck.choice((OLD, "", match.tokens["spectator"][:-1], *other.values()))
