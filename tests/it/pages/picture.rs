//! Play by picture, by the form.

use axum::http::StatusCode;
use daykeeper::ids::MatchId;

use daykeeper::rules::canonical::position_hash;
use daykeeper::service::views::Halls;

use super::html::assert_sound;
use super::site::{Site, User};
use crate::paint::opened;

/// A match in which Brindle's turn is open.
async fn a_game() -> (Site, User, User, MatchId) {
    let site = Site::new().await;
    let (host, other) = (site.user("Brindle").await, site.user("tin_orchard").await);
    let id = site.a_match(&host, "The Ninth Door").await;
    site.play(&host, id, "join g1; spawn g1>h1", "").await;
    site.play(&other, id, "join a1; spawn a1>a2", "").await;
    site.set("02T10:00:00");
    (site, host, other, id)
}

/// The newest board with the Engineer on h1 painted over and drawn again on h2.
async fn moved(site: &Site, id: MatchId) -> Vec<u8> {
    let mut painting = opened(&site.board(id).await);
    let square = |column: u32, row: u32| (3 * (16 * column + 2), 3 * (16 * (13 - row) + 2));
    painting.copy(square(7, 1), square(7, 2), (42, 42));
    painting.fill(square(7, 1), (42, 42), [255; 3]);
    painting.saved(None)
}

#[tokio::test]
async fn the_turn_in_a_picture_is_shown_before_it_is_sent() {
    let (site, host, _, id) = a_game().await;
    let page = site.hand_in(Some(&host), id, &moved(&site, id).await).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    page.shows("The turn in your picture").shows("NOT SENT");
    page.shows("my &#60;edit&#62;.png · scale 3 · made from turn 2");
    page.shows("<li>h1: unit disappeared</li><li>h2: unit appeared</li>");
    page.shows("\nmove h1 h2</textarea>")
        .shows("class=\"m-halo\" x=\"113\" y=\"193\"");
    assert_sound(&page);
    let view = site.service.view(&None, id).await.unwrap();
    assert_eq!(view.turns, 2, "nothing is played yet");
    let (seq, key) = (field(&page.body, "seq"), field(&page.body, "key"));
    let fields = [("seq", seq), ("key", key), ("steps", "move h1 h2")];
    let path = format!("/matches/{id}/turns");
    let sent = site.post(Some(&host), &path, &fields).await;
    assert_eq!(sent.location, format!("/matches/{id}#turn-3"));
}

fn field<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, rest) = page
        .split_once(&format!("name=\"{name}\" value=\""))
        .unwrap();
    rest.split('"').next().unwrap()
}

#[tokio::test]
async fn an_older_board_is_named_with_what_came_in_between() {
    let (site, host, other, id) = a_game().await;
    let picture = moved(&site, id).await;
    site.play(&other, id, "move a2 b2", "").await;
    let page = site.hand_in(Some(&host), id, &picture).await;
    page.shows("Made from turn 2; turn 3 by tin_orchard came in between.");
    page.shows("\nmove h1 h2</textarea>");
    assert_sound(&page);
}

#[tokio::test]
async fn squares_that_cannot_be_read_are_named_and_enlarged() {
    let (site, host, _, id) = a_game().await;
    let mut painting = opened(&site.board(id).await);
    let (left, top) = (3 * (16 * 7 + 2), 3 * (16 * 12 + 2));
    painting.fill((left, top), (42, 20), [255; 3]);
    let page = site.hand_in(Some(&host), id, &painting.saved(None)).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    page.shows("One square cannot be read").shows("<h3>h1</h3>");
    page.shows("viewBox=\"111 191 20 20\"")
        .shows("<code>unreadable</code>");
    assert_sound(&page);
}

/// The value of the hidden field in which the page keeps what it could read.
fn kept(page: &str) -> String {
    let (_, rest) = page.split_once("name=\"read\" value=\"").unwrap();
    let value = rest.split('"').next().unwrap();
    value
        .replace("&#34;", "\"")
        .replace("&#38;", "&")
        .replace("&#39;", "'")
        .replace("&#60;", "<")
        .replace("&#62;", ">")
}

/// The Engineer on h1 is on h2 now, and its upper half smudged.
async fn smudged(site: &Site, id: MatchId) -> Vec<u8> {
    let mut painting = opened(&moved(site, id).await);
    painting.fill((3 * (16 * 7 + 2), 3 * (16 * 11 + 2)), (42, 20), [255; 3]);
    painting.saved(None)
}

