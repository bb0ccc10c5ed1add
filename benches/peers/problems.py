"""The ten benchmark problems, once, for every peer; `PROBLEMS` has those of `further_problems.py` as well.

Each function takes a list of inputs and the elementals of a tool, and returns the list of outputs;
`+ - * /` and negation are the tool's own operators. The formulas and the order of their operations
are those of `tests/corpus/*.rs`, so that no tool gets a better start than another: the Rust that our
attribute reads and the Python that the peers read say the same.

The driver compares all of them with our entries before it times anything.
"""

from further_problems import FURTHER


def hhd(x, _):
    a, b, c, d, t, u, v, w = x
    ts, us, vs, ws = t * t, u * u, v * v, w * w
    tv, uw = t * v, u * w
    tsvs, usws = ts - vs, us - ws
    ts3vs, vs3ts = ts - 3.0 * vs, vs - 3.0 * ts
    us3ws, ws3us = us - 3.0 * ws, ws - 3.0 * us
    return [
        a + b - 0.485,
        c + d + 0.0019,
        t * a + u * b - v * c - w * d + 0.0581,
        v * a + w * b + t * c + u * d - 0.015,
        a * tsvs - 2.0 * c * tv + b * usws - 2.0 * d * uw - 0.105,
        c * tsvs + 2.0 * a * tv + d * usws + 2.0 * b * uw - 0.0406,
        a * t * ts3vs + c * v * vs3ts + b * u * us3ws + d * w * ws3us - 0.167,
        c * t * ts3vs - a * v * vs3ts + d * u * us3ws - b * w * ws3us + 0.399,
    ]


def cpf(x, m):
    p, r = 40.0, 10.0
    k5, k6, k7, k8, k9, k10 = 0.1930, 2.597e-3, 3.448e-3, 1.799e-5, 2.155e-4, 3.846e-5
    pdx = p / x[10]
    sqpdx = m.sqrt(pdx)
    total = x[0]
    for i in range(1, 10):
        total = total + x[i]
    return [
        x[0] + x[3] - 3.0,
        2.0 * x[0] + x[1] + x[3] + x[6] + x[7] + x[8] + 2.0 * x[9] - r,
        2.0 * x[1] + 2.0 * x[4] + x[5] + x[6] - 8.0,
        2.0 * x[2] + x[8] - 4.0 * r,
        k5 * x[1] * x[3] - x[0] * x[4],
        k6 * m.sqrt(x[1] * x[3]) - m.sqrt(x[0]) * x[5] * sqpdx,
        k7 * m.sqrt(x[0] * x[1]) - m.sqrt(x[3]) * x[6] * sqpdx,
        k8 * x[0] - x[3] * x[7] * pdx,
        k9 * x[0] * m.sqrt(x[2]) - x[3] * x[8] * sqpdx,
        k10 * x[0] * x[0] - x[3] * x[3] * x[9] * pdx,
        x[10] - total,
    ]


def roe(x, m):
    n = (0.36, 0.48, 0.8)
    g = 1.4 - 1.0

    def side(r, ru, rv, rw, e):
        i = 1.0 / r
        u, v, w = ru * i, rv * i, rw * i
        p = g * (e - 0.5 * (ru * u + rv * v + rw * w))
        return r, u, v, w, p, (e + p) * i, u * n[0] + v * n[1] + w * n[2]

    rl, ul, vl, wl, pl, hl, ql = side(*x[:5])
    rr, ur, vr, wr, pr, hr, qr = side(*x[5:])
    sl, sr = m.sqrt(rl), m.sqrt(rr)
    weight = 1.0 / (sl + sr)
    u, v, w, h = [(sl * a + sr * b) * weight for a, b in ((ul, ur), (vl, vr), (wl, wr), (hl, hr))]
    r = sl * sr
    q = u * n[0] + v * n[1] + w * n[2]
    k = 0.5 * (u * u + v * v + w * w)
    c2 = g * (h - k)
    c = m.sqrt(c2)
    dr, du, dv, dw, dp, dq = rr - rl, ur - ul, vr - vl, wr - wl, pr - pl, qr - ql
    ic2 = 1.0 / c2
    half = 0.5 * ic2
    rcdq = r * c * dq
    w1 = m.abs(q - c) * (dp - rcdq) * half
    w2 = m.abs(q) * (dr - dp * ic2)
    w3 = m.abs(q) * r
    w4 = m.abs(q + c) * (dp + rcdq) * half
    d1 = w1 + w2 + w4
    cw = c * (w4 - w1)
    along = cw - w3 * dq
    d2 = d1 * u + n[0] * along + w3 * du
    d3 = d1 * v + n[1] * along + w3 * dv
    d4 = d1 * w + n[2] * along + w3 * dw
    d5 = (w1 + w4) * h + w2 * k + q * cw + w3 * (u * du + v * dv + w * dw - q * dq)
    ml, mr = rl * ql, rr * qr
    return [
        0.5 * (ml + mr - d1),
        0.5 * (ml * ul + pl * n[0] + mr * ur + pr * n[0] - d2),
        0.5 * (ml * vl + pl * n[1] + mr * vr + pr * n[1] - d3),
        0.5 * (ml * wl + pl * n[2] + mr * wr + pr * n[2] - d4),
        0.5 * (ml * hl + mr * hr - d5),
    ]


