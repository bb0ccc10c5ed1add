//! Finds PETSc and Open MPI by pkg-config, and refuses a PETSc whose numbers are not ours.

use std::process::exit;

fn main() {
    println!("cargo::rerun-if-env-changed=PKG_CONFIG_PATH");
    let petsc = found("PETSc", "3.18");
    let mpi = found("ompi-c", "4.0");
    // Programs run without LD_LIBRARY_PATH where the libraries stand in places of their own.
    for path in petsc.link_paths.iter().chain(&mpi.link_paths) {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{}", path.display());
    }
    let places = petsc.include_paths.iter();
    let configuration = places
        .map(|path| path.join("petscconf.h"))
        .find_map(|file| std::fs::read_to_string(file).ok())
        .unwrap_or_else(|| refuse("petscconf.h is not where pkg-config says that PETSc is"));
    let has = |name: &str| {
        let mut words = configuration.lines().map(str::split_whitespace);
        words.any(|mut words| words.next() == Some("#define") && words.next() == Some(name))
    };
    if has("PETSC_USE_COMPLEX") || !has("PETSC_USE_REAL_DOUBLE") {
        refuse("this PETSc does not compute with f64: install one with real double scalars");
    }
    println!("cargo::rustc-check-cfg=cfg(wide_indices)");
    if has("PETSC_USE_64BIT_INDICES") {
        println!("cargo::rustc-cfg=wide_indices");
    }
}

fn found(library: &str, version: &str) -> pkg_config::Library {
    let mut search = pkg_config::Config::new();
    match search.atleast_version(version).probe(library) {
        Ok(library) => library,
        Err(error) => refuse(&format!(
            "{library} {version} or newer is needed. On Debian and Ubuntu: \
             apt-get install petsc-dev libopenmpi-dev openmpi-bin. pkg-config says: {error}"
        )),
    }
}

fn refuse(why: &str) -> ! {
    // One line, where a panic would print a backtrace around it.
    println!("cargo::error={}", why.replace('\n', " "));
    exit(0)
}
