/* What a C programmer would get from the same machine: one thread, vectors by the compiler. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#define STRIP 32

/* A strip of points goes on until all of them have escaped. */
void mandelbrot(const double *cr, const double *ci, int64_t *count, int64_t n, int64_t max_iter) {
    for (int64_t at = 0; at < n; at += STRIP) {
        int64_t m = n - at < STRIP ? n - at : STRIP;
        double x[STRIP] = {0}, y[STRIP] = {0}, a[STRIP] = {0}, b[STRIP] = {0}, k[STRIP] = {0};
        memcpy(a, cr + at, m * sizeof(double));
        memcpy(b, ci + at, m * sizeof(double));
        for (int64_t it = 0; it < max_iter; it++) {
            double alive = 0;
#pragma omp simd reduction(+ : alive)
            for (int j = 0; j < STRIP; j++) {
                double xx = x[j] * x[j], yy = y[j] * y[j];
                double in = xx + yy <= 4.0 ? 1.0 : 0.0;
                double newy = 2.0 * x[j] * y[j] + b[j], newx = xx - yy + a[j];
                y[j] = in ? newy : y[j];
                x[j] = in ? newx : x[j];
                k[j] += in;
                alive += in;
            }
            if (alive == 0) break;
        }
        for (int64_t j = 0; j < m; j++) count[at + j] = (int64_t)k[j];
    }
}

double scalar_while(double a, int64_t n_steps) {
    double target = a, x = a, total = 0.0;
    for (int64_t step = 0; step < n_steps; step++) {
        if (fabs(x * x - target) > 1e-9 * target) {
            x = 0.5 * (x + target / x);
        } else {
            total += x;
            target += 1.0;
            x = target;
        }
    }
    return total;
}

void black_scholes(const double *restrict s, const double *restrict k, const double *restrict t, double r,
                   double sigma, double *restrict call, double *restrict put, int64_t n) {
#pragma omp simd
    for (int64_t i = 0; i < n; i++) {
        double root = sigma * sqrt(t[i]);
        double d1 = (log(s[i] / k[i]) + (r + 0.5 * sigma * sigma) * t[i]) / root;
        double d2 = d1 - root;
        double n1 = 0.5 * (1.0 + erf(d1 * 0.7071067811865476));
        double n2 = 0.5 * (1.0 + erf(d2 * 0.7071067811865476));
        double discounted = k[i] * exp(-r * t[i]);
        call[i] = s[i] * n1 - discounted * n2;
        put[i] = call[i] - s[i] + discounted;
    }
}

void softmax_layernorm(const float *restrict x, const float *restrict gamma, const float *restrict beta,
                       float *restrict out, int64_t rows, int64_t n) {
    for (int64_t i = 0; i < rows; i++) {
        const float *in = x + i * n;
        float *o = out + i * n;
        float largest = in[0], total = 0, squares = 0;
#pragma omp simd reduction(max : largest)
        for (int64_t j = 0; j < n; j++) largest = in[j] > largest ? in[j] : largest;
#pragma omp simd reduction(+ : total)
        for (int64_t j = 0; j < n; j++) {
            o[j] = expf(in[j] - largest);
            total += o[j];
        }
        float scale = 1 / total, mean = 1.0f / n; /* what sums to one has that mean */
#pragma omp simd reduction(+ : squares)
        for (int64_t j = 0; j < n; j++) {
            float d = o[j] * scale - mean;
            squares += d * d;
        }
        float norm = 1 / sqrtf(squares / n + 1e-12f);
#pragma omp simd
        for (int64_t j = 0; j < n; j++) o[j] = (o[j] * scale - mean) * norm * gamma[j] + beta[j];
    }
}