def fic(x, _):
    reynolds = 10.0
    h = [0.25**k for k in range(5)]
    points = [
        0.0694318413734436035,
        0.330009490251541138,
        0.669990539550781250,
        0.930568158626556396,
        1.0,
    ]
    taylor = []
    for s in points:
        row = [1.0]
        for d in range(1, 8):
            row.append(row[-1] * s / d)
        taylor.append(row)
    f = [None] * 32
    f[0], f[1] = x[0], x[1]
    for i in range(4):
        z = x[8 * i : 8 * i + 8]
        for s in range(5):
            w = []
            for k in range(4):
                total = z[k]
                for j in range(k + 1, 4):
                    total = total + taylor[s][j - k] * h[j - k] * z[j]
                for j in range(4, 8):
                    total = total + taylor[s][j - k] * h[4 - k] * z[j]
                w.append(total)
            if s < 4:
                w4 = z[4]
                for j in range(5, 8):
                    w4 = w4 + taylor[s][j - 4] * z[j]
                f[2 + 8 * i + s] = w4 - reynolds * (w[1] * w[2] - w[0] * w[3])
            elif i < 3:
                for k in range(4):
                    f[6 + 8 * i + k] = x[8 * (i + 1) + k] - w[k]
            else:
                f[30], f[31] = w[0] - 1.0, w[1]
    return f


def fdc(x, _):
    h = 0.2
    ih2, i2h, reynolds = 1.0 / (h * h), 0.5 / h, 100.0
    psi = [[0.0] * 8 for _ in range(8)]
    for i in range(1, 5):
        for j in range(1, 5):
            psi[i + 1][j + 1] = x[4 * (i - 1) + (j - 1)]
    for k in range(2, 6):
        psi[0][k] = psi[2][k]
        psi[k][0] = psi[k][2]
        psi[k][7] = psi[k][5]
        psi[7][k] = psi[5][k] + 2.0 * h

    def laplacian(i, j):
        around = psi[i][j - 1] + psi[i][j + 1] + psi[i - 1][j] + psi[i + 1][j]
        return (around - 4.0 * psi[i][j]) * ih2

    f = []
    for i in range(2, 6):
        for j in range(2, 6):
            here, east, west = laplacian(i, j), laplacian(i, j + 1), laplacian(i, j - 1)
            north, south = laplacian(i + 1, j), laplacian(i - 1, j)
            diffusion = (east - 2.0 * here + west) * ih2 + (north - 2.0 * here + south) * ih2
            du = (psi[i + 1][j] - psi[i - 1][j]) * i2h
            dv = (psi[i][j + 1] - psi[i][j - 1]) * i2h
            transport = du * ((east - west) * i2h) - dv * ((north - south) * i2h)
            f.append(h * h * h * h * (diffusion - reynolds * transport))
    return f


def snavely(x, m):
    w0, w1, w2, t0, t1, t2, focal, k1, k2, p0, p1, p2 = x
    theta = m.sqrt(w0 * w0 + w1 * w1 + w2 * w2)
    inverse = 1.0 / theta
    a0, a1, a2 = w0 * inverse, w1 * inverse, w2 * inverse
    cos, sin = m.cos(theta), m.sin(theta)
    along = (a0 * p0 + a1 * p1 + a2 * p2) * (1.0 - cos)
    y0 = p0 * cos + (a1 * p2 - a2 * p1) * sin + a0 * along + t0
    y1 = p1 * cos + (a2 * p0 - a0 * p2) * sin + a1 * along + t1
    y2 = p2 * cos + (a0 * p1 - a1 * p0) * sin + a2 * along + t2
    xp, yp = -y0 / y2, -y1 / y2
    r2 = xp * xp + yp * yp
    distortion = 1.0 + r2 * (k1 + k2 * r2)
    return [focal * distortion * xp + 332.65, focal * distortion * yp - 262.09]


