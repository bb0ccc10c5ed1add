//! Decompositions of matrices of nalgebra as values: `a.lu()`, `a.svd(true, true)`.
//!
//! A decomposition is a struct: the object in the generated code, the matrix that was decomposed,
//! and the fields that nalgebra makes public. So branches join it as any struct.

use std::rc::Rc;

use proc_macro2::{Span, TokenStream};
use syn::{Ident, Member};

use crate::interface::{Access, ConstArguments, Layout};
use crate::ir::ValueId;

use crate::front::value::matrix::Matrix;
use crate::front::value::{Inactive, Value};

/// The kinds of decompositions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Lu,
    FullPivLu,
    Cholesky,
    Qr,
    ColPivQr,
    Svd,
    SymmetricEigen,
    Schur,
    Hessenberg,
    SymmetricTridiagonal,
    Bidiagonal,
    Udu,
    Lblt,
}

impl Kind {
    const ALL: [Self; 13] = [
        Self::Lu,
        Self::FullPivLu,
        Self::Cholesky,
        Self::Qr,
        Self::ColPivQr,
        Self::Svd,
        Self::SymmetricEigen,
        Self::Schur,
        Self::Hessenberg,
        Self::SymmetricTridiagonal,
        Self::Bidiagonal,
        Self::Udu,
        Self::Lblt,
    ];

    /// The name of the type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Lu => "LU",
            Self::FullPivLu => "FullPivLU",
            Self::Cholesky => "Cholesky",
            Self::Qr => "QR",
            Self::ColPivQr => "ColPivQR",
            Self::Svd => "SVD",
            Self::SymmetricEigen => "SymmetricEigen",
            Self::Schur => "Schur",
            Self::Hessenberg => "Hessenberg",
            Self::SymmetricTridiagonal => "SymmetricTridiagonal",
            Self::Bidiagonal => "Bidiagonal",
            Self::Udu => "UDU",
            Self::Lblt => "LBLT",
        }
    }

    /// The kind of a type.
    pub(crate) fn of_type(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The method of matrices that gives it.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Lu => "lu",
            Self::FullPivLu => "full_piv_lu",
            Self::Cholesky => "cholesky",
            Self::Qr => "qr",
            Self::ColPivQr => "col_piv_qr",
            Self::Svd => "svd",
            Self::SymmetricEigen => "symmetric_eigen",
            Self::Schur => "schur",
            Self::Hessenberg => "hessenberg",
            Self::SymmetricTridiagonal => "symmetric_tridiagonalize",
            Self::Bidiagonal => "bidiagonalize",
            Self::Udu => "udu",
            Self::Lblt => "lblt",
        }
    }

    /// The kind that a method of matrices gives.
    pub(crate) fn of_method(method: &str) -> Option<Self> {
        let mut kinds = Self::ALL.into_iter();
        match method {
            "svd_unordered" | "try_svd" | "try_svd_unordered" => Some(Self::Svd),
            "try_symmetric_eigen" => Some(Self::SymmetricEigen),
            "try_schur" => Some(Self::Schur),
            _ => kinds.find(|kind| kind.method() == method),
        }
    }

    /// The method of matrices that does what a function of the type does, `LU::new(a)` as `a.lu()`.
    pub(crate) fn method_of_function(self, function: &str) -> Option<&'static str> {
        match (self, function) {
            (kind, "new") => Some(kind.method()),
            (Self::Svd, "new_unordered") => Some("svd_unordered"),
            (Self::Svd, "try_new") => Some("try_svd"),
            (Self::SymmetricEigen, "try_new") => Some("try_symmetric_eigen"),
            (Self::Schur, "try_new") => Some("try_schur"),
            (Self::Svd, "try_new_unordered") => Some("try_svd_unordered"),
            _ => None,
        }
    }

    /// Whether nalgebra reads the lower triangle of a symmetric matrix only.
    pub(crate) fn reads_lower_triangle(self) -> bool {
        matches!(self, Self::Cholesky | Self::SymmetricEigen | Self::Lblt)
    }

    /// Whether a text of the prelude computes all parts, or a method does, so that no object is
    /// asked for them.
    pub(crate) fn is_of_parts(self) -> bool {
        matches!(
            self,
            Self::Schur
                | Self::Hessenberg
                | Self::SymmetricTridiagonal
                | Self::Bidiagonal
                | Self::Udu
        )
    }

    /// The names of the parts. Those of `is_of_parts` are private in nalgebra, but for `udu`.
    pub(crate) fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Svd => &["u", "v_t", "singular_values"],
            Self::SymmetricEigen => &["eigenvectors", "eigenvalues"],
            Self::Schur => &["q", "t"],
            Self::Hessenberg => &["q", "h"],
            Self::SymmetricTridiagonal => &["q", "diagonal", "off_diagonal"],
            Self::Bidiagonal => &["u", "d", "v_t", "diagonal", "off_diagonal"],
            Self::Udu => &["u", "d"],
            _ => &[],
        }
    }
}

