//! What is legal: for each step the row of abaddon.md's table of refusals, in its order, and the
//! list of everything that may be played next.

use super::apply::{Change, TurnInPlay};
use super::level::Tile;
use super::position::{Kind, Position, Unit};
use super::refusal::{Barrier, Beyond, Crossing, Missing, Refusal};
use super::ruleset::Ruleset;
use super::step::{KindWord, Placement, Step};
use crate::rules::grid::{Axis, Direction, Edge, Square};
use crate::rules::seat::Seat;

/// Whether a player could play any step at all, as a turn's first.
pub fn has_legal_step(rules: &Ruleset, position: &Position, seat: Seat) -> bool {
    let turn = TurnInPlay::begin(rules, position.clone(), seat);
    (turn.candidates().iter()).any(|step| turn.changes(step).is_ok())
}

impl TurnInPlay<'_> {
    /// Every single legal next step, a spawn with one placement each, sorted bytewise by notation.
    /// Empty once somebody has won; with no actions left, attacks are still there.
    pub fn legal_steps(&self) -> Vec<Step> {
        let mut steps = self.candidates();
        steps.retain(|step| self.changes(step).is_ok());
        steps.sort_by_cached_key(Step::to_string);
        steps
    }

    /// [`TurnInPlay::legal_steps`], each with the turn as it is after it.
    pub fn ways_on(&self) -> Vec<(Step, Self)> {
        let played = |step: Step| {
            let changes = self.changes(&step).ok()?;
            let mut turn = self.clone();
            turn.carry_out(step.cost(), changes);
            Some((step, turn))
        };
        let mut ways: Vec<_> = self.candidates().into_iter().filter_map(played).collect();
        ways.sort_by_cached_key(|(step, _)| step.to_string());
        ways
    }

    /// What a step would change; this is the check, and nothing is played without it.
    pub(super) fn changes(&self, step: &Step) -> Result<Vec<Change>, Refusal> {
        if let Some(winner) = self.position.winner() {
            return Err(Refusal::GameOver(winner));
        }
        let changes = match step {
            Step::Join { airlock } => self.join(*airlock)?,
            Step::Spawn { placements } => self.spawn(placements)?,
            Step::Move { from, to } => self.walk(*from, *to)?,
            Step::Breach { from, to } => self.breach(*from, *to)?,
            Step::Jump { from, entry, exit } => self.jump(*from, *entry, *exit)?,
            Step::Claim { from, door } => self.claim(*from, *door)?,
            Step::Disown { from, door } => self.disown(*from, *door)?,
            Step::Transform { at, into } => self.transform(*at, into)?,
            Step::Build { at, direction } => self.build(*at, *direction)?,
            Step::Break { at, direction } => self.break_wall(*at, *direction)?,
            Step::Attack { from, direction } => self.attack(*from, *direction)?,
        };
        let (cost, left) = (step.cost(), self.actions_left);
        if left < cost {
            return Err(Refusal::NoActionsLeft { cost, left });
        }
        Ok(changes)
    }

    fn join(&self, airlock: Square) -> Result<Vec<Change>, Refusal> {
        if self.position.units_of(self.seat) > 0 || self.airlocks_owned() > 0 {
            return Err(Refusal::AlreadyInGame);
        }
        self.must_be_airlock(airlock)?;
        self.must_be_unclaimed(airlock)?;
        Ok(vec![Change::Door(airlock, Some(self.seat))])
    }

    fn spawn(&self, placements: &[Placement]) -> Result<Vec<Change>, Refusal> {
        if placements.is_empty() {
            return Err(Refusal::NothingToSpawn);
        }
        let airlocks = self.airlocks_owned();
        let most = airlocks * usize::from(self.rules.options.units_per_airlock);
        let before = self.position.units_of(self.seat);
        let engineer = Unit {
            owner: self.seat,
            kind: Kind::Engineer,
        };
        let mut changes = Vec::with_capacity(placements.len());
        for (index, placement) in placements.iter().enumerate() {
            let earlier = &placements[..index];
            let Placement { airlock, to } = *placement;
            self.must_be_airlock(airlock)?;
            let owner = self.position.door_owner(airlock);
            if owner != Some(self.seat) {
                return Err(Refusal::NotYourDoor(airlock, owner));
            }
            if earlier.iter().any(|other| other.airlock == airlock) {
                return Err(Refusal::AirlockUsed(*placement));
            }
            self.must_be_free(Beyond::Square(to), Some(to))?;
            if earlier.iter().any(|other| other.to == to) {
                return Err(Refusal::Occupied(to, engineer));
            }
            self.must_be_accessible(airlock, to)?;
            let units = before + index;
            if most <= units {
                return Err(Refusal::ArmyFull { units, airlocks });
            }
            changes.push(Change::Arrive(to, engineer));
        }
        Ok(changes)
    }

    fn walk(&self, from: Square, to: Square) -> Result<Vec<Change>, Refusal> {
        self.own_unit(from)?;
        self.must_be_free(Beyond::Square(to), Some(to))?;
        self.must_be_accessible(from, to)?;
        Ok(vec![Change::Go(from, to)])
    }

    fn breach(&self, from: Square, to: Square) -> Result<Vec<Change>, Refusal> {
        self.own_engineer(from)?;
        self.must_be_free(Beyond::Square(to), Some(to))?;
        let direction =
            (from.direction_to(to)).ok_or(Refusal::NotAdjacent(from, to, Crossing::Breach))?;
        if self.barrier(from, to).is_some() {
            return Ok(vec![Change::Go(from, to)]);
        }
        Err(Refusal::NoWall(
            from,
            direction,
            match self.wall_owner(from, direction) {
                Some(_) => Missing::BlockingWall,
                None => Missing::Wall,
            },
        ))
    }

    fn jump(&self, from: Square, entry: Square, exit: Square) -> Result<Vec<Change>, Refusal> {
        self.own_unit(from)?;
        if self.spent.jumps.contains(&from) {
            return Err(Refusal::AlreadyJumped(from));
        }
        let axis = self.must_be_teleporter(entry)?;
        let direction =
            (from.direction_to(entry)).ok_or(Refusal::NotAdjacent(from, entry, Crossing::Jump))?;
        if direction.axis() != axis {
            return Err(Refusal::WrongAxis(entry, axis));
        }
        self.must_be_accessible(from, entry)?;
        if self.must_be_teleporter(exit)? != axis {
            return Err(Refusal::NotATeleporter(exit, Some(axis)));
        }
        if entry == exit {
            return Err(Refusal::SameTeleporter(exit));
        }
        let beyond = Beyond::Exit(exit, direction);
        let landing = self.must_be_free(beyond, exit.neighbour(direction))?;
        self.must_be_accessible(exit, landing)?;
        Ok(vec![Change::Go(from, landing), Change::Jumped(landing)])
    }

    fn claim(&self, from: Square, door: Square) -> Result<Vec<Change>, Refusal> {
        self.own_unit(from)?;
        self.must_be_door(door)?;
        self.must_be_accessible(from, door)?;
        self.must_be_unclaimed(door)?;
        Ok(vec![
            Change::Perish(from),
            Change::Door(door, Some(self.seat)),
        ])
    }

    fn disown(&self, from: Square, door: Square) -> Result<Vec<Change>, Refusal> {
        self.own_unit(from)?;
        self.must_be_door(door)?;
        self.must_be_accessible(from, door)?;
        match self.position.door_owner(door) {
            None => Err(Refusal::DoorUnclaimed(door)),
            Some(owner) if owner == self.seat => Err(Refusal::OwnDoor(door)),
            Some(_) => Ok(vec![Change::Door(door, None)]),
        }
    }

    fn transform(&self, at: Square, into: &KindWord) -> Result<Vec<Change>, Refusal> {
        let unit = self.own_unit(at)?;
        let kind = match into {
            KindWord::Kind(kind) => *kind,
            KindWord::Unknown(word) => return Err(Refusal::UnknownKind(word.clone())),
        };
        if unit.kind == kind {
            return Err(Refusal::SameKind(at, kind));
        }
        let is_armory = |square: &Square| {
            self.rules.level.tile(*square) == Some(Tile::Armory)
                && self.position.door_owner(*square) == Some(self.seat)
                && self.barrier(at, *square).is_none()
        };
        let mut beside = Direction::ALL.into_iter().filter_map(|to| at.neighbour(to));
        match beside.find(is_armory) {
            Some(_) => Ok(vec![Change::Become(at, kind)]),
            None => Err(Refusal::NoArmory(at)),
        }
    }

    fn build(&self, at: Square, direction: Direction) -> Result<Vec<Change>, Refusal> {
        self.own_engineer(at)?;
        let beyond = at.neighbour(direction);
        let edge = (Edge::of(at, direction))
            .filter(|_| beyond.is_some_and(|square| self.rules.level.is_open(square)))
            .ok_or(Refusal::OffLevel(Beyond::Side(at, direction)))?;
        let owner = self.position.wall_owner(edge);
        if owner.is_some() || self.rules.level.has_fixed_wall(at, direction) {
            return Err(Refusal::WallThere(at, direction, owner));
        }
        let walls = self.position.walls_of(self.seat);
        let most = self.airlocks_owned() * usize::from(self.rules.options.walls_per_airlock);
        if most <= walls {
            return Err(Refusal::WallsFull { walls, most });
        }
        Ok(vec![Change::Wall(edge, Some(self.seat))])
    }

    fn break_wall(&self, at: Square, direction: Direction) -> Result<Vec<Change>, Refusal> {
        self.own_engineer(at)?;
        let beyond = at.neighbour(direction);
        let edge = (Edge::of(at, direction))
            .filter(|_| beyond.is_some_and(|square| self.rules.level.is_open(square)))
            .filter(|_| !self.rules.level.has_fixed_wall(at, direction))
            .ok_or(Refusal::FixedWall(at, direction))?;
        match self.position.wall_owner(edge) {
            Some(_) => Ok(vec![Change::Wall(edge, None)]),
            None => Err(Refusal::NoWall(at, direction, Missing::OwnedWall)),
        }
    }

    fn attack(&self, from: Square, direction: Direction) -> Result<Vec<Change>, Refusal> {
        let unit = self.own_unit(from)?;
        if self.spent.attacks.contains(&from) {
            return Err(Refusal::AlreadyAttacked(from));
        }
        let hits = self.hits(from, unit.kind, direction);
        if hits.is_empty() {
            return Err(Refusal::NoTarget(from, unit.kind, direction));
        }
        Ok([Change::Attacked(from)].into_iter().chain(hits).collect())
    }

    fn own_unit(&self, square: Square) -> Result<Unit, Refusal> {
        match self.position.unit(square) {
            None => Err(Refusal::NoUnit(square)),
            Some(unit) if unit.owner == self.seat => Ok(unit),
            Some(unit) => Err(Refusal::NotYourUnit(square, unit)),
        }
    }

    fn own_engineer(&self, square: Square) -> Result<(), Refusal> {
        match self.own_unit(square)?.kind {
            Kind::Engineer => Ok(()),
            kind @ (Kind::Soldier | Kind::Flamebat) => Err(Refusal::NotAnEngineer(square, kind)),
        }
    }

    /// A square that a unit may enter: on the level, floor and empty (R4).
    fn must_be_free(&self, place: Beyond, square: Option<Square>) -> Result<Square, Refusal> {
        let square = (square.filter(|square| self.rules.level.is_open(*square)))
            .ok_or(Refusal::OffLevel(place))?;
        if self.rules.level.tile(square) != Some(Tile::Floor) {
            return Err(Refusal::NotFloor(square));
        }
        match self.position.unit(square) {
            Some(unit) => Err(Refusal::Occupied(square, unit)),
            None => Ok(square),
        }
    }

    fn must_be_accessible(&self, from: Square, to: Square) -> Result<(), Refusal> {
        match self.barrier(from, to) {
            Some(barrier) => Err(Refusal::NotAccessible { from, to, barrier }),
            None => Ok(()),
        }
    }

    fn must_be_airlock(&self, square: Square) -> Result<(), Refusal> {
        match self.rules.level.tile(square) {
            Some(Tile::Airlock) => Ok(()),
            Some(Tile::Floor | Tile::Armory | Tile::Teleporter(_) | Tile::Rock) | None => {
                Err(Refusal::NotAnAirlock(square))
            }
        }
    }

    fn must_be_door(&self, square: Square) -> Result<(), Refusal> {
        let tile = self.rules.level.tile(square);
        (tile.filter(|tile| tile.is_door())).map_or(Err(Refusal::NotADoor(square)), |_| Ok(()))
    }

    fn must_be_unclaimed(&self, door: Square) -> Result<(), Refusal> {
        match self.position.door_owner(door) {
            Some(owner) => Err(Refusal::DoorClaimed(door, owner)),
            None => Ok(()),
        }
    }

    fn must_be_teleporter(&self, square: Square) -> Result<Axis, Refusal> {
        match self.rules.level.tile(square) {
            Some(Tile::Teleporter(axis)) => Ok(axis),
            Some(Tile::Floor | Tile::Airlock | Tile::Armory | Tile::Rock) | None => {
                Err(Refusal::NotATeleporter(square, None))
            }
        }
    }

    /// What keeps an open square of the level from being Accessible from another for the player.
    pub(super) fn barrier(&self, from: Square, to: Square) -> Option<Barrier> {
        let Some(direction) = from.direction_to(to) else {
            return Some(Barrier::FarAway);
        };
        if self.rules.level.has_fixed_wall(from, direction) {
            return Some(Barrier::FixedWall);
        }
        self.wall_owner(from, direction)
            .filter(|owner| *owner != self.seat)
            .map(Barrier::Wall)
    }

    pub(super) fn wall_owner(&self, square: Square, direction: Direction) -> Option<Seat> {
        self.position.wall_owner(Edge::of(square, direction)?)
    }

    fn airlocks_owned(&self) -> usize {
        self.position
            .doors()
            .filter(|(door, owner)| {
                *owner == self.seat && self.rules.level.tile(*door) == Some(Tile::Airlock)
            })
            .count()
    }
}
