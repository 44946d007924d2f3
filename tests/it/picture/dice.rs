//! Numbers that look random, the same on every run.

/// A generator of such numbers (xorshift).
pub(super) struct Dice(u64);

impl Dice {
    /// The numbers that follow from a seed, which is not 0.
    pub(super) fn new(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            dice.below(2);
        }
        dice
    }

    /// A number below a limit; 0 for a limit of 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let limit = u64::try_from(limit.max(1)).expect("limits are small");
        usize::try_from((self.0 >> 11) % limit).expect("it is below the limit")
    }

    /// A number from one to another, both included.
    pub(super) fn between(&mut self, least: isize, most: isize) -> isize {
        let span = usize::try_from(most - least + 1).expect("the numbers are in order");
        least + isize::try_from(self.below(span)).expect("spans are small")
    }

    pub(super) fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).expect("it is below 256")
    }

    pub(super) fn colour(&mut self) -> [u8; 3] {
        [self.byte(), self.byte(), self.byte()]
    }

    pub(super) fn pick<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }
}
