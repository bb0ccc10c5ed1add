//! Simulated annealing of a vertex order: moves one vertex and prices only the window that it
//! crosses.
//!
//! ```text
//! order   a b c d e f g h        move c behind f: only the window c..f is priced again,
//!             [c d e f]          because the graph after a set of eliminations does not
//!         a b d e f c g h        depend on their order
//! ```
//!
//! Two thirds of the moves put a vertex next to one of its neighbours in the graph, because there
//! orders differ most. A move is accepted if it costs at most T * E more, where E is exponentially
//! distributed. This is the Metropolis criterion, with the limit known beforehand, so pricing can
//! stop as soon as it is exceeded. The temperature T falls geometrically. Every 25,000 moves it is
//! raised again, and annealing continues from the best order. The state before every eighth
//! elimination is stored, so that a window can begin anywhere.
//!
//! The price of the eliminations behind a window may still change a little (see
//! [`bit_matrix`](super::bit_matrix)). So we price the whole order again at each temperature, and
//! before an order counts as the best.
//!
//! Cost: a fixed number of moves. Source: Naumann & Gottschling, "Simulated annealing for optimal
//! pivot selection in Jacobian accumulation"; re-pricing of windows is ours.

use super::bit_matrix::{Matrix, Shape};
use super::random::Random;

/// The number of eliminations between two stored states. A window first repeats up to seven
/// eliminations from the state before it; storing each state would take eight times the memory, and
/// an accepted move would copy eight times as many.
const STRIDE: usize = 8;

/// The first and the last temperature, in operations, and the number of temperatures. A move that
/// costs one operation more is accepted with a probability of exp(-1 / 1.2), which is 43 %, at the
/// start, and of 0.1 % at the end.
const HOT: f64 = 1.2;
const COLD: f64 = 0.15;
const N_LEVELS: usize = 40;

/// The number of moves from hot to cold. A budget of less than two such runs is one run. A longer
/// budget is several runs and not a slower one, because each run starts at the best order so far.
const MOVES_PER_RUN: usize = 25_000;

/// The number of best orders that are kept. We keep several, because prices here are estimates.
const N_RECORDS: usize = 6;

/// An order under improvement.
#[derive(Debug)]
pub(super) struct Annealer {
    shape: Shape,
    order: Vec<usize>,
    /// By inner vertex, its position in the order. (A place is a position in the order.)
    places: Vec<usize>,
    /// By place, the price of the elimination there.
    prices: Vec<u32>,
    /// The states before places 0, 8, 16 and so on.
    states: Vec<Matrix>,
    /// The states that replace those if the move under trial is accepted.
    trial_states: Vec<Matrix>,
    trial_prices: Vec<u32>,
    scratch: Matrix,
    /// The best orders so far, from bad to good. Never empty.
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

    /// The best orders, best first.
    pub(super) fn records(&self) -> impl Iterator<Item = &[usize]> {
        self.records.iter().rev().map(Vec::as_slice)
    }

    /// Tries `n_moves` moves and ends at the best order. `neighbours` are those of each inner
    /// vertex.
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
        // Just before or just behind the neighbour. Taking the vertex out shifts the places behind
        // it.
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
        // Only states inside the window change: the graph after a set of eliminations does not
        // depend on their order, so the states behind the window are as before.
        for index in low / STRIDE + 1..=high / STRIDE {
            std::mem::swap(&mut self.states[index], &mut self.trial_states[index]);
        }
        // The sum is an estimate, because prices behind the window may have changed (see the
        // header). So an order counts as the best only by its exact price.
        if new < old && self.prices.iter().sum::<u32>() < self.best_price {
            self.price_all();
        }
    }

    /// The price of the window if the vertex moves. `None` if it exceeds the limit.
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

    /// Prices the whole order, and records it if it is the best.
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

    /// Replaces the vertices from place `low` on by the same vertices in another order.
    pub(super) fn replace(&mut self, low: usize, vertices: &[usize]) {
        for (place, inner) in (low..).zip(vertices) {
            self.order[place] = *inner;
            self.places[*inner] = place;
        }
        self.price_all();
    }
}

/// The ratio of successive temperatures. By bisection, because `powf` of the host may differ in the
/// last bit between machines, and then the search would.
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
