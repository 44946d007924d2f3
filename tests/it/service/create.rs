//! Making a match: what is refused names what is wrong.

use daykeeper::referee::event::Visibility;
use daykeeper::referee::options::{Period, PeriodText, Preset};
use daykeeper::rules::abaddon::ruleset::OptionsAsked;
use daykeeper::service::{NewMatch, ServiceError};

use crate::world::World;

fn titled() -> NewMatch {
    NewMatch {
        title: "Spring halls".to_owned(),
        ..NewMatch::default()
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

#[tokio::test]
async fn an_option_out_of_its_range_is_named() {
    let options = |options| NewMatch {
        options,
        ..titled()
    };
    let default = OptionsAsked::default;
    let cases = [
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
        (
            options(OptionsAsked {
                seats: Some(2),
                start_seats: Some(3),
                ..default()
            }),
            "start_seats",
        ),
        (
            options(OptionsAsked {
                doors_to_win: Some(12),
                ..default()
            }),
            "doors_to_win",
        ),
        (
            NewMatch {
                level: Some("nowhere".to_owned()),
                ..titled()
            },
            "level",
        ),
        (
            NewMatch {
                window_minutes: Some(4),
                ..titled()
            },
            "window_minutes",
        ),
        (
            NewMatch {
                period: Some(Some(PeriodText::Minutes(4))),
                ..titled()
            },
            "period",
        ),
        (
            NewMatch {
                period: Some(Some(PeriodText::Word("week".to_owned()))),
                ..titled()
            },
            "period",
        ),
        (
            NewMatch {
                players: vec!["Player 1".to_owned()],
                ..titled()
            },
            "players",
        ),
        (
            NewMatch {
                visibility: Visibility::Private,
                players: vec!["Nobody".to_owned()],
                ..titled()
            },
            "players",
        ),
    ];
    for (asked, option) in cases {
        assert_eq!(wrong(asked).await, ("bad_options", option));
    }
}

#[tokio::test]
async fn what_is_asked_for_is_what_the_match_has() {
    let world = World::new().await;
    let host = world.player(1).await;
    let asked = NewMatch {
        clock: Preset::Hourly,
        period: Some(None),
        window_minutes: Some(20),
        takeback: Some(false),
        options: OptionsAsked {
            actions: Some(3),
            ..OptionsAsked::default()
        },
        ..titled()
    };
    let id = world.service.create_match(&host, asked).await.unwrap();
    let view = world.another_server().await.view(&None, id).await.unwrap();
    assert_eq!(
        (view.clock.period, view.clock.window_minutes),
        (Period::None, 20)
    );
    assert_eq!((view.options.actions, view.options.doors_to_win), (3, 6));
    assert_eq!((view.takeback, view.clock.twice_in_a_row), (false, false));
    assert_eq!(
        (view.level_id.as_str(), view.level.name()),
        ("halls-of-abaddon", "Halls of Abaddon")
    );
}
