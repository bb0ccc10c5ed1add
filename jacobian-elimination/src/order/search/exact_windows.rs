//! Exact reordering of short windows by subset dynamic programming (Held & Karp).
//!
//! Annealing leaves small local mistakes, and this removes them for certain.
//!
//! ```text
//! price {a, b} = min(price {a} + b after {a},  price {b} + a after {b})
//! ```
//!
//! The graph after a set of eliminations does not depend on their order. So the best price of a set
//! is the least over its last member. A window of k takes 2^k states and k 2^(k-1) eliminations; k
//! is usually eight. Windows slide over the order until none improves it or the budget is spent.
//!
//! Source: the metagraph of Naumann, "Accumulation of Jacobians by dynamic programming", section 1.

use super::anneal::Annealer;
use super::bit_matrix::{Matrix, Shape};

/// Maximal number of eliminations in a window: 2^8 states and 1,024 eliminations. Each vertex more
/// would double both.
pub(super) const WIDTH: usize = 8;

/// The cost of one window, in moves of annealing: 1,024 eliminations, where a move prices a window
/// of some dozen eliminations.
pub(super) const MOVES_PER_WINDOW: usize = 30;

/// Slides at most `n_windows` windows over the order, and returns how many were used.
pub(super) fn polish(annealer: &mut Annealer, n_windows: usize) -> usize {
    let n_places = annealer.len();
    let mut n_used = 0;
    loop {
        let before = annealer.best_price();
        let mut low = 0;
        while low + 1 < n_places {
            if n_used == n_windows {
                return n_used;
            }
            n_used += 1;
            let high = (low + WIDTH).min(n_places);
            let (window, price) = annealer.window(low, high);
            let window = window.to_vec();
            let state = annealer.state_before(low);
            if let Some(order) = cheaper_order(annealer.shape(), &state, &window, price) {
                annealer.replace(low, &order);
            }
            // Half a width, so that vertices on both sides of a window's end meet in the next
            // window.
            low += WIDTH / 2;
        }
        if annealer.best_price() == before {
            return n_used;
        }
    }
}

/// The cheapest order of these vertices from this state on. `None` if none is cheaper than this
/// price.
fn cheaper_order(
    shape: Shape,
    state: &Matrix,
    vertices: &[usize],
    price: u32,
) -> Option<Vec<usize>> {
    let n_sets = 1_usize << vertices.len();
    let mut prices = vec![price; n_sets];
    let mut last = vec![0; n_sets];
    let mut states: Vec<Option<Matrix>> = vec![None; n_sets];
    prices[0] = 0;
    states[0] = Some(state.clone());
    let mut scratch = state.clone();
    for set in 0..n_sets {
        // A superset is a higher number. So the price of this set is final, and its state is not
        // needed afterwards. A set without a state costs as much as all vertices may.
        let Some(state) = states[set].take() else {
            continue;
        };
        for (member, vertex) in vertices.iter().enumerate() {
            let larger = set | 1 << member;
            if larger == set {
                continue;
            }
            scratch.copy_from(&state);
            let price = prices[set] + shape.eliminate(&mut scratch, *vertex);
            if price < prices[larger] {
                prices[larger] = price;
                last[larger] = member;
                match &mut states[larger] {
                    Some(kept) => std::mem::swap(kept, &mut scratch),
                    empty => *empty = Some(scratch.clone()),
                }
            }
        }
    }
    if prices[n_sets - 1] == price {
        return None;
    }
    let mut order = Vec::with_capacity(vertices.len());
    let mut set = n_sets - 1;
    while set != 0 {
        order.push(vertices[last[set]]);
        set &= !(1 << last[set]);
    }
    order.reverse();
    Some(order)
}
