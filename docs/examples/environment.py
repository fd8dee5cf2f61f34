"""Plays a game through the PettingZoo environment with a policy that learns nothing.

pip install 'campagna[environments]'
python docs/examples/environment.py panzergruppe-guderian --orders 200
"""

from __future__ import annotations

import argparse

import numpy as np

from campagna.core.contract import Setup
from campagna.games.registry import load_game
from campagna.lab.environment import CampagnaEnv


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--orders", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = load_game(asked.game)
    env = CampagnaEnv(game, Setup(game.scenarios[0].id))
    env.reset(seed=asked.seed)
    random = np.random.default_rng(asked.seed)
    given = 0
    for agent in env.agent_iter(asked.orders):
        observation, reward, ended, stopped, info = env.last()
        if ended or stopped:
            print(agent, "reward", reward, info.get("outcome"))
            env.step(None)
            continue
        allowed = np.flatnonzero(observation["action_mask"])
        env.step(int(random.choice(allowed)))
        given += 1
    print(given, "orders given")


if __name__ == "__main__":
    main()
