//! Memo of accuracy: whether one sum may replace another one, asked once for all plans of a
//! function.
//!
//! ```text
//! may v5 replace J[0, 1] = c2 * c1 - s2 * s1 ?   order 1: magnitudes are compared    yes
//!                                                order 2 has the same entry          remembered
//! ```
//!
//! A search rewrites about ten plans, which ask mostly the same questions, and an answer takes
//! polynomials ([`magnitude`](super::magnitude)). On a robot arm they took two thirds of the
//! expansion's time.
//!
//! Cost: a comparison with the questions about sums of the same fingerprint.

use std::cell::RefCell;

use crate::ir::CodeList;
use crate::ordered::Map;

use super::fingerprint::Fingerprint;
use super::magnitude::{Expander, Paths};

/// Whether `factor` times a sum with the path products `known` is as accurate as a sum with the
/// path products `paths`.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) known: &'a Paths,
    pub(super) factor: f64,
    pub(super) paths: &'a Paths,
}

/// The questions that were answered, by the fingerprint of the sum to be replaced.
#[derive(Debug, Default)]
pub(super) struct Answers(RefCell<Map<Fingerprint, Vec<Answer>>>);

#[derive(Debug)]
struct Answer {
    known: Paths,
    factor: f64,
    paths: Paths,
    is_accurate: bool,
}

impl Answer {
    fn is_to(&self, question: Question<'_>) -> bool {
        self.factor.to_bits() == question.factor.to_bits()
            && self.known == *question.known
            && self.paths == *question.paths
    }
}

/// Answers the questions of one plan.
pub(super) struct Accuracy<'a> {
    answers: &'a Answers,
    expanders: RefCell<Expanders<'a>>,
}

/// Two ways to multiply values out.
struct Expanders<'a> {
    products: Expander<'a>,
    all: Expander<'a>,
}

impl<'a> Accuracy<'a> {
    pub(super) fn of(code: &'a CodeList, answers: &'a Answers) -> Self {
        Self {
            answers,
            expanders: RefCell::new(Expanders {
                products: Expander::of_products(code),
                all: Expander::of_all(code),
            }),
        }
    }

    /// The answer to a question about a sum of this fingerprint.
    pub(super) fn is_accurate(&self, fingerprint: Fingerprint, question: Question<'_>) -> bool {
        let mut answers = self.answers.0.borrow_mut();
        let answers = answers.entry(fingerprint).or_default();
        if let Some(answer) = answers.iter().find(|answer| answer.is_to(question)) {
            return answer.is_accurate;
        }
        let is_accurate = self.expanders.borrow_mut().is_accurate(question);
        answers.push(Answer {
            known: question.known.clone(),
            factor: question.factor,
            paths: question.paths.clone(),
            is_accurate,
        });
        is_accurate
    }
}

impl Expanders<'_> {
    fn is_accurate(&mut self, question: Question<'_>) -> bool {
        let Question {
            known,
            factor,
            paths,
        } = question;
        // First with the sums in the path products as leaves, because polynomials are shorter then.
        // If the known sum is made of other leaves, only the full polynomials can compare them.
        let above = self.products.above(paths);
        above.is_some_and(|mut above| above.may_stand_in(known, factor, paths))
            || self.all.may_stand_in(known, factor, paths)
    }
}
