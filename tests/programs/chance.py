"""Whole simulations by chance: annealing, Metropolis, random walks, games, with scalar draws in loops."""

import math
import random

import numpy as np

from tests.harness import Theme, call
from tests.programs.random_numbers import seeded

program = Theme("chance")
TOWNS = np.random.default_rng(0).random((9, 2))


@program(call(8, 0.4, 6, 1), call(8, 0.9, 3, 2))
def ising(n, beta, sweeps, seed):
    """Metropolis steps on a torus of spins, and the energy after each sweep."""
    rng = np.random.default_rng(seed)
    s = rng.choice([-1, 1], size=(n, n))
    energies = []
    for _ in range(sweeps):
        for _ in range(n * n):
            i, j = rng.integers(0, n), rng.integers(0, n)
            around = s[(i + 1) % n, j] + s[(i - 1) % n, j] + s[i, (j + 1) % n] + s[i, (j - 1) % n]
            change = 2 * s[i, j] * around
            if change <= 0 or rng.random() < np.exp(-beta * change):
                s[i, j] *= -1
        energies.append(-(s * (np.roll(s, 1, 0) + np.roll(s, 1, 1))).sum())
    return s, energies


@program(call(TOWNS, 60, 1), call(TOWNS, 80, 5))
def tour_by_annealing(towns, steps, seed):
    """A list that a turn of the loop may keep, or replace by another made of its slices."""
    rng = random.Random(seed)
    n = len(towns)
    tour = list(range(n))

    def length(t):
        total = 0.0
        for i in range(n):
            total += math.hypot(*(towns[t[i]] - towns[t[(i + 1) % n]]))
        return total

    now = best = length(tour)
    heat = 1.0
    for _ in range(steps):
        i, j = sorted((rng.randrange(n), rng.randrange(n)))
        new = tour[:i] + tour[i : j + 1][::-1] + tour[j + 1 :]
        after = length(new)
        if after < now or rng.random() < math.exp((now - after) / heat):
            tour, now = new, after
            best = min(best, now)
        heat *= 0.97
    return tour, best


@program(call(40, 12), call(60, 23))
def same_birthday(trials, people):
    """A new set in each turn of a loop, filled by a short loop that may end early."""
    rng = random.Random(1)
    hits = 0
    for _ in range(trials):
        seen = set()
        for _ in range(people):
            day = rng.randint(1, 365)
            if day in seen:
                hits += 1
                break
            seen.add(day)
    return hits / trials


@program(call(15), call(21))
def growth_by_diffusion(n):
    """Walkers that stick where they touch; steps looked up in a list."""
    rng = np.random.RandomState(4)
    grid = np.zeros((n, n), dtype=bool)
    grid[n // 2, n // 2] = True
    count = 0
    for _ in range(40):
        x, y = rng.randint(1, n - 1), rng.randint(1, n - 1)
        while True:
            if grid[x - 1, y] or grid[x + 1, y] or grid[x, y - 1] or grid[x, y + 1]:
                if not grid[x, y]:
                    grid[x, y] = True
                    count += 1
                break
            dx, dy = [(0, 1), (0, -1), (1, 0), (-1, 0)][rng.randint(4)]
            x, y = x + dx, y + dy
            if x < 1 or x > n - 2 or y < 1 or y > n - 2:
                break
    return grid, count


@program(seeded(0), seeded(3))
def children_of_two(rng):
    """A genetic algorithm: rows chosen by chance, joined and changed."""
    population = rng.random((10, 6))
    for _ in range(5):
        fit = -((population - 0.5) ** 2).sum(axis=1)
        new = np.empty_like(population)
        for i in range(len(population)):
            a, b = rng.integers(10), rng.integers(10)
            first = population[a] if fit[a] > fit[b] else population[b]
            c, d = rng.choice(10), rng.choice(10)
            second = population[c] if fit[c] > fit[d] else population[d]
            cut = rng.integers(1, 6)
            child = np.concatenate([first[:cut], second[cut:]])
            if rng.random() < 0.3:
                child[rng.integers(6)] += rng.normal(0, 0.1)
            new[i] = child
        population = new
    return population


@program(seeded(0), seeded(4))
def metropolis(rng):
    """Samples in a list, of which each repeats the last one or is a new one."""
    x, accepted, samples = 0.0, 0, []
    log_p = -0.5 * (x - 1.5) ** 2
    for _ in range(300):
        proposal = x + rng.normal(0, 0.5)
        log_q = -0.5 * (proposal - 1.5) ** 2
        if math.log(rng.uniform()) < log_q - log_p:
            x, log_p = proposal, log_q
            accepted += 1
        samples.append(x)
    return np.array(samples), accepted / 300


@program(call(5, 20), call(9, 12))
def gamblers_ruin(start, goal):
    """A while loop that ends by chance."""
    rng = np.random.default_rng(0)
    ruined = steps = 0
    for _ in range(50):
        money = start
        while 0 < money < goal:
            money += 1 if rng.random() < 0.49 else -1
            steps += 1
        ruined += money == 0
    return ruined / 50, steps


@program(call(200), call(300))
def legacy_walk(n):
    """The functions of np.random: normal numbers come in pairs."""
    np.random.seed(2)
    x, y = np.zeros(n), np.zeros(n)
    for i in range(1, n):
        turn = np.random.randint(1, 5)
        if turn == 1:
            x[i], y[i] = x[i - 1] + np.random.randn(), y[i - 1]
        elif turn == 2:
            x[i], y[i] = x[i - 1] - np.random.rand(), y[i - 1]
        else:
            x[i], y[i] = x[i - 1], y[i - 1] + np.random.normal(0.0, 2.0)
    return x, y
