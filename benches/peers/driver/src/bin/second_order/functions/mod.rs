//! The problems, as a user writes them; `second_problems.py` has the same formulas for the others.

pub mod absorption;
pub mod arm;
pub mod atoms;
pub mod combustion;
pub mod hs100;
pub mod hs116;
pub mod hs71;
pub mod network;
pub mod opf;
pub mod pose;
pub mod reactor;
pub mod rosenbrock;
pub mod surface;
