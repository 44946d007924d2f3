//! Who may do what: everybody × every address and method, against the table in `web/rights.rs`.

use std::collections::BTreeSet;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, header};
use daykeeper::ids::Role;
use daykeeper::referee::event::Visibility;
use daykeeper::referee::ruling::Power;
use daykeeper::web::rights::{RIGHTS, Right, Who};
use daykeeper::web::router;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::api::server::{BLUE, Client, GREEN, Server};
use crate::app::PASSWORD;

const VISIBILITIES: [Visibility; 3] = [
    Visibility::Public,
    Visibility::Unlisted,
    Visibility::Private,
];

/// Everybody, and a match of each game. In that of Helios the host has a seat too.
struct Cast {
    server: Server,
    clients: Vec<(Who, Client)>,
    abaddon: String,
    helios: String,
    /// The id of somebody's account who asks for nothing.
    target: String,
}

impl Cast {
    async fn new(visibility: Visibility) -> Self {
        let server = Server::new().await;
        let host = server.player("host").await;
        let seated = server.player("seated").await;
        // Those who change something for the others come last.
        let clients = vec![
            (Who::Visitor, server.visitor()),
            (Who::Other, server.player("other").await),
            (Who::Moderator, server.person("mod", Role::Moderator).await),
            (Who::Admin, server.person("admin", Role::Admin).await),
            (Who::Host, host.clone()),
            (Who::Seated, seated.clone()),
        ];
        let mut options = json!({"visibility": visibility});
        if visibility == Visibility::Private {
            options["players"] = json!(["seated"]);
        }
        let abaddon = server.a_match(&host, options.clone()).await;
        seated
            .join(&abaddon, BLUE, &["join a13", "spawn a13>b13"])
            .await
            .is(201);
        options["side"] = json!("bottom");
        let wanted = json!({"game": "helios", "title": "Noon", "options": options});
        let made = host.post("/api/v1/matches", &wanted).await;
        let helios = format!("/api/v1/matches/{}", made.is(201)["id"].as_str().unwrap());
        let sits = seated.post(&format!("{helios}/seats"), &json!({})).await;
        sits.is(201);
        server.player("target").await;
        let target = server.app.accounts.find("target").await.unwrap().unwrap();
        Self {
            target: target.id.to_string(),
            server,
            clients,
            abaddon,
            helios,
        }
    }

    /// What a row of the table comes to for everybody, where it is not what the table says.
    async fn differences(&self, row: &Row, visibility: Visibility) -> Vec<String> {
        let mut differences = Vec::new();
        for (who, client) in &self.clients {
            let seen_as = match who {
                Who::Host if row.is_helios() => Who::Seated,
                who => *who,
            };
            let expected = row.right.refusal(seen_as, visibility);
            let request = self.request(row, *who);
            let status = client.open(request).await.status();
            let refused = [401, 403, 404].contains(&status.as_u16()).then_some(status);
            let own_is_gone = row.names_ones_own() && status.as_u16() == 404;
            // Who is let in is asked for the password of the account, which nobody here has.
            let is_asked = row.asks_for_password() && status.as_u16() == 401;
            let leads_to_login = status.as_u16() == 303 && *who == Who::Visitor;
            let as_told = refused == expected
                || (expected.is_none() && (own_is_gone || is_asked))
                || (expected.is_some_and(|status| status == 401) && leads_to_login);
            if !as_told {
                let Row { method, path, .. } = row;
                differences.push(format!(
                    "{method} {path}, {visibility:?}, {who:?}: {status} and not {expected:?}"
                ));
            }
        }
        differences
    }

    fn request(&self, row: &Row, who: Who) -> Request<Body> {
        let game = if row.is_helios() {
            &self.helios
        } else {
            &self.abaddon
        };
        let id = game.rsplit('/').next().unwrap();
        let path = if row.path.contains("/matches/") {
            row.path.replace("{id}", id)
        } else if row.path.contains("/accounts/") {
            row.path.replace("{id}", &self.target)
        } else {
            row.path.replace("{id}", "0000000000000000")
        };
        let rules = if row.path.contains("helios") {
            "move.png"
        } else {
            "jump.png"
        };
        let picture = if row.path.contains("guide") {
            "history.png"
        } else {
            rules
        };
        let path = path
            .replace("{turn}", "1")
            .replace("{n}", "1")
            .replace("{seq}", "2")
            .replace("{side}", "after.png")
            .replace("{kind}", "engineer")
            .replace("{picture}", picture)
            .replace("{*name}", "style.css")
            .replace("{*rest}", "index.css");
        let method: Method = row.method.parse().unwrap();
        let query = if row.path == "/moderation/accounts" {
            "?name=target"
        } else {
            ""
        };
        let request = Request::builder()
            .method(method)
            .uri(format!("{path}{query}"));
        let (media, body) = sample(row, who);
        request
            .header(header::CONTENT_TYPE, media)
            .body(Body::from(body))
            .unwrap()
    }
}

