"""A small network learns Cento for two by playing against itself, and is then measured against random players.

    pip install 'tiotal[torch]'
    python docs/examples/train_cento.py                  about a minute and a half on two cores
    python docs/examples/train_cento.py --seconds 20

The network sees what the seat to move sees (`env.observations`), and chooses among the moves that are legal
(`env.masks`). It learns by policy gradient with a baseline (advantage actor-critic): moves after which the player did
better than the network had foreseen become more likely.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import Tensor, nn

from tiotal.envs.batch import BatchEnv

GAME, PLAYERS = "cento", 2
MATCHES = 1024  # played at the same time
STEPS = 32  # of each match between two updates
PARTS = ("hand", "near", "to_go", "flipped", "last")  # of what is seen: all that matters most, so that it learns fast
HIDDEN = 128
LEARNING_RATE = 1e-3
PATIENCE = 0.98  # how much of what comes of it a move has to do with, one move of the player earlier
CURIOSITY = 0.01
TESTS = 8000  # matches against random players at the end


class Player(nn.Module):
    """What each move is worth trying, and how the match will end for whoever is asked."""

    def __init__(self, env: BatchEnv) -> None:
        super().__init__()
        self.columns = np.concatenate([np.arange(env.layout.size)[env.layout.part(part)] for part in PARTS])
        self.scale = np.array(env.layout.scale, np.float32)[self.columns]
        self.body = nn.Sequential(nn.Linear(len(self.columns), HIDDEN), nn.ReLU())
        self.moves = nn.Linear(HIDDEN, env.actions)
        self.outlook = nn.Linear(HIDDEN, 1)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        thought = self.body(rows)
        likes = self.moves(thought).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=likes, validate_args=False), self.outlook(thought).squeeze(-1)


def seen(player: Player, env: BatchEnv, lines: np.ndarray | slice = slice(None)) -> tuple[Tensor, Tensor]:
    """What the seats to move see and may do; a copy, for the environment goes on."""
    rows = env.observations[lines][:, player.columns] * player.scale
    return torch.from_numpy(rows), torch.from_numpy(env.masks[lines].copy())


# --- Learning ---------------------------------------------------------------------------------------------------
def learn(player: Player, env: BatchEnv, seconds: float) -> None:
    optimizer = torch.optim.Adam(player.parameters(), LEARNING_RATE)
    began = time.perf_counter()
    updates = steps = matches = 0
    while time.perf_counter() - began < seconds:
        rows, masks, actions, returns, ended = play(player, env)
        chances, outlook = player(rows, masks)
        surprise = returns - outlook.detach()
        surprise = (surprise - surprise.mean()) / (surprise.std() + 1e-6)
        loss = -(surprise * chances.log_prob(actions)).mean()
        loss = loss + 0.5 * (returns - outlook).square().mean() - CURIOSITY * chances.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(player.parameters(), 1.0)
        optimizer.step()
        updates, steps, matches = updates + 1, steps + len(actions), matches + ended
        if updates % 20 == 0:
            print(f"{time.perf_counter() - began:4.0f} s  {steps:>10,} moves  {matches:>8,} matches", flush=True)


@torch.no_grad()
def play(player: Player, env: BatchEnv) -> tuple[Tensor, Tensor, Tensor, Tensor, int]:
    """Some steps of all matches: what was seen, what could be done and was done, and what came of it."""
    told = []
    for _ in range(STEPS):
        rows, masks = seen(player, env)
        seats = env.to_move.copy()
        actions = player(rows, masks)[0].sample()
        env.step(actions.numpy())
        told.append((rows, masks, actions, seats, env.done.copy(), env.rewards.copy()))
    # Who is to move after the last step is expected to get this, and the other one the opposite.
    outlook = player(*seen(player, env))[1].numpy()
    lines = np.arange(env.count)
    coming = np.empty((env.count, PLAYERS), np.float32)
    coming[lines, env.to_move], coming[lines, 1 - env.to_move] = outlook, -outlook
    returns = []
    for *_, seats, done, rewards in reversed(told):
        coming[done] = rewards[done]
        returns.append(coming[lines, seats])
        coming[lines, seats] *= PATIENCE
    rows, masks, actions, _, done, _ = zip(*told, strict=True)
    come = torch.from_numpy(np.concatenate(returns[::-1]))
    return torch.cat(rows), torch.cat(masks), torch.cat(actions), come, int(np.sum(done))


# --- Measuring --------------------------------------------------------------------------------------------------
@torch.no_grad()
def measure(player: Player, matches: int, seed: int) -> tuple[float, float]:
    """The share of matches won against a random player, and half the width of its 95 % interval.

    The network sits at seat 0 in one half of the matches and at seat 1 in the other. Only the first match of each line
    counts, so that short ones do not count more often.
    """
    env = BatchEnv(GAME, PLAYERS, count=matches, seed=seed)
    own = np.arange(matches) % PLAYERS
    won = np.full(matches, np.nan)
    while np.isnan(won).any():
        actions = env.sample()
        mine = (env.to_move == own) & np.isnan(won)
        if mine.any():
            actions[mine] = player(*seen(player, env, mine))[0].logits.argmax(-1).numpy()
        env.step(actions)
        over = env.done & np.isnan(won)
        won[over] = env.winners[over, own[over]] / env.winners[over].sum(axis=1)
    return float(won.mean()), float(1.96 * won.std() / matches**0.5)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=TESTS)
    chosen = parser.parse_args()
    torch.set_num_threads(1)  # so small a network is not worth the waiting of two threads for each other
    torch.manual_seed(chosen.seed)
    env = BatchEnv(GAME, PLAYERS, count=MATCHES, seed=chosen.seed)
    player = Player(env)
    learn(player, env, chosen.seconds)
    share, margin = measure(player, chosen.tests, seed=10**9)
    print(f"Wins {100 * share:.1f} % ± {100 * margin:.1f} of {chosen.tests:,} matches against random players.")
