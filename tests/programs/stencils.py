"""Stencils and simulations in plain NumPy, on small grids."""

import numpy as np

from tests.harness import Theme, call

program = Theme("stencils")
RNG = np.random.default_rng(11)


def _m(*shape, dtype=float):
    return RNG.uniform(0.5, 1.5, shape).astype(dtype)


@program(call(_m(7, 7, 3), _m(3, 3, 3)))
def hdiff(in_field, coeff):
    """Horizontal diffusion with a flux limiter."""
    out = np.zeros((in_field.shape[0] - 4, in_field.shape[1] - 4, in_field.shape[2]))
    i, j, k = out.shape
    lap = 4.0 * in_field[1 : i + 3, 1 : j + 3, :] - (
        in_field[2 : i + 4, 1 : j + 3, :]
        + in_field[0 : i + 2, 1 : j + 3, :]
        + in_field[1 : i + 3, 2 : j + 4, :]
        + in_field[1 : i + 3, 0 : j + 2, :]
    )
    res = lap[1:, 1 : j + 1, :] - lap[:-1, 1 : j + 1, :]
    flx = np.where((res * (in_field[2 : i + 3, 2 : j + 2, :] - in_field[1 : i + 2, 2 : j + 2, :])) > 0, 0, res)
    res = lap[1 : i + 1, 1:, :] - lap[1 : i + 1, :-1, :]
    fly = np.where((res * (in_field[2 : i + 2, 2 : j + 3, :] - in_field[2 : i + 2, 1 : j + 2, :])) > 0, 0, res)
    out[:, :, :] = in_field[2 : i + 2, 2 : j + 2, :] - coeff * (flx[1:, :, :] - flx[:-1, :, :] + fly[:, 1:, :] - fly[:, :-1, :])
    return out


@program(call(_m(3, 3, 5), _m(4, 3, 5), _m(3, 3, 5), _m(3, 3, 5), _m(3, 3, 5), 0.3))
def vadv(utens_stage, wcon, u_stage, u_pos, utens, dtr_stage):
    """Vertical advection: a tridiagonal solve along the last axis."""
    BET_M, BET_P = 0.5, 0.5
    I, J, K = utens_stage.shape
    ccol = np.ndarray((I, J, K), dtype=utens_stage.dtype)
    dcol = np.ndarray((I, J, K), dtype=utens_stage.dtype)
    data_col = np.ndarray((I, J), dtype=utens_stage.dtype)
    for k in range(1):
        gcv = 0.25 * (wcon[1:, :, k + 1] + wcon[:-1, :, k + 1])
        cs = gcv * BET_M
        ccol[:, :, k] = gcv * BET_P
        bcol = dtr_stage - ccol[:, :, k]
        correction_term = -cs * (u_stage[:, :, k + 1] - u_stage[:, :, k])
        dcol[:, :, k] = dtr_stage * u_pos[:, :, k] + utens[:, :, k] + utens_stage[:, :, k] + correction_term
        divided = 1.0 / bcol
        ccol[:, :, k] = ccol[:, :, k] * divided
        dcol[:, :, k] = dcol[:, :, k] * divided
    for k in range(1, K - 1):
        gav = -0.25 * (wcon[1:, :, k] + wcon[:-1, :, k])
        gcv = 0.25 * (wcon[1:, :, k + 1] + wcon[:-1, :, k + 1])
        as_ = gav * BET_M
        cs = gcv * BET_M
        acol = gav * BET_P
        ccol[:, :, k] = gcv * BET_P
        bcol = dtr_stage - acol - ccol[:, :, k]
        correction_term = -as_ * (u_stage[:, :, k - 1] - u_stage[:, :, k]) - cs * (u_stage[:, :, k + 1] - u_stage[:, :, k])
        dcol[:, :, k] = dtr_stage * u_pos[:, :, k] + utens[:, :, k] + utens_stage[:, :, k] + correction_term
        divided = 1.0 / (bcol - ccol[:, :, k - 1] * acol)
        ccol[:, :, k] = ccol[:, :, k] * divided
        dcol[:, :, k] = (dcol[:, :, k] - dcol[:, :, k - 1] * acol) * divided
    for k in range(K - 1, K):
        gav = -0.25 * (wcon[1:, :, k] + wcon[:-1, :, k])
        acol = gav * BET_P
        bcol = dtr_stage - acol
        dcol[:, :, k] = dtr_stage * u_pos[:, :, k] + utens[:, :, k]
        divided = 1.0 / (bcol - ccol[:, :, k - 1] * acol)
        dcol[:, :, k] = (dcol[:, :, k] - dcol[:, :, k - 1] * acol) * divided
    for k in range(K - 1, K - 2, -1):
        datacol = dcol[:, :, k]
        data_col[:] = datacol
        utens_stage[:, :, k] = dtr_stage * (datacol - u_pos[:, :, k])
    for k in range(K - 2, -1, -1):
        datacol = dcol[:, :, k] - ccol[:, :, k] * data_col[:, :]
        data_col[:] = datacol
        utens_stage[:, :, k] = dtr_stage * (datacol - u_pos[:, :, k])


