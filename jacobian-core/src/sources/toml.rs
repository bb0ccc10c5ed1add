//! A reader for the manifests of cargo: tables, strings, lists and flags.
//!
//! ```text
//! [dependencies]
//! geo = { package = "geo-types", features = ["std"] }      dependencies.geo.package = "geo-types"
//! ```
//!
//! Numbers and dates are read as texts, because nothing here asks for them.

/// A value of a manifest.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Flag(bool),
    List(Vec<Value>),
    Table(Vec<(String, Value)>),
}

impl Value {
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Table(entries) = self else {
            return None;
        };
        let mut entries = entries.iter();
        entries
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn flag(&self) -> Option<bool> {
        match self {
            Self::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    pub(super) fn list(&self) -> &[Self] {
        match self {
            Self::List(list) => list,
            _ => &[],
        }
    }

    pub(super) fn entries(&self) -> &[(String, Self)] {
        match self {
            Self::Table(entries) => entries,
            _ => &[],
        }
    }

    /// The texts of a list.
    pub(super) fn texts(&self) -> Vec<String> {
        let texts = self.list().iter().filter_map(Self::text);
        texts.map(str::to_owned).collect()
    }

    /// The table under a key, which is made if it is missing. Of a list of tables it is the last.
    fn table_at(&mut self, key: &str) -> Option<&mut Self> {
        let Self::Table(entries) = self else {
            return None;
        };
        let position = entries.iter().position(|(name, _)| name == key);
        let position = position.unwrap_or_else(|| {
            entries.push((key.to_owned(), Self::Table(Vec::new())));
            entries.len() - 1
        });
        match &mut entries[position].1 {
            Self::List(list) => list.last_mut(),
            other => Some(other),
        }
    }

    fn set(&mut self, path: &[String], value: Self) -> Option<()> {
        let (last, around) = path.split_last()?;
        let mut table = self;
        for key in around {
            table = table.table_at(key)?;
        }
        match table {
            Self::Table(entries) => entries.push((last.clone(), value)),
            _ => return None,
        }
        Some(())
    }

    /// Adds a table to the list of tables at a path, `[[package]]`.
    fn add(&mut self, path: &[String]) -> Option<()> {
        let (last, around) = path.split_last()?;
        let mut table = self;
        for key in around {
            table = table.table_at(key)?;
        }
        let Self::Table(entries) = table else {
            return None;
        };
        let position = entries.iter().position(|(name, _)| name == last);
        let position = position.unwrap_or_else(|| {
            entries.push((last.clone(), Self::List(Vec::new())));
            entries.len() - 1
        });
        match &mut entries[position].1 {
            Self::List(list) => list.push(Self::Table(Vec::new())),
            _ => return None,
        }
        Some(())
    }
}

/// The table that a text is. `None` if it is malformed.
pub(super) fn parse(text: &str) -> Option<Value> {
    let mut reader = Reader { text, at: 0 };
    let mut whole = Value::Table(Vec::new());
    let mut header: Vec<String> = Vec::new();
    loop {
        reader.skip_blank();
        if reader.rest().is_empty() {
            return Some(whole);
        }
        if reader.take("[[") {
            header = reader.key_path()?;
            reader.expect("]]")?;
            whole.add(&header)?;
        } else if reader.take("[") {
            header = reader.key_path()?;
            reader.expect("]")?;
            let mut table = &mut whole;
            for key in &header {
                table = table.table_at(key)?;
            }
        } else {
            let path = reader.key_path()?;
            reader.expect("=")?;
            let value = reader.read_value()?;
            let path: Vec<String> = header.iter().cloned().chain(path).collect();
            whole.set(&path, value)?;
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips spaces, ends of lines and comments.
    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            if !self.rest().starts_with('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn take(&mut self, expected: &str) -> bool {
        self.skip_blank();
        let is_there = self.rest().starts_with(expected);
        if is_there {
            self.at += expected.len();
        }
        is_there
    }

    fn expect(&mut self, expected: &str) -> Option<()> {
        self.take(expected).then_some(())
    }

    /// `a.b."c d"`
    fn key_path(&mut self) -> Option<Vec<String>> {
        let mut path = Vec::new();
        loop {
            self.skip_blank();
            path.push(match self.rest().chars().next()? {
                '"' | '\'' => self.string()?,
                _ => self.bare()?,
            });
            if !self.take(".") {
                return Some(path);
            }
        }
    }

    fn bare(&mut self) -> Option<String> {
        let is_bare = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == '-';
        let rest = self.rest();
        let end = rest.find(|sign| !is_bare(sign)).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| rest[..end].to_owned())
    }

    fn string(&mut self) -> Option<String> {
        for (mark, has_escapes) in [("\"\"\"", true), ("'''", false), ("\"", true), ("'", false)] {
            if !self.rest().starts_with(mark) {
                continue;
            }
            self.at += mark.len();
            let mut found = String::new();
            while !self.rest().starts_with(mark) {
                let sign = self.rest().chars().next()?;
                self.at += sign.len_utf8();
                if sign == '\\' && has_escapes {
                    let escaped = self.rest().chars().next()?;
                    self.at += escaped.len_utf8();
                    found.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        other => other,
                    });
                } else {
                    found.push(sign);
                }
            }
            self.at += mark.len();
            return Some(found);
        }
        None
    }

    fn read_value(&mut self) -> Option<Value> {
        self.skip_blank();
        match self.rest().chars().next()? {
            '"' | '\'' => self.string().map(Value::Text),
            '[' => {
                self.at += 1;
                let mut list = Vec::new();
                while !self.take("]") {
                    list.push(self.read_value()?);
                    self.take(",");
                }
                Some(Value::List(list))
            }
            '{' => {
                self.at += 1;
                let mut table = Value::Table(Vec::new());
                while !self.take("}") {
                    let path = self.key_path()?;
                    self.expect("=")?;
                    let value = self.read_value()?;
                    table.set(&path, value)?;
                    self.take(",");
                }
                Some(table)
            }
            _ => {
                let ends = [',', ']', '}', '#', '\n', '\r'];
                let rest = self.rest();
                let end = rest.find(ends).unwrap_or(rest.len());
                self.at += end;
                Some(match rest[..end].trim() {
                    "" => return None,
                    "true" => Value::Flag(true),
                    "false" => Value::Flag(false),
                    other => Value::Text(other.to_owned()),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, parse};

    #[test]
    fn a_manifest_is_read() {
        let text = "# one\n[package]\nname = 'a' # two\nedition.workspace = true\n\
            [dependencies]\ngeo = { package = \"geo-types\", features = [\n\"std\", # three\n], \
            default-features = false }\n[target.'cfg(unix)'.dependencies]\nb = \"1\"\n\
            [[bin]]\nname = \"x\"\n[[bin]]\nname = \"y\"\n[profile.dev]\ndebug = 1\n";
        let found = parse(text).expect("a manifest");
        let at = |path: &str| {
            path.split('/')
                .try_fold(&found, |table, key| table.get(key))
        };
        let text = |path: &str| at(path).and_then(Value::text);
        assert_eq!(text("package/name"), Some("a"));
        assert_eq!(at("package/edition/workspace"), Some(&Value::Flag(true)));
        assert_eq!(text("dependencies/geo/package"), Some("geo-types"));
        assert_eq!(
            at("dependencies/geo/features").expect("a list").texts(),
            ["std"]
        );
        assert_eq!(text("target/cfg(unix)/dependencies/b"), Some("1"));
        assert_eq!(at("bin").expect("a list").list().len(), 2);
        assert_eq!(text("profile/dev/debug"), Some("1"));
        assert_eq!(parse("a = ["), None);
    }
}
