//! Conditions of `cfg` as formulas: which of them exclude each other, and whether one always holds.
//!
//! ```text
//! all(not(a), b), a, not(any(a, b))      exactly one of them holds
//! a, all(b, not(a))                      at most one
//! all(a, b) where not(b) is known        does not hold
//! ```
//!
//! Cost: a table of all answers, so only for few different questions.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

/// So many questions are put into one table.
const MOST_QUESTIONS: usize = 8;

/// How many of several conditions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holding {
    /// Always one.
    One,
    /// One or none.
    AtMostOne,
    /// It is not known, or there may be several.
    Several,
}

/// How many of these conditions hold, whatever the answers are.
pub(crate) fn holding(conditions: &[&TokenStream]) -> Holding {
    let mut questions = Vec::new();
    let formulas = conditions.iter();
    let formulas: Option<Vec<Formula>> = formulas
        .map(|tokens| Formula::of((*tokens).clone(), &mut questions))
        .collect();
    let Some(formulas) = formulas.filter(|_| questions.len() <= MOST_QUESTIONS) else {
        return Holding::Several;
    };
    let counts = (0..1_usize << questions.len()).map(|answers| {
        let holds = |formula: &&Formula| formula.holds(answers);
        formulas.iter().filter(holds).count()
    });
    let counts: Vec<usize> = counts.collect();
    if counts.iter().all(|count| *count == 1) {
        Holding::One
    } else if counts.iter().all(|count| *count <= 1) {
        Holding::AtMostOne
    } else {
        Holding::Several
    }
}

/// Whether a condition holds where the answers to others are known. `None` if that is open.
pub(crate) fn decided(asked: &TokenStream, known: &[(TokenStream, bool)]) -> Option<bool> {
    let mut questions = Vec::new();
    let asked = Formula::of(asked.clone(), &mut questions)?;
    let known = known.iter().map(|(condition, holds)| {
        let formula = Formula::of(condition.clone(), &mut questions)?;
        Some((formula, *holds))
    });
    let known: Vec<(Formula, bool)> = known.collect::<Option<_>>()?;
    if questions.len() > MOST_QUESTIONS {
        return None;
    }
    let is_known = |answers: &usize| {
        let mut known = known.iter();
        known.all(|(formula, holds)| formula.holds(*answers) == *holds)
    };
    let mut found = (0..1_usize << questions.len())
        .filter(is_known)
        .map(|answers| asked.holds(answers));
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// The first question of a condition whose answer is not known: `b` of `all(not(b), a)`.
pub(crate) fn open_question(
    asked: &TokenStream,
    known: &[(TokenStream, bool)],
) -> Option<TokenStream> {
    let mut questions = Vec::new();
    Formula::of(asked.clone(), &mut questions)?;
    let questions = questions.iter().filter_map(|one| one.parse().ok());
    questions
        .into_iter()
        .find(|question| decided(question, known).is_none())
}

enum Formula {
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
    /// The number of a question: `feature = "std"`, `unix`.
    Asked(usize),
}

impl Formula {
    fn of(tokens: TokenStream, questions: &mut Vec<String>) -> Option<Self> {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        if let [TokenTree::Ident(name), TokenTree::Group(group)] = trees.as_slice() {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let is_comma =
                |tree: &TokenTree| matches!(tree, TokenTree::Punct(sign) if sign.as_char() == ',');
            let parts = inside.split(is_comma).filter(|part| !part.is_empty());
            let parts = parts.map(|part| Self::of(part.iter().cloned().collect(), questions));
            let mut parts = parts.collect::<Option<Vec<Self>>>()?;
            return match (name.to_string().as_str(), parts.len()) {
                ("all", _) => Some(Self::All(parts)),
                ("any", _) => Some(Self::Any(parts)),
                ("not", 1) => Some(Self::Not(Box::new(parts.pop()?))),
                _ => None,
            };
        }
        let asked: TokenStream = trees.into_iter().collect();
        let asked = asked.to_token_stream().to_string();
        let known = questions.iter().position(|known| *known == asked);
        Some(Self::Asked(known.unwrap_or_else(|| {
            questions.push(asked);
            questions.len() - 1
        })))
    }

    /// Its value, where the answers are the bits of a number.
    fn holds(&self, answers: usize) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.holds(answers)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(answers)),
            Self::Not(part) => !part.holds(answers),
            Self::Asked(question) => answers >> question & 1 == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use super::{Holding, decided, holding, open_question};

    #[test]
    fn conditions_are_counted_for_all_answers() {
        let count = |conditions: &[&str]| {
            let tokens = conditions.iter().map(|one| one.parse().expect("tokens"));
            let tokens: Vec<TokenStream> = tokens.collect();
            holding(&tokens.iter().collect::<Vec<_>>())
        };
        let three = [
            r#"all(not(feature = "a"), b)"#,
            r#"feature = "a""#,
            r#"not(any(feature = "a", b,))"#,
        ];
        assert_eq!(count(&three), Holding::One);
        assert_eq!(count(&["a", "all(b, not(a))"]), Holding::AtMostOne);
        assert_eq!(count(&["a", "b"]), Holding::Several);
        assert_eq!(count(&["not(a)", "a"]), Holding::One);
    }

    #[test]
    fn what_is_known_decides_others() {
        let tokens = |text: &str| text.parse::<TokenStream>().expect("tokens");
        let known = [(tokens("a"), true), (tokens("not(b)"), true)];
        assert_eq!(decided(&tokens("all(a, b)"), &known), Some(false));
        assert_eq!(decided(&tokens("any(c, not(b))"), &known), Some(true));
        assert_eq!(decided(&tokens("all(a, c)"), &known), None);
        let first = |known| open_question(&tokens("all(not(b), a)"), known);
        assert_eq!(first(&[]).map(|one| one.to_string()).as_deref(), Some("b"));
        assert!(first(&known).is_none());
    }
}
