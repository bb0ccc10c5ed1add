//! A guess of how long a loop becomes if it is unrolled. The first iterations tell.
//!
//! ```text
//! while i < 1_000_000 { y = g(y); i += 1; }            i = 1, 2, .. 16: 999,984 are left
//! loop { y = g(y); i += 1; if i == 500_000 { break; } }
//! ```
//!
//! Without this, such a loop is unrolled to the limit of the function, which takes half a minute,
//! and is then repeated at run time all the same. A `for` says its count itself.
//!
//! The answer is a guess, and decides no more than whether to go on unrolling. [`Countdown`]
//! watches the first [`WATCHED`] iterations. It guesses only if each exit is a comparison of
//! integers whose difference changed by the same step each time, so that `while i < n { i *= 2 }`
//! is unrolled. [`Growth`] is about a `for` whose iterations become longer.

use syn::{BinOp, Block, Expr, Stmt};

use crate::front::syntax::leaves;
use crate::front::syntax::strip::strip;

/// How many iterations are watched before the guess.
const WATCHED: usize = 16;

/// The comparisons that may end a loop.
pub(crate) struct Countdown<'a> {
    exits: Vec<Exit<'a>>,
    n_watched: usize,
}

struct Exit<'a> {
    left: &'a Expr,
    right: &'a Expr,
    /// The difference of the sides before this iteration, and how much the last one added to it.
    difference: Option<i128>,
    step: Option<i128>,
}

impl<'a> Countdown<'a> {
    /// That of `while condition { body }`, unless something else may end the loop.
    pub(crate) fn of_while(condition: &'a Expr, body: &'a Block) -> Option<Self> {
        let mut sides = Vec::new();
        let is_followed = comparisons(condition, &mut sides);
        (is_followed && leaves::is_endless(body)).then(|| Self::new(sides))
    }

    /// That of `loop { body }`, whose exits are all `if a == b { .. break .. }` among its
    /// statements.
    pub(crate) fn of_loop(body: &'a Block) -> Option<Self> {
        let mut sides = Vec::new();
        for statement in &body.stmts {
            let ends_here = match statement {
                Stmt::Expr(Expr::If(asked), _) if asked.else_branch.is_none() => {
                    leaves::is_endless(&asked.then_branch) || comparisons(&asked.cond, &mut sides)
                }
                other => leaves::is_endless_statement(other),
            };
            if !ends_here {
                return None;
            }
        }
        (!sides.is_empty()).then(|| Self::new(sides))
    }

    fn new(sides: Vec<(&'a Expr, &'a Expr)>) -> Self {
        let exit = |(left, right)| Exit {
            left,
            right,
            difference: None,
            step: None,
        };
        let exits = sides.into_iter().map(exit).collect();
        Self {
            exits,
            n_watched: 0,
        }
    }

    /// How many iterations are left, once: after those that are watched. `distance` is the
    /// difference of two integers, if both are known now.
    pub(crate) fn left_after(
        &mut self,
        mut distance: impl FnMut(&Expr, &Expr) -> Option<i128>,
    ) -> Option<usize> {
        if self.n_watched > WATCHED || self.exits.is_empty() {
            return None;
        }
        let (is_first, is_last) = (self.n_watched == 0, self.n_watched == WATCHED);
        self.n_watched += 1;
        for exit in &mut self.exits {
            let difference = distance(exit.left, exit.right);
            let both = difference.zip(exit.difference);
            let step = both.and_then(|(new, old)| new.checked_sub(old));
            // The first pass has no step yet, the second nothing to compare its step with.
            let is_steady =
                is_first || step.is_some() && exit.step.is_none_or(|old| Some(old) == step);
            if difference.is_none() || !is_steady {
                self.exits.clear();
                return None;
            }
            (exit.difference, exit.step) = (difference, step);
        }
        if !is_last {
            return None;
        }
        self.exits.iter().filter_map(Exit::n_left).min()
    }
}

impl Exit<'_> {
    /// The number of steps to equal sides. None if they move apart.
    fn n_left(&self) -> Option<usize> {
        let (difference, step) = (self.difference?, self.step?);
        let n = difference.checked_neg()?.checked_div(step)?;
        usize::try_from(n).ok()
    }
}

/// How the work of a `for` grows with its iterations.
///
/// ```text
/// for n in 2..=360 { for m in 0..=n { .. } }     with their square: the first tells little
/// ```
#[derive(Default)]
pub(crate) struct Growth {
    /// The operations after 2, 4, 8, .. iterations.
    at_doublings: Vec<usize>,
}

