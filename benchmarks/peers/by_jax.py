"""The workloads with JAX's own control flow, compiled by `jax.jit`; NumPy arrays in and out."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy.special import erf

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


def compiled(f):
    """`f` under `jax.jit`, with results as NumPy arrays."""
    run = jax.jit(f)

    @functools.wraps(f)
    def call(*args):
        return jax.tree.map(np.asarray, run(*args))

    return call


@compiled
def mandelbrot(cr, ci, max_iter):
    def step(state):
        zr, zi, count, it, _ = state
        zr2, zi2 = zr * zr, zi * zi
        alive = zr2 + zi2 <= 4.0
        going = alive.any()
        zi = jnp.where(alive, 2.0 * zr * zi + ci, zi)
        zr = jnp.where(alive, zr2 - zi2 + cr, zr)
        return zr, zi, count + alive, it + 1, going

    zero = jnp.zeros_like(cr)
    start = zero, zero, jnp.zeros(cr.shape, jnp.int64), 0, True
    return lax.while_loop(lambda s: (s[3] < max_iter) & s[4], step, start)[2]


@compiled
def scalar_while(a, n_steps):
    def step(state):
        target, x, total, steps = state
        apart = abs(x * x - target) > 1e-9 * target
        total = jnp.where(apart, total, total + x)
        target = jnp.where(apart, target, target + 1.0)
        x = jnp.where(apart, 0.5 * (x + target / x), target)
        return target, x, total, steps + 1

    return lax.while_loop(lambda s: s[3] < n_steps, step, (a, a, 0.0, 0))[2]


@compiled
def black_scholes(s, k, t, r, sigma):
    root = sigma * jnp.sqrt(t)
    d1 = (jnp.log(s / k) + (r + 0.5 * sigma * sigma) * t) / root
    d2 = d1 - root
    n1 = 0.5 * (1.0 + erf(d1 * 0.7071067811865476))
    n2 = 0.5 * (1.0 + erf(d2 * 0.7071067811865476))
    discounted = k * jnp.exp(-r * t)
    call = s * n1 - discounted * n2
    return call, call - s + discounted


@compiled
def softmax_layernorm(x, gamma, beta):
    p = jax.nn.softmax(x, axis=-1)
    d = p - p.mean(axis=-1, keepdims=True)
    return d * lax.rsqrt((d * d).mean(axis=-1, keepdims=True) + 1e-12) * gamma + beta


@compiled
def attention(q, k, v, mask):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * np.float32(1.0 / np.sqrt(q.shape[-1]))
    scores = jnp.where(mask[:, None, None, :], scores, np.float32(-1e9))
    out = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, axis=-1), v)
    return out.reshape(q.shape[0], q.shape[1], -1)


@compiled
def rnn(x, h, w, u, b, c):
    width = h.shape[1]

    def step(h, gx):
        gh = h @ u + c
        r = jax.nn.sigmoid(gx[:, :width] + gh[:, :width])
        z = jax.nn.sigmoid(gx[:, width : 2 * width] + gh[:, width : 2 * width])
        n = jnp.tanh(gx[:, 2 * width :] + r * gh[:, 2 * width :])
        h = (1.0 - z) * n + z * h
        return h, h

    h, outputs = lax.scan(step, h, x @ w + b)
    return outputs, h


@compiled
def heat2d(u, alpha, tol, max_steps):
    def step(state):
        u, step, _ = state
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        inner = u[1:-1, 1:-1] + alpha * (around - 4.0 * u[1:-1, 1:-1])
        change = jnp.max(jnp.abs(inner - u[1:-1, 1:-1]))
        return u.at[1:-1, 1:-1].set(inner), step + 1, change

    u, steps, _ = lax.while_loop(lambda s: (s[1] < max_steps) & (s[2] >= tol), step, (u, 0, jnp.inf))
    return u, steps


def mlp_loss(params, x, y):
    w1, b1, w2, b2, w3, b3 = params
    h1 = jnp.maximum(x @ w1 + b1, 0)
    h2 = jnp.maximum(h1 @ w2 + b2, 0)
    logp = jax.nn.log_softmax(h2 @ w3 + b3)
    return -logp[jnp.arange(x.shape[0]), y].mean()


@compiled
def train_mlp(params, vel, x, y, lr, mu):
    loss, grads = jax.value_and_grad(mlp_loss)(params, x, y)
    vel = [np.float32(1) * (mu * v + g).astype(jnp.float32) for v, g in zip(vel, grads, strict=True)]
    return loss, [(p - lr * v).astype(jnp.float32) for p, v in zip(params, vel, strict=True)], vel


def lorenz(y):
    return jnp.array([10.0 * (y[1] - y[0]), y[0] * (28.0 - y[2]) - y[1], y[0] * y[1] - (8.0 / 3.0) * y[2]])


@compiled
def ode_rk45(y, t_end, rtol, atol):
    def step(state):
        t, h, y, k1, accepted, rejected = state
        h = jnp.minimum(h, t_end - t)
        k2 = lorenz(y + h * (1 / 5 * k1))
        k3 = lorenz(y + h * (3 / 40 * k1 + 9 / 40 * k2))
        k4 = lorenz(y + h * (44 / 45 * k1 - 56 / 15 * k2 + 32 / 9 * k3))
        k5 = lorenz(y + h * (19372 / 6561 * k1 - 25360 / 2187 * k2 + 64448 / 6561 * k3 - 212 / 729 * k4))
        k6 = lorenz(y + h * (9017 / 3168 * k1 - 355 / 33 * k2 + 46732 / 5247 * k3 + 49 / 176 * k4 - 5103 / 18656 * k5))
        new = y + h * (35 / 384 * k1 + 500 / 1113 * k3 + 125 / 192 * k4 - 2187 / 6784 * k5 + 11 / 84 * k6)
        k7 = lorenz(new)
        e = h * (71 / 57600 * k1 - 71 / 16695 * k3 + 71 / 1920 * k4 - 17253 / 339200 * k5 + 22 / 525 * k6 - 1 / 40 * k7)
        err = jnp.sqrt(jnp.mean((e / (atol + rtol * jnp.maximum(jnp.abs(y), jnp.abs(new)))) ** 2))
        good = err <= 1.0
        factor = jnp.where(err < 1e-10, 5.0, jnp.clip(0.9 * err**-0.2, 0.2, 5.0))
        t = jnp.where(good, t + h, t)
        y, k1 = jnp.where(good, new, y), jnp.where(good, k7, k1)
        return t, h * factor, y, k1, accepted + good, rejected + ~good

    state = lax.while_loop(lambda s: s[0] < t_end, step, (0.0, 1e-3, y, lorenz(y), 0, 0))
    return state[2], state[4], state[5]


@compiled
def kmeans(x, c, max_iter):
    k = c.shape[0]

    def step(state):
        c, labels, iters, _ = state
        new = ((c * c).sum(axis=1) - 2.0 * (x @ c.T)).argmin(axis=1)
        onehot = (new[:, None] == jnp.arange(k)).astype(jnp.float32)
        counts = onehot.sum(axis=0)
        means = jnp.where(counts[:, None] > 0, onehot.T @ x / jnp.maximum(counts, 1)[:, None], c)
        same = (new == labels).all()
        return jnp.where(same, c, means), new, iters + ~same, same

    start = c, jnp.full(x.shape[0], -1), 0, False
    return lax.while_loop(lambda s: (s[2] < max_iter) & ~s[3], step, start)[:3]


@compiled
def small_ops(x, y):
    a = x * y + 1.0
    b = jnp.sqrt(a * a + 0.5)
    c = lax.cond(x.sum() > 0, lambda: jnp.tanh(b) - y, lambda: jnp.exp(-b) + y)
    d = jnp.maximum(c, 0.1) * x
    return d / (1.0 + b) - 0.25 * c


@functools.partial(jax.jit, static_argnums=2)
def _grad_while(a, tol, max_iter):
    def loss(a):
        def step(state, _):
            x, done = state
            new = jnp.where(done, x, 0.5 * (x + a / x))
            return (new, done | (jnp.max(jnp.abs(new - x)) < tol)), None

        # a loop without a bound has no reverse mode in JAX
        return lax.scan(step, (0.5 * (a + 1.0), False), None, length=max_iter)[0][0].sum()

    return jax.value_and_grad(loss)(a)


def grad_while(a, tol, max_iter):
    return jax.tree.map(np.asarray, _grad_while(a, tol, max_iter))
