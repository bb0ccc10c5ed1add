//! Names of generated variables, removed from messages.
//!
//! ```text
//! `__gain_3`, which is not active    `gain`, which is not active
//! `__met_67`, which is not active      a value that only run time knows
//! ```

/// If the arms of a branch end with different inactive values, a variable of this name holds the
/// value after the branch.
const JOINED: &str = "met";

/// The message with the user's own names.
pub(crate) fn in_users_names(message: &str, is_generated: impl Fn(&str) -> bool) -> String {
    let mut said = String::new();
    let mut word = String::new();
    // A space at the end closes the last word.
    for letter in message.chars().chain([' ']) {
        if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
            continue;
        }
        match word.rsplit_once('_') {
            Some((name, _)) if is_generated(&word) => said.push_str(name.trim_start_matches("__")),
            _ => said.push_str(&word),
        }
        word.clear();
        said.push(letter);
    }
    said.pop();
    let joined = format!("`{JOINED}`, which is not active");
    let said = said.replace(&joined, "a value that only run time knows");
    // What a chain gathers, `fold(vec![1.0], ..)`, has no name in the source.
    let said = said.replace("`__total`", "the result of this chain");
    said.replace(&format!("with the type of `{JOINED}`"), "with its type")
}

#[cfg(test)]
mod tests {
    use super::in_users_names;

    #[test]
    fn only_generated_names_lose_their_number() {
        let is_generated = |word: &str| ["__gain_3", "__met_67"].contains(&word);
        assert_eq!(
            in_users_names("`__gain_3 [k_1]`", is_generated),
            "`gain [k_1]`"
        );
        assert_eq!(
            in_users_names("found `__met_67`, which is not active", is_generated),
            "found a value that only run time knows"
        );
        assert_eq!(in_users_names("x_3", is_generated), "x_3");
    }
}