/// A row of the table.
#[derive(Clone, Copy)]
struct Row {
    method: &'static str,
    path: &'static str,
    right: Right,
}

impl Row {
    fn all() -> impl Iterator<Item = Self> {
        RIGHTS.iter().map(|(method, path, right)| Self {
            method,
            path,
            right: *right,
        })
    }

    fn is_of_match(&self) -> bool {
        self.path.contains("/matches/{id}")
    }

    /// What only matches of Helios have.
    fn is_helios(&self) -> bool {
        let last = self.path.split("{id}/").nth(1).unwrap_or_default();
        let helios = [
            "seat",
            "seats",
            "action",
            "action/check",
            "draw",
            "flag",
            "resign",
            "resignation",
        ];
        self.is_of_match() && helios.contains(&last)
    }

    fn asks_for_password(&self) -> bool {
        ["/api/v1/me", "/me/delete"].contains(&self.path) && self.method != "GET"
    }

    /// What is looked for among one's own things only, and may not be there.
    fn names_ones_own(&self) -> bool {
        self.path.contains("/tokens/{id}")
            || self.path.contains("/invites/{id}")
            || (self.method == "GET" && self.path == "/reset")
            || (self.method == "GET" && self.path.ends_with("/draft"))
    }
}

/// A body that is good enough to be looked at.
fn sample(row: &Row, who: Who) -> (&'static str, String) {
    let form = |text: &str| ("application/x-www-form-urlencoded", text.to_owned());
    let json = |value: Value| ("application/json", value.to_string());
    let name = format!("new {who:?}");
    let word = match who {
        Who::Visitor => "nobody",
        Who::Other => "other",
        Who::Seated => "seated",
        Who::Host => "host",
        Who::Moderator => "mod",
        Who::Admin => "admin",
    };
    let frame = vec!["cccccccccccc"; 12];
    let last = row.path.rsplit('/').next().unwrap_or_default();
    match (row.method, row.path) {
        ("GET", _) => form(""),
        (_, "/register") => form(&format!(
            "name=p+{word}&password={}",
            PASSWORD.replace(' ', "+")
        )),
        (_, "/login") => form(&format!(
            "name=keeper&password={}",
            PASSWORD.replace(' ', "+")
        )),
        (_, "/api/v1/accounts") => json(json!({"name": name, "password": PASSWORD})),
        (_, "/api/v1/tokens") => {
            json(json!({"name": "keeper", "password": PASSWORD, "label": "x"}))
        }
        (_, "/api/v1/me") => json(json!({"password": PASSWORD})),
        (_, "/me/delete") => form("password=not+theirs&name=other&sure=on"),
        (_, "/api/v1/matches") => json(json!({"game": "abaddon", "title": "New"})),
        (_, "/matches/new") => form("game=abaddon&title=New"),
        ("PUT", "/api/v1/me/sprites/{kind}") => json(json!({"lines": frame})),
        (_, "/me/sprites/{kind}/png" | "/me/sprites/from-png" | "/matches/{id}/picture") => {
            multipart()
        }
        (_, "/api/v1/matches/{id}/picture") => ("image/png", "no picture".to_owned()),
        (_, "/matches/{id}/ruling") => form("do=pause&reason=Rest."),
        (_, path) if path.starts_with("/api/v1/matches/{id}") => json(match last {
            "rulings" => json!({"do": "pause", "reason": "Rest."}),
            "turns" => json!({"seq": 1, "turn": ["join g13"], "color": GREEN}),
            "announcement" => json!({"color": GREEN}),
            "leave" => json!({"confirm": true}),
            "draw" => json!({"accept": false}),
            _ => json!({"turn": []}),
        }),
        (_, path) if path.starts_with("/me/sprites") => {
            form(&format!("lines={}", frame.join("%0A")))
        }
        (_, "/me/tokens") => form("label=x"),
        _ => form(
            "reason=Rest.&role=player&uses=1&days=1&steps=join+g13&color=%232e9e44&seq=1&action=a1-a2&accept=no&sure=on",
        ),
    }
}

fn multipart() -> (&'static str, String) {
    let body = "--edge\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.png\"\r\n\
        Content-Type: image/png\r\n\r\nno picture\r\n--edge\r\n\
        Content-Disposition: form-data; name=\"kind\"\r\n\r\nengineer\r\n--edge--\r\n";
    ("multipart/form-data; boundary=edge", body.to_owned())
}

