//! The user's own code in a batch: it becomes numbers for all lanes, and closures that are called
//! for each lane.
//!
//! ```text
//! let k = self.rate(t);          inactive: once, before the first block; a number for all lanes
//! if v3 > self.limit { .. }      a condition: a closure of one point's values, asked for each lane
//! if .. { self.a * x } else ..   inactive inside an arm: a closure too, called where the arm runs
//! ```
//!
//! The computation is an item of its own, which sees neither the parameters nor `self`. Closures
//! capture the variables that they use. Statements of inactive code inside arms, and conditions
//! that bind names for an arm, cannot be moved into closures. A function with such code, or with a
//! loop, is evaluated point by point.

use crate::ordered::Set;

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use crate::interface::{Data, Head, Interface, Opaque, PerPoint};
use crate::ir::{CodeList, Elemental, ValueId};
use crate::schedule::{Schedule, Step};
use crate::spelling;

/// The user's own code, taken apart.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    /// The code that runs before the first block, in order.
    pub(crate) hoisted: Vec<ValueId>,
    /// The scalars among it, by their position among the numbers.
    pub(crate) numbers: Vec<ValueId>,
    /// The integers among it, by their position among the integers.
    pub(crate) integers: Vec<ValueId>,
    /// The condition, asked in place.
    pub(crate) closures: Vec<Closure>,
    /// The pieces as the computation in lanes spells them.
    pub(crate) opaques: Vec<Opaque>,
}

/// User's code that is called with the values of one point.
#[derive(Debug)]
pub(crate) struct Closure {
    pub(crate) name: Ident,
    /// The parameters, and their types.
    pub(crate) parameters: Vec<(Ident, TokenStream)>,
    pub(crate) result: TokenStream,
    pub(crate) body: TokenStream,
}

