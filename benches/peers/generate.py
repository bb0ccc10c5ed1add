"""Each peer's own way from a formula to source code.

Every function here takes the name of a problem and returns source text that defines a function of

    x, value, entries          entries: the structural nonzeros, column by column

so that all peers write the same array in the same order. Each tool gets what its documentation
offers for speed: one function for value and Jacobian together, and its elimination of common
subexpressions. Entries that are constant are written at every call, by everybody.
"""

import logging
import re
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path

from problems import BASES, PROBLEMS, pattern


def casadi(name):
    """CasADi: SX graph, `jacobian`, `cse`, C code."""
    import casadi as ca

    class Elementals:
        sqrt, sin, cos, atan2, abs = ca.sqrt, ca.sin, ca.cos, ca.atan2, ca.fabs
        exp, ln, tanh, pow = ca.exp, ca.log, ca.tanh, ca.power

    function, n, _, _ = PROBLEMS[name]
    x = ca.SX.sym("x", n)
    value = ca.vertcat(*function([x[i] for i in range(n)], Elementals))
    jacobian = ca.jacobian(value, x)
    entries = ca.vertcat(*[jacobian[i, j] for i, j in pattern(name)])
    return casadi_source(x, value, entries)


def casadi_source(x, value, entries):
    """A function of its graphs, as C."""
    import casadi as ca

    tool = ca.Function("inner", [x], [value, entries], {"cse": True})
    generator = ca.CodeGenerator("inner", {"with_header": False})
    generator.add(tool)
    # Its internal names are prefixed by file; ours are one file a problem, so `static` keeps them apart.
    text = generator.dump().replace("CASADI_SYMBOL_EXPORT", "static").replace("static static", "static")
    text = re.sub(r"#ifndef static\n(.*\n)*?#endif\n", "", text, count=1)
    text = text.replace("\ncasadi_real casadi_", "\nstatic casadi_real casadi_")
    return text + f"""
void ENTRY(const double* restrict x, double* restrict value, double* restrict entries) {{
  const casadi_real* arg[1] = {{x}};
  casadi_real* res[2] = {{value, entries}};
  casadi_f0(arg, res, 0, 0, 0);
}}
"""


def symforce(name):
    """SymForce: symbolic Jacobian, its C++ generator (which eliminates common subexpressions), Eigen."""
    sf = symforce_symbolic()

    class Elementals:
        sqrt, sin, cos, abs = sf.sqrt, sf.sin, sf.cos, sf.Abs
        exp, ln, tanh, pow = sf.exp, sf.log, sf.tanh, sf.Pow

        @staticmethod
        def atan2(y, x):
            return sf.atan2(y, x, epsilon=0)

    function, n, _, _ = PROBLEMS[name]
    x = sf.Matrix([sf.Symbol(f"x{i}") for i in range(n)])
    value = sf.Matrix(function([x[i] for i in range(n)], Elementals))
    jacobian = value.jacobian(x)
    entries = sf.Matrix([jacobian[i, j] for i, j in pattern(name)])
    return symforce_source(x, value, entries)


def symforce_symbolic():
    """Its symbols; the number that keeps denominators from zero is zero, and is set once."""
    if not symforce_symbolic.ready:
        import symforce as package

        logging.disable(logging.WARNING)
        package.set_epsilon_to_number(0.0)
        symforce_symbolic.ready = True
    import symforce.symbolic as sf

    return sf


symforce_symbolic.ready = False


def symforce_source(x, value, entries):
    """A function of its columns of expressions, as C++."""
    from symforce import codegen
    from symforce.values import Values

    outputs = Values(value=value, entries=entries)
    tool = codegen.Codegen(
        inputs=Values(x=x), outputs=outputs, config=codegen.CppConfig(), name="inner"
    )
    with tempfile.TemporaryDirectory() as folder:
        made = tool.generate_function(output_dir=folder, skip_directory_nesting=True)
        text = Path(made.generated_files[0]).read_text()
    text = text.replace("#pragma once", "#define EIGEN_DONT_ALIGN\n#include <cmath>")
    # Functions of other problems have the same name, and some the same shapes.
    text = text.replace("\nvoid Inner(", "\nstatic void Inner(")
    return text + f"""
// An unaligned fixed matrix of Eigen is an array of its numbers.
extern "C" void ENTRY(const double* x, double* value, double* entries) {{
  sym::Inner<double>(*reinterpret_cast<const Eigen::Matrix<double, {x.shape[0]}, 1>*>(x),
                     reinterpret_cast<Eigen::Matrix<double, {value.shape[0]}, 1>*>(value),
                     reinterpret_cast<Eigen::Matrix<double, {entries.shape[0]}, 1>*>(entries));
}}
"""


