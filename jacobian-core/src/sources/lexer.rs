//! A lexer for Rust text: words, groups and signs, each with its place.
//!
//! ```text
//! pub fn sq(v: f64) -> f64 { v * v } // ..      pub fn sq ( v : f64 ) - > f64 { v * v }
//! ```
//!
//! The source of a crate may be a hundred times longer than the part of it that a function needs.
//! This finds the part without making a tree of all of it.
//!
//! Cost: one pass over the bytes.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a keyword or a number.
    Word,
    /// A string or a character.
    Text,
    Lifetime,
    Open,
    Close,
    Sign,
}

/// A token and its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    pub(super) fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.end]
    }
}

/// The tokens of a text. `None` if a comment, a string or a group does not end.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut lexer = Lexer {
        bytes: text.as_bytes(),
        at: 0,
    };
    let mut found = Vec::new();
    let mut depth = 0_usize;
    loop {
        lexer.skip_blank()?;
        let start = lexer.at;
        let Some(first) = lexer.peek(0) else {
            return (depth == 0).then_some(found);
        };
        let kind = lexer.token(first)?;
        match kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.checked_sub(1)?,
            _ => {}
        }
        let end = lexer.at;
        found.push(Token { kind, start, end });
    }
}

struct Lexer<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn starts_with(&self, text: &str) -> bool {
        self.bytes[self.at..].starts_with(text.as_bytes())
    }

    fn find(&self, text: &str) -> Option<usize> {
        let mut windows = self.bytes[self.at..].windows(text.len());
        windows.position(|window| window == text.as_bytes())
    }

    /// Skips spaces and comments.
    fn skip_blank(&mut self) -> Option<()> {
        loop {
            match self.peek(0) {
                Some(byte) if byte.is_ascii_whitespace() => self.at += 1,
                Some(b'/') if self.starts_with("//") => {
                    let rest = self.bytes.len() - self.at;
                    self.at += self.find("\n").unwrap_or(rest);
                }
                Some(b'/') if self.starts_with("/*") => self.skip_comment()?,
                _ if self.starts_with("\u{feff}") => self.at += 3,
                _ => return Some(()),
            }
        }
    }

    /// Comments of this kind may be inside of each other.
    fn skip_comment(&mut self) -> Option<()> {
        let mut depth = 0;
        loop {
            if self.starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return Some(());
                }
            } else {
                self.peek(0)?;
                self.at += 1;
            }
        }
    }

    fn token(&mut self, first: u8) -> Option<Kind> {
        match first {
            b'(' | b'[' | b'{' => self.one(Kind::Open),
            b')' | b']' | b'}' => self.one(Kind::Close),
            b'"' => self.string(),
            b'\'' => self.quote(),
            _ if is_word(first) => self.word(),
            _ => self.one(Kind::Sign),
        }
    }

    // It has the form of the other readers, of which some fail.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "an arm among readers that may fail"
    )]
    fn one(&mut self, kind: Kind) -> Option<Kind> {
        self.at += 1;
        Some(kind)
    }

    /// A string in quotes, with escapes.
    fn string(&mut self) -> Option<Kind> {
        self.at += 1;
        loop {
            match self.peek(0)? {
                b'\\' => self.at += 2,
                b'"' => {
                    self.at += 1;
                    return Some(Kind::Text);
                }
                _ => self.at += 1,
            }
        }
    }

    /// A character, `'a'` or `'\n'`, or a lifetime, `'a`.
    fn quote(&mut self) -> Option<Kind> {
        self.at += 1;
        if self.peek(0)? == b'\\' {
            self.at += 2;
            self.at += self.find("'")? + 1;
            return Some(Kind::Text);
        }
        let first = self.at;
        while self.peek(0).is_some_and(is_word) {
            self.at += 1;
        }
        if self.peek(0) == Some(b'\'') && self.at > first {
            self.at += 1;
            return Some(Kind::Text);
        }
        if self.at == first {
            self.at += self.find("'")? + 1;
            return Some(Kind::Text);
        }
        Some(Kind::Lifetime)
    }

    /// A name or a number, or a string with a letter before it: `b"..."`, `r#"..."#`.
    fn word(&mut self) -> Option<Kind> {
        let start = self.at;
        while self.peek(0).is_some_and(is_word) {
            self.at += 1;
        }
        let word = &self.bytes[start..self.at];
        match (word, self.peek(0)) {
            (b"r" | b"br" | b"cr", Some(b'"' | b'#')) => self.raw(),
            (b"b" | b"c", Some(b'"')) => self.string(),
            (b"b", Some(b'\'')) => self.quote(),
            _ => {
                self.rest_of_number(start);
                Some(Kind::Word)
            }
        }
    }

    /// `r#"..."#`, or a raw name, `r#type`.
    fn raw(&mut self) -> Option<Kind> {
        let mut signs = 0;
        while self.peek(signs) == Some(b'#') {
            signs += 1;
        }
        if self.peek(signs) != Some(b'"') {
            self.at += signs;
            while self.peek(0).is_some_and(is_word) {
                self.at += 1;
            }
            return Some(Kind::Word);
        }
        self.at += signs + 1;
        let end = format!("\"{}", "#".repeat(signs));
        self.at += self.find(&end)? + end.len();
        Some(Kind::Text)
    }

    /// The fraction and the sign of an exponent, `1.5e-3`, or a point at the end, `1.`, which
    /// neither a range nor a method follows.
    fn rest_of_number(&mut self, start: usize) {
        if !self.bytes[start].is_ascii_digit() || self.bytes[start..self.at].starts_with(b"0x") {
            return;
        }
        let ends = |byte: u8| byte != b'.' && (byte.is_ascii_digit() || !is_word(byte));
        if self.peek(0) == Some(b'.') && self.peek(1).is_none_or(ends) {
            self.at += 1;
            while self.peek(0).is_some_and(is_word) {
                self.at += 1;
            }
        }
        let is_open = matches!(self.bytes[self.at - 1], b'e' | b'E');
        if is_open && matches!(self.peek(0), Some(b'+' | b'-')) {
            self.at += 1;
            while self.peek(0).is_some_and(is_word) {
                self.at += 1;
            }
        }
    }
}

