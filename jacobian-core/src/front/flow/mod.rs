//! Control flow: branches, where control goes after an arm, and where arms join.

pub(crate) mod branch;
pub(crate) mod control_flow;
pub(crate) mod join;
pub(crate) mod join_options;
pub(crate) mod machine;
pub(crate) mod preaccumulate;
pub(crate) mod presence;
pub(crate) mod targets;