def wrenfold(name):
    """wrenfold: symbolic Jacobian, its Rust generator (which eliminates common subexpressions)."""
    from wrenfold import sym

    class Elementals:
        sqrt, sin, cos, atan2, abs = sym.sqrt, sym.sin, sym.cos, sym.atan2, sym.abs
        exp, ln, tanh, pow = sym.exp, sym.log, sym.tanh, sym.pow

    function, n, _, _ = PROBLEMS[name]

    def both(inputs):
        value = sym.matrix(function(inputs, Elementals))
        jacobian = sym.jacobian(value, inputs)
        return value, sym.matrix([jacobian[i, j] for i, j in pattern(name)])

    return wrenfold_source(n, both)


def wrenfold_source(n, both):
    """A function that makes value and entries of its inputs, as Rust."""
    from typing import Annotated

    from wrenfold import code_generation, sym, type_annotations

    def evaluate(x):
        value, entries = both([x[i] for i in range(n)])
        output = code_generation.OutputArg
        return [output(value, "value"), output(entries, "entries")]

    shape = type_annotations.Shape(rows=n, cols=1)
    evaluate.__annotations__["x"] = Annotated[sym.MatrixExpr, shape]
    return code_generation.generate_function(
        evaluate, code_generation.RustGenerator(), name="inner"
    )


def gradgen(name):
    """gradgen: its graph and Jacobian, simplified as in its documentation, Rust with a work array.

    For roe, snavely and se3b the graph alone takes more than a minute; its code for arm6 is wrong.
    """
    import gradgen as gg

    class Elementals:
        sqrt, sin, cos, atan2, abs = gg.sqrt, gg.sin, gg.cos, gg.atan2, gg.SX.abs
        exp, ln, tanh = gg.exp, gg.log, gg.tanh
        # It has no power with a variable exponent.
        pow = staticmethod(lambda base, exponent: gg.exp(gg.log(base) * exponent))

    function, n, m, nnz = PROBLEMS[name]
    x = gg.SXVector.sym("x", n)
    value = gg.SXVector(tuple(gg.SX.const(0.0) + row for row in function([x[i] for i in range(n)], Elementals)))
    plain = gg.Function("plain", [x], [value], input_names=["x"], output_names=["value"])
    rows = plain.jacobian(0).outputs[0]
    entries = gg.SXVector(tuple(rows[i * n + j] for i, j in pattern(name)))
    both = gg.Function(
        "both", [x], [value, entries], input_names=["x"], output_names=["value", "entries"]
    ).simplify("medium")
    made = gg.generate_rust(both, function_name="inner", emit_crate_header=False)
    # The text becomes a module, whose attributes and documentation stand outside of it.
    lines = made.source.splitlines()
    text = "\n".join(line for line in lines if not line.startswith(("#![", "//!")))
    return text + f"""
pub const WORK: usize = {made.workspace_size};
"""


class Trace:
    """Numbers that write down what is done with them: the list that `cppadcodegen.cpp` reads."""

    def __init__(self, word, lines, inputs):
        self.word, self.lines, self.inputs = word, lines, inputs

    def _write(self, name, left, right=0.0):
        words = [number.word if isinstance(number, Trace) else repr(float(number)) for number in (left, right)]
        self.lines.append(f"{name} {words[0]} {words[1]}")
        return Trace(f"t{self.inputs + len(self.lines) - 1}", self.lines, self.inputs)

    def __add__(self, other):
        return self._write("add", self, other)

    def __radd__(self, other):
        return self._write("add", other, self)

    def __sub__(self, other):
        return self._write("sub", self, other)

    def __rsub__(self, other):
        return self._write("sub", other, self)

    def __mul__(self, other):
        return self._write("mul", self, other)

    def __rmul__(self, other):
        return self._write("mul", other, self)

    def __truediv__(self, other):
        return self._write("div", self, other)

    def __rtruediv__(self, other):
        return self._write("div", other, self)

    def __neg__(self):
        return self._write("neg", self)

    def sqrt(self):
        return self._write("sqrt", self)

    def sin(self):
        return self._write("sin", self)

    def cos(self):
        return self._write("cos", self)

    def abs(self):
        return self._write("abs", self)

    def exp(self):
        return self._write("exp", self)

    def ln(self):
        return self._write("ln", self)

    def tanh(self):
        return self._write("tanh", self)

    def pow(self, exponent):
        return self._write("pow", self, exponent)

    def atan2(self, x):
        return self._write("atan2", self, x)


