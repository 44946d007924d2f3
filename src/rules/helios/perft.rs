//! Counting action sequences: the rules' speed and their correctness in one number.

use super::position::Position;

impl Position {
    /// How many sequences of so many actions there are from here. Passes are no actions, and a
    /// sequence that ends the game early does not count.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_actions(),
            _ => (self.actions())
                .map(|action| {
                    let mut next = *self;
                    next.advance(action);
                    next.perft(depth - 1)
                })
                .sum(),
        }
    }
}
