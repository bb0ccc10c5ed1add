#!/usr/bin/env bash
# Times the residuals and Jacobians of Bratu's equation, ours beside PETSc's own example in C.
#
#   jacobian-petsc/compare.sh [SIDE]     a grid of SIDE x SIDE inner points, 1000 unless you say otherwise
#
# The C program is `snes/tutorials/ex5.c` of PETSc, whose Jacobian is written by hand over a DMDA. Debian has it in the
# package libpetsc3.18-dev-examples. Both take 20 Newton steps with a linear solver that does almost nothing, so that
# PETSc's log has 20 Jacobians and 21 residuals of each. They take turns, on one rank and on two.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
side=${1:-1000}
source=$(find /usr/share/petsc* "${PETSC_DIR:-/nowhere}" -path '*snes/tutorials/ex5.c' 2>/dev/null | head -n 1) || true
[ -n "$source" ] || { echo "ex5.c of PETSc is not there: apt-get install libpetsc3.18-dev-examples" >&2; exit 1; }

cargo build --quiet --release --example bratu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# shellcheck disable=SC2046
mpicc -O3 $(pkg-config --cflags PETSc) "$source" -o "$scratch/ex5" $(pkg-config --libs PETSc) -lm

steps=(-snes_max_it 20 -snes_rtol 1e-30 -snes_atol 1e-300 -snes_stol 0 -snes_linesearch_type basic
    -ksp_type preonly -pc_type jacobi -log_view)
# seconds PROGRAM...: the seconds in residuals and in Jacobians.
seconds() {
    mpirun --allow-run-as-root --oversubscribe -n "$ranks" "$@" "${steps[@]}" 2>/dev/null |
        awk '/^SNESFunctionEval/ { f = $4 } /^SNESJacobianEval/ { j = $4 } END { printf "%.3f s + %.3f s = %.3f s\n", f, j, f + j }'
}
for ranks in 1 2; do
    for _ in 1 2 3; do
        printf '%s ranks, ours:          ' "$ranks"
        seconds target/release/examples/bratu -n "$side" || true
        printf '%s ranks, C and a DMDA:  ' "$ranks"
        # A DMDA has the boundary as unknowns as well.
        seconds "$scratch/ex5" -da_grid_x $((side + 2)) -da_grid_y $((side + 2)) || true
    done
done
