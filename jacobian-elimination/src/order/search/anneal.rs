//! Simulated annealing of an order: take a vertex out, put it in elsewhere, price only what it crosses.
//!
//! ```text
//! order   a b c d e f g h        move c behind f: only the window c..f is priced again,
//!             [c d e f]          since what is left after a set of eliminations does not
//!         a b d e f c g h        depend on their order
//! ```
//!
//! Two thirds of the moves put a vertex next to one of its neighbours in the graph, where orders differ most.
//! A move is accepted if it costs at most T * E more, with E exponentially distributed, which is
//! the criterion of Metropolis; knowing the limit beforehand, pricing stops as soon as it is passed.
//! The temperature T falls geometrically, and starts anew from the best order every 25,000 moves. The state before every eighth elimination is kept, so that
//! a window can be entered anywhere.
//!
//! The price of what follows a window may still change a little (see [`dense`](super::dense)), so everything
//! is priced anew with each temperature and before an order is taken for the best.
//!
//! Cost: a fixed number of moves. Source: Naumann & Gottschling, "Simulated annealing for optimal pivot
//! selection in Jacobian accumulation"; re-pricing of windows is ours.

use super::bit_matrix::{Matrix, Shape};
use super::random::Random;

/// A state is kept before every so many eliminations.
const STRIDE: usize = 8;

/// The temperatures, from hot to cold, and how many there are.
const HOT: f64 = 1.2;
const COLD: f64 = 0.15;

/// The most moves between heating up again, and the least for which that is worth it.
const MOVES_PER_RUN: usize = 25_000;

/// So many of the latest best orders are remembered, since prices are estimates.
const N_RECORDS: usize = 6;
const N_LEVELS: usize = 40;

/// An order under improvement.
#[derive(Debug)]
pub(super) struct Annealer {
    shape: Shape,
    order: Vec<usize>,
    /// By inner vertex, its place in the order.
    places: Vec<usize>,
    /// By place, the price of the elimination there.
    prices: Vec<u32>,
    /// The states before places 0, 8, 16 and so on.
    states: Vec<Matrix>,
    /// States that a move under trial would put in place of those.
    trial_states: Vec<Matrix>,
    trial_prices: Vec<u32>,
    scratch: Matrix,
    /// The best orders so far, from bad to good; never empty.
    records: Vec<Vec<usize>>,
    best_price: u32,
}

