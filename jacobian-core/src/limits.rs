//! The stack: input of any depth is expanded or refused, never an overflow.
//!
//! Parsers and tree walks recurse, one level per parenthesis and, in a long statement, up to one
//! per token. A scan that does not recurse measures both first. Within the limits the expansion
//! runs on a stack that is large enough for the worst case; beyond them it is refused.
//!
//! Switching to another stack takes `unsafe` and assembly, which other crates have: corosensei
//! writes its assembly inside of Rust and builds in two seconds. stacker runs on every host, but
//! needs a C compiler and ten seconds more, so it is for the hosts that corosensei does not know
//! (Cargo.toml lists them).
//!
//! A thread of its own would be simpler, but rustc answers a macro in its own thread only: tokens
//! and spans of `proc_macro` panic in every other.
//!
//! Cost: one pass over the tokens. The large stack is reserved, not touched.

use std::cell::Cell;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::front::messages;

/// Groups inside groups.
const DEEPEST: usize = 500;
/// Tokens between two semicolons of one group, not counting those of inner groups.
const LONGEST: usize = 60_000;
/// Prefix operators in a row, each of which is a level for the parser.
const MOST_PREFIXES: usize = 128;
/// Stack that one level can take in an unoptimized build.
const BYTES_PER_GROUP: usize = 64 << 10;
const BYTES_PER_TOKEN: usize = 4 << 10;
const BYTES_AT_LEAST: usize = 8 << 20;

/// How deep and long an item is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Extent {
    depth: usize,
    length: usize,
    prefixes: usize,
}

impl Extent {
    fn stack(self) -> usize {
        self.depth * BYTES_PER_GROUP + self.length * BYTES_PER_TOKEN
    }
}

/// Runs the expansion on a stack that fits its input, or says why the input is refused.
pub(crate) fn with_stack<T>(
    input: TokenStream,
    expand: impl FnOnce() -> T,
) -> Result<T, &'static str> {
    let extent = measure(input);
    if extent.depth > DEEPEST || extent.prefixes > MOST_PREFIXES {
        return Err(messages::TOO_DEEP);
    }
    if extent.length > LONGEST {
        return Err(messages::TOO_LONG);
    }
    Ok(on_new_stack(BYTES_AT_LEAST + extent.stack(), expand))
}

/// What a walk over the tokens can take: for functions that are run where they are called.
pub(crate) fn stack_of(tokens: TokenStream) -> usize {
    measure(tokens).stack()
}

/// Runs the body of a function that takes so much, on more stack if need be.
pub(crate) fn on_stack<T>(needed: usize, run: impl FnOnce() -> T) -> T {
    let needed = needed + BYTES_PER_GROUP;
    if remaining() >= needed {
        run()
    } else {
        on_new_stack(BYTES_AT_LEAST + needed, run)
    }
}

thread_local! {
    /// The lowest address of the stack in use; no stack reaches this far while it is none of ours.
    static FLOOR: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// The stack that is left, which is nothing where the stack is not one of ours.
fn remaining() -> usize {
    here().saturating_sub(FLOOR.get())
}

/// An address on the stack in use. Stacks grow downwards on all hosts of rustc.
#[inline(never)]
fn here() -> usize {
    let mark = 0_u8;
    std::ptr::from_ref(&mark).addr()
}

/// Puts the floor of the stack back when its user ends, by a panic too.
struct Floor(usize);

impl Drop for Floor {
    fn drop(&mut self) {
        FLOOR.set(self.0);
    }
}

fn on_new_stack<T>(bytes: usize, run: impl FnOnce() -> T) -> T {
    switch(bytes, || {
        let _before = Floor(FLOOR.replace(here().saturating_sub(bytes)));
        run()
    })
}

#[cfg(any(
    all(
        unix,
        any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            target_arch = "riscv64",
            target_arch = "loongarch64"
        )
    ),
    all(windows, target_arch = "x86_64")
))]
fn switch<T>(bytes: usize, run: impl FnOnce() -> T) -> T {
    // A few pages more for the frames of the switch itself, which `here` does not see.
    let stack = corosensei::stack::DefaultStack::new(bytes + BYTES_PER_GROUP);
    corosensei::on_stack(stack.expect("memory can be reserved for a stack"), run)
}

#[cfg(not(any(
    all(
        unix,
        any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            target_arch = "riscv64",
            target_arch = "loongarch64"
        )
    ),
    all(windows, target_arch = "x86_64")
)))]
fn switch<T>(bytes: usize, run: impl FnOnce() -> T) -> T {
    stacker::grow(bytes + BYTES_PER_GROUP, run)
}

fn measure(item: TokenStream) -> Extent {
    let mut most = Extent::default();
    let mut pending = vec![(item, 1)];
    while let Some((tokens, depth)) = pending.pop() {
        most.depth = most.depth.max(depth);
        let mut current = Extent::default();
        for token in tokens {
            current.length += 1;
            current.prefixes = if is_prefix(&token) {
                current.prefixes + 1
            } else {
                0
            };
            most.length = most.length.max(current.length);
            most.prefixes = most.prefixes.max(current.prefixes);
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ';' => current = Extent::default(),
                TokenTree::Group(group) => {
                    if group.delimiter() == Delimiter::Brace {
                        current.prefixes = 0;
                    }
                    pending.push((group.stream(), depth + 1));
                }
                _ => {}
            }
        }
    }
    most
}

/// Tokens that can stand in front of an expression or a type in any number.
fn is_prefix(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => matches!(
            punct.as_char(),
            '-' | '!' | '*' | '&' | '|' | '<' | '#' | '\''
        ),
        TokenTree::Ident(word) => {
            word == "return" || word == "break" || word == "move" || word == "mut"
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Extent, measure, with_stack};

    #[test]
    fn depth_and_length_are_measured() {
        let tokens = "a + ((b)) ; - - - c".parse().unwrap();
        assert_eq!(
            measure(tokens),
            Extent {
                depth: 3,
                length: 4,
                prefixes: 3
            }
        );
    }

    #[test]
    fn what_is_too_deep_is_refused() {
        let deep = format!("{}x{}", "(".repeat(2_000), ")".repeat(2_000));
        assert!(with_stack(deep.parse().unwrap(), || ()).is_err());
        let negated = format!("{}x", "- ".repeat(2_000));
        assert!(with_stack(negated.parse().unwrap(), || ()).is_err());
    }
}
