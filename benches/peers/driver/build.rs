//! Build script: tells linker and compiler where `run.py` put the code that other tools generated.

fn main() {
    println!("cargo::rerun-if-env-changed=PEERS_BUILD");
    let build = std::env::var("PEERS_BUILD").expect("start this through run.py");
    println!("cargo::rerun-if-changed={build}");
    println!("cargo::rustc-link-search=native={build}");
    println!("cargo::rustc-link-lib=static=peers");
    println!("cargo::rustc-link-lib=m");
    println!("cargo::rustc-link-arg-bin=loops=-lstdc++");
    println!("cargo::rustc-env=PEERS_LINKED={build}/linked.rs");
}
