//! The methods of lists and iterators by name, with the number of their arguments.

use syn::ExprMethodCall;

/// Methods that make one list of another.
pub(crate) const ADAPTERS: &[(&str, usize)] = &[
    ("iter", 0),
    ("into_iter", 0),
    ("iter_mut", 0),
    ("by_ref", 0),
    ("copied", 0),
    ("cloned", 0),
    ("rev", 0),
    ("enumerate", 0),
    ("flatten", 0),
    ("as_flattened", 0),
    ("zip", 1),
    ("chain", 1),
    ("take", 1),
    ("skip", 1),
    ("step_by", 1),
    ("map", 1),
    ("flat_map", 1),
    ("filter", 1),
    ("filter_map", 1),
    ("take_while", 1),
    ("skip_while", 1),
    ("map_while", 1),
    ("scan", 2),
    ("concat", 0),
    ("windows", 1),
    ("chunks", 1),
    ("chunks_exact", 1),
    ("chunks_mut", 1),
    ("chunks_exact_mut", 1),
];

/// Methods that make one value of a list.
pub(crate) const CONSUMERS: &[(&str, usize)] = &[
    ("sum", 0),
    ("product", 0),
    ("count", 0),
    ("collect", 0),
    ("unzip", 0),
    ("to_vec", 0),
    ("fold", 2),
    ("for_each", 1),
    ("split_at", 1),
    ("split_at_mut", 1),
];

/// Methods that ask something of every item, as long as the answer is open.
pub(crate) const QUANTIFIERS: &[(&str, usize)] = &[("any", 1), ("all", 1)];

/// Methods that may find nothing, so that `unwrap` or `expect` stands behind them.
pub(crate) const OPTIONAL: &[(&str, usize)] = &[
    ("reduce", 1),
    ("last", 0),
    ("first", 0),
    ("next", 0),
    ("nth", 1),
    ("get", 1),
    ("first_mut", 0),
    ("last_mut", 0),
    ("get_mut", 1),
    ("find", 1),
    ("find_map", 1),
    ("position", 1),
    ("max_by", 1),
    ("min_by", 1),
    ("min", 0),
    ("max", 0),
];

pub(crate) fn is_listed(call: &ExprMethodCall, methods: &[(&str, usize)]) -> bool {
    methods
        .iter()
        .any(|(name, count)| call.method == name && call.args.len() == *count)
}

/// Whether the call makes a list of a list.
pub(crate) fn is_adapter(call: &ExprMethodCall) -> bool {
    is_listed(call, ADAPTERS)
}

/// Whether the call is one of lists, so that what it gives is known part by part.
pub(crate) fn is_followed(call: &ExprMethodCall) -> bool {
    [ADAPTERS, CONSUMERS, OPTIONAL]
        .into_iter()
        .any(|methods| is_listed(call, methods))
}

/// Every method of lists, for messages.
pub(crate) fn method_names() -> Vec<&'static str> {
    let all = [ADAPTERS, CONSUMERS, QUANTIFIERS, OPTIONAL];
    all.into_iter().flatten().map(|(name, _)| *name).collect()
}
