//! Bits into bytes, the lowest first.

/// Bits on their way into a file.
pub(super) struct Bits<'a> {
    file: &'a mut Vec<u8>,
    waiting: u64,
    n_waiting: usize,
}

impl<'a> Bits<'a> {
    pub(super) fn new(file: &'a mut Vec<u8>) -> Self {
        Self {
            file,
            waiting: 0,
            n_waiting: 0,
        }
    }

    /// Appends the lowest `n_bits` of a number, at most 32; the others are zero.
    pub(super) fn push(&mut self, number: usize, n_bits: usize) {
        self.waiting |= (number as u64) << self.n_waiting;
        self.n_waiting += n_bits;
        if self.n_waiting >= 32 {
            self.file
                .extend_from_slice(&self.waiting.to_le_bytes()[..4]);
            self.waiting >>= 32;
            self.n_waiting -= 32;
        }
    }

    /// Fills the last byte with zeros.
    pub(super) fn finish(self) {
        let n_bytes = self.n_waiting.div_ceil(8);
        self.file
            .extend_from_slice(&self.waiting.to_le_bytes()[..n_bytes]);
    }
}
