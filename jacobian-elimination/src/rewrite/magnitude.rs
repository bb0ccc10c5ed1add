//! Accuracy of a replacement: how large the terms behind a value are, compared with the path
//! products of a partial.
//!
//! ```text
//! J = z * u                 u = x - y; the path product |z u| is small where x is near y
//! v = z * x - z * y         equal, but the terms that cancel have the size |z x| + |z y|: refused
//!
//! J = c2 * c1 - s2 * s1     the path products are |c2 c1| + |s2 s1|
//! v = c2 * c1 - s2 * s1     and so are the terms of v: accepted
//! ```
//!
//! The error of a value is a few units in the last place of its *magnitude*: the sum of the
//! absolute values of its monomials, before any of them cancel. The error of a partial is measured
//! against the sum of the absolute values of its path products. So a value may replace a partial
//! that it equals if the magnitudes of both are moderate multiples of that sum, at every point. A
//! path product that is a single monomial bounds itself; one that is a sum bounds its last monomial
//! once the others are bounded, by the triangle inequality.
//!
//! Invariant: a replacement that cannot be proved within the limits below is refused. Cost: bounded
//! by the limits; polynomials are written out for candidates only.

use crate::ordered::{Map, Set};
use std::rc::Rc;

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Elemental, ValueId};
use crate::plan::{Atom, Product, Term};

use super::polynomial::{Expansion, Leaf, MAX_POWER, Monomial, Polynomial, is_near};
use super::unscaled::is_moderate;

/// A partial as its path products: each a number times values.
pub(super) type Paths = Vec<(f64, Vec<ValueId>)>;

/// A partial with more path products is not looked into.
const MAX_PATHS: usize = 64;

/// A value below more nested operations is a leaf.
const MAX_NESTED: u8 = 24;

/// A magnitude may be this many times the sum of the path products: 32 rounding errors of a double
/// are 7e-15 of that sum, where 1e-12 is promised.
const MAX_RATIO: f64 = 32.0;

/// Writes values of a code list out as polynomials.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    code: &'a CodeList,
    opens: Opens,
    known: Map<ValueId, Rc<Expansion>>,
}

/// What is looked into.
#[derive(Debug)]
enum Opens {
    Products,
    All,
    AllBut(Set<ValueId>),
}

impl<'a> Expander<'a> {
    /// Looks into sums and products.
    pub(super) fn of_all(code: &'a CodeList) -> Self {
        Self::new(code, Opens::All)
    }

    /// Looks into products only.
    pub(super) fn of_products(code: &'a CodeList) -> Self {
        Self::new(code, Opens::Products)
    }

    /// Looks into everything but the sums that these path products have as factors, so that each
    /// path product is a monomial.
    pub(super) fn above(&mut self, paths: &Paths) -> Option<Self> {
        let own = self.sum(paths, 1.0)?;
        let leaves = own.signed.into_keys().flatten();
        let values = leaves.filter_map(|leaf| match leaf {
            Leaf::Value(id) => Some(id),
            Leaf::Reciprocal(_) => None,
        });
        Some(Self::new(self.code, Opens::AllBut(values.collect())))
    }

    fn new(code: &'a CodeList, opens: Opens) -> Self {
        Self {
            code,
            opens,
            known: Map::new(),
        }
    }

    /// Whether `factor` times a sum with the path products `known` may replace a sum with the path
    /// products `paths`.
    pub(super) fn may_stand_in(&mut self, known: &Paths, factor: f64, paths: &Paths) -> bool {
        let (Some(known), Some(own)) = (self.sum(known, factor), self.sum(paths, 1.0)) else {
            return false;
        };
        // Both are written in the same leaves, so that both see them as they were computed.
        if !is_near(&known.signed, &own.signed, &own.magnitude) {
            return false;
        }
        let each = paths.iter().map(|(number, values)| {
            let product = self.product(values)?.times(*number);
            Some(product.signed)
        });
        let Some(each) = each.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let bounds = Bounds::of(&each);
        let mut magnitudes = [&known.magnitude, &own.magnitude].into_iter();
        magnitudes.all(|wanted| bounds.bound(wanted).is_some_and(|most| most <= MAX_RATIO))
    }

    /// A multiple of a sum of path products written out; nothing if that is too long.
    fn sum(&mut self, paths: &Paths, factor: f64) -> Option<Expansion> {
        let mut sum = Expansion::number(0.0);
        for (number, values) in paths {
            sum = sum.plus(&self.product(values)?, number * factor)?;
        }
        Some(sum)
    }

    /// A product of values written out; nothing if that is too long.
    fn product(&mut self, values: &[ValueId]) -> Option<Expansion> {
        let mut product = Expansion::number(1.0);
        for value in values {
            let value = self.expand(*value, MAX_NESTED);
            product = product.multiply(&value)?;
        }
        Some(product)
    }

    fn expand(&mut self, id: ValueId, nested: u8) -> Rc<Expansion> {
        if let Some(known) = self.known.get(&id) {
            return Rc::clone(known);
        }
        let opened = nested.checked_sub(1).and_then(|left| self.open(id, left));
        let is_cut = opened.is_none() && nested == 0;
        let expansion = Rc::new(opened.unwrap_or_else(|| Expansion::leaf(Leaf::Value(id))));
        // What was cut off for its depth is a leaf here only.
        if !is_cut {
            self.known.insert(id, Rc::clone(&expansion));
        }
        expansion
    }

