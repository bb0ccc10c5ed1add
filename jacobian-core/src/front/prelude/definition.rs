//! The definition of a struct of another crate: its fields, and its methods as texts.
//!
//! ```text
//! fn abs(self) -> $V { $V { $($x: self.$x.abs()),* } }
//!     of DVec2     impl DVec2 { fn abs(self) -> DVec2 { DVec2 { x: self.x.abs(), y: .. } } }
//!     of Vec3      impl Vec3 { fn abs(self) -> Vec3 { Vec3 { x: .., y: .., z: .. } } }
//! ```
//!
//! One text serves all types of a family, of both scalars. `$V` is the type, `$v` its name in lower
//! case, `$S` the scalar, and `$( .. )` with a separator and `*` repeats for each field `$x`. Of a
//! matrix, `$C` is the type of a column, `$[ .. ]` repeats for each component `$y` of a column,
//! `$i` is the component with the name of the column, `x` of `x_axis`, and `$n` their number.
//! `$M` and `$T` are the types of the first and of the second field. Other names, `$Vec3`, get the
//! prefix of the scalar. A text that begins with `fn` or `const` is a member of the type; others
//! are items.

/// A struct of another crate.
#[derive(Debug)]
pub(crate) struct Type {
    pub(crate) name: &'static str,
    /// The fields, with the names of their types.
    pub(crate) fields: &'static [(&'static str, &'static str)],
    /// The fields of a column, if the type is a matrix.
    pub(crate) inner: &'static [(&'static str, &'static str)],
    /// Other names of the type over a scalar, with the scalar.
    pub(crate) aliases: &'static [(&'static str, &'static str)],
    /// Names that surely mean this type. Others are common, so an import has to say what they mean.
    pub(crate) certain: &'static [&'static str],
    /// The scalar. `None` for a type with the scalar as its argument.
    pub(crate) scalar: Option<&'static str>,
    /// The associated function that makes a value of the fields, if they are not public.
    pub(crate) made_by: Option<&'static str>,
    /// The prefix of the names of types over this scalar, for example `D` of `DVec3`.
    pub(crate) prefix: &'static str,
    /// The methods, operators and constants, in groups that several types share.
    pub(crate) texts: &'static [&'static [&'static str]],
    /// How its fields are reached, where they are not public.
    pub(crate) access: Access,
    /// Other names in code that ask for it: macros that make values of it, and functions of
    /// matrices.
    pub(crate) asked_by: &'static [&'static str],
    /// The meanings of other names after `$` in its texts.
    pub(crate) names: &'static [(&'static str, &'static str)],
}

/// How the fields of a type are read, and the field that its `Deref` gives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    /// The code after the dot that reads a field, if it is not the name of the field. Empty code
    /// reads the value itself.
    pub(crate) read: &'static [(&'static str, &'static str)],
    /// The same where a field is written.
    pub(crate) written: &'static [(&'static str, &'static str)],
    /// The field in which names of other fields, and methods, are looked up.
    pub(crate) behind: Option<&'static str>,
}

impl Access {
    /// All fields are public.
    pub(crate) const PUBLIC: Self = Self {
        read: &[],
        written: &[],
        behind: None,
    };
}

impl Type {
    /// A type with the scalar as its argument, with public fields, for `..Type::PLAIN`.
    pub(crate) const PLAIN: Self = Self {
        name: "",
        fields: &[],
        inner: &[],
        aliases: &[],
        certain: &[],
        scalar: None,
        made_by: None,
        prefix: "",
        texts: &[],
        access: Access::PUBLIC,
        asked_by: &[],
        names: &[],
    };

