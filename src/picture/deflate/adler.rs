//! The check sum at the end of a zlib stream (RFC 1950).

const MODULUS: usize = 65_521;
/// Bytes that are summed at once, each into its own pair of sums.
const LANES: usize = 16;
/// Bytes after which a lane's sums still fit 32 bits.
const PART: usize = 4_096 * LANES;

/// The sum of the bytes so far, plus one, and the sum of all those sums.
#[derive(Debug)]
pub(super) struct Adler {
    sum: usize,
    sum_of_sums: usize,
}

impl Default for Adler {
    fn default() -> Self {
        Self {
            sum: 1,
            sum_of_sums: 0,
        }
    }
}

impl Adler {
    /// Adds some bytes, several times over.
    pub(super) fn add(&mut self, bytes: &[u8], times: usize) {
        let (sum, sum_of_sums) = sums(bytes);
        for _ in 0..times {
            self.sum_of_sums += bytes.len() % MODULUS * self.sum + sum_of_sums;
            self.sum_of_sums %= MODULUS;
            self.sum = (self.sum + sum) % MODULUS;
        }
    }

    /// The Adler-32 sum.
    pub(super) fn sum(&self) -> u32 {
        u32::try_from(self.sum_of_sums << 16 | self.sum).expect("each half is below 65521")
    }
}

/// The sum of the bytes, and the sum of the sums after each byte.
fn sums(bytes: &[u8]) -> (usize, usize) {
    let (mut sum, mut sum_of_sums) = (0, 0);
    for part in bytes.chunks(PART) {
        let (chunks, rest) = part.as_chunks::<LANES>();
        let (plain, weighted) = chunk_sums(chunks);
        sum_of_sums += LANES * chunks.len() * sum + weighted;
        sum += plain;
        for byte in rest {
            sum += usize::from(*byte);
            sum_of_sums += sum;
        }
        sum %= MODULUS;
        sum_of_sums %= MODULUS;
    }
    (sum, sum_of_sums)
}

fn chunk_sums(chunks: &[[u8; LANES]]) -> (usize, usize) {
    let mut sums = [0_u32; LANES];
    // Of each lane, the sum of its sums before each chunk.
    let mut earlier = [0_u32; LANES];
    for chunk in chunks {
        for lane in 0..LANES {
            earlier[lane] += sums[lane];
            sums[lane] += u32::from(chunk[lane]);
        }
    }
    let (mut plain, mut weighted) = (0, 0);
    for lane in 0..LANES {
        plain += sums[lane] as usize;
        weighted += LANES * earlier[lane] as usize + (LANES - lane) * sums[lane] as usize;
    }
    (plain, weighted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_that_of_the_definition() {
        assert_eq!(Adler::default().sum(), 1);
        let mut check = Adler::default();
        check.add(b"Wikipedia", 1);
        assert_eq!(check.sum(), 0x11e6_0398);
        for (length, times) in [(5, 3), (64, 1), (100_003, 2), (70_000, 8)] {
            let bytes: Vec<u8> = (0..length)
                .map(|at: u32| at.to_le_bytes()[0] | 0xf0)
                .collect();
            let (mut sum, mut sum_of_sums) = (1, 0);
            for byte in bytes.repeat(times) {
                sum = (sum + u32::from(byte)) % 65_521;
                sum_of_sums = (sum_of_sums + sum) % 65_521;
            }
            let mut check = Adler::default();
            check.add(&bytes, times);
            assert_eq!(check.sum(), sum_of_sums << 16 | sum);
        }
    }
}
