"""Each peer's own way from a formula to code of second order; see `generate.py` for the first.

Every function here takes a problem and a task and returns source text that defines a function of

    x, value, entries          in the order that `second_problems.py` states

A tool uses its own operators where it has them: gradients by sweeps, Hessians that know of their
symmetry, products without the Jacobian. Where a symbolic tool has none, they are written with its
Jacobians, as its users do.
"""

import subprocess

from generate import casadi_source, recorder, recording, symforce_source, symforce_symbolic, wrenfold_source
from second_problems import DIRECTIONS, PROBLEMS, behind, pattern

HESSIANS = ["hessian", "lagrangian"]
FIRST = ["gradient", "normal", "jvp", "jvp8", "vjp", "vjp8"]
# Each tool's variants, and the tasks where a variant differs from the others.
TOOLS = {
    "numdual": FIRST + HESSIANS,
    "casadi_symmetric": FIRST + HESSIANS,
    "casadi_general": HESSIANS,
    "cppadcodegen_columns": ["hessian", "lagrangian", "normal", "jvp", "jvp8"],
    "cppadcodegen_reverse": ["gradient", "lagrangian", "normal", "vjp", "vjp8"],
    "cppadcodegen_symmetric": HESSIANS,
    "cppadcodegen_general": HESSIANS,
    "symforce": FIRST + HESSIANS,
    "wrenfold": FIRST + HESSIANS,
}


class Symbolic:
    """Derivatives over any tool that has Jacobians: lists in, lists out."""

    def entries(self, name, task, value, x, further):
        """All derivatives that a task asks for."""
        first, lower = pattern(name, task)
        if task in ("gradient", "hessian"):
            return self.gradient(value[0], x) + (self.hessian(value[0], x, lower) if task == "hessian" else [])
        if task == "lagrangian":
            return self.jacobian(value, x, first) + self.hessian(self.dot(further, value), x, lower)
        if task == "normal":
            return self.normal(self.by_column(value, x, first), value, len(x), lower)
        vectors = split(further, DIRECTIONS if task.endswith("8") else 1)
        multiply = self.jvp if task.startswith("jvp") else self.vjp
        return [number for vector in vectors for number in multiply(value, x, vector, first)]

    @staticmethod
    def dot(left, right):
        return sum((a * b for a, b in zip(left[1:], right[1:])), left[0] * right[0])

    def gradient(self, value, x):
        return self.jacobian([value], x, [(0, j) for j in range(len(x))])

    def hessian(self, value, x, lower):
        return self.jacobian(self.gradient(value, x), x, lower)

    def by_column(self, value, x, first):
        """Row and entry of each structural entry, for each column."""
        columns = [{} for _ in x]
        for (i, j), entry in zip(first, self.jacobian(value, x, first)):
            columns[j][i] = entry
        return columns

    @staticmethod
    def normal(columns, value, n, lower):
        gradient = [sum(entry * value[i] for i, entry in column.items()) for column in columns]
        both = lambda j, k: (columns[j][i] * columns[k][i] for i in columns[j] if i in columns[k])
        return gradient + [sum(both(j, k)) for j, k in lower]

    def jvp(self, value, x, vector, first):
        product = [0.0] * len(value)
        for (i, j), entry in zip(first, self.jacobian(value, x, first)):
            product[i] = product[i] + entry * vector[j]
        return product

    def vjp(self, value, x, vector, first):
        product = [0.0] * len(x)
        for (i, j), entry in zip(first, self.jacobian(value, x, first)):
            product[j] = product[j] + entry * vector[i]
        return product


def split(numbers, parts):
    """Consecutive parts of one length."""
    length = len(numbers) // parts
    return [numbers[k * length : (k + 1) * length] for k in range(parts)]


class Casadi(Symbolic):
    """CasADi: `jacobian`, `gradient`, `hessian` and `jtimes` over its SX graph."""

    def __init__(self, symmetric):
        import casadi as ca

        self.ca, self.symmetric = ca, symmetric
        self.sqrt, self.sin, self.cos, self.atan2, self.abs = ca.sqrt, ca.sin, ca.cos, ca.atan2, ca.fabs
        self.exp, self.tanh = ca.exp, ca.tanh

    def jacobian(self, value, x, wanted):
        matrix = self.ca.jacobian(self.ca.vertcat(*value), self.ca.vertcat(*x))
        return [matrix[i, j] for i, j in wanted]

    def gradient(self, value, x):
        return self.ca.vertsplit(self.ca.gradient(value, self.ca.vertcat(*x)))

    def hessian(self, value, x, lower):
        if not self.symmetric:
            return super().hessian(value, x, lower)
        matrix, _ = self.ca.hessian(value, self.ca.vertcat(*x))
        return [matrix[i, j] for i, j in lower]

    def jvp(self, value, x, vector, _):
        return self.times(value, x, vector, False)

    def vjp(self, value, x, vector, _):
        return self.times(value, x, vector, True)

    def times(self, value, x, vector, transposed):
        column = self.ca.vertcat
        return self.ca.vertsplit(self.ca.jtimes(column(*value), column(*x), column(*vector), transposed))


def casadi(name, task, symmetric):
    """CasADi's C."""
    tool = Casadi(symmetric)
    function, n, _, _ = PROBLEMS[name]
    inputs = tool.ca.SX.sym("x", n + behind(name, task))
    numbers = tool.ca.vertsplit(inputs)
    value = function(numbers[:n], tool)
    entries = tool.entries(name, task, value, numbers[:n], numbers[n:])
    return casadi_source(inputs, tool.ca.vertcat(*value), tool.ca.vertcat(*entries))


