//! `Pattern`: the positions of the entries of the system, found once.

use core::fmt;

use jacobian_runtime::Layout;

/// The indices and numbers of one column or row.
type Entries<'a> = core::iter::Zip<core::slice::Iter<'a, usize>, core::slice::Iter<'a, f64>>;

/// The structural entries of an assembled matrix, compressed by columns (CSC) or rows (CSR).
///
/// For normal matrices and Hessians they are those of the lower triangle.
#[derive(Clone, PartialEq, Eq)]
pub struct Pattern {
    rows: usize,
    cols: usize,
    layout: Layout,
    pointers: Vec<usize>,
    indices: Vec<usize>,
}

impl Pattern {
    /// The pattern of all entries that `each` hands out, as rows and columns. It is called twice,
    /// because counting first needs a third of the memory that growing lists need.
    pub(crate) fn of(
        (rows, cols): (usize, usize),
        layout: Layout,
        each: impl Fn(&mut dyn FnMut(usize, usize)),
    ) -> Self {
        let n_outer = match layout {
            Layout::Csc => cols,
            Layout::Csr => rows,
        };
        let mut ends = vec![0; n_outer + 1];
        each(&mut |row, col| ends[outer_inner(layout, row, col).0 + 1] += 1);
        for outer in 0..n_outer {
            ends[outer + 1] += ends[outer];
        }
        let mut all = vec![0; ends[n_outer]];
        let mut next = ends.clone();
        each(&mut |row, col| {
            let (outer, inner) = outer_inner(layout, row, col);
            all[next[outer]] = inner;
            next[outer] += 1;
        });
        // Entries where several elements meet are one.
        let (mut pointers, mut len) = (vec![0; n_outer + 1], 0);
        for outer in 0..n_outer {
            let range = ends[outer]..ends[outer + 1];
            all[range.clone()].sort_unstable();
            let start = len;
            for at in range {
                if len == start || all[len - 1] != all[at] {
                    all[len] = all[at];
                    len += 1;
                }
            }
            pointers[outer + 1] = len;
        }
        all.truncate(len);
        all.shrink_to_fit();
        Self {
            rows,
            cols,
            layout,
            pointers,
            indices: all,
        }
    }

    /// The number of rows of the system.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns of the system.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The number of entries.
    pub fn nnz(&self) -> usize {
        self.indices.len()
    }

    /// The order in which values are stored.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The index at which each column (CSC) or row (CSR) begins, and the number of entries.
    pub fn pointers(&self) -> &[usize] {
        &self.pointers
    }

    /// The rows (CSC) or columns (CSR) of the entries, ascending within a column or row.
    pub fn indices(&self) -> &[usize] {
        &self.indices
    }

    /// The entries as (row, column), in the order of the values.
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let outer = self.pointers.windows(2).enumerate();
        outer.flat_map(move |(outer, range)| {
            let inner = self.indices[range[0]..range[1]].iter();
            inner.map(move |inner| match self.layout {
                Layout::Csc => (*inner, outer),
                Layout::Csr => (outer, *inner),
            })
        })
    }

    /// The index of an entry among the values. `None` if it is structurally zero or outside.
    pub fn position(&self, row: usize, col: usize) -> Option<usize> {
        let (outer, inner) = outer_inner(self.layout, row, col);
        let (start, end) = (*self.pointers.get(outer)?, *self.pointers.get(outer + 1)?);
        let found = self.indices[start..end].binary_search(&inner).ok()?;
        Some(start + found)
    }

    /// The product of the matrix with a vector, `y = A x`.
    ///
    /// Of a normal matrix or Hessian this is the lower triangle alone: see
    /// [`symmetric_mul_into`](Self::symmetric_mul_into).
    ///
    /// # Panics
    /// Panics unless the lengths are those of the matrix.
    pub fn mul_into(&self, entries: &[f64], x: &[f64], y: &mut [f64]) {
        self.check(entries, x.len(), y.len());
        match self.layout {
            Layout::Csc => self.spread(entries, x, y),
            Layout::Csr => self.collect(entries, x, y),
        }
    }

    /// The product of a vector with the matrix, `y = x A`.
    ///
    /// # Panics
    /// Panics unless the lengths are those of the matrix.
    pub fn tr_mul_into(&self, entries: &[f64], x: &[f64], y: &mut [f64]) {
        self.check(entries, y.len(), x.len());
        match self.layout {
            Layout::Csc => self.collect(entries, x, y),
            Layout::Csr => self.spread(entries, x, y),
        }
    }

    /// The product of a symmetric matrix, of which the lower triangle is stored, with a vector.
    ///
    /// # Panics
    /// Panics unless the matrix is square and the lengths are its own.
    pub fn symmetric_mul_into(&self, entries: &[f64], x: &[f64], y: &mut [f64]) {
        assert_eq!(self.rows, self.cols, "a symmetric matrix is square");
        self.check(entries, x.len(), y.len());
        y.fill(0.0);
        for ((row, col), entry) in self.entries().zip(entries) {
            y[row] += entry * x[col];
            if row != col {
                y[col] += entry * x[row];
            }
        }
    }

    fn check(&self, entries: &[f64], columns: usize, rows: usize) {
        assert_eq!(entries.len(), self.nnz(), "there are as many entries");
        assert_eq!(columns, self.cols, "there is a number for each column");
        assert_eq!(rows, self.rows, "there is a number for each row");
    }

    /// The indices and numbers of each column (CSC) or row (CSR).
    fn lists<'a>(&'a self, entries: &'a [f64]) -> impl Iterator<Item = Entries<'a>> {
        let ranges = self.pointers.windows(2);
        ranges.map(|range| {
            let range = range[0]..range[1];
            self.indices[range.clone()].iter().zip(&entries[range])
        })
    }

    /// Each number of `x` goes to the places of its list.
    fn spread(&self, entries: &[f64], x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for (x, list) in x.iter().zip(self.lists(entries)) {
            list.for_each(|(index, entry)| y[*index] += entry * x);
        }
    }

    /// Each number of `y` is the sum over its list.
    fn collect(&self, entries: &[f64], x: &[f64], y: &mut [f64]) {
        for (y, list) in y.iter_mut().zip(self.lists(entries)) {
            *y = list.fold(0.0, |sum, (index, entry)| sum + entry * x[*index]);
        }
    }

    /// The pattern as a symbolic matrix of faer, without a copy. `None` if it is stored by rows.
    #[cfg(feature = "faer")]
    pub fn faer(&self) -> Option<faer::sparse::SymbolicSparseColMatRef<'_, usize>> {
        (self.layout == Layout::Csc).then(|| {
            faer::sparse::SymbolicSparseColMatRef::new_checked(
                self.rows,
                self.cols,
                &self.pointers,
                None,
                &self.indices,
            )
        })
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "Pattern({} x {}, {} entries, {:?})",
            self.rows,
            self.cols,
            self.nnz(),
            self.layout
        )
    }
}

/// The column or row whose list an entry is in, and its index there.
fn outer_inner(layout: Layout, row: usize, col: usize) -> (usize, usize) {
    match layout {
        Layout::Csc => (col, row),
        Layout::Csr => (row, col),
    }
}
