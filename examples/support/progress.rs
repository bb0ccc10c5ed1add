//! Progress of a long phase on the terminal, with the feature `progress`: a bar of indicatif.
//! Without it, or where the output is no terminal, nothing is shown.

/// A phase in steps.
#[derive(Debug)]
pub(crate) struct Progress {
    #[cfg(feature = "progress")]
    bar: indicatif::ProgressBar,
}

impl Progress {
    /// A phase that begins, of this many steps.
    #[cfg_attr(
        not(feature = "progress"),
        allow(unused_variables, reason = "nothing is shown")
    )]
    pub(crate) fn of(steps: usize, phase: &str) -> Self {
        Self {
            #[cfg(feature = "progress")]
            bar: indicatif::ProgressBar::new(steps as u64)
                .with_style(
                    indicatif::ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} {elapsed}")
                        .expect("a template"),
                )
                .with_message(phase.to_owned()),
        }
    }

    /// One step is done.
    #[cfg_attr(
        not(feature = "progress"),
        allow(clippy::unused_self, reason = "nothing is shown")
    )]
    pub(crate) fn step(&self) {
        #[cfg(feature = "progress")]
        self.bar.inc(1);
    }

    /// The phase is over, and its line is taken away.
    #[cfg_attr(
        not(feature = "progress"),
        allow(clippy::unused_self, reason = "nothing is shown")
    )]
    pub(crate) fn end(self) {
        #[cfg(feature = "progress")]
        self.bar.finish_and_clear();
    }
}
