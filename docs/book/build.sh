#!/usr/bin/env bash
# Builds the book in docs/book/book with mdBook, and fails if a link of its pages leads to no file.
#
#   docs/book/build.sh              draws the pictures of the compiler first
#   docs/book/build.sh --as-it-is   takes those that are there
#
# The command draws the pictures, and the tests of the stages write the listings. So neither is older than the compiler. Git
# shows what changed.
#
# mdBook turns each link to a markdown file into one to a page. That is wrong for files outside of the book, such as the
# README, which have no page: these links lead to the files themselves.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# The first listing of a chapter that is Rust.
listing() {
    awk '/^```rust/ { inside = 1; next } /^```/ { if (inside) exit } inside' "src/$1.md"
}

# Each line of pictures/list.txt is the name of a picture, and the command that draws it. The files with @ are listings of
# chapters: the running example, alone and with its Hessian, and the friction law with branches.
draw() {
    local source name arguments
    source=$(mktemp -d)
    { echo '#[jacobian(wrt(x))]'; listing how-it-works; } >"$source/residual.rs"
    { echo '#[jacobian(wrt(x), hessian)]'; listing how-it-works; } >"$source/gradient.rs"
    listing control-flow >"$source/friction.rs"
    while read -r name arguments; do
        (
            cd ../..
            # shellcheck disable=SC2086 # the arguments are words
            cargo run --quiet -p cargo-jacobian -- ${arguments//@/$source/} -o "docs/book/src/$name.svg"
        )
    done <pictures/list.txt
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
