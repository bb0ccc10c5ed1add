#!/usr/bin/env bash
# Builds the book in docs/book/book with mdBook, and fails if a link of its pages leads to no file.
#
#   docs/book/build.sh              draws the pictures of the compiler first
#   docs/book/build.sh --as-it-is   takes those that are there
#
# The command draws the running example, and the tests of the stages draw what is made of several graphs and write the
# listings. So neither is older than the compiler. Git shows what changed.
#
# mdBook turns each link to a markdown file into one to a page. That is wrong for files outside of the book, such as the
# README, which have no page: these links lead to the files themselves.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# The graph of the running example, and after each step of its elimination.
draw() {
    local source step
    source=$(mktemp -d)
    # The function is the first listing of the chapter on how it works.
    {
        echo '#[jacobian(wrt(x))]'
        awk '/^```rust/ { inside = 1; next } /^```/ { if (inside) exit } inside' src/how-it-works.md
    } >"$source/residual.rs"
    for step in 0 1 2; do
        cargo run --quiet -p cargo-jacobian -- graph "$source/residual.rs" --function residual \
            --format svg --step $step -o "src/graph-$step.svg"
    done
    rm -r "$source"
    BLESS=1 cargo test --quiet --test compiler stages:: >/dev/null
}

[ "${1-}" = --as-it-is ] || draw
mdbook build
cd book
sed -i -E 's#(href="\.\./\.\./\.\./[^"\#]*)\.html#\1.md#g' ./*.html

broken=$(grep -oHE '(href|src)="[^"#]+' ./*.html | sort -u | while IFS= read -r found; do
    link=${found#*\"}
    case $link in
    *://* | data:* | mailto:*) ;;
    *) [ -e "$link" ] || echo "${found%%:*}: $link" ;;
    esac
done)
if [ -n "$broken" ]; then
    printf 'no file for these links:\n%s\n' "$broken" >&2
    exit 1
fi
echo "docs/book/book/index.html"