def recording(function, n):
    """The operations of a function and the words of its outputs."""
    operations = []
    outputs = function([Trace(f"t{j}", operations, n) for j in range(n)], Trace)
    return operations, [row.word for row in outputs]


def recorder(program):
    """A program of this folder over CppADCodeGen's headers, compiled once next to the packages."""
    home = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix"
    folder = Path(__file__).resolve().parent
    target = home / program
    sources = [folder / f"{program}.cpp", folder / "recording.hpp"]
    if not target.exists() or any(target.stat().st_mtime < path.stat().st_mtime for path in sources):
        compiler = shutil.which("g++") or "clang++"
        command = [compiler, "-std=c++17", "-DNDEBUG", "-w", f"-I{home / 'include'}", sources[0], "-o", target]
        subprocess.run(command, check=True)
    return target


def cppadcodegen(name, direction):
    """CppADCodeGen: recorded and optimized by CppAD, one handler for value and Jacobian, its C."""
    function, n, m, nnz = PROBLEMS[name]
    operations, outputs = recording(function, n)
    lines = [f"{n} {m} {len(operations)} {nnz}", *operations, *outputs]
    lines += [f"{i} {j}" for i, j in pattern(name)]
    command = [recorder("cppadcodegen"), direction]
    return subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True).stdout


def cppadcodegen_forward(name):
    """A forward sweep a column."""
    return cppadcodegen(name, "forward")


def cppadcodegen_reverse(name):
    """A reverse sweep a row."""
    return cppadcodegen(name, "reverse")


# How Rust spells operations of two operands; all others are methods.
INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/"}


def spelled(operation, n, any_scalar):
    """An operation of a recording in Rust: over plain numbers, or over those that have none of the left operators."""
    what, *operands = operation.split()
    constants = [text[0] != "t" for text in operands]

    def word(text):
        if text[0] != "t":
            return f"({text})" if text[0] == "-" else text
        return f"x[{text[1:]}]" if int(text[1:]) < n else text

    left, right = map(word, operands)
    if what in INFIX:
        return f"{f'S::from({left})' if any_scalar and constants[0] else left} {INFIX[what]} {right}"
    if what == "pow":
        return f"{left}.{'power' if any_scalar and not constants[1] else 'powf'}({right})"
    return f"-{left}" if what == "neg" else f"{left}.{what}({right if what == 'atan2' else ''})"


def ours(name):
    """A further problem as a row of the corpus: the function as it was recorded, and its twin for dual numbers."""
    function, n, m, nnz = PROBLEMS[name]
    operations, outputs = recording(function, n)
    lines = {
        twin: "\n".join(
            f"    let t{n + k} = {spelled(operation, n, twin)};" for k, operation in enumerate(operations)
        )
        for twin in (False, True)
    }
    result = ", ".join(outputs)
    upper = name.upper()
    return f"""use jacobian_runtime::jacobian;
use crate::corpus::problem::{{Expansion, Problem, expansions, fast, twin, value}};
use crate::corpus::scalar::Scalar;

#[jacobian]
#[jacobian(value = fused, prefix = fused)]
#[cfg_attr(feature = "searched", jacobian(value = fused, order = search, prefix = searched))]
pub fn {name}(x: &[f64; {n}]) -> [f64; {m}] {{
{lines[False]}
    [{result}]
}}

pub fn twin<S: Scalar>(x: &[S; {n}]) -> [S; {m}] {{
{lines[True]}
    [{result}]
}}

pub const FAST: &[Expansion] = fast!();

pub const PROBLEM: Problem = Problem {{
    name: "{name}",
    from: "",
    n: {n},
    m: {m},
    nnz: {nnz},
    colours: {n},
    base: || vec!{BASES[name]!r},
    further: Vec::new,
    checksums: None,
    known: &[],
    value: value!({name}),
    twin: crate::corpus::problem::Twin {{ coloured: None, ..twin!(twin, {n}) }},
    expansions: expansions!(
        {upper}_PATTERN, {upper}_TEMPLATE, {upper}_COST, {name}_with_jacobian_into, {name}_update_into
    ),
}};
"""
