//! Whatever people do in a match, it exports and comes back byte for byte.

use std::sync::Arc;

use daykeeper::cli::verify::verify;
use daykeeper::ids::{MatchId, Role};
use daykeeper::referee::command::DrawOffer;
use daykeeper::referee::options::Preset;
use daykeeper::referee::ruling::Belongings;
use daykeeper::rules::abaddon::apply::TurnInPlay;
use daykeeper::rules::abaddon::position::Kind;
use daykeeper::rules::abaddon::ruleset::Ruleset;
use daykeeper::rules::helios::position::Position;
use daykeeper::rules::seat::Seat;
use daykeeper::service::record::import;
use daykeeper::service::views::{Person, TableView};
use daykeeper::service::{
    NewAbaddon, NewGame, NewHelios, NewMatch, RulingAsked, Submit, SubmitAction, Wish,
};
use daykeeper::time::Instant;
use proptest::prelude::*;

use super::played::{delete_account, frame, seat, text_of};
use crate::world::{World, colour, hall, turn};

/// What somebody does; most of what is refused is refused for a reason that does not matter here.
#[derive(Clone, Debug)]
enum Deed {
    Announce,
    Withdraw,
    Play {
        choice: usize,
        post: Option<String>,
    },
    TakeBack,
    Leave,
    Paint(Kind, char),
    Rule {
        choice: u8,
        number: u8,
        words: String,
    },
    DeleteAccount,
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => proptest::string::string_regex("[ -~éя🜂\n]{0,40}").unwrap(),
        1 => Just("~\n# 1\n[Game \"x\"]\n  $ 00\n> \n\n".to_owned()),
    ]
}

fn deeds() -> impl Strategy<Value = Vec<(u8, i64, Deed)>> {
    let kinds = proptest::sample::select(Kind::ALL.to_vec());
    let deed = prop_oneof![
        3 => Just(Deed::Announce),
        1 => Just(Deed::Withdraw),
        12 => (any::<usize>(), proptest::option::of(words()))
            .prop_map(|(choice, post)| Deed::Play { choice, post }),
        1 => Just(Deed::TakeBack),
        1 => Just(Deed::Leave),
        2 => (kinds, proptest::sample::select(vec!['o', 'w', '.']))
            .prop_map(|(kind, inside)| Deed::Paint(kind, inside)),
        4 => (0_u8..13, 0_u8..6, words())
            .prop_map(|(choice, number, words)| Deed::Rule { choice, number, words }),
        1 => Just(Deed::DeleteAccount),
    ];
    let minutes = prop_oneof![Just(0), Just(30), 0_i64..60, 0_i64..2_000];
    prop::collection::vec((1_u8..5, minutes, deed), 1..40)
}

fn wish(choice: u8, number: u8, words: String) -> Wish {
    match choice {
        0 => Wish::Lift,
        1 => Wish::Revert(number.into()),
        2 => Wish::Remove(seat(number), Belongings::GivenUp),
        3 => Wish::Remove(seat(number), Belongings::Kept),
        4 => Wish::Replace(seat(number), "Player 4".to_owned()),
        5 => Wish::Pause(None),
        6 | 7 => Wish::Resume,
        8 => Wish::Annotate(number.into(), words),
        9 => Wish::HidePost(number.into()),
        10 => Wish::Retitle(words),
        11 => Wish::ResetSprites(seat(number), None),
        _ => Wish::Close(Seat::new(number)),
    }
}

/// A site with four players and a moderator.
struct Site {
    world: World,
    people: Vec<Person>,
    moderator: Person,
    id: MatchId,
}

impl Site {
    async fn with(game: NewGame) -> Self {
        let world = World::new().await;
        let mut people = Vec::new();
        for number in 1..5 {
            people.push(world.player(number).await);
        }
        let moderator = world.person(9, Role::Moderator).await;
        let asked = NewMatch {
            title: "A \\ \"title\"".to_owned(),
            game,
            ..NewMatch::default()
        };
        let id = world.service.create_match(&people[0], asked).await.unwrap();
        Self {
            world,
            people,
            moderator,
            id,
        }
    }

