//! The corpus by domain: functions as people write them, with branches, loops, closures, early
//! returns.
//!
//! ```text
//! robotics  rigid  cameras    dynamics  kinetics  circuits   orbits  thermo
//! finance   colour stencils   numerics  mgh  mgh_large  minpack2
//! superconductors  collocation  coating   choices
//! after public crates, with their types:
//! public_astronomy  public_colour  public_finance  public_geodesy  public_graphics
//! public_iterations  public_robotics  public_statistics  public_thermodynamics
//! public_types
//! ```
//!
//! Each function is written once. From its text `#[row]` makes a twin over dual numbers and a row
//! of the table, which [`everything`] returns. With the function we give its source, points that
//! together reach every arm, and published values. Only tests that use all of the functions compile
//! them.

#![allow(dead_code, reason = "what the attribute generates is used in part")]
#![allow(
    clippy::pedantic,
    clippy::style,
    clippy::complexity,
    clippy::perf,
    clippy::excessive_precision,
    reason = "numeric code as it is found, constants as they are printed"
)]

pub mod cameras;
pub mod casts;
pub mod choices;
pub mod circuits;
pub mod coating;
pub mod collocation;
pub mod colour;
pub mod dynamics;
pub mod finance;
pub mod generic;
pub mod kinetics;
pub mod mgh;
pub mod mgh_large;
pub mod minpack2;
pub mod notes;
pub mod number;
pub mod numerics;
pub mod orbits;
pub mod public_astronomy;
pub mod public_colour;
pub mod public_finance;
pub mod public_geodesy;
pub mod public_graphics;
pub mod public_iterations;
pub mod public_robotics;
pub mod public_statistics;
pub mod public_thermodynamics;
pub mod public_types;
pub mod rigid;
pub mod robotics;
pub mod stencils;
pub mod superconductors;
pub mod thermo;

use crate::corpus::problem::Problem;

/// All functions, domain by domain.
pub fn everything() -> impl Iterator<Item = &'static Problem> {
    DOMAINS.iter().flat_map(|problems| problems.iter())
}

static DOMAINS: [&[Problem]; 29] = [
    &robotics::ALL,
    &rigid::ALL,
    &cameras::ALL,
    &dynamics::ALL,
    &kinetics::ALL,
    &circuits::ALL,
    &orbits::ALL,
    &thermo::ALL,
    &finance::ALL,
    &colour::ALL,
    &stencils::ALL,
    &numerics::ALL,
    &choices::ALL,
    &mgh::ALL,
    &mgh_large::ALL,
    &minpack2::ALL,
    &superconductors::ALL,
    &collocation::ALL,
    &coating::ALL,
    &public_colour::ALL,
    &public_astronomy::ALL,
    &public_geodesy::ALL,
    &public_finance::ALL,
    &public_statistics::ALL,
    &public_thermodynamics::ALL,
    &public_graphics::ALL,
    &public_robotics::ALL,
    &public_iterations::ALL,
    &public_types::ALL,
];
