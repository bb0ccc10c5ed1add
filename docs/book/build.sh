#!/usr/bin/env bash
# Builds the book in docs/book/book with mdBook, and fails if a link of its pages leads to no file.
#
# mdBook turns each link to a markdown file into one to a page. That is wrong for files outside of the book, such as the
# README, which have no page: these links lead to the files themselves.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
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