/// The names of the first members. The other members are public fields of nalgebra.
const OBJECT: &str = "__object";
const DECOMPOSED: &str = "__decomposed";
const COMPUTED: &str = "__computed";

/// A decomposition: its kind, its place in the generated code, and the matrix.
#[derive(Clone, Debug)]
pub(crate) struct Decomposition {
    pub(crate) kind: Kind,
    pub(crate) object: TokenStream,
    pub(crate) matrix: Matrix,
    /// The public fields, and what they were at first.
    pub(crate) fields: Vec<Value>,
    computed: Vec<Value>,
}

impl Decomposition {
    /// A decomposition without public fields.
    pub(crate) fn new(kind: Kind, object: TokenStream, matrix: Matrix) -> Self {
        Self {
            kind,
            object,
            matrix,
            fields: Vec::new(),
            computed: Vec::new(),
        }
    }

    /// The decomposition that a value is.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        let Value::Struct(layout, members) = value else {
            return None;
        };
        let first = layout.members.first()?;
        let is_ours = matches!(first, Member::Named(name) if name == OBJECT);
        let named = layout.path.segments.last().filter(|_| is_ours)?;
        let kind = Kind::of_type(&named.ident.to_string())?;
        match members.as_slice() {
            [
                Value::Inactive(object),
                Value::Matrix(matrix),
                Value::Tuple(computed),
                fields @ ..,
            ] => Some(Self {
                kind,
                object: object.tokens.clone(),
                matrix: matrix.clone(),
                computed: computed.to_vec(),
                fields: fields.to_vec(),
            }),
            _ => None,
        }
    }

    /// The decomposition as a value without public fields.
    pub(crate) fn into_value(self) -> Value {
        self.with_fields(&[], Vec::new())
    }

    /// The decomposition as a value, with its public fields.
    pub(crate) fn with_fields(self, names: &[&str], fields: Vec<Value>) -> Value {
        let member = |name: &&str| Member::Named(Ident::new(name, Span::call_site()));
        let members = [OBJECT, DECOMPOSED, COMPUTED].iter().chain(names);
        let layout = Layout {
            path: Ident::new(self.kind.name(), Span::call_site()).into(),
            members: members.map(member).collect(),
            own: None,
            is_variant: false,
            made: None,
            access: Access::default(),
            lengths: ConstArguments::default(),
        };
        let object = Value::Inactive(Inactive {
            tokens: self.object,
            mentions: Vec::new(),
        });
        let parts = [
            object,
            Value::Matrix(self.matrix),
            Value::tuple(fields.clone()),
        ];
        let parts = parts.into_iter().chain(fields).collect();
        Value::Struct(Rc::new(layout), Rc::new(parts))
    }

    /// The same decomposition as a value, with its matrix at a place.
    pub(crate) fn with_matrix(self, matrix: Matrix) -> Value {
        let names = self.kind.parts();
        let (fields, computed) = (self.fields.clone(), self.computed.clone());
        let value = Self { matrix, ..self }.with_fields(names, fields);
        let Value::Struct(layout, parts) = value else {
            return value;
        };
        let mut parts = parts.to_vec();
        parts[2] = Value::tuple(computed);
        Value::Struct(layout, Rc::new(parts))
    }

    /// A part by its name.
    pub(crate) fn part(&self, name: &str) -> Option<&Value> {
        let position = self.kind.parts().iter().position(|part| *part == name)?;
        self.fields.get(position)
    }

    /// Whether the public fields are what nalgebra has computed.
    pub(crate) fn is_unchanged(&self) -> bool {
        leaves(&self.computed) == leaves(&self.fields)
    }
}

/// The numbers in values, in order.
fn leaves(values: &[Value]) -> Vec<Option<ValueId>> {
    let mut ids = Vec::new();
    for value in values {
        let inside = match value {
            Value::Maybe(maybe) => &maybe.inside,
            value => value,
        };
        inside.for_each_leaf(&mut |leaf| {
            ids.push(match leaf {
                Value::Scalar(id) => Some(*id),
                _ => None,
            });
        });
    }
    ids
}
