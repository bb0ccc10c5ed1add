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

/// Maximal number of eliminations in a window.
pub(super) const WIDTH: usize = 8;

/// The cost of one window, in moves of annealing.
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
            let (order, best) = best_order(annealer.shape(), &state, &window);
            if best < price {
                annealer.replace(low, &order);
            }
            low += WIDTH / 2;
        }
        if annealer.best_price() == before {
            return n_used;
        }
    }
}

/// The cheapest order of these vertices from this state on, and its price.
pub(super) fn best_order(shape: Shape, state: &Matrix, vertices: &[usize]) -> (Vec<usize>, u32) {
    let n_sets = 1_usize << vertices.len();
    let mut prices = vec![u32::MAX; n_sets];
    let mut last = vec![0; n_sets];
    let mut states: Vec<Option<Matrix>> = vec![None; n_sets];
    prices[0] = 0;
    states[0] = Some(state.clone());
    let mut scratch = state.clone();
    for set in 0..n_sets {
        // A superset is a higher number. So the price of this set is final, and its state is not
        // needed afterwards.
        let state = states[set]
            .take()
            .expect("invariant: smaller sets come first");
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
    let mut order = Vec::with_capacity(vertices.len());
    let mut set = n_sets - 1;
    while set != 0 {
        order.push(vertices[last[set]]);
        set &= !(1 << last[set]);
    }
    order.reverse();
    (order, prices[n_sets - 1])
}
