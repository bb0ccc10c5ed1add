"""The problems of second order, once, for every peer, and what is asked of each.

As in `problems.py`, each function takes a list of inputs and the elementals of a tool and returns
the list of outputs, operation for operation as in `driver/src/bin/second_order/functions`. An
objective comes first, and behind it the constraints.

A *cell* is a problem and a task. All inputs of a cell are one vector: the variables, then the weights
of a Lagrangian or of `w J`, or the directions of `J dx`. All its derivatives are one vector as well:

    gradient        the gradient                        value and gradient
    hessian         gradient, H of the objective        H: lower triangle, column by column
    lagrangian      J, H of the weighted sum            J: structural nonzeros, column by column
    normal          J' r, J' J                          J' J: lower triangle, column by column
    jvp, vjp        J dx, w J
    jvp8, vjp8      the same for eight vectors at one point
"""

from problems import bruss, se3b, snavely

# How many vectors `jvp8` and `vjp8` multiply.
DIRECTIONS = 8


def rosenbrock(x, _):
    total = 0.0
    for here, after in zip(x, x[1:]):
        valley, rest = after - here * here, 1.0 - here
        total = total + 100.0 * valley * valley + rest * rest
    return [total]


def hs71(x, _):
    product = x[0] * x[1] * x[2] * x[3]
    squares = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]
    return [x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2], product - 25.0, squares - 40.0]


def hs100(x, _):
    p, q, r, s = x[0] - 10.0, x[1] - 12.0, x[3] - 11.0, x[4] * x[4]
    square = [number * number for number in x]
    return [
        p * p + 5.0 * q * q + square[2] * square[2] + 3.0 * r * r + 10.0 * s * s * s + 7.0 * square[5]
        + square[6] * square[6] - 4.0 * x[5] * x[6] - 10.0 * x[5] - 8.0 * x[6],
        127.0 - 2.0 * square[0] - 3.0 * square[1] * square[1] - x[2] - 4.0 * square[3] - 5.0 * x[4],
        282.0 - 7.0 * x[0] - 3.0 * x[1] - 10.0 * square[2] - x[3] + x[4],
        196.0 - 23.0 * x[0] - square[1] - 6.0 * square[5] + 8.0 * x[6],
        -4.0 * square[0] - square[1] + 3.0 * x[0] * x[1] - 2.0 * square[2] - 5.0 * x[5] + 11.0 * x[6],
    ]  # fmt: skip


def hs116(x, _):
    a, b = 0.002, 1.262626
    c, d, e, f = 1.231059, 0.03475, 0.975, 0.00975
    stage = lambda y, z: y - d * z - e * z * y + f * z * z
    return [
        x[10] + x[11] + x[12],
        x[2] - x[1],
        x[1] - x[0],
        1.0 - a * x[6] + a * x[7],
        x[12] - b * x[9] + c * x[2] * x[9],
        stage(x[4], x[1]),
        stage(x[5], x[2]),
        x[4] * x[6] - x[0] * x[7] - x[3] * x[6] + x[3] * x[7],
        1.0 - a * (x[1] * x[8] + x[4] * x[7] - x[0] * x[7] - x[5] * x[8]) - x[4] - x[5],
        x[1] * x[8] - x[2] * x[9] - x[5] * x[8] - 500.0 * x[1] + 500.0 * x[5] + x[1] * x[9],
        x[1] - 0.9 - a * (x[1] * x[9] - x[2] * x[9]),
        stage(x[3], x[0]),
        x[10] - b * x[7] + c * x[0] * x[7],
        x[11] - b * x[8] + c * x[1] * x[8],
    ]


def grid(v, boundary):
    """The three by three vertices inside of five by five."""
    inside = lambda i, j: 0 < i < 4 and 0 < j < 4
    return [[v[3 * i + j - 4] if inside(i, j) else boundary(i, j) for j in range(5)] for i in range(5)]


def slopes(u, i, j):
    """The slopes over the lower triangle of a square, and over the upper one."""
    here, right, up, across = u[i][j], u[i + 1][j], u[i][j + 1], u[i + 1][j + 1]
    return right - here, up - here, across - up, across - right


def combustion(v, m):
    u = grid(v, lambda i, j: 0.0)
    energy, heat = 0.0, 0.0
    for i in range(4):
        for j in range(4):
            total = 0.0
            for slope in slopes(u, i, j):
                total = total + slope * slope
            energy = energy + 0.25 * total
    for row in v:
        heat = heat + m.exp(row)
    return [energy - 0.3125 * heat]


def surface(v, m):
    u = grid(v, lambda i, j: 0.0625 * (i * i - j * j))
    # Two triangles lie at the boundary altogether: numbers of Python.
    root = lambda number: number**0.5 if isinstance(number, float) else m.sqrt(number)
    area = 0.0
    for i in range(4):
        for j in range(4):
            right, up, left, down = slopes(u, i, j)
            area = area + root(0.0625 + right * right + up * up)
            area = area + root(0.0625 + left * left + down * down)
    return [area]


