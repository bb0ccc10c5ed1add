"""Twenty problems that nothing here was tuned for, each a function and the point that it is evaluated around.

They are written as in `problems.py`, for every tool's numbers. Our side is no second text: `generate.py` spells the
operations of a function as Rust, with the attribute above them, and once more over the numbers that judge everybody.
So a further problem is a function here, and a row of the table below.
"""


def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def truss(x, _):
    """Forces in four joints that six bars connect, by Green's strain: a dense symmetric stiffness."""
    joints = [x[3 * i : 3 * i + 3] for i in range(4)]
    force = [[0.0] * 3 for _ in joints]
    for i in range(4):
        for j in range(i):
            bar = [joints[i][k] - joints[j][k] for k in range(3)]
            pull = (2.0 + 0.3 * i + 0.2 * j) * 0.5 * (_dot(bar, bar) - (1.2 + 0.1 * i))
            for k in range(3):
                force[i][k] = force[i][k] + pull * bar[k]
                force[j][k] = force[j][k] - pull * bar[k]
    return [number for of_joint in force for number in of_joint]


def profile(x, m):
    """Speeds of wind at twelve heights, as a power of the height that decays."""
    speed, power, depth, shift = x
    return [
        speed * m.pow((height + shift) / 10.0, power) * m.exp(-(height / depth))
        for height in [2.0, 5.0, 8.0, 12.0, 17.0, 25.0, 33.0, 40.0, 55.0, 70.0, 90.0, 120.0]
    ]


def joints(x, m):
    """Torques in a chain of three joints, by Newton and Euler: angles, rates, accelerations."""
    q, rate, acceleration = x[:3], x[3:6], x[6:]
    axes = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.6, 0.0, 0.8]]
    omega, alpha, linear = [0.0] * 3, [0.0] * 3, [0.0, 0.0, 9.81]
    links = []
    for k in range(3):
        s, c = m.sin(q[k]), m.cos(q[k])
        turn = lambda v, s=s, c=c: [c * v[0] + s * v[1], c * v[1] - s * v[0], v[2]]
        back = lambda v, s=s, c=c: [c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]]
        arm, mass, inertia = [0.4 - 0.1 * k, 0.05, 0.1 * k], 3.0 - k, [0.1, 0.2, 0.15]
        omega, alpha, linear = turn(omega), turn(alpha), turn(linear)
        spin = [rate[k] * number for number in axes[k]]
        coriolis = _cross(omega, spin)
        alpha = [alpha[i] + acceleration[k] * axes[k][i] + coriolis[i] for i in range(3)]
        omega = [omega[i] + spin[i] for i in range(3)]
        tangential, centripetal = _cross(alpha, arm), _cross(omega, _cross(omega, arm))
        linear = [linear[i] + tangential[i] + centripetal[i] for i in range(3)]
        momentum = [inertia[i] * omega[i] for i in range(3)]
        gyroscopic = _cross(omega, momentum)
        force = [mass * linear[i] for i in range(3)]
        moment = [inertia[i] * alpha[i] + gyroscopic[i] for i in range(3)]
        links.append((back, arm, force, moment))
    torque, force, moment = [None] * 3, [0.0] * 3, [0.0] * 3
    for k in reversed(range(3)):
        back, arm, own, own_moment = links[k]
        force = [force[i] + own[i] for i in range(3)]
        lever = _cross(arm, force)
        moment = [moment[i] + own_moment[i] + lever[i] for i in range(3)]
        torque[k] = _dot(axes[k], moment)
        force, moment = back(force), back(moment)
    return torque


def amplifier(u, m):
    """Currents into the eight nodes of two transistors (Hairer and Wanner II, section VI.5)."""
    source, supply, volt, gain, r = 0.4, 6.0, 0.026, 0.99, 9000.0
    diode = lambda v: 1e-6 * (m.exp(v / volt) - 1.0)
    first, second = diode(u[1] - u[2]), diode(u[4] - u[5])
    return [
        (source - u[0]) / 1000.0,
        supply / r - u[1] * (2.0 / r) + (gain - 1.0) * first,
        first - u[2] / r,
        supply / r - u[3] / r - gain * first,
        supply / r - u[4] * (2.0 / r) + (gain - 1.0) * second,
        second - u[5] / r,
        supply / r - u[6] / r - gain * second,
        -(u[7] / r),
    ]