    /// What a value is made of, unless that is not a polynomial or too long.
    fn open(&mut self, id: ValueId, nested: u8) -> Option<Expansion> {
        let statement = self.code.statement(id);
        if let Some(constant) = statement.constant() {
            // What an extreme factor multiplies may underflow or overflow before another factor
            // makes up for it.
            return is_moderate(constant).then(|| Expansion::number(constant.value()));
        }
        let Elemental::Operation(operation) = statement.elemental() else {
            return None;
        };
        let opens_sums = match &self.opens {
            Opens::Products => false,
            Opens::AllBut(leaves) if leaves.contains(&id) => return None,
            Opens::All | Opens::AllBut(_) => true,
        };
        let operands = statement.operands();
        let mut operand = |k: usize| self.expand(operands[k], nested);
        match operation {
            Operation::Neg => Some(operand(0).times(-1.0)),
            Operation::Mul => operand(0).multiply(&operand(1)),
            Operation::Recip => Some(self.reciprocal(operands[0])),
            Operation::Div => {
                let numerator = operand(0);
                numerator.multiply(&self.reciprocal(operands[1]))
            }
            Operation::Powi(exponent @ 1..=MAX_POWER) => {
                let base = operand(0);
                let power = Some(Expansion::number(1.0));
                (0..exponent).fold(power, |power, _| power?.multiply(&base))
            }
            _ if !opens_sums => None,
            Operation::Add => operand(0).plus(&operand(1), 1.0),
            Operation::Sub => operand(0).plus(&operand(1), -1.0),
            Operation::MulAdd => {
                let product = operand(0).multiply(&operand(1))?;
                product.plus(&operand(2), 1.0)
            }
            _ => None,
        }
    }

    fn reciprocal(&self, id: ValueId) -> Expansion {
        match self.code.statement(id).constant() {
            Some(constant) if is_moderate(constant) => Expansion::number(constant.value().recip()),
            _ => Expansion::leaf(Leaf::Reciprocal(id)),
        }
    }
}

/// What the sum of the absolute values of some path products says about monomials.
#[derive(Debug, Default)]
struct Bounds {
    /// Path products that are monomials: their sum, which is a lower bound.
    single: Polynomial,
    /// Monomials that are at most so many times the sum.
    others: Polynomial,
}

impl Bounds {
    fn of(paths: &[Polynomial]) -> Self {
        let mut bounds = Self::default();
        let (single, mut sums): (Vec<&Polynomial>, Vec<&Polynomial>) =
            paths.iter().partition(|path| path.len() == 1);
        for (monomial, coefficient) in single.into_iter().flatten() {
            if *coefficient != 0.0 {
                *bounds.single.entry(monomial.clone()).or_default() += coefficient.abs();
            }
        }
        while let Some(at) = sums.iter().position(|path| bounds.learn(path)) {
            sums.remove(at);
        }
        bounds
    }

    fn is_bounded(&self, monomial: &Monomial) -> bool {
        self.single.contains_key(monomial) || self.others.contains_key(monomial)
    }

    /// Bounds the one monomial of a path product that is not bounded yet: `|m| <= |path| + |the
    /// others|`.
    fn learn(&mut self, path: &Polynomial) -> bool {
        let mut open = path
            .iter()
            .filter(|(m, c)| **c != 0.0 && !self.is_bounded(m));
        let (Some((last, coefficient)), None) = (open.next(), open.next()) else {
            return false;
        };
        let mut rest = path.clone();
        rest.remove(last);
        let Some(rest) = self.bound(&rest) else {
            return false;
        };
        self.others
            .insert(last.clone(), (1.0 + rest) / coefficient.abs());
        true
    }

    /// How many times the sum of the path products a sum of absolute values is at most; nothing if
    /// that is not known.
    fn bound(&self, wanted: &Polynomial) -> Option<f64> {
        let (mut ratio, mut further) = (0.0_f64, 0.0);
        for (monomial, coefficient) in wanted {
            let coefficient = coefficient.abs();
            if let Some(single) = self.single.get(monomial) {
                ratio = ratio.max(coefficient / single);
            } else if let Some(bound) = self.others.get(monomial) {
                further += coefficient * bound;
            } else if coefficient != 0.0 {
                return None;
            }
        }
        Some(ratio + further)
    }
}

/// The path products of a sum, from those of the accumulations in it; nothing if there are too
/// many.
pub(super) fn paths<'a>(terms: &[Term], of: impl Fn(Atom) -> Option<&'a Paths>) -> Option<Paths> {
    let own = |atom: Atom| match atom {
        Atom::Value(id) => Some(vec![(1.0, vec![id])]),
        Atom::Accumulation(_) => of(atom).cloned(),
    };
    let mut all = Paths::new();
    for term in terms {
        let sign = if term.negative { -1.0 } else { 1.0 };
        let (factor, mut paths) = match term.product {
            Product::Literal(constant) => (constant.value(), vec![(1.0, vec![])]),
            Product::Atom(atom) => (1.0, own(atom)?),
            Product::Scaled(constant, atom) => (constant.value(), own(atom)?),
            Product::Pair(a, b) => (1.0, product(&own(a)?, &own(b)?)?),
        };
        for (number, _) in &mut paths {
            *number *= sign * factor;
        }
        all.append(&mut paths);
        if all.len() > MAX_PATHS {
            return None;
        }
    }
    Some(all)
}

fn product(a: &Paths, b: &Paths) -> Option<Paths> {
    let is_short = a.len() * b.len() <= MAX_PATHS;
    is_short.then(|| {
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
        pairs
            .map(|((m, a), (n, b))| (m * n, [a.as_slice(), b].concat()))
            .collect()
    })
}
