#!/usr/bin/env bash
# Draws the pictures of the chapter "Gallery": each example solves its problem, checks the answer, and draws it.
#
#   docs/book/gallery.sh            all of them
#   docs/book/gallery.sh orbit      some
#
# Each time and in each profile the same picture comes out, bit by bit, and .ci/run compares. The exceptions are
# pose_graph and optimum: faer adds up in vectors, which are as long as the processor has them, so the last digits depend
# on it.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

draw() {
    local name=$1
    shift
    cargo run --quiet "$@" --plot "docs/book/src/gallery/$name.svg"
}

for name in "${@:-orbit cavity kinetics bundle_adjustment bratu least_squares implicit_euler newton pose_graph optimum}"; do
    for one in $name; do
        case $one in
        bratu) draw bratu --example bratu -- --n 200 ;;
        pose_graph) draw pose_graph --example pose_graph --features faer -- ;;
        # Programs of a package that has nothing else to build.
        least_squares | implicit_euler) draw "$one" -p examples --bin "$one" -- ;;
        newton | optimum) draw "$one" -p examples --bin "$one" --features faer -- ;;
        *) draw "$one" --example "$one" -- ;;
        esac
    done
done
