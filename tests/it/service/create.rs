//! Making a match: what is refused names what is wrong.

use daykeeper::referee::event::Visibility;
use daykeeper::referee::options::{Period, PeriodText, Preset};
use daykeeper::rules::abaddon::ruleset::OptionsAsked;
use daykeeper::service::{NewAbaddon, NewGame, NewMatch, ServiceError};

use crate::world::{World, hall};

fn titled() -> NewMatch {
    NewMatch {
        title: "Spring halls".to_owned(),
        ..NewMatch::default()
    }
}

/// A match of Abaddon.
fn halls(game: NewAbaddon) -> NewMatch {
    NewMatch {
        game: NewGame::Abaddon(game),
        ..titled()
    }
}

/// The code, and the field or option that is named.
async fn wrong(asked: NewMatch) -> (&'static str, &'static str) {
    let world = World::new().await;
    let host = world.player(1).await;
    let error = world.service.create_match(&host, asked).await.unwrap_err();
    let named = match &error {
        ServiceError::BadText { field, .. } => field,
        ServiceError::BadOptions { option, .. } => option,
        _ => "nothing",
    };
    (error.code(), named)
}

#[tokio::test]
async fn a_title_has_1_to_80_characters() {
    for title in [String::new(), " \n ".to_owned(), "x".repeat(81)] {
        assert_eq!(
            wrong(NewMatch { title, ..titled() }).await,
            ("bad_text", "title")
        );
    }
}

/// Each request is refused for the option beside it.
async fn each_is_refused(cases: Vec<(NewMatch, &'static str)>) {
    for (asked, option) in cases {
        assert_eq!(wrong(asked).await, ("bad_options", option));
    }
}

#[tokio::test]
async fn a_number_of_the_rules_out_of_its_range_is_named() {
    let options = |options| {
        halls(NewAbaddon {
            options,
            ..NewAbaddon::default()
        })
    };
    let default = OptionsAsked::default;
    let late = OptionsAsked {
        seats: Some(2),
        start_seats: Some(3),
        ..default()
    };
    each_is_refused(vec![
        (
            options(OptionsAsked {
                actions: Some(5),
                ..default()
            }),
            "actions",
        ),
        (
            options(OptionsAsked {
                seats: Some(9),
                ..default()
            }),
            "seats",
        ),
        (options(late), "start_seats"),
        (
            options(OptionsAsked {
                doors_to_win: Some(12),
                ..default()
            }),
            "doors_to_win",
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_clock_that_there_is_not_is_named() {
    let period = |period| {
        halls(NewAbaddon {
            period: Some(Some(period)),
            ..NewAbaddon::default()
        })
    };
    each_is_refused(vec![
        (
            halls(NewAbaddon {
                window_minutes: Some(4),
                ..NewAbaddon::default()
            }),
            "window_minutes",
        ),
        (period(PeriodText::Minutes(4)), "period"),
        (period(PeriodText::Word("week".to_owned())), "period"),
    ])
    .await;
}

#[tokio::test]
async fn a_level_and_players_have_to_be_there() {
    let players = |visibility, name: &str| {
        let players = vec![name.to_owned()];
        NewMatch {
            visibility,
            players,
            ..titled()
        }
    };
    each_is_refused(vec![
        (
            halls(NewAbaddon {
                level: Some("nowhere".to_owned()),
                ..NewAbaddon::default()
            }),
            "level",
        ),
        (players(Visibility::Public, "Player 1"), "players"),
        (players(Visibility::Private, "Nobody"), "players"),
    ])
    .await;
}

#[tokio::test]
async fn what_is_asked_for_is_what_the_match_has() {
    let world = World::new().await;
    let host = world.player(1).await;
    let asked = halls(NewAbaddon {
        clock: Preset::Hourly,
        period: Some(None),
        window_minutes: Some(20),
        takeback: Some(false),
        options: OptionsAsked {
            actions: Some(3),
            ..OptionsAsked::default()
        },
        ..NewAbaddon::default()
    });
    let id = world.service.create_match(&host, asked).await.unwrap();
    let view = world.another_server().await.view(&None, id).await.unwrap();
    let table = hall(&view);
    assert_eq!(
        (table.clock.period, table.clock.window_minutes),
        (Period::None, 20)
    );
    assert_eq!((table.options.actions, table.options.doors_to_win), (3, 6));
    assert_eq!((table.takeback, table.clock.twice_in_a_row), (false, false));
    assert_eq!(
        (table.level_id.as_str(), table.level.name()),
        ("halls-of-abaddon", "Halls of Abaddon")
    );
}
