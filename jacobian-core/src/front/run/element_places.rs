//! Assignments to elements at indices that only run time knows.
//!
//! ```text
//! x[i] = v           x[0] is `v` if i is 0, else what it was; the same for x[1], ..
//! a[p][j] -= l * u   the elements [0][j], [1][j], .. that `p` may name; the left side is read as
//!                    one selected value
//! a.swap(k, p)       row k is the row at `p`; each row that `p` may name is row k if `p` names it
//! ```
//!
//! A target is a tree: a place, or one target for each position that an index may name. The index
//! is evaluated once. Cost: two edges for each scalar that may change.

use proc_macro2::Literal;
use quote::ToTokens;
use syn::Expr;

use crate::front::flow::references::all_places;
use crate::front::messages;
use crate::front::methods::positions::plain;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::questions::is_in_result;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::index::Index;
use crate::front::value::items::Part;
use crate::front::value::matrix::Matrix;
use crate::front::value::place::Place;
use crate::front::value::{Inactive, Value};
use crate::front::write::indices::Below;

/// The target of an assignment.
pub(crate) enum Target {
    Place(Place),
    /// One for each position that the index may name.
    Among(Index, Vec<Target>),
}

/// A position inside of an aggregate.
pub(crate) enum Position {
    Known(usize),
    RunTime(Inactive),
    /// Row and column of a matrix.
    Pair(Box<[Position; 2]>),
}

impl Target {
    /// The name of the variable.
    pub(crate) fn name(&self) -> Option<&syn::Ident> {
        match self {
            Self::Place(place) => Some(&place.name),
            Self::Among(_, targets) => targets.first()?.name(),
        }
    }

    /// The one place, if the source gives it.
    fn place(&self) -> Option<&Place> {
        match self {
            Self::Place(place) => Some(place),
            Self::Among(_, targets) => targets.first()?.place(),
        }
    }
}

impl Lowering<Run> {
    /// The target that an expression names.
    pub(crate) fn target(&mut self, expression: &Expr) -> Found<Target> {
        match strip(expression) {
            // A call that gives a reference is evaluated once.
            Expr::Field(_) | Expr::Index(_) if is_in_result(expression) => {
                self.place(expression).map(Target::Place)
            }
            Expr::Field(_) if self.is_callers(expression) => {
                self.refuse_field(expression).map(Target::Place)
            }
            Expr::Index(index) => {
                let base = self.target(&index.expr)?;
                let place = base.place().cloned().ok_or(Stop)?;
                let behind = self.follow(place.clone());
                if self.is_behind_deref(&behind) {
                    return self.place(expression).map(Target::Place);
                }
                if let Some(element) = self.own_index_place(&behind, index)? {
                    return Ok(Target::Place(element));
                }
                let inner = self.place_behind_deref(behind.clone(), index)?;
                let base = if inner.path == behind.path && inner.root == behind.root {
                    base
                } else {
                    Target::Place(inner)
                };
                let place = base.place().cloned().ok_or(Stop)?;
                let position = match self.load(&self.follow(place)) {
                    Some(found @ (Value::Struct(..) | Value::Choice(..))) => {
                        let message = messages::not_indexable(&found.describe());
                        return self.writer.refuse(&index.expr, &message);
                    }
                    Some(Value::Matrix(matrix)) => self.matrix_position(&matrix, &index.index)?,
                    _ => self.position(&index.index)?,
                };
                self.inside(base, &position, index)
            }
            Expr::Field(field) => match self.target(&field.base)? {
                Target::Place(_) => self.place(expression).map(Target::Place),
                among @ Target::Among(..) => {
                    let place = among.place().cloned().ok_or(Stop)?;
                    let position = match (self.load(&self.follow(place)), &field.member) {
                        (Some(Value::Struct(layout, _)), member) => layout.position(member),
                        (Some(Value::Matrix(matrix)), syn::Member::Named(name)) => {
                            matrix.coordinate(&name.to_string())
                        }
                        (_, syn::Member::Unnamed(index)) => Some(index.index as usize),
                        _ => None,
                    };
                    let Some(position) = position else {
                        return self.refuse_place(expression).map(Target::Place);
                    };
                    self.inside(among, &Position::Known(position), field)
                }
            },
            _ => self.place(expression).map(Target::Place),
        }
    }

    pub(crate) fn position(&mut self, index: &Expr) -> Found<Position> {
        match self.eval(index)? {
            Value::Inactive(position) => Ok(Position::RunTime(position)),
            known => {
                let position = self.known_integer(known, index, "index")?;
                if let Ok(position) = usize::try_from(position) {
                    return Ok(Position::Known(position));
                }
                let message = messages::index_out_of_bounds(position, 0);
                self.writer.refuse(index, &message)
            }
        }
    }