@program(call(6, 6, 4, 5, 0.001, 0.4, 0.4, np.zeros((6, 6)), np.zeros((6, 6)), np.zeros((6, 6)), 1.0, 0.1))
def cavity_flow(nx, ny, nt, nit, dt, dx, dy, u, v, p, rho, nu):
    """Lid-driven cavity: helpers that write into arrays they are given."""

    def build_up_b(b, rho, dt, u, v, dx, dy):
        b[1:-1, 1:-1] = rho * (
            1 / dt * ((u[1:-1, 2:] - u[1:-1, 0:-2]) / (2 * dx) + (v[2:, 1:-1] - v[0:-2, 1:-1]) / (2 * dy))
            - ((u[1:-1, 2:] - u[1:-1, 0:-2]) / (2 * dx)) ** 2
            - 2 * ((u[2:, 1:-1] - u[0:-2, 1:-1]) / (2 * dy) * (v[1:-1, 2:] - v[1:-1, 0:-2]) / (2 * dx))
            - ((v[2:, 1:-1] - v[0:-2, 1:-1]) / (2 * dy)) ** 2
        )

    def pressure_poisson(nit, p, dx, dy, b):
        pn = np.empty_like(p)
        pn = p.copy()
        for q in range(nit):
            pn = p.copy()
            p[1:-1, 1:-1] = (
                (pn[1:-1, 2:] + pn[1:-1, 0:-2]) * dy**2 + (pn[2:, 1:-1] + pn[0:-2, 1:-1]) * dx**2
            ) / (2 * (dx**2 + dy**2)) - dx**2 * dy**2 / (2 * (dx**2 + dy**2)) * b[1:-1, 1:-1]
            p[:, -1] = p[:, -2]
            p[0, :] = p[1, :]
            p[:, 0] = p[:, 1]
            p[-1, :] = 0

    b = np.zeros((ny, nx))
    for n in range(nt):
        un = u.copy()
        vn = v.copy()
        build_up_b(b, rho, dt, u, v, dx, dy)
        pressure_poisson(nit, p, dx, dy, b)
        u[1:-1, 1:-1] = (
            un[1:-1, 1:-1]
            - un[1:-1, 1:-1] * dt / dx * (un[1:-1, 1:-1] - un[1:-1, 0:-2])
            - dt / (2 * rho * dx) * (p[1:-1, 2:] - p[1:-1, 0:-2])
            + nu * (dt / dx**2 * (un[1:-1, 2:] - 2 * un[1:-1, 1:-1] + un[1:-1, 0:-2]))
        )
        v[1:-1, 1:-1] = vn[1:-1, 1:-1] - dt / (2 * rho * dy) * (p[2:, 1:-1] - p[0:-2, 1:-1])
        u[0, :] = 0
        u[:, 0] = 0
        u[:, -1] = 0
        u[-1, :] = 1
        v[0, :] = v[-1, :] = 0
        v[:, 0] = v[:, -1] = 0