def pose(x, m):
    a1, x1, y1, a2, x2, y2 = x
    c, s = m.cos(a1), m.sin(a1)
    dx, dy = x2 - x1, y2 - y1
    return [
        4.0 * (c * dx + s * dy - 0.9) + 0.5 * (c * dy - s * dx - 0.2),
        3.0 * (c * dy - s * dx - 0.2),
        10.0 * (a2 - a1 - 0.3),
    ]


def arm(x, m):
    masses, length = [3.0, 2.0, 1.0], [0.5, 0.4, 0.3]
    angle, rate, vx, vy, height, energy = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        angle, rate = angle + x[k], rate + x[3 + k]
        c, s = length[k] * m.cos(angle), length[k] * m.sin(angle)
        vx, vy, height = vx - s * rate, vy + c * rate, height + s
        energy = energy + masses[k] * (0.5 * (vx * vx + vy * vy) + 9.81 * height)
    return [energy]


def reactor(x, m):
    a, b, c, d, t = x
    hot = 1.0 / t
    first = 2.0e3 * m.exp(-8.0 * hot) * a * b
    second = 5.0e2 * m.exp(-9.5 * hot) * c
    third = 8.0e2 * m.exp(-11.0 * hot) * c * b
    return [
        0.5 * (1.0 - a) - first + second,
        0.5 * (0.8 - b) - first + second - third,
        -0.5 * c + first - second - third,
        -0.5 * d + third,
        0.5 * (1.0 - t) + 0.4 * (first - second) + 0.7 * third - 0.2 * (t - 0.9),
    ]


def atoms(x, _):
    energy = 0.0
    for i in range(5):
        for j in range(i):
            square = 0.0
            for k in range(3):
                apart = x[3 * i + k] - x[3 * j + k]
                square = square + apart * apart
            attraction = 1.0 / (square * square * square)
            energy = energy + attraction * (attraction - 2.0)
    return [energy]


# From, to, resistance, reactance, charging, ratio.
BRANCHES = [
    (0, 1, 0.01938, 0.05917, 0.0528, 1.0), (0, 4, 0.05403, 0.22304, 0.0492, 1.0),
    (1, 2, 0.04699, 0.19797, 0.0438, 1.0), (1, 3, 0.05811, 0.17632, 0.034, 1.0),
    (1, 4, 0.05695, 0.17388, 0.0346, 1.0), (2, 3, 0.06701, 0.17103, 0.0128, 1.0),
    (3, 4, 0.01335, 0.04211, 0.0, 1.0), (3, 6, 0.0, 0.20912, 0.0, 0.978), (3, 8, 0.0, 0.55618, 0.0, 0.969),
    (4, 5, 0.0, 0.25202, 0.0, 0.932), (5, 10, 0.09498, 0.1989, 0.0, 1.0), (5, 11, 0.12291, 0.25581, 0.0, 1.0),
    (5, 12, 0.06615, 0.13027, 0.0, 1.0), (6, 7, 0.0, 0.17615, 0.0, 1.0), (6, 8, 0.0, 0.11001, 0.0, 1.0),
    (8, 9, 0.03181, 0.0845, 0.0, 1.0), (8, 13, 0.12711, 0.27038, 0.0, 1.0), (9, 10, 0.08205, 0.19207, 0.0, 1.0),
    (11, 12, 0.22092, 0.19988, 0.0, 1.0), (12, 13, 0.17093, 0.34802, 0.0, 1.0),
]  # fmt: skip
LOAD = [0.0, 0.217, 0.942, 0.478, 0.076, 0.112, 0.0, 0.0, 0.295, 0.09, 0.035, 0.061, 0.135, 0.149]
REACTIVE = [0.0, 0.127, 0.19, -0.039, 0.016, 0.075, 0.0, 0.0, 0.166, 0.058, 0.018, 0.016, 0.058, 0.05]
GENERATORS = [(0, 430.293, 2000.0), (1, 2500.0, 2000.0), (2, 100.0, 4000.0), (5, 100.0, 4000.0), (7, 100.0, 4000.0)]
SHUNT = 0.19


