//! What the numbers that a host may choose have in common in every game.

/// An option that has no such value in this match.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{option} is a number from {least} to {most}, not {asked}")]
pub struct BadOption {
    /// The option's name in requests.
    pub option: &'static str,
    /// The smallest value allowed here.
    pub least: i64,
    /// The largest value allowed here.
    pub most: i64,
    /// What was asked for.
    pub asked: i64,
}

/// The value asked for, if it lies from `least` to `most`.
///
/// # Errors
/// [`BadOption`] if it does not, or if the option's type cannot hold it.
pub fn within<T: TryFrom<i64>>(
    option: &'static str,
    asked: i64,
    least: i64,
    most: i64,
) -> Result<T, BadOption> {
    T::try_from(asked)
        .ok()
        .filter(|_| (least..=most).contains(&asked))
        .ok_or(BadOption {
            option,
            least,
            most,
            asked,
        })
}