def inverters(v, m):
    """Currents of a ring of five inverters, whose transistors are smooth: `ln(1 + exp(v))` squared."""
    volt = 2.0 * 1.3 * 0.02585

    def transistor(gate, drain):
        forward = m.ln(1.0 + m.exp((gate - 0.4) / volt))
        reverse = m.ln(1.0 + m.exp((gate - 0.4 - 1.3 * drain) / volt))
        return 2e-5 * (forward * forward - reverse * reverse)

    rows = []
    for k in range(5):
        into, out = v[k - 1], v[k]
        rows.append(transistor(1.2 - into, 1.2 - out) - transistor(into, out) - 1e-6 * out)
    return rows


_LINES = [
    (0, 1, 16.9), (0, 4, 4.48), (1, 2, 5.05), (1, 3, 5.67), (1, 4, 5.75), (2, 3, 5.85), (3, 4, 23.7),
    (3, 6, 4.78), (3, 8, 1.8), (4, 5, 3.97), (5, 8, 2.7), (6, 7, 5.68), (6, 8, 9.09), (2, 7, 3.1),
]  # fmt: skip


def flow(x, m):
    """Active and reactive power into nine buses: each line is met from both of its ends."""
    angle, v = x[:9], x[9:]
    active, reactive = [0.0] * 9, [0.0] * 9
    for i, j, b in _LINES:
        g = 0.21 * b
        for here, there in ((i, j), (j, i)):
            turn = angle[here] - angle[there]
            c, s, both = m.cos(turn), m.sin(turn), v[here] * v[there]
            active[here] = active[here] + g * v[here] * v[here] - both * (g * c - b * s)
            reactive[here] = reactive[here] + b * v[here] * v[here] - both * (g * s + b * c)
    return active + reactive


def perceptron(w, m):
    """Two outputs of a network with six hidden neurons, by its 38 weights."""
    inputs = [0.5, -0.8, 0.3]
    hidden = [m.tanh(w[k] * inputs[0] + w[6 + k] * inputs[1] + w[12 + k] * inputs[2] + w[18 + k]) for k in range(6)]
    outputs = []
    for k in range(2):
        total = w[36 + k]
        for j in range(6):
            total = total + w[24 + 6 * k + j] * hidden[j]
        outputs.append(m.tanh(total))
    return outputs


def tanks(x, m):
    """Four stirred tanks in a row, each with a concentration and a temperature."""
    before, warm, rows = 1.0, 3.5, []
    for k in range(4):
        c, t = x[2 * k], x[2 * k + 1]
        rate = 7.2e2 * m.exp(-(25.0 / t)) * c
        rows.append((1.0 + 0.1 * k) * (before - c) - rate)
        rows.append((1.0 + 0.1 * k) * (warm - t) + 2.1 * rate - 0.4 * (t - 3.0))
        before, warm = c, t
    return rows


def hires(y, _):
    """Eight substances in which light starts growth (Hairer and Wanner II, section IV.10)."""
    rate = 280.0 * y[5] * y[7] - 1.81 * y[6]
    return [
        -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007,
        1.71 * y[0] - 8.75 * y[1],
        -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4],
        8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3],
        -1.745 * y[4] + 0.43 * (y[5] + y[6]),
        -280.0 * y[5] * y[7] + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6],
        rate,
        -rate,
    ]


def neuron(y, m):
    """The membrane of Hodgkin and Huxley: a potential and three gates."""
    v, n, p, h = y
    fall = lambda shift, width: m.exp((shift - v) / width)
    potassium, sodium = 36.0 * n * n * n * n, 120.0 * p * p * p * h
    return [
        10.0 - potassium * (v + 12.0) - sodium * (v - 115.0) - 0.3 * (v - 10.6),
        0.01 * (10.0 - v) / (fall(10.0, 10.0) - 1.0) * (1.0 - n) - 0.125 * fall(0.0, 80.0) * n,
        0.1 * (25.0 - v) / (fall(25.0, 10.0) - 1.0) * (1.0 - p) - 4.0 * fall(0.0, 18.0) * p,
        0.07 * fall(0.0, 20.0) * (1.0 - h) - h / (fall(30.0, 10.0) + 1.0),
    ]


