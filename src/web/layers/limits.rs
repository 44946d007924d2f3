//! How often one account or network may ask.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::RateLimit;
use crate::ids::AccountId;
use crate::web::error::Error;
use crate::web::state::{AppState, Site};
use crate::web::who::Visit;

/// Logging in and registering may be tried so many times less often than anything else.
const STRICTER: u32 = 20;
/// Keys that are kept before those that are at rest are cleared away.
const MANY: usize = 10_000;

/// Who asks: an account, or a network for visitors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Asker {
    Account(AccountId),
    Network(IpAddr),
}

/// What is left to everybody; `None` counts nothing.
#[derive(Debug)]
pub struct Limits(Option<Counts>);

#[derive(Debug)]
struct Counts {
    requests: DefaultKeyedRateLimiter<Asker>,
    /// Attempts to prove who one is, by network: an account cannot be told before it is proved.
    attempts: DefaultKeyedRateLimiter<Asker>,
}

impl Limits {
    /// Limits by the configured number.
    pub fn new(rate: RateLimit) -> Self {
        Self(match rate {
            RateLimit::Off => None,
            RateLimit::PerMinute(number) => {
                let fewer = NonZeroU32::new(number.get() / STRICTER).unwrap_or(NonZeroU32::MIN);
                Some(Counts {
                    requests: per_minute(number),
                    attempts: per_minute(fewer),
                })
            }
        })
    }

    fn check(&self, visit: &Visit, network: IpAddr, is_attempt: bool) -> Result<(), Error> {
        let Some(counts) = &self.0 else {
            return Ok(());
        };
        let asker = (visit.viewer.as_ref())
            .map_or(Asker::Network(network), |person| Asker::Account(person.id));
        take(&counts.requests, asker)?;
        if is_attempt {
            take(&counts.attempts, Asker::Network(network))?;
        }
        Ok(())
    }
}

fn per_minute(number: NonZeroU32) -> DefaultKeyedRateLimiter<Asker> {
    RateLimiter::keyed(Quota::per_minute(number))
}

fn take(limiter: &DefaultKeyedRateLimiter<Asker>, asker: Asker) -> Result<(), Error> {
    if limiter.len() > MANY {
        limiter.retain_recent();
    }
    limiter.check_key(&asker).map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        Error::SlowDown(wait.as_secs() + 1)
    })
}

/// Lets a request through, unless its sender has asked too often.
///
/// # Errors
/// [`Error::SlowDown`] with the seconds to wait.
pub async fn restrain(
    State(state): State<AppState>,
    visit: Visit,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    let network = network_of(&request, &state.site);
    (state.limits).check(&visit, network, is_attempt(&request))?;
    Ok(next.run(request).await)
}

/// The network that a request comes from.
pub(super) fn network_of(request: &Request, site: &Site) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
    network(client(peer, request.headers(), site))
}

/// Whether a request tries to prove who somebody is, or makes an account.
fn is_attempt(request: &Request) -> bool {
    let path = request.uri().path();
    let guarded = [
        "/login",
        "/register",
        "/reset",
        "/api/v1/accounts",
        "/api/v1/tokens",
    ];
    request.method() == Method::POST && guarded.contains(&path)
}

/// The client's address: the nearest one in `X-Forwarded-For` that is no proxy of ours, if the
/// request comes through one.
fn client(peer: IpAddr, headers: &HeaderMap, site: &Site) -> IpAddr {
    let is_ours = |address: &IpAddr| site.trusted_proxies.contains(address);
    if !is_ours(&peer) {
        return peer;
    }
    let forwarded = (headers.get_all("x-forwarded-for").iter())
        .filter_map(|value| value.to_str().ok())
        .collect::<Vec<_>>()
        .join(",");
    (forwarded.rsplit(','))
        .map_while(|address| address.trim().parse().ok())
        .find(|address| !is_ours(address))
        .unwrap_or(peer)
}

/// One household or hoster: an IPv4 address, or the first half of an IPv6 address.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from(u128::from(address) >> 64 << 64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(proxies: &[&str]) -> Site {
        Site {
            public_url: "http://localhost:8080".parse().unwrap(),
            trusted_proxies: proxies.iter().map(|text| text.parse().unwrap()).collect(),
            rate_limit: RateLimit::Off,
        }
    }

    fn seen(peer: &str, forwarded: &'static str, proxies: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        client(peer.parse().unwrap(), &headers, &site(proxies)).to_string()
    }

    #[test]
    fn only_a_configured_proxy_is_believed() {
        assert_eq!(seen("10.0.0.1", "203.0.113.9", &[]), "10.0.0.1");
        assert_eq!(
            seen("10.0.0.1", "203.0.113.9", &["10.0.0.1"]),
            "203.0.113.9"
        );
    }

    #[test]
    fn what_a_client_says_of_itself_is_not_believed() {
        let forwarded = "192.0.2.1, 203.0.113.9, 10.0.0.2";
        assert_eq!(
            seen("10.0.0.1", forwarded, &["10.0.0.1", "10.0.0.2"]),
            "203.0.113.9"
        );
        assert_eq!(seen("10.0.0.1", "nonsense", &["10.0.0.1"]), "10.0.0.1");
    }

    #[test]
    fn a_network_of_ipv6_is_its_first_half() {
        let network_of = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network_of("::ffff:203.0.113.9"), "203.0.113.9");
    }
}