/// Every address that the router really has, with the methods that it really answers: addresses from
/// what the router says of itself, methods from what it answers to one that nothing has.
async fn routes(router: &Router) -> BTreeSet<(String, String)> {
    let told = format!("{router:?}");
    let paths: BTreeSet<&str> = (told.split("RouteId(").skip(1))
        .filter_map(|rest| rest.split_once("): \"")?.1.split('"').next())
        .filter(|path| path.starts_with('/') && !path.contains("__private"))
        .collect();
    let mut routes = BTreeSet::new();
    for path in paths {
        let probe = path.replace(['{', '}', '*'], "");
        let request = Request::builder().method("TRACE").uri(&probe);
        let request = request.body(Body::empty()).unwrap();
        let answer = router.clone().oneshot(request).await.unwrap();
        let allow = answer.headers().get(header::ALLOW);
        let allow = allow.unwrap_or_else(|| panic!("no methods for {path}: {}", answer.status()));
        for method in allow
            .to_str()
            .unwrap()
            .split(',')
            .filter(|method| *method != "HEAD")
        {
            routes.insert((method.to_owned(), path.to_owned()));
        }
        drop(answer.into_body().collect().await);
    }
    routes
}

#[tokio::test]
async fn the_table_has_every_route_and_no_other() {
    let server = Server::new().await;
    let routes = routes(&router::app(server.app.state.clone()).unwrap()).await;
    let table: BTreeSet<(String, String)> = Row::all()
        .map(|row| (row.method.to_owned(), row.path.to_owned()))
        .collect();
    assert_eq!(table.len(), RIGHTS.len(), "a line is there twice");
    let unlisted: Vec<_> = routes.difference(&table).collect();
    assert!(unlisted.is_empty(), "routes without a line: {unlisted:?}");
    let gone: Vec<_> = table.difference(&routes).collect();
    assert!(gone.is_empty(), "lines without a route: {gone:?}");
}

#[tokio::test]
async fn whoever_looks_sees_what_the_table_says() {
    let mut differences = Vec::new();
    for visibility in VISIBILITIES {
        let cast = Cast::new(visibility).await;
        for row in Row::all().filter(|row| row.method == "GET") {
            differences.extend(cast.differences(&row, visibility).await);
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[tokio::test]
async fn whoever_acts_in_a_match_may_do_what_the_table_says() {
    let mut differences = Vec::new();
    for visibility in VISIBILITIES {
        for row in Row::all().filter(|row| row.method != "GET" && row.is_of_match()) {
            let cast = Cast::new(visibility).await;
            differences.extend(cast.differences(&row, visibility).await);
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[tokio::test]
async fn whoever_acts_on_the_site_may_do_what_the_table_says() {
    let mut differences = Vec::new();
    for row in Row::all().filter(|row| row.method != "GET" && !row.is_of_match()) {
        let cast = Cast::new(Visibility::Public).await;
        cast.server.app.register("keeper").await;
        differences.extend(cast.differences(&row, Visibility::Public).await);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[tokio::test]
async fn each_ruling_is_for_moderators_and_some_are_the_hosts_too() {
    for power in Power::ALL {
        let cast = Cast::new(Visibility::Public).await;
        for (who, client) in &cast.clients {
            let ruling = json!({
                "do": power, "reason": "To see who may.", "preview": true, "to": 0, "seat": 0,
                "keep": true, "name": "other", "seq": 1, "text": "A note.", "turn": 1,
                "title": "Another", "position": {"doors": {}, "units": [], "walls": []},
            });
            let answer = client
                .post(&format!("{}/rulings", cast.abaddon), &ruling)
                .await;
            let let_in = match who {
                Who::Moderator | Who::Admin => true,
                Who::Host => power.is_hosts(),
                Who::Visitor | Who::Other | Who::Seated => false,
            };
            let turned_away = [401, 403].contains(&answer.status);
            assert_eq!(
                turned_away, !let_in,
                "{power:?} by {who:?}: {}",
                answer.body
            );
        }
    }
}

#[tokio::test]
async fn a_private_match_has_no_pictures_for_outsiders() {
    let cast = Cast::new(Visibility::Private).await;
    for (who, client) in &cast.clients {
        let path = format!("{}/turns/1.png", cast.abaddon.replace("/api/v1", ""));
        let outside = matches!(who, Who::Visitor | Who::Other);
        let expected = if outside { 404 } else { 200 };
        assert_eq!(client.get(&path).await.status, expected, "{who:?}");
    }
}