def bodies(x, m):
    """Accelerations of seven stars in the plane (Hairer, Nørsett, Wanner I, section II.10)."""
    ax, ay = [0.0] * 7, [0.0] * 7
    for i in range(7):
        for j in range(7):
            if i != j:
                dx, dy = x[j] - x[i], x[7 + j] - x[7 + i]
                square = dx * dx + dy * dy
                pull = (1.0 + j) / (square * m.sqrt(square))
                ax[i], ay[i] = ax[i] + pull * dx, ay[i] + pull * dy
    return ax + ay


def waves(x, m):
    """The flux of Harten, Lax and van Leer between two cells of a gas, by pressure and speeds of sound."""

    def side(r, momentum, energy):
        u = momentum / r
        p = 0.4 * (energy - 0.5 * momentum * u)
        return u, m.sqrt(1.4 * p / r), (momentum, momentum * u + p, u * (energy + p))

    (ul, cl, fl), (ur, cr, fr) = side(*x[:3]), side(*x[3:])
    slow, fast = 0.5 * (ul + ur - cl - cr), 0.5 * (ul + ur + cl + cr)
    return [
        (fast * fl[k] - slow * fr[k] + slow * fast * (x[3 + k] - x[k])) / (fast - slow) for k in range(3)
    ]


def fugacity(x, m):
    """Two substances by the equation of Peng and Robinson, at a temperature and a volume."""
    t, v, y = x[0], x[1], x[2:]
    critical, shape = [190.6, 305.3], [0.392, 0.527]
    root = [1.0 + shape[k] * (1.0 - m.sqrt(t / critical[k])) for k in range(2)]
    a = [(0.25 + 0.3 * k) * root[k] * root[k] for k in range(2)]
    b = [2.68e-5, 4.05e-5]
    both = m.sqrt(a[0] * a[1]) * 0.99
    mixed = y[0] * y[0] * a[0] + 2.0 * y[0] * y[1] * both + y[1] * y[1] * a[1]
    volume = y[0] * b[0] + y[1] * b[1]
    p = 8.314 * t / (v - volume) - mixed / (v * v + 2.0 * volume * v - volume * volume)
    z = p * v / (8.314 * t)
    rest = m.ln((v + 2.414213562 * volume) / (v - 0.414213562 * volume))
    scale = mixed / (2.828427125 * volume * 8.314 * t)
    free = m.ln(p * (v - volume) / (8.314 * t))
    rows = []
    for k in range(2):
        share = b[k] / volume
        cross = 2.0 * (y[k] * a[k] + y[1 - k] * both) / mixed
        rows.append(share * (z - 1.0) - free - scale * (cross - share) * rest)
    return [p, *rows]


def geodetic(x, m):
    """Latitude, longitude and height of a point near the earth, by Bowring's formula."""
    a, b = 6378.137, 6356.752314245
    first, second = 1.0 - (b * b) / (a * a), (a * a) / (b * b) - 1.0
    p = m.sqrt(x[0] * x[0] + x[1] * x[1])
    turn = m.atan2(a * x[2], b * p)
    s, c = m.sin(turn), m.cos(turn)
    latitude = m.atan2(x[2] + second * b * s * s * s, p - first * a * c * c * c)
    s, c = m.sin(latitude), m.cos(latitude)
    return [latitude, m.atan2(x[1], x[0]), p * c + x[2] * s - a * m.sqrt(1.0 - first * s * s)]


def colour(x, m):
    """Lightness and two hues (CIE 1976) of red, green and blue with their gamma."""
    r, g, b = (m.pow((number + 0.055) / 1.055, 2.4) for number in x)
    mixed = [
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    ]
    f = [m.pow(number, 1.0 / 3.0) for number in mixed]
    return [116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])]


def bratu(u, m):
    """Heat that a reaction makes, on a grid of five by five."""
    at = lambda i, j: u[5 * i + j] if 0 <= i < 5 and 0 <= j < 5 else 0.0
    return [
        4.0 * at(i, j) - at(i - 1, j) - at(i + 1, j) - at(i, j - 1) - at(i, j + 1) - m.exp(at(i, j)) * (3.0 / 36.0)
        for i in range(5)
        for j in range(5)
    ]


def yields(x, m):
    """Yields of bonds at eight times, after Nelson, Siegel and Svensson, by six parameters."""
    level, slope, first, second, short, long = x
    rows = []
    for time in [0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0]:
        near, far = time / short, time / long
        fading, later = m.exp(-near), m.exp(-far)
        mean = (1.0 - fading) / near
        rows.append(level + slope * mean + first * (mean - fading) + second * ((1.0 - later) / far - later))
    return rows