def arm6(q, m):
    a2, a3, d1, d4, d5, d6 = -0.425, -0.39225, 0.089159, 0.10915, 0.09465, 0.0823
    (s1, s2, s3, s4, s5, s6) = [m.sin(angle) for angle in q]
    (c1, c2, c3, c4, c5, c6) = [m.cos(angle) for angle in q]
    x2 = [c2 * c1, c2 * s1, s2]
    y2 = [-s2 * c1, -s2 * s1, c2]
    position = [a2 * x2[0], a2 * x2[1], d1 + a2 * x2[2]]
    x4, z4 = [], []
    for k in range(3):
        x3 = c3 * x2[k] + s3 * y2[k]
        y3 = c3 * y2[k] - s3 * x2[k]
        position[k] = position[k] + a3 * x3
        x4.append(c4 * x3 + s4 * y3)
        z4.append(s4 * x3 - c4 * y3)
    position[0] = position[0] + d4 * s1
    position[1] = position[1] - d4 * c1
    x5 = [c5 * x4[0] + s5 * s1, c5 * x4[1] - s5 * c1, c5 * x4[2]]
    z5 = [c5 * s1 - s5 * x4[0], -c5 * c1 - s5 * x4[1], -s5 * x4[2]]
    x6 = []
    for k in range(3):
        position[k] = position[k] + d5 * z4[k] + d6 * z5[k]
        x6.append(c6 * x5[k] - s6 * z4[k])
    y6 = -c6 * z4[2] - s6 * x5[2]
    roll = m.atan2(y6, z5[2])
    pitch = m.atan2(-x6[2], m.sqrt(x6[0] * x6[0] + x6[1] * x6[1]))
    yaw = m.atan2(x6[1], x6[0])
    return position + [roll, pitch, yaw]


def _cross(a, b):
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]


def se3b(x, m):
    z = [0.1064492590824699, -0.2128985181649398, 0.15967388862370482, 0.958043331742229]
    tz = [0.4, -0.3, 0.7]
    x1, y1, z1, w1, a1, b1, c1, x2, y2, z2, w2, a2, b2, c2 = x
    qx = w1 * x2 - w2 * x1 - (y1 * z2 - z1 * y2)
    qy = w1 * y2 - w2 * y1 - (z1 * x2 - x1 * z2)
    qz = w1 * z2 - w2 * z1 - (x1 * y2 - y1 * x2)
    qw = w1 * w2 + x1 * x2 + y1 * y2 + z1 * z2
    ex = z[3] * qx - qw * z[0] - (z[1] * qz - z[2] * qy)
    ey = z[3] * qy - qw * z[1] - (z[2] * qx - z[0] * qz)
    ez = z[3] * qz - qw * z[2] - (z[0] * qy - z[1] * qx)
    ew = z[3] * qw + z[0] * qx + z[1] * qy + z[2] * qz

    def back(v, w, d):
        t = [2.0 * c for c in _cross(v, d)]
        twice = _cross(v, t)
        return [d[k] - w * t[k] + twice[k] for k in range(3)]

    r = back([x1, y1, z1], w1, [a2 - a1, b2 - b1, c2 - c1])
    s = back(z[:3], z[3], [r[k] - tz[k] for k in range(3)])
    norm = m.sqrt(ex * ex + ey * ey + ez * ez)
    theta = 2.0 * m.atan2(norm, ew)
    scale = theta / norm
    phi = [ex * scale, ey * scale, ez * scale]
    once = _cross(phi, s)
    twice = _cross(phi, once)
    weight = 1.0 / (theta * theta) - (1.0 + m.cos(theta)) / (2.0 * theta * m.sin(theta))
    return [s[k] - 0.5 * once[k] + weight * twice[k] for k in range(3)] + phi