def casadi_symmetric(name, task):
    """Its `hessian`, coloured as a symmetric matrix."""
    return casadi(name, task, True)


def casadi_general(name, task):
    """The Jacobian of its gradient, which is the same without a Hessian."""
    return casadi(name, task, False)


class Symforce(Symbolic):
    """SymForce: Jacobians of its matrices; its factors are `normal` in the same way."""

    def __init__(self):
        sf = self.sf = symforce_symbolic()
        self.sqrt, self.sin, self.cos, self.abs = sf.sqrt, sf.sin, sf.cos, sf.Abs
        self.exp, self.tanh = sf.exp, sf.tanh

    def atan2(self, y, x):
        return self.sf.atan2(y, x, epsilon=0)

    def jacobian(self, value, x, wanted):
        matrix = self.sf.Matrix(value).jacobian(self.sf.Matrix(x))
        return [matrix[i, j] for i, j in wanted]


def symforce(name, task):
    """SymForce's C++."""
    tool = Symforce()
    function, n, _, _ = PROBLEMS[name]
    numbers = [tool.sf.Symbol(f"x{i}") for i in range(n + behind(name, task))]
    value = function(numbers[:n], tool)
    entries = tool.entries(name, task, value, numbers[:n], numbers[n:])
    matrix = tool.sf.Matrix
    return symforce_source(matrix(numbers), matrix(value), matrix(entries))


class Wrenfold(Symbolic):
    """wrenfold: Jacobians of its matrices."""

    def __init__(self):
        from wrenfold import sym

        self.sym = sym
        self.sqrt, self.sin, self.cos, self.atan2, self.abs = sym.sqrt, sym.sin, sym.cos, sym.atan2, sym.abs
        self.exp, self.tanh = sym.exp, sym.tanh

    def jacobian(self, value, x, wanted):
        matrix = self.sym.jacobian(self.sym.matrix(value), x)
        return [matrix[i, j] for i, j in wanted]


def wrenfold(name, task):
    """wrenfold's Rust."""
    tool = Wrenfold()
    function, n, _, _ = PROBLEMS[name]

    def both(numbers):
        value = function(numbers[:n], tool)
        entries = tool.entries(name, task, value, numbers[:n], numbers[n:])
        return tool.sym.matrix(value), tool.sym.matrix(entries)

    return wrenfold_source(n + behind(name, task), both)


def cppadcodegen(name, task, first, second):
    """CppADCodeGen: recorded and optimized by CppAD, one handler for everything, its C."""
    function, n, m, _ = PROBLEMS[name]
    operations, outputs = recording(function, n)
    lines = [f"{task} {first} {second} {n} {m} {len(operations)}", *operations, *outputs]
    for entries in pattern(name, task):
        lines += [f"{len(entries)}", *(f"{i} {j}" for i, j in entries)]
    lines.append(f"{DIRECTIONS if task.endswith('8') else 1}")
    done = subprocess.run([recorder("second_order")], input="\n".join(lines), capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[-200:])
    return done.stdout


def cppadcodegen_columns(name, task):
    """A forward and a reverse sweep for each column of a Hessian, a forward one for each of a Jacobian."""
    return cppadcodegen(name, task, "forward", "columns")


def cppadcodegen_reverse(name, task):
    """The same with a reverse sweep for each row of a Jacobian."""
    return cppadcodegen(name, task, "reverse", "columns")


def cppadcodegen_symmetric(name, task):
    """CppAD's sparse Hessian, coloured as a symmetric matrix."""
    return cppadcodegen(name, task, "reverse", "symmetric")


def cppadcodegen_general(name, task):
    """The same, coloured by columns."""
    return cppadcodegen(name, task, "reverse", "general")


# How Rust spells the operations of a recording over num-dual's numbers, for a number and a number,
# a number and a constant, a constant and a number.
SPELLED = {
    "add": ("{0} + {1}", "{0} + {1}", "{1} + {0}"),
    "sub": ("{0} - {1}", "{0} - {1}", "-{1} + {0}"),
    "mul": ("{0} * {1}", "{0} * {1}", "{1} * {0}"),
    "div": ("{0} / {1}", "{0} / {1}", "{1}.recip() * {0}"),
    "neg": ("-{0}",) * 2,
    "atan2": ("{0}.atan2({1})",),
}


def numdual(name, task):
    """num-dual: the formula over its numbers, for `num_dual.rs` of the driver, and the entries wanted."""
    function, n, m, _ = PROBLEMS[name]
    operations, outputs = recording(function, n)
    word = lambda text: f"x[{text[1:]}]" if text[0] == "t" and int(text[1:]) < n else text
    lines = []
    for k, operation in enumerate(operations):
        what, *operands = operation.split()
        constants = [text[0] != "t" for text in operands]
        spelled = SPELLED.get(what, (f"{{0}}.{what}()",) * 2)
        case = 2 if constants[0] else int(constants[1])
        lines.append(f"        let t{n + k} = {spelled[case].format(*(word(text) for text in operands))};")
    first, lower = pattern(name, task)
    pairs = lambda entries: ", ".join(f"({i}, {j})" for i, j in entries)
    return "\n".join([
        "pub struct Recorded;",
        f"impl crate::num_dual::Formula<{n}, {m}> for Recorded {{",
        f"    fn value<D: num_dual::DualNum<Primitive = f64> + Copy>(x: &[D; {n}]) -> [D; {m}] {{",
        *lines,
        f"        [{', '.join(word(text) for text in outputs)}]",
        "    }",
        "}",
        f"pub const JACOBIAN: &[(usize, usize)] = &[{pairs(first)}];",
        f"pub const LOWER: &[(usize, usize)] = &[{pairs(lower)}];",
        "",
    ])  # fmt: skip
