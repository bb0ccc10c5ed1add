//! Is the enhanced Markowitz rule better than the plain one? The case studies of Naumann's paper,
//! and its comparison.
//!
//! ```text
//! cargo run --example enhanced_markowitz               motivating example, curves, flow, LM
//!                                                      against EM
//! cargo run --example enhanced_markowitz -- --full     curves up to larger sizes
//! ```
//!
//! Everything here is deterministic and is in `docs/book/src/papers.md`, where each section has the
//! published numbers.

#[path = "../tests/studies/mod.rs"]
mod studies;

use studies::enhanced_markowitz::{
    ABSORPTION, SPEELPENNING, absorption, comparison, curve, flow, functions, motivating,
    speelpenning,
};
use studies::table::Table;

#[expect(
    clippy::print_stdout,
    reason = "the tables are what this example is for"
)]
fn main() {
    let is_full = std::env::args().any(|argument| argument == "--full");
    let mut small = Table::new(["the motivating example", "products"]);
    for (method, all) in motivating() {
        small.row([method.to_owned(), all.to_string()]);
    }
    print!("{}", small.plain());
    let (more, larger): (&[usize], &[usize]) = if is_full {
        (&[256, 512, 1024], &[64, 96])
    } else {
        (&[], &[])
    };
    println!("Speelpenning's function\n");
    print!(
        "{}",
        curve(&[&SPEELPENNING, more].concat(), speelpenning).plain()
    );
    println!("the absorption function\n");
    print!(
        "{}",
        curve(&[&ABSORPTION, larger].concat(), absorption).plain()
    );
    println!("flow in unsaturated soil, 31 columns\n");
    print!("{}", comparison(&[("unsaturated_flow", flow())]).plain());
    println!("LM against EM\n");
    print!("{}", comparison(&functions()).plain());
}
