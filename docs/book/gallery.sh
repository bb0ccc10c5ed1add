#!/usr/bin/env bash
# Draws the pictures of the chapter "Gallery": each example solves its problem, checks the answer, and draws it.
#
#   docs/book/gallery.sh            all of them
#   docs/book/gallery.sh orbit      some
#
# Each time and in each profile the same picture comes out, bit by bit, and .ci/run compares. The exception is
# pose_graph: faer adds up in vectors, which are as long as the processor has them, so the last digits depend on it.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

draw() {
    local name=$1
    shift
    cargo run --quiet --example "$name" "$@" --plot "docs/book/src/gallery/$name.svg"
}

for name in "${@:-orbit cavity kinetics bundle_adjustment bratu pose_graph}"; do
    for one in $name; do
        case $one in
        bratu) draw bratu -- --n 200 ;;
        pose_graph) draw pose_graph --features faer -- ;;
        *) draw "$one" -- ;;
        esac
    done
done
