"""The PettingZoo environment: masks from offers, observations from views, rewards from the outcome."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from campagna.core.contract import Setup
from tests.cli.duel import Duel

pettingzoo = pytest.importorskip("pettingzoo")
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "environment.py"


def test_a_game_is_played_to_its_end_by_masked_actions() -> None:
    from campagna.lab.environment import CampagnaEnv

    env = CampagnaEnv(Duel(), Setup("meadow"), tray=8, text=4096)
    env.reset(seed=4)
    given = 0
    rewards = {}
    for agent in env.agent_iter(1_000):
        observation, reward, ended, stopped, info = env.last()
        if ended or stopped:
            rewards[agent] = reward
            env.step(None)
            continue
        mask = observation["action_mask"]
        assert mask.sum() == len(info["orders"]) > 0
        text = bytes(observation["observation"]).rstrip(b"\0")
        assert msgspec.json.decode(text)["viewer"] == agent
        env.step(given % int(mask.sum()))
        given += 1
    assert given > 2
    assert set(rewards) == {"red", "blue"}
    assert sum(rewards.values()) == 0.0


def test_a_masked_action_is_an_error_and_others_have_no_actions() -> None:
    from campagna.lab.environment import CampagnaEnv

    env = CampagnaEnv(Duel(), Setup("meadow"), tray=8, text=4096)
    env.reset(seed=1)
    waiting = next(a for a in env.agents if a != env.agent_selection)
    assert env.observe(waiting)["action_mask"].sum() == 0
    with pytest.raises(ValueError, match="masked"):
        env.step(7)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_finds_nothing_to_complain_of() -> None:
    from pettingzoo.test import api_test

    from campagna.lab.environment import CampagnaEnv

    api_test(CampagnaEnv(Duel(), Setup("meadow"), tray=8, text=4096), num_cycles=30)


def test_the_example_runs() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "panzergruppe-guderian", "--orders", "30"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "30 orders given" in done.stdout
