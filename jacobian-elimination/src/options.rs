//! Options: everything that the attribute can ask of the compiler, as plain data.

/// The options that reach the middle and the back; the front keeps those about names and shapes.
#[derive(Clone, Debug)]
pub struct Options {
    /// How to order the elimination.
    pub order: Order,
    /// The moves that improve an order: that of `order = search`, and of `enhanced_markowitz`.
    pub search: usize,
    /// The seed of these moves. Attributes always use zero; tools search with others.
    pub seed: u64,
    /// The quantity that these moves minimize.
    pub objective: Objective,
    /// The constant folding before ordering.
    pub fold: Fold,
    /// The unit that is differentiated before the order applies.
    pub level: Level,
    /// How the generated statements are sequenced.
    pub schedule: Sequence,
    /// The order of the entries in `values`.
    pub layout: Layout,
    /// How exactly the value path follows the user.
    pub value: ValuePath,
    /// How `a * b + c` is emitted.
    pub fma: Fma,
    /// The most operations a function may unroll to.
    pub unroll: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            order: Order::Named("enhanced_markowitz".to_owned()),
            search: 5_000,
            seed: 0,
            objective: Objective::Operations,
            fold: Fold::Trees,
            level: Level::CodeList,
            schedule: Sequence::DepthFirst,
            layout: Layout::Csc,
            value: ValuePath::Exact,
            fma: Fma::Auto,
            unroll: 200_000,
        }
    }
}

impl Options {
    /// The same for another graph of the function. An order that was listed for its own does not
    /// fit that, and the exact order may not be found in reasonable time, so the default order is
    /// taken.
    pub(crate) fn unlisted(&self) -> Self {
        let mut options = self.clone();
        let fits = match &options.order {
            Order::List { .. } => false,
            Order::Named(name) => name != "exact",
        };
        if !fits {
            options.order = Self::default().order;
        }
        options
    }
}

/// An elimination order by name, or spelled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// One of the methods of [`OrderChoice`](crate::order::OrderChoice), by its name.
    Named(String),
    /// Vertices as an earlier expansion printed them, with the fingerprint of the graph they fit.
    List {
        /// Of the graph the list was made for.
        fingerprint: String,
        /// Intermediates in the order of their elimination.
        vertices: Vec<usize>,
    },
}

/// The quantity that a search minimizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Instructions, a fused multiply-add being one.
    Operations,
    /// Every product of two labels.
    All,
    /// Products without a factor of plus or minus one.
    Multiplications,
}

/// Folding before ordering; products of constants always fold as they arise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Nothing.
    None,
    /// The steps that keep the optimum over face eliminations: 1, 2a and 2b.
    Trees,
    /// All steps.
    Full,
}

/// The unit of differentiation: ELIAD, section 3.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Each elemental.
    CodeList,
    /// Each statement of the source. Values without a name of their own are eliminated first.
    Statement,
}

/// How statements are sequenced: ELIAD, section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// Row by row or column by column, each result as late as it may be and stored at once.
    DepthFirst,
    /// The value, then the accumulations as they were eliminated, then the entries.
    Elimination,
}

/// The order of the entries in `values`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Column by column, rows increasing.
    Csc,
    /// Row by row, columns increasing.
    Csr,
}

/// How `a * b + c` is emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fma {
    /// Fused where the user's target has the instruction.
    Auto,
    /// Always fused, in software if need be.
    Always,
    /// Never fused.
    Never,
}

impl Fma {
    /// The word by which users and the runtime's macro know it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

/// How exactly the value path follows the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValuePath {
    /// Operation by operation.
    #[default]
    Exact,
    /// Within a few ulp.
    Fused,
}
