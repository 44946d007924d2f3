//! Deleting one's account, by page or by API.

use crate::service::accounts::Person;
use crate::web::error::Error;
use crate::web::state::AppState;

/// Deletes somebody's account: their sessions and streams end at once, their seats become vacant.
///
/// # Errors
/// As [`close`](crate::service::accounts::Accounts::close).
pub(in crate::web) async fn delete_account(
    state: &AppState,
    person: &Person,
    password: &str,
) -> Result<(), Error> {
    state.accounts.close(person, password).await?;
    state.followers.dismiss(person.id);
    // The account is deleted; what this cannot end now, the ticker will.
    if let Err(error) = state.matches.record_departures().await {
        tracing::error!(%error, "the seats of a deleted account are not vacant yet");
    }
    Ok(())
}