/// Bytes above ASCII belong to names, because elsewhere they are in strings and comments.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// For each token that opens a group, the token that closes it.
pub(super) fn closing(tokens: &[Token]) -> Vec<usize> {
    let mut closing: Vec<usize> = (0..tokens.len()).collect();
    let mut open = Vec::new();
    for (position, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => open.push(position),
            Kind::Close => {
                if let Some(opened) = open.pop() {
                    closing[opened] = position;
                }
            }
            _ => {}
        }
    }
    closing
}

#[cfg(test)]
mod tests {
    use super::tokens;

    fn words(text: &str) -> Option<String> {
        let found = tokens(text)?;
        let texts: Vec<&str> = found.iter().map(|token| token.text(text)).collect();
        Some(texts.join(" "))
    }

    #[test]
    fn comments_strings_and_numbers_are_told_apart() {
        for (text, expected) in [
            ("a/* } /* */ */b // {\nc", "a b c"),
            (
                "f(\"}\\\"\", '}', '\\'', 'a, b'x')",
                "f ( \"}\\\"\" , '}' , '\\'' , 'a , b'x' )",
            ),
            ("r#\"}\"#; r#type; br\"{\"", "r#\"}\"# ; r#type ; br\"{\""),
            ("1.5e-3+x.0 1..2 2.0f64", "1.5e-3 + x . 0 1 . . 2 2.0f64"),
            (
                "0. {1.} 2./x 3..4 x.0.abs() 5.max(6.)",
                "0. { 1. } 2. / x 3 . . 4 x . 0 . abs ( ) 5 . max ( 6. )",
            ),
            ("'é' &'a T", "'é' & 'a T"),
        ] {
            assert_eq!(words(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(words("f("), None);
        assert_eq!(words("f)"), None);
        assert_eq!(words("\"a"), None);
    }
}
