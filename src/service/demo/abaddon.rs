//! A week in the halls, which goes on.

use crate::ids::MatchId;
use crate::rules::colour::Colour;
use crate::service::views::Person;
use crate::service::{NewMatch, Service, ServiceError, Submit};
use crate::time::Instant;

const TITLE: &str = "Demonstration: a week in the halls";

/// What a player of the demonstration does.
struct Line {
    /// The day, from 1, and the minute of it.
    when: (i64, i64),
    /// The player, as numbered in the demonstration.
    player: usize,
    /// What.
    does: Deed,
}

enum Deed {
    /// Announces a turn.
    Announces,
    /// Plays steps, separated by `;`, and writes something or nothing.
    Plays(&'static str, &'static str),
}

use Deed::{Announces, Plays};

const fn line(when: (i64, i64), player: usize, does: Deed) -> Line {
    Line { when, player, does }
}

#[rustfmt::skip]
const LINES: [Line; 25] = [
    line((1, 545), 0, Plays("join g13; spawn g13>g12", "First! The halls are mine to lose.")),
    line((1, 610), 1, Plays("join i7; spawn i7>h7", "I take the middle. Come and get it.")),
    line((1, 1205), 2, Plays("join q13; spawn q13>q12", "")),
    line((2, 480), 1, Plays("move h7 h8; spawn i7>h7", "")),
    line((2, 700), 0, Plays("move g12 g11; move g11 g10", "To the Armory, and quickly.")),
    line((2, 1400), 2, Plays("move q12 p12; move p12 o12", "")),
    line((3, 495), 0, Announces),
    line((3, 509), 0, Plays("move g10 g9; spawn g13>g12", "Dibs kept. Next stop: i10.")),
    line((3, 960), 1, Plays("move h8 h9; attack h9 left; move h9 h10", "You walked past my door without knocking.")),
    line((3, 1430), 2, Announces),
    line((4, 5), 2, Plays("move o12 n12; jump n12 n13>d1", "Announced before midnight, finished after. It counts for yesterday.")),
    line((4, 540), 0, Plays("move g12 g11; spawn g13>g12", "Ouch.")),
    line((4, 780), 1, Plays("claim h10 i10; move h7 h8", "Two doors. Four to go.")),
    line((4, 1100), 2, Plays("move d2 c2; spawn q13>q12", "Quiet down here.")),
    line((5, 460), 1, Plays("move h8 h9; move h9 h10", "")),
    line((5, 900), 0, Plays("move g11 g10; build g10 down", "A wall, so that nobody comes up behind me.")),
    line((5, 1000), 2, Announces),
    line((5, 1190), 2, Plays("move c2 b2; move b2 b1", "My train was late and the half hour ran out. Sent at once instead.")),
    line((6, 600), 1, Plays("transform h10 soldier; spawn i7>h7", "Meet the Soldier.")),
    line((6, 845), 0, Plays("move g10 g9; build g9 right", "Walls are cheaper than Engineers.")),
    line((6, 1250), 2, Plays("claim b1 a1; spawn a1>a2", "Told you it was quiet. Two Airlocks now.")),
    line((7, 515), 1, Announces),
    line((7, 533), 1, Plays("move h10 h9; attack h9 left; move h9 h8", "And cheaper to shoot down.")),
    line((7, 870), 0, Plays("build g9 right; move g12 g11", "I can do this all week.")),
    line((7, 1300), 2, Plays("move a2 b2; move q12 p12", "")),
];

impl Service {
    pub(super) async fn play_demo_of_abaddon(
        &self,
        players: &[Person],
        made: Instant,
    ) -> Result<MatchId, ServiceError> {
        let asked = NewMatch {
            title: TITLE.to_owned(),
            ..NewMatch::default()
        };
        let id = self
            .create_match_at(&players[0], asked, made.plus_minutes(1_200))
            .await?;
        for line in LINES {
            self.play_line(id, players, line, made).await?;
        }
        Ok(id)
    }

    async fn play_line(
        &self,
        id: MatchId,
        players: &[Person],
        line: Line,
        made: Instant,
    ) -> Result<(), ServiceError> {
        let (day, minute) = line.when;
        let now = made.plus_days(day).plus_minutes(minute);
        let player = &players[line.player];
        let loaded = self.record_due_in(id, now).await?;
        let newcomer = loaded.game.seat_of(player.id).is_none();
        let colour = Some(Colour::SUGGESTED[line.player]).filter(|_| newcomer);
        match line.does {
            Announces => {
                self.announce_at(player, id, colour, now).await?;
            }
            Plays(steps, post) => {
                let sent = Submit {
                    seq: loaded.game.seq,
                    steps: steps.split("; ").map(str::to_owned).collect(),
                    post: Some(post.to_owned()),
                    colour,
                    key: None,
                };
                self.submit_at(player, id, sent, now).await?;
            }
        }
        Ok(())
    }
}