impl Growth {
    /// The operations of all iterations, after some of them. None between powers of two, and before
    /// the last three of them tell.
    pub(crate) fn expected(&mut self, done: usize, all: usize, spent: usize) -> Option<usize> {
        if done < 2 || !done.is_power_of_two() {
            return None;
        }
        self.at_doublings.push(spent);
        let &[.., first, second, third] = &*self.at_doublings else {
            return None;
        };
        // A burst is no growth: the last two factors have to be about the same.
        let (last, before) = (third.saturating_mul(first), second.saturating_mul(second));
        if last.saturating_mul(3) > before.saturating_mul(4) {
            return None;
        }
        let (mut expected, mut reached) = (third, done);
        while reached <= all / 2 {
            expected = expected.saturating_mul(third).checked_div(second)?;
            reached *= 2;
        }
        let doubled = expected.saturating_mul(third).checked_div(second)?;
        let more = doubled.saturating_sub(expected);
        let beyond = (more / reached).saturating_mul(all - reached);
        Some(expected.saturating_add(beyond))
    }
}

/// The sides of all comparisons of a condition. False if there is anything else in it.
fn comparisons<'a>(condition: &'a Expr, sides: &mut Vec<(&'a Expr, &'a Expr)>) -> bool {
    let Expr::Binary(binary) = strip(condition) else {
        return false;
    };
    match binary.op {
        BinOp::And(_) | BinOp::Or(_) => {
            comparisons(&binary.left, sides) && comparisons(&binary.right, sides)
        }
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_) => {
            sides.push((&binary.left, &binary.right));
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is guessed of a loop whose counter takes these values.
    fn left(condition: &str, counter: impl Fn(i128) -> i128, end: i128) -> Option<usize> {
        let condition: Expr = syn::parse_str(condition).expect("a condition");
        let body: Block = syn::parse_quote!({
            y = y.sin();
        });
        let mut countdown = Countdown::of_while(&condition, &body)?;
        let mut guesses =
            (0..40).filter_map(|n| countdown.left_after(|_, _| Some(counter(n) - end)));
        guesses.next()
    }

    #[test]
    fn steady_counters_are_extrapolated() {
        assert_eq!(left("i < n", |n| n, 1000), Some(1000 - 16));
        assert_eq!(left("i < n && j != 0", |n| 3 * n, 3000), Some(1000 - 16));
        assert_eq!(left("i > n", |n| -n, -1000), Some(1000 - 16));
        // A counter that doubles, one that moves away, and a condition that is no comparison.
        assert_eq!(left("i < n", |n| 1 << n, 1 << 60), None);
        assert_eq!(left("i < n", |n| -n, 1000), None);
        assert_eq!(left("i < n", |_| 0, 1000), None);
        assert_eq!(left("i < n && ready(i)", |n| n, 1000), None);
    }

    #[test]
    fn other_exits_make_no_guess() {
        let condition: Expr = syn::parse_quote!(i < n);
        let leaves: Block = syn::parse_quote!({
            if y > 1.0 {
                break;
            }
        });
        assert!(Countdown::of_while(&condition, &leaves).is_none());
        let counted: Block = syn::parse_quote!({
            i += 1;
            if i == n {
                break;
            }
        });
        assert!(Countdown::of_loop(&counted).is_some());
        let other: Block = syn::parse_quote!({
            if i == n {
                break;
            }
            let z = g(y)?;
        });
        assert!(Countdown::of_loop(&other).is_none());
        let hidden: Block = syn::parse_quote!({
            if i == n {
                break;
            }
            stop!(y);
        });
        assert!(Countdown::of_loop(&hidden).is_none());
    }

    /// What is expected of `all` iterations after `done`, where the work grows by this law.
    fn expected(done: usize, all: usize, work: impl Fn(usize) -> usize) -> Option<usize> {
        let mut growth = Growth::default();
        let guesses = (1..=done).map(|n| growth.expected(n, all, work(n)));
        guesses.last().flatten()
    }

    #[test]
    fn growth_is_extrapolated() {
        assert_eq!(expected(16, 64, |n| 10 * n), Some(640));
        assert_eq!(expected(16, 64, |n| n * n), Some(64 * 64));
        // 360 is no power of two, so the guess is only near 360 * 360.
        let square = expected(32, 360, |n| n * n).expect("three doublings");
        assert!((120_000..150_000).contains(&square), "{square}");
        // Too early, between doublings, and after a burst.
        assert_eq!(expected(4, 64, |n| n), None);
        assert_eq!(expected(24, 64, |n| n), None);
        assert_eq!(expected(16, 64, |n| if n < 16 { n } else { 1000 }), None);
        // The largest work there is.
        assert!(expected(16, usize::MAX, |n| usize::MAX / 32 * n).is_some());
    }
}