_RATES = [
    (0.35, 0), (26.6, 1, 3), (12300.0, 4, 1), (8.6e-4, 6), (8.2e-4, 6), (15000.0, 6, 5), (1.3e-4, 8),
    (24000.0, 8, 5), (16500.0, 10, 1), (9000.0, 10, 0), (0.022, 12), (12000.0, 9, 1), (1.88, 13),
    (16300.0, 0, 5), (4.8e6, 2), (3.5e-4, 3), (0.0175, 3), (1e8, 15), (4.44e11, 15), (1240.0, 16, 5),
    (2.1, 18), (5.78, 18), (0.0474, 0, 3), (1780.0, 18, 0), (3.12, 19),
]  # fmt: skip


def pollu(y, _):
    rates = [None]
    for k, *species in _RATES:
        rate = k * y[species[0]]
        rates.append(rate * y[species[1]] if len(species) == 2 else rate)
    (_, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13) = rates[:14]
    (r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25) = rates[14:]
    return [
        -(r1 + r10 + r14 + r23 + r24) + r2 + r3 + r9 + r11 + r12 + r22 + r25,
        -(r2 + r3 + r9 + r12) + r1 + r21,
        -r15 + r1 + r17 + r19 + r22,
        -(r2 + r16 + r17 + r23) + r15,
        -r3 + 2.0 * r4 + r6 + r7 + r13 + r20,
        -(r6 + r8 + r14 + r20) + r3 + 2.0 * r18,
        -(r4 + r5 + r6) + r13,
        r4 + r5 + r6 + r7,
        -(r7 + r8),
        -r12 + r7 + r9,
        -(r9 + r10) + r8 + r11,
        r9,
        -r11 + r10,
        -r13 + r12,
        r14,
        -(r18 + r19) + r16,
        -r20,
        r20,
        -(r21 + r22 + r24) + r23 + r25,
        -r25 + r24,
    ]


def bruss(x, _):
    d = 0.02 * 33.0 * 33.0
    f = []
    for i in range(32):
        u, v = x[2 * i], x[2 * i + 1]
        left = (1.0, 3.0) if i == 0 else (x[2 * i - 2], x[2 * i - 1])
        right = (1.0, 3.0) if i == 31 else (x[2 * i + 2], x[2 * i + 3])
        uuv = u * u * v
        f.append(1.0 + uuv - 4.0 * u + d * (left[0] + right[0] - 2.0 * u))
        f.append(3.0 * u - uuv + d * (left[1] + right[1] - 2.0 * v))
    return f


# Name: function, inputs, outputs, entries.
KNOWN = {
    "hhd": (hhd, 8, 8, 52),
    "cpf": (cpf, 11, 11, 53),
    "roe": (roe, 10, 5, 50),
    "fic": (fic, 32, 32, 235),
    "fdc": (fdc, 16, 16, 132),
    "snavely": (snavely, 12, 2, 24),
    "arm6": (arm6, 6, 6, 31),
    "se3b": (se3b, 14, 6, 66),
    "pollu": (pollu, 20, 20, 82),
    "bruss": (bruss, 64, 64, 252),
}


class Reach:
    """Which inputs a number depends on."""

    def __init__(self, inputs):
        self.inputs = frozenset(inputs)

    def _join(self, other=None):
        return Reach(self.inputs | getattr(other, "inputs", frozenset()))

    def _scaled(self, other):
        # Zero times a number depends on nothing, and is zero.
        numbers = (self, other)
        is_zero = any(number.inputs == frozenset() if isinstance(number, Reach) else number == 0.0 for number in numbers)
        return Reach([]) if is_zero else self._join(other)

    __add__ = __radd__ = __sub__ = __rsub__ = __truediv__ = __rtruediv__ = _join
    __mul__ = __rmul__ = _scaled
    __neg__ = sqrt = sin = cos = exp = ln = tanh = pow = atan2 = abs = _join


def reached(function, n):
    """Row and column of each structural entry, column by column, and the number of rows."""
    rows = function([Reach([j]) for j in range(n)], Reach)
    return [(i, j) for j in range(n) for i, row in enumerate(rows) if j in row.inputs], len(rows)


def _measured(function, point):
    """A row of `PROBLEMS` for a further problem."""
    entries, outputs = reached(function, len(point))
    return function, len(point), outputs, len(entries)


BASES = {function.__name__: point for function, point in FURTHER}
PROBLEMS = KNOWN | {function.__name__: _measured(function, point) for function, point in FURTHER}


def pattern(name):
    """Row and column of each structural entry, column by column."""
    function, n, _, nnz = PROBLEMS[name]
    entries, _ = reached(function, n)
    assert len(entries) == nnz, (name, len(entries), nnz)
    return entries
