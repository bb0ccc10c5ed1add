//! The option `normal`: the normal equations of least squares, with weights and a robust loss.
//!
//! ```text
//! normal                                        no weights
//! normal(diagonal)                              a weight for each residual
//! normal(sqrt_information)                      a matrix that residuals are multiplied by
//! normal(loss = huber(1.5))                     huber(s, 1.5), s the squared norm
//! normal(diagonal, loss = self::my_loss)        both
//! ```

use proc_macro2::Ident;
use syn::Expr;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;

use crate::interface::{Loss, Normal, Weights};

use crate::front::messages;
use crate::front::read::clause::{Clause, choose};
use crate::front::read::option_words::WEIGHTS;

/// A word in the list.
enum Part {
    Weights(Ident, Weights),
    Loss(Ident, Loss),
}

impl Parse for Part {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let word: Ident = input.parse()?;
        if word != "loss" {
            let weights = choose_weights(&word)?;
            if input.peek(syn::Token![=]) {
                return Err(syn::Error::new(word.span(), messages::WEIGHTS_IN_ATTRIBUTE));
            }
            return Ok(Self::Weights(word, weights));
        }
        if !input.peek(syn::Token![=]) {
            return Err(syn::Error::new(
                word.span(),
                messages::LOSS_WITHOUT_FUNCTION,
            ));
        }
        input.parse::<syn::Token![=]>()?;
        Ok(Self::Loss(word, named_loss(input.parse()?)?))
    }
}

/// `my_loss`, or `huber(1.5)`.
fn named_loss(named: Expr) -> syn::Result<Loss> {
    let (function, arguments) = match named {
        Expr::Call(call) => (*call.func, call.args.into_iter().collect()),
        name => (name, Vec::new()),
    };
    match function {
        Expr::Path(path) if path.qself.is_none() => Ok(Loss {
            function: path.path,
            arguments,
        }),
        other => Err(syn::Error::new_spanned(other, messages::LOSS_NOT_NAMED)),
    }
}

fn choose_weights(word: &Ident) -> syn::Result<Weights> {
    let with_loss: Vec<(&str, Option<Weights>)> = WEIGHTS
        .iter()
        .map(|(name, weights)| (*name, Some(*weights)))
        .chain([("loss", None)])
        .collect();
    let chosen = choose("normal", word, &with_loss)?;
    Ok(chosen.expect("invariant: `loss` was read before"))
}

/// The option, understood.
pub(super) fn read(clause: &Clause) -> syn::Result<Normal> {
    let parts = clause.optional_list(Punctuated::<Part, syn::Token![,]>::parse_terminated)?;
    let mut normal = Normal {
        span: clause.name.span(),
        weights: Weights::None,
        loss: None,
    };
    for part in parts.into_iter().flatten() {
        match part {
            Part::Weights(_, weights) if normal.weights == Weights::None => {
                normal.weights = weights;
            }
            Part::Loss(_, loss) if normal.loss.is_none() => normal.loss = Some(loss),
            Part::Weights(word, _) | Part::Loss(word, _) => {
                return Err(syn::Error::new(word.span(), messages::NORMAL_TWICE));
            }
        }
    }
    Ok(normal)
}
