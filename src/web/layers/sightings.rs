//! Notes from which network an account came, once a GMT day: a signal for moderators, never more.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::ids::AccountId;
use crate::time::GmtDay;
use crate::web::layers::limits;
use crate::web::state::AppState;
use crate::web::who::Visit;

/// What was noted on a GMT day already: not every request writes.
#[derive(Debug, Default)]
pub struct Sightings(Mutex<Today>);

#[derive(Debug, Default)]
struct Today {
    day: Option<GmtDay>,
    noted: BTreeSet<(AccountId, IpAddr)>,
}

impl Sightings {
    /// Whether an account was not seen in a network before on a day.
    fn is_new(&self, account: AccountId, network: IpAddr, today: GmtDay) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.notes(account, network, today)
    }
}

impl Today {
    fn notes(&mut self, account: AccountId, network: IpAddr, today: GmtDay) -> bool {
        if self.day != Some(today) {
            self.day = Some(today);
            self.noted.clear();
        }
        self.noted.insert((account, network))
    }
}

/// Notes the network of somebody who is signed in. The address itself is kept nowhere, and none of a
/// proxy on this machine that the configuration does not name.
pub async fn note(
    State(state): State<AppState>,
    visit: Visit,
    request: Request,
    next: Next,
) -> Response {
    if let Some(person) = &visit.viewer {
        let network = limits::network_of(&request, &state.site);
        let says_nothing = network.is_loopback() || network.is_unspecified();
        let today = state.now().day();
        if !says_nothing && state.sightings.is_new(person.id, network, today) {
            let noted = state.matches.note_sighting(person.id, network, today).await;
            if let Err(error) = noted {
                tracing::warn!(%error, "where an account came from could not be noted");
            }
        }
    }
    next.run(request).await
}