    /// `[k]`, in storage order, or `[(row, col)]`.
    pub(crate) fn matrix_position(&mut self, matrix: &Matrix, index: &Expr) -> Found<Position> {
        let pair = match strip(index) {
            Expr::Tuple(pair) if pair.elems.len() == 2 => [
                self.position(&pair.elems[0])?,
                self.position(&pair.elems[1])?,
            ],
            _ => return self.position(index),
        };
        if let [Position::Known(row), Position::Known(col)] = &pair {
            return match matrix.position(*row, *col) {
                Some(position) => Ok(Position::Known(position)),
                None => self.matrix_index(matrix, index).map(Position::Known),
            };
        }
        Ok(Position::Pair(Box::new(pair)))
    }

    /// The element of a matrix at an index, which may be known at run time only.
    pub(crate) fn matrix_element(&mut self, matrix: &Matrix, at: &Expr) -> Found<Value> {
        let elements = &matrix.elements;
        match self.matrix_position(matrix, at)? {
            Position::Known(position) => {
                let position = i128::try_from(position).unwrap_or(i128::MAX);
                let position = self.below(position, elements.len(), at)?;
                Ok(elements[position].clone())
            }
            Position::RunTime(position) => {
                let index = self.index_below(position, Below::Matrix(elements.len()), at)?;
                self.element_at(&index, elements, at)
            }
            Position::Pair(pair) => {
                let rows = self.among(&pair[0], matrix.rows, at)?;
                let among_cols = self.among(&pair[1], matrix.cols, at)?;
                let cols = match &among_cols {
                    Ok(col) => *col..*col + 1,
                    Err(index) => index.first..index.first + index.count,
                };
                let column = |run: &mut Self, col: usize| {
                    let column = &elements[matrix.rows * col..][..matrix.rows];
                    match &rows {
                        Ok(row) => Ok(column[*row].clone()),
                        Err(index) => run.element_at(index, column, at),
                    }
                };
                let of_cols = cols.map(|col| column(self, col));
                let of_cols = of_cols.collect::<Found<Vec<Value>>>()?;
                match among_cols {
                    Ok(_) => of_cols.into_iter().next().ok_or(Stop),
                    Err(index) => self.one_of(&index, of_cols, at),
                }
            }
        }
    }

    /// The part of a target at a position.
    pub(crate) fn inside(
        &mut self,
        base: Target,
        position: &Position,
        at: &impl ToTokens,
    ) -> Found<Target> {
        let place = match base {
            Target::Place(place) => self.follow(place),
            Target::Among(index, targets) => {
                let targets = targets
                    .into_iter()
                    .map(|target| self.inside(target, position, at));
                return Ok(Target::Among(index, targets.collect::<Found<_>>()?));
            }
        };
        let place = self.open(place)?;
        let place = self.place_of_list(place);
        let value = self.load(&place);
        let length = match &value {
            Some(Value::Poison) => return Err(Stop),
            Some(Value::Part(part)) if part.has_references() => {
                return self.inside_part(part, position, at);
            }
            Some(Value::Stored(list)) => return self.inside_stored(list, position, at),
            Some(list @ (Value::Part(_) | Value::Inactive(_))) => {
                if let Some(list) = self.list_into_memory(&place, list, at)? {
                    return self.inside_stored(&list, position, at);
                }
                None
            }
            Some(value) => value.parts().map(<[Value]>::len),
            None => None,
        };
        match (position, &value, length) {
            (Position::Known(position), ..) => Ok(Target::Place(place.then(*position))),
            (Position::RunTime(position), value, Some(length)) => {
                let below = match value {
                    Some(Value::Matrix(_)) => Below::Matrix(length),
                    _ => Below::Length(length),
                };
                let index = self.index_below(position.clone(), below, at)?;
                let positions = index.first..index.first + index.count;
                let places = positions.map(|position| Target::Place(place.then(position)));
                Ok(Target::Among(index, places.collect()))
            }
            (Position::Pair(pair), Some(Value::Matrix(matrix)), _) => {
                let at_col = |row, col| Target::Place(place.then(row + matrix.rows * col));
                self.inside_matrix(pair, (matrix.rows, matrix.cols), &at_col, at)
            }
            (_, Some(Value::Inactive(_)), _) => {
                let message = self.active_into_opaque(&place, &at.to_token_stream());
                self.writer.refuse(at, &message)
            }
            _ => {
                let found = value.map_or_else(|| "this".to_owned(), |value| value.describe());
                self.writer.refuse(at, &messages::not_indexable(&found))
            }
        }
    }

