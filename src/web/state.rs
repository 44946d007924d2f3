//! What every handler can reach.

use std::net::IpAddr;
use std::sync::Arc;

use crate::config::{PublicUrl, RateLimit};
use crate::service::Service;
use crate::service::accounts::Accounts;
use crate::time::Instant;
use crate::web::followers::Followers;
use crate::web::layers::limits::Limits;
use crate::web::layers::sightings::Sightings;
use crate::web::pictures::Pictures;

/// The services, and what is known of the site. Its clones share everything.
#[derive(Clone, Debug)]
pub struct AppState {
    /// Who people are.
    pub accounts: Accounts,
    /// What happens in matches.
    pub matches: Service,
    /// The site.
    pub site: Arc<Site>,
    /// How often somebody may ask.
    pub limits: Arc<Limits>,
    /// Boards that were drawn already.
    pub pictures: Arc<Pictures>,
    /// Who follows matches at the moment.
    pub followers: Arc<Followers>,
    /// Where accounts were seen today.
    pub sightings: Arc<Sightings>,
}

/// What the outside knows of the site.
#[derive(Clone, Debug)]
pub struct Site {
    /// Where people reach it, for links that leave it.
    pub public_url: PublicUrl,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// How many requests a minute are welcome.
    pub rate_limit: RateLimit,
}

impl AppState {
    /// The state of a site.
    pub fn new(accounts: Accounts, matches: Service, site: Site) -> Self {
        Self {
            accounts,
            matches,
            limits: Arc::new(Limits::new(site.rate_limit)),
            pictures: Arc::default(),
            followers: Arc::default(),
            sightings: Arc::default(),
            site: Arc::new(site),
        }
    }

    /// The present instant, for what a page shows of the time.
    pub fn now(&self) -> Instant {
        self.matches.now()
    }
}
