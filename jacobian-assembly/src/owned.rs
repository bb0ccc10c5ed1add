//! `Owned`: the part of a vector of the system that one thread writes.
//!
//! ```text
//! written before   | begun: initial numbers, and sums | not begun |
//!                  start                              begun       end
//! ```
//!
//! Numbers get their initial value, zero or a constant, shortly before the first element adds to
//! them. A pass over the whole vector in advance would move it through the memory once more.

/// A part of a vector.
#[derive(Debug)]
pub(crate) struct Owned<'a> {
    /// The place of the first number in the whole vector.
    start: usize,
    numbers: &'a mut [f64],
    /// Their initial values, unless these are zero.
    initial: Option<&'a [f64]>,
    /// How many have their initial value.
    begun: usize,
}

impl<'a> Owned<'a> {
    /// A whole vector. One that nobody wants is empty.
    pub(crate) fn of(numbers: &'a mut [f64], initial: Option<&'a [f64]>) -> Self {
        Self {
            start: 0,
            // What nobody wants has no initial values.
            initial: initial.filter(|initial| initial.len() == numbers.len()),
            numbers,
            begun: 0,
        }
    }

    /// Splits off the front, up to this place of the whole vector.
    pub(crate) fn front(&mut self, end: usize) -> Self {
        let start = self.start;
        let length = (end - start).min(self.numbers.len());
        let numbers = self.numbers.split_off_mut(..length);
        let initial = self.initial.as_mut();
        let initial = initial.and_then(|initial| initial.split_off(..length));
        self.start = end;
        Self {
            start,
            numbers: numbers.expect("invariant: it is so long"),
            initial,
            begun: 0,
        }
    }

    /// The place of the first number, and all numbers. Those before this place of the whole vector
    /// have their initial value.
    pub(crate) fn begun(&mut self, end: usize) -> (usize, &mut [f64]) {
        let end = end.saturating_sub(self.start).min(self.numbers.len());
        if end > self.begun {
            let next = &mut self.numbers[self.begun..end];
            match self.initial {
                Some(initial) => next.copy_from_slice(&initial[self.begun..end]),
                None => next.fill(0.0),
            }
            self.begun = end;
        }
        (self.start, self.numbers)
    }

    /// Gives all numbers that no element adds to their initial value.
    pub(crate) fn finish(&mut self) {
        self.begun(usize::MAX);
    }
}
