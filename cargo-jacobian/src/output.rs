//! Where the result of a command goes: the terminal, or a file that is there as a whole or not at
//! all.

use std::io::Write;
use std::path::Path;

use crate::failure::{Done, Failure};

/// Writes to a file, or to the terminal.
pub(crate) fn write(text: &str, target: Option<&Path>) -> Done<()> {
    let Some(target) = target else {
        let mut terminal = std::io::stdout().lock();
        return match terminal
            .write_all(text.as_bytes())
            .and_then(|()| terminal.flush())
        {
            // The reader has seen enough, for example `head`.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(Failure::new(format!("cannot print: {error}"))),
            Ok(()) => Ok(()),
        };
    };
    // The text goes into a file beside the target first, because renaming cannot end halfway.
    let mut beside = target.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = Path::new(&beside);
    let written = std::fs::write(beside, text).and_then(|()| std::fs::rename(beside, target));
    written.map_err(|error| {
        // It may not exist, for example if the folder does not.
        let _ = std::fs::remove_file(beside);
        Failure::of_file("write", target, error)
    })
}