impl Pieces {
    /// The pieces of a function. `None` if it must be evaluated point by point.
    pub(crate) fn of(interface: &Interface, code: &CodeList, schedule: &Schedule) -> Option<Self> {
        // The lanes of a block may leave a loop at different times. The user's own code about the
        // data of a point runs for one point.
        let is_kept = |own: &PerPoint| own.data == Data::Kept;
        if !code.loops().is_empty() || interface.extras.per_point.iter().any(is_kept) {
            return None;
        }
        let mut pieces = Self {
            opaques: interface.opaques.clone(),
            ..Self::default()
        };
        let data = pieces.load_data(interface, code);
        let pinned = &schedule.steps()[..schedule.n_pinned()];
        let mut known: Set<ValueId> = Set::new();
        for id in pinned.iter().filter_map(value) {
            let statement = code.statement(id);
            let is_known = |id: &ValueId| known.contains(id) || is_literal(code, *id);
            let is_opaque = matches!(statement.elemental(), Elemental::Opaque(_));
            if is_opaque && !data.contains(&id) && statement.operands().iter().all(is_known) {
                known.insert(id);
                pieces.hoist(interface, code, id);
            }
        }
        let is_open = |id: &ValueId| !known.contains(id) && !data.contains(id);
        for id in code.ids().filter(is_open) {
            if let Elemental::Opaque(opaque) = code.statement(id).elemental() {
                let Opaque::Scalar {
                    expression,
                    reference,
                } = &interface.opaques[opaque.0 as usize]
                else {
                    return None;
                };
                let library = spelling::library();
                let body = if *reference {
                    quote!(#library::scalar(#expression))
                } else {
                    expression.clone()
                };
                let mentions = code.statement(id).operands();
                let call = pieces.closure(interface, code, mentions, quote!(f64), body)?;
                let at = at();
                pieces.opaques[opaque.0 as usize] = Opaque::Scalar {
                    expression: if mentions.is_empty() {
                        quote!(#at.splat(#call))
                    } else {
                        quote!(#at.each(|__lane| #call))
                    },
                    reference: false,
                };
            }
        }
        pieces.heads(interface, code)?;
        Some(pieces)
    }

    /// The numbers that each point has beside its independents: they are loaded like these.
    fn load_data(&mut self, interface: &Interface, code: &CodeList) -> Set<ValueId> {
        let numbers = interface
            .extras
            .per_point
            .iter()
            .flat_map(|own| &own.numbers);
        let (at, data) = (at(), data());
        let mut pieces = Set::new();
        for (index, (opaque, _)) in numbers.enumerate() {
            let index = Literal::usize_unsuffixed(index);
            self.opaques[opaque.0 as usize] = Opaque::Scalar {
                expression: quote!(#at.load(&#data[#index])),
                reference: false,
            };
            pieces.insert(*opaque);
        }
        let reads_data = |id: &ValueId| match code.statement(*id).elemental() {
            Elemental::Opaque(opaque) => pieces.contains(&opaque),
            _ => false,
        };
        code.ids().filter(reads_data).collect()
    }

    fn hoist(&mut self, interface: &Interface, code: &CodeList, id: ValueId) {
        let Elemental::Opaque(opaque) = code.statement(id).elemental() else {
            unreachable!("invariant: what is hoisted is the user's own code");
        };
        self.hoisted.push(id);
        let at = at();
        let index = opaque.0 as usize;
        self.opaques[index] = match &interface.opaques[index] {
            Opaque::Scalar { .. } => {
                let position = Literal::usize_unsuffixed(self.numbers.len());
                self.numbers.push(id);
                Opaque::Scalar {
                    expression: quote!(#at.splat(self.numbers[#position])),
                    reference: false,
                }
            }
            Opaque::Integer(_) => {
                let position = Literal::usize_unsuffixed(self.integers.len());
                self.integers.push(id);
                Opaque::Integer(quote!(self.integers[#position]))
            }
            Opaque::Statement(_) | Opaque::Branch { .. } | Opaque::Condition(_) => {
                Opaque::Statement(TokenStream::new())
            }
        };
    }

    /// The conditions of branches.
    fn heads(&mut self, interface: &Interface, code: &CodeList) -> Option<()> {
        for branch in code.branches() {
            let index = branch.head().0 as usize;
            let Opaque::Branch { head, declared } = &interface.opaques[index] else {
                unreachable!("invariant: the head of a branch holds its conditions");
            };
            if !declared.is_empty() {
                return None;
            }
            let at = at();
            let head = match head {
                Head::Always => Head::Always,
                Head::If(condition) if !binds(condition) => {
                    let mentions = branch.mentions();
                    let call =
                        self.closure(interface, code, mentions, quote!(bool), condition.clone())?;
                    Head::If(quote!(#at.agree(|__lane| #call)?))
                }
                Head::Match(scrutinee, patterns) if !patterns.iter().any(names_something) => {
                    let numbers = (0..patterns.len()).map(Literal::usize_suffixed);
                    let arms = patterns
                        .iter()
                        .zip(numbers)
                        .map(|(pattern, number)| quote!(#pattern => #number,));
                    let which = quote!(match #scrutinee { #(#arms)* });
                    let call =
                        self.closure(interface, code, branch.mentions(), quote!(usize), which)?;
                    Head::Match(quote!(#at.agree(|__lane| #call)?), numbered(patterns.len()))
                }
                Head::If(_) | Head::Match(..) => return None,
            };
            self.opaques[index] = Opaque::Branch {
                head,
                declared: Vec::new(),
            };
        }
        Some(())
    }

    /// A closure around the user's code, and the call of it for one lane.
    fn closure(
        &mut self,
        interface: &Interface,
        code: &CodeList,
        mentions: &[ValueId],
        result: TokenStream,
        body: TokenStream,
    ) -> Option<TokenStream> {
        let name = format_ident!("__closure_{}", self.closures.len());
        let mentioned: Set<ValueId> = mentions.iter().copied().collect();
        let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
        for id in mentioned {
            let value = spelling::value(id);
            match code.statement(id).elemental() {
                Elemental::Literal(_) => return None,
                Elemental::Opaque(opaque) => match &interface.opaques[opaque.0 as usize] {
                    Opaque::Integer(_) => {
                        parameters.push((value.clone(), quote!(i32)));
                        arguments.push(quote!(#value));
                        continue;
                    }
                    Opaque::Scalar { .. } => {}
                    Opaque::Statement(_) | Opaque::Branch { .. } | Opaque::Condition(_) => continue,
                },
                _ => {}
            }
            parameters.push((value.clone(), quote!(f64)));
            arguments.push(quote!(#value.lane(__lane)));
        }
        self.closures.push(Closure {
            name: name.clone(),
            parameters,
            result,
            body,
        });
        Some(quote!((self.#name)(#(#arguments),*)))
    }
}

/// The numbers of each point beside its independents, in generated code.
pub(crate) fn data() -> Ident {
    spelling::local("data_of_point")
}

/// The lanes that are computed, in generated code.
pub(crate) fn at() -> Ident {
    spelling::local("at")
}

fn value(step: &Step) -> Option<ValueId> {
    match step {
        Step::Value(id) => Some(*id),
        _ => None,
    }
}

fn is_literal(code: &CodeList, id: ValueId) -> bool {
    matches!(code.statement(id).elemental(), Elemental::Literal(_))
}

/// Whether a condition gives names to an arm.
fn binds(condition: &TokenStream) -> bool {
    let is_let = |token: TokenTree| matches!(token, TokenTree::Ident(name) if name == "let");
    condition.clone().into_iter().any(is_let)
}

/// The patterns `0`, `1`, .. and for the last one everything else.
fn numbered(count: usize) -> Vec<TokenStream> {
    let number = |position| {
        let number = Literal::usize_suffixed(position);
        if position + 1 == count {
            quote!(_)
        } else {
            quote!(#number)
        }
    };
    (0..count).map(number).collect()
}

/// Whether a pattern, before its guard, gives a name to an arm. A name that begins with a capital
/// letter may be a constant or a variant, so it counts as none.
fn names_something(pattern: &TokenStream) -> bool {
    let mut tokens = pattern.clone().into_iter();
    let pattern = tokens
        .by_ref()
        .take_while(|token| !matches!(token, TokenTree::Ident(name) if name == "if"));
    pattern.into_iter().any(|token| match token {
        TokenTree::Ident(name) => {
            let name = name.to_string();
            let is_small = name.starts_with(|first: char| first.is_lowercase() || first == '_');
            is_small && !matches!(name.as_str(), "_" | "true" | "false")
        }
        TokenTree::Group(group) => names_something(&group.stream()),
        _ => false,
    })
}
