"""A game as a PettingZoo environment (AEC): sides take turns, an action is an offered order.

Orders have no fixed number, so at every decision different orders are drawn from the offers and laid
on a tray of fixed size. Action `i` means the order in place `i`; the mask
tells which places hold one. The observation is the view of the side that looks, as the text in
which it travels (JSON bytes, zero-padded); `infos` has the view and the orders themselves.
An optional extra: `pip install 'campagna[environments]'`.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Game, Order, Setup

TRAY = 32
"""Orders laid out at each decision."""
TEXT = 65_536
"""Bytes of an observation; a longer view is cut, `infos` has it whole."""


class CampagnaEnv(AECEnv):  # type: ignore[misc]
    """One game between as many agents as the scenario has sides."""

    metadata = {"name": "campagna_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012
    render_mode = None

    def __init__(
        self, game: Game[Any], setup: Setup, *, tray: int = TRAY, text: int = TEXT, seed: int = 1
    ) -> None:
        super().__init__()
        self.game = game
        self.setup = setup
        self.tray_size = tray
        self.text_size = text
        self.possible_agents = list(game.scenario(setup).sides)
        self._seed = seed
        self._actions = {agent: Discrete(tray) for agent in self.possible_agents}
        self._observations = {
            agent: Dict(
                {
                    "observation": Box(0, 255, (text,), np.uint8),
                    "action_mask": Box(0, 1, (tray,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._seed = self._seed if seed is None else seed
        self._dice = SeededChance(self._seed)
        self._chance = UnrecordedChance(self._seed)
        self._state = self.game.start(self.setup, self._dice)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._orders = 0
        self._lay_out()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What the agent may know, and which actions it has; no actions while another decides."""
        text = msgspec.json.encode(self.game.view(self._state, agent))[: self.text_size]
        seen = np.zeros(self.text_size, np.uint8)
        seen[: len(text)] = np.frombuffer(text, np.uint8)
        mask = np.zeros(self.tray_size, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[: len(self._tray)] = 1
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        if not 0 <= action < len(self._tray):
            raise ValueError(f"action {action} is masked: {len(self._tray)} orders are laid out")
        self.game.play(self._state, self._tray[action], self._dice)
        self._orders += 1
        self._lay_out()
        self._accumulate_rewards()

    def _lay_out(self) -> None:
        """Whose turn it is, and the orders on the tray."""
        step = self.game.step(self._state)
        self._tray: list[Order] = []
        if step is None:
            self._finish()
            return
        self.agent_selection = step.side
        offers = self.game.offers(self._state)
        drawn = dict.fromkeys(offers.sample(self._chance) for _ in range(self.tray_size))
        self._tray = list(drawn)
        self.infos[step.side] = {"step": step, "orders": tuple(self._tray)}
        if self._orders >= self.game.longest_game:
            self.truncations = dict.fromkeys(self.agents, True)

    def _finish(self) -> None:
        """One for the winner, minus one for the loser, nothing for a draw."""
        outcome = self.game.outcome(self._state)
        assert outcome is not None
        for agent in self.agents:
            won = 0.0 if outcome.winner is None else 1.0 if outcome.winner == agent else -1.0
            self.rewards[agent] = won
            self.terminations[agent] = True
            self.infos[agent] = {"outcome": outcome}
        self.agent_selection = self.agents[0]

    def render(self) -> None:
        """Nothing: `campagna play` and the browser show games."""

    def close(self) -> None:
        """Nothing is held open."""