    /// The name that a text defines: of a method, of a function or of a constant.
    pub(crate) fn defined<'a>(&self, text: &'a str) -> std::borrow::Cow<'a, str> {
        // Most texts begin with the word, which is found at once.
        let member = text
            .strip_prefix("fn ")
            .or_else(|| text.strip_prefix("const "));
        let inside = || text.split_once("fn ").map(|(_, rest)| rest);
        let rest = member.or_else(inside).unwrap_or_default();
        let name = rest.split(['(', ':', '<']).next().unwrap_or_default();
        if name == "$v" {
            return self.name.to_lowercase().into();
        }
        name.into()
    }

    /// The item that a text is for this type over a scalar.
    pub(crate) fn item(&self, text: &str, scalar: &str) -> String {
        let item = self.replaced(text, scalar, Repeated::default());
        if item.starts_with("fn ") || item.starts_with("const ") {
            return format!("impl {} {{ {item} }}", self.name);
        }
        item
    }

    /// The definition over a scalar.
    pub(crate) fn definition(&self, scalar: &str) -> String {
        let fields = self.fields.iter();
        let fields: Vec<String> = fields
            .map(|(name, ty)| {
                let ty = self.replaced(ty, scalar, Repeated::default());
                if *name == "0" {
                    return format!("pub {ty}");
                }
                format!("pub {name}: {ty}")
            })
            .collect();
        if self.fields.iter().any(|(name, _)| *name == "0") {
            return format!("pub struct {}({});", self.name, fields.join(", "));
        }
        format!("pub struct {} {{ {} }}", self.name, fields.join(", "))
    }

    /// A text with a meaning for each name after `$`.
    fn replaced(&self, text: &str, scalar: &str, at: Repeated) -> String {
        let mut replaced = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            replaced.push_str(before);
            let fields = match after.chars().next() {
                Some('(') => Some(self.fields),
                Some('[') => Some(self.inner),
                _ => None,
            };
            if let Some(fields) = fields {
                let is_outer = after.starts_with('(');
                let (inner, behind) = closed(&after[1..]);
                let (separator, behind) = match behind.trim_start().strip_prefix("**") {
                    Some(behind) => ("*", behind),
                    None => behind.split_once('*').unwrap_or_default(),
                };
                let each = fields.iter().map(|(name, _)| {
                    let at = if is_outer {
                        Repeated { field: name, ..at }
                    } else {
                        Repeated {
                            component: name,
                            ..at
                        }
                    };
                    self.replaced(inner, scalar, at)
                });
                let each: Vec<String> = each.collect();
                replaced.push_str(&each.join(&format!(" {} ", separator.trim())));
                rest = behind;
                continue;
            }
            let end = after.find(|c: char| !c.is_alphanumeric());
            let (name, behind) = after.split_at(end.unwrap_or(after.len()));
            replaced.push_str(&self.meaning(name, scalar, at));
            rest = behind;
        }
        replaced.push_str(rest);
        replaced
    }

    /// The meaning of a name after `$`.
    fn meaning(&self, name: &str, scalar: &str, at: Repeated) -> String {
        let field = |position: usize| {
            let field = self.fields.get(position);
            let (_, ty) = field.expect("invariant: a test expands each text");
            self.replaced(ty, scalar, Repeated::default())
        };
        match name {
            "V" => self.name.to_owned(),
            "v" => self.name.to_lowercase(),
            "S" => scalar.to_owned(),
            "x" => at.field.to_owned(),
            "y" => at.component.to_owned(),
            "i" => at.field.chars().take(1).collect(),
            "n" => self.fields.len().to_string(),
            "C" | "M" => field(0),
            "T" => field(1),
            other => {
                let mut names = self.names.iter();
                match names.find(|(known, _)| *known == other) {
                    Some((_, meaning)) => self.replaced(meaning, scalar, at),
                    None => format!("{}{other}", self.prefix),
                }
            }
        }
    }
}

/// The names that repetitions have reached.
#[derive(Clone, Copy, Default)]
struct Repeated {
    field: &'static str,
    component: &'static str,
}

/// The text before the parenthesis or bracket that closes, and the text behind it.
fn closed(text: &str) -> (&str, &str) {
    let mut depth = 1;
    for (position, character) in text.char_indices() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[..position], &text[position + 1..]);
        }
    }
    (text, "")
}
