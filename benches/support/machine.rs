//! The machine that a time was taken on.

/// The name of the processor, or its architecture where the system does not tell.
pub fn processor() -> String {
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or(std::env::consts::ARCH, |model| {
        model.trim_start_matches([' ', '\t', ':'])
    });
    model.to_owned()
}