#[tokio::test]
async fn what_a_doubtful_square_shows_is_chosen() {
    let (site, host, other, id) = a_game().await;
    let page = site
        .hand_in(Some(&host), id, &smudged(&site, id).await)
        .await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    page.shows("One square cannot be read").shows("<h3>h2</h3>");
    page.shows("Brindle’s Engineer").shows("for certain: ");
    page.shows(
        "<input type=\"radio\" name=\"at h2\" value=\"0-engineer\" required>Brindle’s Engineer",
    );
    page.shows("<input type=\"radio\" name=\"at h2\" value=\"empty\" required>An empty floor");
    assert_sound(&page);
    let read = kept(&page.body);

    let chosen = site
        .choose(&host, id, &[("read", &read), ("at h2", "0-engineer")])
        .await;
    assert_eq!(chosen.status, StatusCode::OK, "{}", chosen.body);
    chosen
        .shows("The turn in your picture")
        .shows("\nmove h1 h2</textarea>");
    assert_sound(&chosen);

    // The board goes on meanwhile; what was chosen is looked at as it is now.
    site.play(&other, id, "move a2 b2", "").await;
    let chosen = site
        .choose(&host, id, &[("read", &read), ("at h2", "0-engineer")])
        .await;
    chosen.shows("Made from turn 2; turn 3 by tin_orchard came in between.");

    let soldier = site
        .choose(&host, id, &[("read", &read), ("at h2", "0-soldier")])
        .await;
    assert_eq!(soldier.status, StatusCode::UNPROCESSABLE_ENTITY);
    soldier.shows("No legal turn explains it");
    assert_sound(&soldier);
}

#[tokio::test]
async fn a_choice_that_is_none_is_refused() {
    let (site, host, _, id) = a_game().await;
    let page = site
        .hand_in(Some(&host), id, &smudged(&site, id).await)
        .await;
    let read = kept(&page.body);
    let off_board = read.replace("\"h2\"", "\"z99\"");
    let two = read.replace(
        "\"units\":[",
        "\"units\":[{\"at\":\"a2\",\"owner\":0,\"kind\":\"soldier\"},",
    );
    for fields in [
        vec![("read", read.as_str())],
        vec![("read", &read), ("at h2", "")],
        vec![("read", &read), ("at h2", "9-engineer")],
        vec![("read", &read), ("at h3", "0-engineer")],
        vec![("read", "{}"), ("at h2", "0-engineer")],
        vec![("at h2", "0-engineer")],
        vec![("read", &off_board), ("at z99", "0-engineer")],
        vec![("read", &two), ("at h2", "empty")],
    ] {
        let answer = site.choose(&host, id, &fields).await;
        assert_eq!(
            answer.status,
            StatusCode::BAD_REQUEST,
            "{fields:?}: {}",
            answer.body
        );
    }
}

#[tokio::test]
async fn from_which_board_an_unreadable_picture_was_made_is_told() {
    let (site, host, other, id) = a_game().await;
    let view = site.service.view(&None, id).await.unwrap();
    let hash = position_hash(&Halls::of(&view).unwrap().table.position);
    let chunk = format!("match={id} turn=2 position={hash}");
    let picture = opened(&smudged(&site, id).await).saved(Some(&chunk));
    let page = site.hand_in(Some(&host), id, &picture).await;
    page.shows("Made from turn 2 of this match.");
    site.play(&other, id, "move a2 b2", "").await;
    let page = site.hand_in(Some(&host), id, &picture).await;
    page.shows("Made from turn 2; turn 3 by tin_orchard came in between. Once everything is read,");
    assert_sound(&page);
    // A turn that this match never had is not believed.
    let strange = format!("match={id} turn=99 position={hash}");
    let picture = opened(&smudged(&site, id).await).saved(Some(&strange));
    site.hand_in(Some(&host), id, &picture)
        .await
        .hides("Made from");
}

#[tokio::test]
async fn what_shows_no_turn_is_told_on_the_page() {
    let (site, host, _, id) = a_game().await;
    let unchanged = site.hand_in(Some(&host), id, &site.board(id).await).await;
    unchanged.shows("Nothing was changed in this picture: it is the board after turn 2.");
    let nonsense = site.hand_in(Some(&host), id, b"GIF89a").await;
    nonsense
        .shows("No picture that can be opened")
        .shows("<code>not_a_board</code>");
    for page in [unchanged, nonsense] {
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_sound(&page);
    }
}

#[tokio::test]
async fn the_form_is_on_the_match_page_and_on_its_own() {
    let (site, host, _, id) = a_game().await;
    for path in [format!("/matches/{id}"), format!("/matches/{id}/picture")] {
        let page = site.get(Some(&host), &path).await;
        page.shows("enctype=\"multipart/form-data\"")
            .shows("type=\"file\"");
        assert_sound(&page);
    }
    site.get(None, &format!("/matches/{id}"))
        .await
        .hides("type=\"file\"");
    let asked = site.get(None, &format!("/matches/{id}/picture")).await;
    let handed_in = site.hand_in(None, id, b"GIF89a").await;
    for page in [asked, handed_in] {
        assert_eq!(page.status, StatusCode::UNAUTHORIZED);
        page.shows(&format!("/matches/{id}/picture"));
    }
}