    /// The element of a `&mut` slice whose bounds only run time knows.
    fn inside_part(
        &mut self,
        part: &Part,
        position: &Position,
        at: &impl ToTokens,
    ) -> Found<Target> {
        let position = match position {
            Position::Known(position) => {
                plain(Literal::usize_unsuffixed(*position).into_token_stream())
            }
            Position::RunTime(position) => position.clone(),
            Position::Pair(_) => return Err(Stop),
        };
        let places = all_places(part.items.iter().map(|found| &found.inside));
        let Some(places) = places else {
            let message = messages::part_method("assignment to an element");
            return self.writer.refuse(at, &message);
        };
        let index = self.index_in_part(part, position, at)?;
        let among = places.into_iter().skip(index.first).take(index.count);
        let among = among.map(|place| Target::Place(self.follow(place)));
        let among = among.collect();
        Ok(Target::Among(index, among))
    }

    /// The element of a matrix at a row and a column, at least one of which only run time knows.
    fn inside_matrix(
        &mut self,
        [row, col]: &[Position; 2],
        (rows, cols): (usize, usize),
        element: &dyn Fn(usize, usize) -> Target,
        at: &impl ToTokens,
    ) -> Found<Target> {
        let row = self.among(row, rows, at)?;
        let col = self.among(col, cols, at)?;
        let of_row = |row: usize| match &col {
            Ok(col) => element(row, *col),
            Err(index) => {
                let cols = index.first..index.first + index.count;
                let elements = cols.map(|col| element(row, col));
                Target::Among(index.clone(), elements.collect())
            }
        };
        Ok(match row {
            Ok(row) => of_row(row),
            Err(index) => {
                let rows = index.first..index.first + index.count;
                let rows = rows.map(of_row).collect();
                Target::Among(index, rows)
            }
        })
    }

    /// A position below a length: known, or an index.
    fn among(
        &mut self,
        position: &Position,
        length: usize,
        at: &impl ToTokens,
    ) -> Found<Result<usize, Index>> {
        match position {
            Position::Known(position) if *position < length => Ok(Ok(*position)),
            Position::RunTime(position) => {
                let index = self.index_below(position.clone(), Below::Matrix(length), at)?;
                Ok(Err(index))
            }
            Position::Known(position) => {
                let position = i128::try_from(*position).unwrap_or(i128::MAX);
                let message = messages::index_out_of_bounds(position, length);
                self.writer.refuse(at, &message)
            }
            Position::Pair(_) => Err(Stop),
        }
    }

    /// The value at a target.
    pub(crate) fn load_target(&mut self, target: &Target, at: &Expr) -> Found<Value> {
        match target {
            Target::Place(place) => match self.load(&self.follow(place.clone())) {
                Some(Value::Poison) => Err(Stop),
                Some(value) => Ok(value),
                None => {
                    self.refuse_place(at)?;
                    Err(Stop)
                }
            },
            Target::Among(index, targets) => {
                let values = targets.iter().map(|target| self.load_target(target, at));
                let values = values.collect::<Found<Vec<Value>>>()?;
                self.one_of(index, values, at)
            }
        }
    }

    /// Assigns the result of an expression to a target.
    pub(crate) fn store_target(&mut self, target: &Target, found: Found<Value>, at: &Expr) {
        match (target, found) {
            (Target::Place(place), found) => self.store_found(place, found, at),
            (among @ Target::Among(index, _), Ok(value)) => {
                if self.spend_on_write(index, at).is_err()
                    || self.store_among(among, None, &value, at).is_err()
                {
                    self.store_target(among, Err(Stop), at);
                }
            }
            (Target::Among(_, targets), Err(Stop)) => {
                if let Some(target) = targets.first() {
                    self.store_target(target, Err(Stop), at);
                }
            }
        }
    }

    /// Assigns to the parts of a target that an index into two values says.
    fn store_among(
        &mut self,
        target: &Target,
        is_meant: Option<&Index>,
        value: &Value,
        at: &Expr,
    ) -> Found<()> {
        match (target, is_meant) {
            (Target::Place(place), None) => self.store(place, value.clone(), at),
            (Target::Place(place), Some(is_meant)) => {
                let old = self.load_target(target, at)?;
                let new = self.one_of(is_meant, vec![old, value.clone()], at)?;
                self.store(place, new, at);
            }
            (Target::Among(index, targets), is_meant) => {
                for (position, target) in (index.first..).zip(targets) {
                    let is_here = self.index_is(index, position);
                    let is_here = match is_meant {
                        Some(is_meant) => self.both(is_meant, &is_here),
                        None => is_here,
                    };
                    self.store_among(target, Some(&is_here), value, at)?;
                }
            }
        }
        Ok(())
    }
}