    /// A step or an action that is legal for somebody now.
    async fn play(&self, by: &Person, choice: usize, post: Option<String>) {
        let (service, id) = (&self.world.service, self.id);
        let view = service.view(&Some(by.clone()), id).await.unwrap();
        let mine = view.mine.as_ref().and_then(|mine| mine.seat);
        match &view.table {
            TableView::Abaddon(_) => {
                let hall = hall(&view);
                let rules = Ruleset {
                    level: Arc::clone(&hall.level),
                    options: hall.options,
                };
                let newcomer = u8::try_from(view.seats.len()).ok().and_then(Seat::new);
                let Some(seat) = mine.or(newcomer) else {
                    return;
                };
                let turn_now = TurnInPlay::begin(&rules, hall.position.clone(), seat);
                let legal = turn_now.legal_steps();
                let Some(step) = legal.get(choice % legal.len().max(1)) else {
                    return;
                };
                let sent = Submit {
                    post,
                    colour: colour(by.name.len() + usize::from(seat.number()))
                        .filter(|_| mine.is_none()),
                    ..turn(view.seq, &[&step.to_string()])
                };
                drop(service.submit(by, id, sent).await);
            }
            TableView::Helios(table) => {
                let legal = legal_actions(&table.position);
                let Some(action) = legal.get(choice % legal.len().max(1)) else {
                    return;
                };
                let sent = SubmitAction {
                    seq: view.seq,
                    action: action.clone(),
                    post,
                    draw: if choice.is_multiple_of(5) {
                        DrawOffer::Offered
                    } else {
                        DrawOffer::default()
                    },
                    ..SubmitAction::default()
                };
                drop(service.play(by, id, sent).await);
            }
        }
    }

    async fn does(&self, number: u8, deed: Deed) {
        let by = &self.people[usize::from(number) - 1];
        let (service, id) = (&self.world.service, self.id);
        // Whoever deleted their account can do nothing more.
        let account = service.store().account(by.id).await.unwrap().unwrap();
        if account.name.is_none() {
            return;
        }
        match deed {
            Deed::Announce => drop(service.announce(by, id, colour(usize::from(number))).await),
            Deed::Withdraw => drop(service.withdraw(by, id).await),
            Deed::Play { choice, post } => self.play(by, choice, post).await,
            Deed::TakeBack => {
                let turns = service.view(&None, id).await.unwrap().turns;
                drop(service.take_back(by, id, turns).await);
            }
            Deed::Leave => drop(service.leave(by, id).await),
            Deed::Paint(kind, inside) => {
                service.put_sprite(by, kind, &frame(inside)).await.unwrap();
            }
            Deed::Rule {
                choice,
                number,
                words,
            } => {
                let reason = format!("{words}.");
                let asked = RulingAsked {
                    reason,
                    wish: wish(choice, number, words),
                };
                drop(service.rule(&self.moderator, id, &asked).await);
            }
            Deed::DeleteAccount => delete_account(&self.world, by).await,
        }
    }
}

fn legal_actions(position: &Position) -> Vec<String> {
    position
        .legal_actions()
        .iter()
        .map(ToString::to_string)
        .collect()
}

async fn comes_back(game: NewGame, deeds: Vec<(u8, i64, Deed)>) {
    let site = Site::with(game).await;
    let mut now: Instant = "2026-03-01T12:00:00.000Z".parse().unwrap();
    for (by, minutes, deed) in deeds {
        now = now.plus_minutes(minutes);
        site.world.clock.set(now);
        site.does(by, deed).await;
    }
    verify(site.world.service.store(), None).await.unwrap();
    let text = text_of(&site.world, site.id).await;
    let elsewhere = World::new().await;
    import(elsewhere.service.store(), &text).await.unwrap();
    assert_eq!(text_of(&elsewhere, site.id).await, text);
    verify(elsewhere.service.store(), None).await.unwrap();
}

fn wait_for(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(work);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_match_of_abaddon_comes_back(deeds in deeds()) {
        let clock = Preset::Free;
        wait_for(comes_back(NewGame::Abaddon(NewAbaddon { clock, ..NewAbaddon::default() }), deeds));
    }

    #[test]
    fn any_daily_match_comes_back(deeds in deeds()) {
        wait_for(comes_back(NewGame::default(), deeds));
    }

    #[test]
    fn any_match_of_helios_comes_back(deeds in deeds()) {
        wait_for(comes_back(NewGame::Helios(NewHelios::default()), deeds));
    }
}