impl Annealer {
    pub(super) fn new(shape: Shape, start: &Matrix, order: Vec<usize>) -> Self {
        let n_states = order.len() / STRIDE + 1;
        let mut places = vec![0; order.len()];
        for (place, inner) in order.iter().enumerate() {
            places[*inner] = place;
        }
        let mut annealer = Self {
            shape,
            places,
            prices: vec![0; order.len()],
            states: vec![start.clone(); n_states],
            trial_states: vec![start.clone(); n_states],
            trial_prices: vec![0; order.len()],
            scratch: start.clone(),
            records: vec![order.clone()],
            best_price: u32::MAX,
            order,
        };
        annealer.price_all();
        annealer
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The price of the best order.
    pub(super) fn best_price(&self) -> u32 {
        self.best_price
    }

    /// The latest best orders, the best first.
    pub(super) fn records(&self) -> impl Iterator<Item = &[usize]> {
        self.records.iter().rev().map(Vec::as_slice)
    }

    /// Tries so many moves, given the neighbours of each inner vertex; ends at the best order found.
    pub(super) fn anneal(
        &mut self,
        neighbours: &[Vec<usize>],
        n_moves: usize,
        random: &mut Random,
    ) {
        let n_runs = (n_moves / MOVES_PER_RUN).max(1);
        for run in 0..n_runs {
            let (done, to_do) = (n_moves * run / n_runs, n_moves * (run + 1) / n_runs);
            self.cool_down(neighbours, to_do - done, random);
            self.restart_from_best();
        }
    }

    fn cool_down(&mut self, neighbours: &[Vec<usize>], n_moves: usize, random: &mut Random) {
        if self.order.len() < 2 {
            return;
        }
        let ratio = cooling();
        let mut temperature = HOT;
        for level in 0..N_LEVELS {
            let (done, to_do) = (n_moves * level / N_LEVELS, n_moves * (level + 1) / N_LEVELS);
            for _ in done..to_do {
                let limit = temperature * random.exponential();
                let from = random.below(self.order.len());
                let to = self.destination(from, neighbours, random);
                self.try_move(from, to, limit);
            }
            self.price_all();
            temperature *= ratio;
        }
    }

    fn restart_from_best(&mut self) {
        if let Some(best) = self.records.last() {
            self.order.copy_from_slice(best);
        }
        for (place, inner) in self.order.iter().enumerate() {
            self.places[*inner] = place;
        }
        self.price_all();
    }

    fn destination(&self, from: usize, neighbours: &[Vec<usize>], random: &mut Random) -> usize {
        let near = &neighbours[self.order[from]];
        if near.is_empty() || random.below(3) == 0 {
            return random.below(self.order.len());
        }
        let place = self.places[near[random.below(near.len())]];
        // Just before or just behind the neighbour, after the vertex has been taken out.
        let is_behind = random.below(2) == 1;
        match (from < place, is_behind) {
            (true, true) | (false, false) => place,
            (true, false) => place - 1,
            (false, true) => place + 1,
        }
    }

    fn try_move(&mut self, from: usize, to: usize, limit: f64) {
        if from == to {
            return;
        }
        let (low, high) = (from.min(to), from.max(to));
        let old: u32 = self.prices[low..=high].iter().sum();
        let Some(new) = self.price_window(from, to, f64::from(old) + limit) else {
            return;
        };
        if from < to {
            self.order[low..=high].rotate_left(1);
        } else {
            self.order[low..=high].rotate_right(1);
        }
        for place in low..=high {
            self.places[self.order[place]] = place;
            self.prices[place] = self.trial_prices[place];
        }
        for index in low / STRIDE + 1..=high / STRIDE {
            std::mem::swap(&mut self.states[index], &mut self.trial_states[index]);
        }
        if new < old && self.prices.iter().sum::<u32>() < self.best_price {
            self.price_all();
        }
    }

    /// The price of the places between, were the vertex moved; nothing if above the limit.
    fn price_window(&mut self, from: usize, to: usize, limit: f64) -> Option<u32> {
        let (low, high) = (from.min(to), from.max(to));
        self.scratch.copy_from(&self.states[low / STRIDE]);
        for place in low / STRIDE * STRIDE..low {
            self.shape.eliminate(&mut self.scratch, self.order[place]);
        }
        let mut total = 0;
        for place in low..=high {
            if place > low && place.is_multiple_of(STRIDE) {
                self.trial_states[place / STRIDE].copy_from(&self.scratch);
            }
            let inner = match place {
                _ if place == to => self.order[from],
                _ if from < to => self.order[place + 1],
                _ => self.order[place - 1],
            };
            let price = self.shape.eliminate(&mut self.scratch, inner);
            self.trial_prices[place] = price;
            total += price;
            if f64::from(total) > limit {
                return None;
            }
        }
        Some(total)
    }

    /// Prices the whole order anew, and remembers it if it is the best.
    fn price_all(&mut self) {
        self.scratch.copy_from(&self.states[0]);
        let mut total = 0;
        for (place, inner) in self.order.iter().enumerate() {
            if place.is_multiple_of(STRIDE) {
                self.states[place / STRIDE].copy_from(&self.scratch);
            }
            self.prices[place] = self.shape.eliminate(&mut self.scratch, *inner);
            total += self.prices[place];
        }
        if total < self.best_price {
            self.best_price = total;
            self.records.push(self.order.clone());
            let n_old = self.records.len().saturating_sub(N_RECORDS);
            self.records.drain(..n_old);
        }
    }

    /// The state before a place.
    pub(super) fn state_before(&self, place: usize) -> Matrix {
        let mut state = self.states[place / STRIDE].clone();
        for earlier in place / STRIDE * STRIDE..place {
            self.shape.eliminate(&mut state, self.order[earlier]);
        }
        state
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn window(&self, low: usize, high: usize) -> (&[usize], u32) {
        (&self.order[low..high], self.prices[low..high].iter().sum())
    }

    /// Puts other vertices in the places from `low` on, which must be the same ones in another order.
    pub(super) fn replace(&mut self, low: usize, vertices: &[usize]) {
        for (place, inner) in (low..).zip(vertices) {
            self.order[place] = *inner;
            self.places[*inner] = place;
        }
        self.price_all();
    }
}

/// The ratio of successive temperatures, by bisection rather than a logarithm of the host.
fn cooling() -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let mut last = HOT;
        for _ in 1..N_LEVELS {
            last *= middle;
        }
        if last < COLD {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}
