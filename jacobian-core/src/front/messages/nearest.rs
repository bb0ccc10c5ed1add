//! Edit distance: the known word that is nearest to a misspelled one.

/// The candidates, nearest first.
pub(crate) fn by_distance<'a>(word: &str, candidates: &[&'a str]) -> Vec<&'a str> {
    let mut sorted = candidates.to_vec();
    sorted.sort_by_key(|candidate| distance(word, candidate));
    sorted
}

/// The known word that the user probably meant, if it differs only by a typing mistake.
pub(crate) fn misspelled<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let nearest = *by_distance(word, candidates).first()?;
    // One typing mistake for each four letters. With more, an unrelated word would be suggested,
    // for example `tanh` for `gamma`.
    let slips = (word.chars().count() / 4).max(1);
    (distance(word, nearest) <= slips).then_some(nearest)
}

/// The number of insertions, removals and replacements between two words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{by_distance, misspelled};

    #[test]
    fn a_slip_of_the_finger_is_near() {
        assert_eq!(
            by_distance("layuot", &["order", "layout", "fold"])[0],
            "layout"
        );
        assert_eq!(by_distance("", &["ab", "a"])[0], "a");
    }

    #[test]
    fn a_far_fetched_word_is_not_suggested() {
        assert_eq!(misspelled("gamma", &["tan", "asin", "tanh"]), None);
        assert_eq!(misspelled("sqr", &["sqrt", "sin"]), Some("sqrt"));
        assert_eq!(misspelled("asinn", &["asin"]), Some("asin"));
    }
}