def opf(x, m):
    angle, v, power = x[:14], x[14:28], x[28:33]
    square = [number * number for number in v]
    cost, active, reactive = 0.0, list(LOAD), list(REACTIVE)
    reactive[8] = reactive[8] - SHUNT * square[8]
    for i, j, r, reactance, charging, ratio in BRANCHES:
        norm = r * r + reactance * reactance
        g, b = r / norm, -reactance / norm
        both, turn = v[i] * v[j] / ratio, angle[i] - angle[j]
        c, s = both * m.cos(turn), both * m.sin(turn)
        own = square[i] / (ratio * ratio)
        active[i] = active[i] + (g * own - g * c - b * s)
        active[j] = active[j] + (g * square[j] - g * c + b * s)
        reactive[i] = reactive[i] + (b * c - g * s - (b + 0.5 * charging) * own)
        reactive[j] = reactive[j] + (b * c + g * s - (b + 0.5 * charging) * square[j])
    for k, (i, quadratic, linear) in enumerate(GENERATORS):
        cost = cost + (quadratic * power[k] * power[k] + linear * power[k])
        active[i] = active[i] - power[k]
        reactive[i] = reactive[i] - x[33 + k]
    return [cost, *active, *reactive]


def network(w, m):
    loss = 0.0
    for a, b, target in [(-1.0, -1.0, -1.0), (-1.0, 1.0, 1.0), (1.0, -1.0, 1.0), (1.0, 1.0, -1.0)]:
        output = w[16]
        for k in range(4):
            output = output + w[12 + k] * m.tanh(w[k] * a + w[4 + k] * b + w[8 + k])
        loss = loss + (output - target) * (output - target)
    return [0.5 * loss]


def absorption(x, m):
    total = x[0]
    for number in x[1:]:
        total = total + number
    depth = m.exp(-0.1 * total)
    return [number * depth for number in x]


PRODUCTS = ["jvp", "vjp", "jvp8", "vjp8"]

# Name: function, variables, outputs, tasks.
PROBLEMS = {
    "rosenbrock": (rosenbrock, 50, 1, ["gradient", "hessian"]),
    "combustion": (combustion, 9, 1, ["gradient", "hessian"]),
    "surface": (surface, 9, 1, ["gradient", "hessian"]),
    "arm": (arm, 6, 1, ["gradient", "hessian"]),
    "atoms": (atoms, 15, 1, ["gradient", "hessian"]),
    "network": (network, 17, 1, ["gradient", "hessian"]),
    "hs71": (hs71, 4, 3, ["lagrangian"]),
    "hs100": (hs100, 7, 5, ["lagrangian"]),
    "hs116": (hs116, 13, 14, ["lagrangian"]),
    "reactor": (reactor, 5, 5, ["lagrangian"]),
    "opf": (opf, 38, 29, ["lagrangian"]),
    "snavely": (snavely, 12, 2, ["normal", *PRODUCTS]),
    "se3b": (se3b, 14, 6, ["normal", *PRODUCTS]),
    "pose": (pose, 6, 3, ["normal"]),
    "bruss": (bruss, 64, 64, PRODUCTS),
    "absorption": (absorption, 50, 50, PRODUCTS),
}


def cells(names):
    """Problem and task of each cell."""
    return [(name, task) for name in names for task in PROBLEMS[name][3]]


def behind(name, task):
    """How many inputs follow the variables: weights, or directions."""
    _, n, m, _ = PROBLEMS[name]
    sizes = {"lagrangian": m, "jvp": n, "vjp": m, "jvp8": DIRECTIONS * n, "vjp8": DIRECTIONS * m}
    return sizes.get(task, 0)


class Meet:
    """Which inputs a number depends on, and which pairs of them meet in a nonlinear operation."""

    def __init__(self, inputs, pairs=frozenset()):
        self.inputs, self.pairs = frozenset(inputs), frozenset(pairs)

    def _sum(self, other=None):
        if not isinstance(other, Meet):
            return self
        return Meet(self.inputs | other.inputs, self.pairs | other.pairs)

    __add__ = __radd__ = __sub__ = __rsub__ = __neg__ = _sum

    def _meet(self, other):
        pairs = {(max(i, j), min(i, j)) for i in self.inputs for j in other.inputs}
        return Meet(self.inputs | other.inputs, self.pairs | other.pairs | pairs)

    def __mul__(self, other):
        return self._meet(other) if isinstance(other, Meet) else self

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._meet(other)._meet(other) if isinstance(other, Meet) else self

    def nonlinear(self, *_):
        """Any other operation of one number, for example its inverse."""
        return self._meet(self)

    __rtruediv__ = sqrt = sin = cos = exp = tanh = nonlinear

    def atan2(self, other):
        both = self._sum(other)
        return both._meet(both)


def pattern(name, task):
    """Row and column of each structural entry, column by column: of J, and of the matrix."""
    function, n, m, _ = PROBLEMS[name]
    rows = function([Meet([j]) for j in range(n)], Meet)
    jacobian = [(i, j) for j in range(n) for i in range(m) if j in rows[i].inputs]
    if task == "normal":
        pairs = {(k, j) for row in rows for j in row.inputs for k in row.inputs if k >= j}
    else:
        pairs = frozenset().union(*(row.pairs for row in rows))
    return jacobian, sorted(pairs, key=lambda pair: pair[::-1])