/* `u` and `other` take turns; answers the number of steps. */
int64_t heat2d(double *restrict u, double *restrict other, double alpha, double tol, int64_t max_steps, int64_t rows,
               int64_t n) {
    int64_t step = 0;
    while (step < max_steps) {
        double change = 0;
        for (int64_t i = 1; i < rows - 1; i++) {
            const double *c = u + i * n;
            double *o = other + i * n;
#pragma omp simd reduction(max : change)
            for (int64_t j = 1; j < n - 1; j++) {
                double d = alpha * (c[j - n] + c[j + n] + c[j - 1] + c[j + 1] - 4.0 * c[j]);
                o[j] = c[j] + d;
                double size = fabs(d);
                change = size > change ? size : change;
            }
        }
        double *swap = u;
        u = other;
        other = swap;
        step++;
        if (change < tol) break;
    }
    return step;
}

#define K 16
#define W 8

/* Sixteen centres of eight floats: the distances of one point fill a vector. */
int64_t kmeans(const float *restrict x, float *restrict c, int64_t *restrict labels, int64_t n, int64_t max_iter) {
    int64_t iters = 0;
    for (int64_t it = 0; it < max_iter; it++) {
        float ct[W][K], norm[K] = {0}, sums[K][W] = {{0}}, counts[K] = {0};
        for (int j = 0; j < K; j++)
            for (int d = 0; d < W; d++) {
                ct[d][j] = -2.0f * c[j * W + d];
                norm[j] += c[j * W + d] * c[j * W + d];
            }
        int64_t changed = 0;
        for (int64_t i = 0; i < n; i++) {
            float dist[K];
            const float *p = x + i * W;
#pragma omp simd
            for (int j = 0; j < K; j++) {
                float s = norm[j];
                for (int d = 0; d < W; d++) s += p[d] * ct[d][j];
                dist[j] = s;
            }
            float least = dist[0];
#pragma omp simd reduction(min : least)
            for (int j = 0; j < K; j++) least = dist[j] < least ? dist[j] : least;
            int best = 0;
            while (dist[best] != least) best++;
            changed |= best != labels[i];
            labels[i] = best;
            counts[best] += 1;
            for (int d = 0; d < W; d++) sums[best][d] += p[d];
        }
        if (!changed) break;
        for (int j = 0; j < K; j++)
            if (counts[j] > 0)
                for (int d = 0; d < W; d++) c[j * W + d] = sums[j][d] / counts[j];
        iters++;
    }
    return iters;
}

void small_ops(const double *restrict x, const double *restrict y, double *restrict out, int64_t n) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i];
#pragma omp simd
    for (int64_t i = 0; i < n; i++) {
        double a = x[i] * y[i] + 1.0, b = sqrt(a * a + 0.5);
        double c = sum > 0 ? tanh(b) - y[i] : exp(-b) + y[i];
        out[i] = (c > 0.1 ? c : 0.1) * x[i] / (1.0 + b) - 0.25 * c;
    }
}

/* `xs` has room for max_iter + 1 rows; answers the loss. */
double grad_while(const double *restrict a, double tol, int64_t max_iter, double *restrict xs, double *restrict out,
                  int64_t n) {
    for (int64_t i = 0; i < n; i++) xs[i] = 0.5 * (a[i] + 1.0);
    int64_t it = 0;
    while (it < max_iter) {
        double change = 0, *x = xs + it * n, *next = x + n;
#pragma omp simd reduction(max : change)
        for (int64_t i = 0; i < n; i++) {
            next[i] = 0.5 * (x[i] + a[i] / x[i]);
            double d = fabs(next[i] - x[i]);
            change = d > change ? d : change;
        }
        it++;
        if (change < tol) break;
    }
    double loss = 0;
    for (int64_t i = 0; i < n; i++) loss += xs[it * n + i];
#pragma omp simd
    for (int64_t i = 0; i < n; i++) {
        double g = 1, ga = 0;
        for (int64_t k = it - 1; k >= 0; k--) {
            double x = xs[k * n + i];
            ga += 0.5 * g / x;
            g = 0.5 * g * (1.0 - a[i] / (x * x));
        }
        out[i] = ga + 0.5 * g;
    }
    return loss;
}