def column(x, _):
    """Balances of a light substance over twelve trays of a distillation."""
    vapour = [2.5 * y / (1.0 + 1.5 * y) for y in x]
    rows = []
    for k in range(12):
        down, up = (1.4 if k < 6 else 2.4), 2.0
        above = x[k - 1] if k > 0 else vapour[0]
        below = vapour[k + 1] if k < 11 else 0.0
        rows.append(down * (above - x[k]) + up * (below - vapour[k]) + (0.5 if k == 6 else 0.0))
    return rows


def peaks(x, m):
    """Three peaks after Gauss at ten places, on a line."""
    rows = []
    for k in range(10):
        place = 0.5 * k
        total = x[9] + x[10] * place
        for height, centre, width in (x[3 * i : 3 * i + 3] for i in range(3)):
            off = (place - centre) / width
            total = total + height * m.exp(-0.5 * off * off)
        rows.append(total)
    return rows


def orbit(x, m):
    """Place and speed of a body, by the elements of its orbit."""
    axis, e, tilt, node, nearest, anomaly = x
    cn, sn, ct, st = m.cos(node), m.sin(node), m.cos(tilt), m.sin(tilt)
    cw, sw, ca, sa = m.cos(nearest), m.sin(nearest), m.cos(anomaly), m.sin(anomaly)
    half = axis * (1.0 - e * e)
    radius, pace = half / (1.0 + e * ca), m.sqrt(1.0 / half)
    p = [cn * cw - sn * sw * ct, sn * cw + cn * sw * ct, sw * st]
    q = [-cn * sw - sn * cw * ct, cn * cw * ct - sn * sw, cw * st]
    place = [radius * (ca * p[k] + sa * q[k]) for k in range(3)]
    return place + [pace * ((e + ca) * q[k] - sa * p[k]) for k in range(3)]


# Function and point.
FURTHER = [
    (truss, [0.0, 0.1, 0.0, 1.1, 0.0, 0.1, 0.5, 0.9, 0.0, 0.4, 0.3, 0.8]),
    (profile, [5.0, 0.2, 400.0, 1.5]),
    (joints, [0.3, -0.5, 0.9, 0.4, 0.7, -0.2, 1.0, -0.6, 0.5]),
    (amplifier, [0.1, 3.0, 2.95, 5.0, 3.0, 2.96, 4.8, 0.2]),
    (inverters, [0.3, 0.9, 0.5, 0.7, 0.6]),
    (flow, [0.0, -0.09, -0.2, -0.18, -0.15, -0.25, -0.23, -0.22, -0.26, 1.06, 1.04, 1.01, 1.02, 1.02, 1.07, 1.06, 1.09, 1.05]),
    (perceptron, [0.1 * (k * 7 % 11 - 5) + 0.05 for k in range(38)]),
    (tanks, [0.6, 3.9, 0.4, 4.1, 0.3, 4.2, 0.2, 4.2]),
    (hires, [0.7, 0.15, 0.06, 1.2, 0.24, 0.6, 0.0056, 0.0051]),
    (neuron, [20.0, 0.35, 0.1, 0.55]),
    (bodies, [3.0, 3.0, -1.0, -3.0, 2.0, -2.0, 2.5, 3.0, -3.0, 2.0, 0.5, 0.2, -4.0, 4.0]),
    (waves, [1.0, 0.3, 2.6, 0.7, 0.25, 1.9]),
    (fugacity, [320.0, 1.2e-3, 0.6, 0.4]),
    (geodetic, [4027.9, 307.0, 4919.5]),
    (colour, [0.4, 0.6, 0.3]),
    (bratu, [0.1 + 0.01 * (k * 5 % 7) for k in range(25)]),
    (yields, [0.04, -0.02, 0.01, 0.015, 1.8, 9.0]),
    (column, [0.95 - 0.07 * k for k in range(12)]),
    (peaks, [1.0, 1.2, 0.4, 0.8, 2.6, 0.5, 0.5, 3.9, 0.6, 0.1, 0.02]),
    (orbit, [1.3, 0.25, 0.4, 1.1, 0.7, 2.0]),
]  # fmt: skip
