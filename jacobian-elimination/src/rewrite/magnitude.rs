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

use super::polynomial::{Expansion, Leaf, MAX_POWER, Monomial, is_near};
use super::unscaled::is_moderate;

/// A partial as its path products: each a number times values.
pub(super) type Paths = Vec<(f64, Vec<ValueId>)>;

/// A partial with more path products is never replaced. Each path product has a
/// monomial at least, so a longer sum would rarely fit into the limit for monomials.
const MAX_PATHS: usize = 64;

/// A value below more nested operations is a leaf. The bound keeps the recursion shallow,
/// because operations may be nested as deep as the function is long.
const MAX_NESTED: u8 = 24;

/// A magnitude may be this many times the sum of the path products. Then a rounding error of 2e-16
/// in each term is at most 7e-15 of that sum, and we promise 1e-12.
const MAX_RATIO: f64 = 32.0;

/// Writes values of a code list out as polynomials.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    code: &'a CodeList,
    opens: Opens,
    known: Map<ValueId, Rc<Expansion>>,
}

/// The values that are multiplied out. All others are leaves.
#[derive(Debug)]
enum Opens {
    /// Products, powers and quotients, but not sums.
    Products,
    /// Sums and products.
    All,
    /// Sums and products, except these values.
    AllBut(Set<ValueId>),
}

impl<'a> Expander<'a> {
    /// Multiplies out sums and products.
    pub(super) fn of_all(code: &'a CodeList) -> Self {
        Self::new(code, Opens::All)
    }

    /// Multiplies out products only, so that each sum is a leaf.
    pub(super) fn of_products(code: &'a CodeList) -> Self {
        Self::new(code, Opens::Products)
    }

    /// Multiplies out everything but the sums that these path products have as factors, so that
    /// each path product is a monomial.
    pub(super) fn above(&mut self, paths: &Paths) -> Option<Self> {
        let products = self.products(paths)?;
        let own = sum(&products, 1.0)?;
        let values = own.0.keys().flat_map(Monomial::values);
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
        let Some(known) = self.products(known).and_then(|known| sum(&known, factor)) else {
            return false;
        };
        let Some(products) = self.products(paths) else {
            return false;
        };
        let Some(own) = sum(&products, 1.0) else {
            return false;
        };
        // Fingerprints have only shown that the two are equal with high probability. This is a
        // proof, in leaves that both use as they were computed.
        if !is_near(&known, &own) {
            return false;
        }
        let bounds = Bounds::of(&products);
        let mut both = [&known, &own].into_iter();
        both.all(|wanted| {
            let most = bounds.bound(wanted);
            most.is_some_and(|most| most <= MAX_RATIO)
        })
    }

    /// Each path product multiplied out, with its number, or `None` if one is too long.
    fn products(&mut self, paths: &Paths) -> Option<Vec<Path>> {
        let mut products = Vec::with_capacity(paths.len());
        for (number, values) in paths {
            products.push((*number, self.product(values)?));
        }
        Some(products)
    }

    /// A product of values multiplied out, or `None` if it is too long.
    fn product(&mut self, values: &[ValueId]) -> Option<Rc<Expansion>> {
        let Some((first, others)) = values.split_first() else {
            return Some(Rc::new(Expansion::number(1.0)));
        };
        let mut product = self.expand(*first, MAX_NESTED);
        for value in others {
            let value = self.expand(*value, MAX_NESTED);
            product = Rc::new(product.multiply(&value)?);
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
        // A value that is a leaf only because it is nested too deeply here may be multiplied out
        // from another place, so it is not remembered.
        if !is_cut {
            self.known.insert(id, Rc::clone(&expansion));
        }
        expansion
    }

    /// A value as a polynomial in its operands, or `None` if it is not one or is too long.
    fn open(&mut self, id: ValueId, nested: u8) -> Option<Expansion> {
        let statement = self.code.statement(id);
        if let Some(constant) = statement.constant() {
            // With an extreme factor, a product may underflow or overflow before another factor
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
            Operation::Add => Expansion::clone(&operand(0)).plus(&operand(1), 1.0),
            Operation::Sub => Expansion::clone(&operand(0)).plus(&operand(1), -1.0),
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

/// A number, and the product of values that it multiplies, written out.
type Path = (f64, Rc<Expansion>);

/// A multiple of a sum of path products, or `None` if it is too long.
fn sum(paths: &[Path], factor: f64) -> Option<Expansion> {
    let mut sum = Expansion::number(0.0);
    for (number, product) in paths {
        sum = sum.plus(product, number * factor)?;
    }
    Some(sum)
}

/// Bounds of monomials, given the sum of the absolute values of some path products.
#[derive(Debug, Default)]
struct Bounds {
    /// Path products that are monomials: their sum, which is a lower bound.
    single: Map<Monomial, f64>,
    /// Monomials that are at most this many times the sum.
    others: Map<Monomial, f64>,
}

impl Bounds {
    fn of(paths: &[Path]) -> Self {
        let mut bounds = Self::default();
        let (single, mut sums): (Vec<&Path>, Vec<&Path>) =
            paths.iter().partition(|(_, product)| product.0.len() == 1);
        for (number, product) in single {
            for (monomial, coefficient) in &product.0 {
                let coefficient = coefficient.signed * number;
                if coefficient != 0.0 {
                    *bounds.single.entry(monomial.clone()).or_default() += coefficient.abs();
                }
            }
        }
        // Each path product that bounds one more monomial may leave another one with a single
        // unbounded monomial, so we repeat until none does.
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
    fn learn(&mut self, (number, product): &Path) -> bool {
        let terms = product.0.iter();
        let terms = terms.map(|(monomial, coefficient)| (monomial, coefficient.signed * number));
        let mut open = terms
            .clone()
            .filter(|(m, c)| *c != 0.0 && !self.is_bounded(m));
        let (Some((last, coefficient)), None) = (open.next(), open.next()) else {
            return false;
        };
        let Some(rest) = self.bound_of(terms.filter(|(monomial, _)| *monomial != last)) else {
            return false;
        };
        self.others
            .insert(last.clone(), (1.0 + rest) / coefficient.abs());
        true
    }

    /// An upper bound on the magnitude of a sum, as a multiple of the sum of the path products.
    /// `None` if no bound is known.
    fn bound(&self, wanted: &Expansion) -> Option<f64> {
        let terms = wanted.0.iter();
        self.bound_of(terms.map(|(monomial, coefficient)| (monomial, coefficient.magnitude)))
    }

    fn bound_of<'a>(&self, wanted: impl Iterator<Item = (&'a Monomial, f64)>) -> Option<f64> {
        let (mut ratio, mut further) = (0.0_f64, 0.0);
        for (monomial, coefficient) in wanted {
            let coefficient = coefficient.abs();
            // Single monomials are parts of one sum, so the largest ratio bounds all of them
            // together. The other bounds each take the whole sum, so they are added.
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

/// The path products of a sum, from those of the accumulations in it, or `None` if there are too
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