@program(call(np.zeros((5, 6)), 0.5, 0.01, 1.0, 1e-2), call(np.zeros((4, 4)), 0.5, 0.01, 1.0, 1e-1))
def channel_flow(u, dx, dt, F, limit):
    """Channel flow until the change is small, counting the steps."""
    udiff = 1.0
    stepcount = 0
    while udiff > limit:
        un = u.copy()
        u[1:-1, 1:-1] = un[1:-1, 1:-1] - un[1:-1, 1:-1] * dt / dx * (un[1:-1, 1:-1] - un[1:-1, 0:-2]) + F * dt
        u[1:-1, -1] = un[1:-1, -1] - un[1:-1, -1] * dt / dx * (un[1:-1, -1] - un[1:-1, -2]) + F * dt
        u[1:-1, 0] = un[1:-1, 0] + F * dt
        u[0, :] = 0
        u[-1, :] = 0
        udiff = (np.sum(u) - np.sum(un)) / np.sum(u)
        stepcount += 1
    return stepcount


@program(call(_m(5, 1), _m(5, 3), _m(5, 3), 4, 0.01, 1.0, 0.1), call(_m(3, 1), _m(3, 3), _m(3, 3), 3, 0.01, 1.0, 0.1))
def nbody(mass, pos, vel, Nt, dt, G, softening):
    """N-body leapfrog with energies recorded."""

    def get_acc(pos, mass):
        x, y, z = pos[:, 0:1], pos[:, 1:2], pos[:, 2:3]
        dx, dy, dz = x.T - x, y.T - y, z.T - z
        inv_r3 = dx**2 + dy**2 + dz**2 + softening**2
        I = inv_r3 > 0
        inv_r3[I] = inv_r3[I] ** (-1.5)
        ax = G * (dx * inv_r3) @ mass
        ay = G * (dy * inv_r3) @ mass
        az = G * (dz * inv_r3) @ mass
        return np.hstack((ax, ay, az))

    def get_energy(pos, vel, mass):
        KE = 0.5 * np.sum(mass * vel**2)
        x, y, z = pos[:, 0:1], pos[:, 1:2], pos[:, 2:3]
        inv_r = np.sqrt((x.T - x) ** 2 + (y.T - y) ** 2 + (z.T - z) ** 2)
        I = inv_r > 0
        inv_r[I] = 1.0 / inv_r[I]
        PE = G * np.sum(np.triu(-(mass * mass.T) * inv_r, 1))
        return KE, PE

    vel -= np.mean(mass * vel, axis=0) / np.mean(mass)
    acc = get_acc(pos, mass)
    KE = np.ndarray(Nt + 1, dtype=np.float64)
    PE = np.ndarray(Nt + 1, dtype=np.float64)
    KE[0], PE[0] = get_energy(pos, vel, mass)
    for i in range(Nt):
        vel += acc * dt / 2.0
        pos += vel * dt
        acc[:] = get_acc(pos, mass)
        vel += acc * dt / 2.0
        KE[i + 1], PE[i + 1] = get_energy(pos, vel, mass)
    return KE, PE


