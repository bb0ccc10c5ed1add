//! Conditions of `cfg` in another crate, as far as they are known here.
//!
//! ```text
//! all(feature = "std", not(test))        holds, if the feature is on
//! feature = "simd"                       holds, fails or is open
//! target_arch = "x86_64"                 rustc is asked, for both crates have one target
//! ```

use super::lexer::{Kind, Token};

/// Whether a feature of the crate is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// It depends on what other crates ask for.
    Open,
    /// It is the same for the crate and for the one that is compiled.
    Target,
}

/// The value of a condition.
pub(super) fn value(text: &str, tokens: &[Token], feature: &dyn Fn(&str) -> Answer) -> Answer {
    let mut reader = Reader {
        text,
        tokens,
        at: 0,
        feature,
    };
    reader.formula().unwrap_or(Answer::Open)
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    feature: &'a dyn Fn(&str) -> Answer,
}

/// Questions about the target, which have one answer for all crates of a program.
const OF_TARGET: [&str; 9] = [
    "unix",
    "windows",
    "target_arch",
    "target_endian",
    "target_env",
    "target_family",
    "target_feature",
    "target_os",
    "target_pointer_width",
];

impl Reader<'_> {
    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token
    }

    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(|token| token.text(self.text))
    }

    fn formula(&mut self) -> Option<Answer> {
        let name = self.next().filter(|token| token.kind == Kind::Word)?;
        let name = name.text(self.text);
        match self.peek() {
            Some("(") => {
                self.at += 1;
                let mut inside = Vec::new();
                while self.peek()? != ")" {
                    inside.push(self.formula()?);
                    if self.peek()? == "," {
                        self.at += 1;
                    }
                }
                self.at += 1;
                match name {
                    "all" => Some(together(&inside, Answer::No, Answer::Yes)),
                    "any" => Some(together(&inside, Answer::Yes, Answer::No)),
                    "not" => Some(opposite(*inside.first()?)),
                    _ => None,
                }
            }
            Some("=") => {
                self.at += 1;
                let value = self.next()?.text(self.text).trim_matches('"');
                Some(match name {
                    "feature" => (self.feature)(value),
                    name if OF_TARGET.contains(&name) => Answer::Target,
                    _ => Answer::Open,
                })
            }
            _ => Some(match name {
                "true" => Answer::Yes,
                // A dependency is compiled neither for its tests nor for its documentation.
                "test" | "doc" | "doctest" | "miri" | "docsrs" | "false" => Answer::No,
                name if OF_TARGET.contains(&name) => Answer::Target,
                _ => Answer::Open,
            }),
        }
    }
}

/// `all` is decided by one that fails, `any` by one that holds.
fn together(parts: &[Answer], decides: Answer, otherwise: Answer) -> Answer {
    let has = |answer| parts.contains(&answer);
    if has(decides) {
        decides
    } else if has(Answer::Open) {
        Answer::Open
    } else if has(Answer::Target) {
        Answer::Target
    } else {
        otherwise
    }
}

fn opposite(answer: Answer) -> Answer {
    match answer {
        Answer::Yes => Answer::No,
        Answer::No => Answer::Yes,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, value};
    use crate::sources::lexer::tokens;

    #[test]
    fn conditions_have_the_value_that_features_give_them() {
        let feature = |name: &str| match name {
            "std" => Answer::Yes,
            "simd" => Answer::Open,
            _ => Answer::No,
        };
        for (text, expected) in [
            (r#"feature = "std""#, Answer::Yes),
            (r#"not(feature = "std")"#, Answer::No),
            (r#"all(feature = "std", not(test),)"#, Answer::Yes),
            (r#"any(feature = "simd", feature = "std")"#, Answer::Yes),
            (r#"all(feature = "simd", feature = "std")"#, Answer::Open),
            (r#"all(feature = "no", other)"#, Answer::No),
            (r#"all(feature = "std", unix)"#, Answer::Target),
            ("debug_assertions", Answer::Open),
            ("any()", Answer::No),
        ] {
            let found = value(text, &tokens(text).expect("tokens"), &feature);
            assert_eq!(found, expected, "{text}");
        }
    }
}