@program(call(RNG.integers(0, 2, (6, 7)), 4), call(RNG.integers(0, 2, (5, 5)).astype(np.uint8), 3))
def game_of_life(board, steps):
    """Conway's game with rolled neighbours."""
    for _ in range(steps):
        n = sum(np.roll(np.roll(board, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
        board = ((n == 3) | ((board == 1) & (n == 2))).astype(board.dtype)
    return board


@program(call(RNG.integers(0, 2, (6, 7)), 3))
def game_of_life_in_place(Z, steps):
    """Conway's game with masks, counting in a view of the interior."""
    N = np.zeros(Z.shape, dtype=int)
    for _ in range(steps):
        N[...] = 0
        N[1:-1, 1:-1] += Z[:-2, :-2] + Z[:-2, 1:-1] + Z[:-2, 2:] + Z[1:-1, :-2] + Z[1:-1, 2:] + Z[2:, :-2] + Z[2:, 1:-1] + Z[2:, 2:]
        birth = (N == 3)[1:-1, 1:-1] & (Z[1:-1, 1:-1] == 0)
        survive = ((N == 2) | (N == 3))[1:-1, 1:-1] & (Z[1:-1, 1:-1] == 1)
        Z[...] = 0
        Z[1:-1, 1:-1][birth | survive] = 1
    return N


@program(call(np.ones((6, 6)), np.pad(np.full((2, 2), 0.25), 2), 3))
def gray_scott(U, V, steps):
    """Reaction and diffusion on views of padded arrays."""
    u, v = U[1:-1, 1:-1], V[1:-1, 1:-1]
    for _ in range(steps):
        Lu = U[0:-2, 1:-1] + U[1:-1, 0:-2] - 4 * U[1:-1, 1:-1] + U[1:-1, 2:] + U[2:, 1:-1]
        Lv = V[0:-2, 1:-1] + V[1:-1, 0:-2] - 4 * V[1:-1, 1:-1] + V[1:-1, 2:] + V[2:, 1:-1]
        uvv = u * v * v
        u += 0.16 * Lu - uvv + 0.06 * (1 - u)
        v += 0.08 * Lv + uvv - 0.122 * v
    return u, v


@program(call(_m(9), 0.4, 5), call(_m(6, dtype=np.float32), 0.2, 2))
def upwind_advection(u, c, steps):
    """Upwind advection with periodic ends, two buffers that change places."""
    new = np.empty_like(u)
    for _ in range(steps):
        new[1:] = u[1:] - c * (u[1:] - u[:-1])
        new[0] = u[0] - c * (u[0] - u[-1])
        u, new = new, u.copy()
    return u


@program(call(_m(6, 6), 1e-3, 100), call(np.zeros((5, 5)), 1e-3, 100))
def laplace(T, tol, limit):
    """Laplace's equation with a while loop and a break."""
    it = 0
    while True:
        old = T.copy()
        T[1:-1, 1:-1] = 0.25 * (T[:-2, 1:-1] + T[2:, 1:-1] + T[1:-1, :-2] + T[1:-1, 2:])
        it += 1
        err = np.max(np.abs(T - old))
        if err < tol or it >= limit:
            break
    return it, err


@program(call(_m(8), _m(8), 0.1, 4))
def wave(u, v, c2, steps):
    """A staggered wave equation with np.diff and out=."""
    lap = np.zeros_like(u)
    for _ in range(steps):
        np.subtract(u[:-2], 2 * u[1:-1], out=lap[1:-1])
        np.add(lap[1:-1], u[2:], out=lap[1:-1])
        v += c2 * lap
        u += v
    return np.diff(u), lap


@program(call(_m(4, 4, 9), _m(4, 4), 3))
def lattice_boltzmann(f, rho, steps):
    """Streaming and collision on nine velocities."""
    cx = np.array([0, 0, 1, 1, 1, 0, -1, -1, -1])
    cy = np.array([0, 1, 1, 0, -1, -1, -1, 0, 1])
    weights = np.array([4 / 9, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36])
    for _ in range(steps):
        for i, x, y in zip(range(9), cx, cy):
            f[:, :, i] = np.roll(f[:, :, i], x, axis=1)
            f[:, :, i] = np.roll(f[:, :, i], y, axis=0)
        rho = np.sum(f, 2)
        ux = np.sum(f * cx, 2) / rho
        uy = np.sum(f * cy, 2) / rho
        feq = np.zeros(f.shape)
        for i, x, y, w in zip(range(9), cx, cy, weights):
            feq[:, :, i] = rho * w * (1 + 3 * (x * ux + y * uy) + 9 * (x * ux + y * uy) ** 2 / 2 - 3 * (ux**2 + uy**2) / 2)
        f += -(1.0 / 0.6) * (f - feq)
    return rho


@program(call(_m(6, 6), 0.1, 3))
def total_variation(img, dt, steps):
    """Denoising with gradients and a divergence."""
    u = img.copy()
    for _ in range(steps):
        gx = np.zeros_like(u)
        gy = np.zeros_like(u)
        gx[:-1] = u[1:] - u[:-1]
        gy[:, :-1] = u[:, 1:] - u[:, :-1]
        n = np.sqrt(gx**2 + gy**2 + 1e-6)
        gx /= n
        gy /= n
        div = np.zeros_like(u)
        div[1:-1] += gx[1:-1] - gx[:-2]
        div[0] += gx[0]
        div[-1] -= gx[-2]
        div[:, 1:-1] += gy[:, 1:-1] - gy[:, :-2]
        u = u + dt * div + 0.05 * (img - u)
    return u
