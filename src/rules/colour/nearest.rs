//! The search for the nearest colour that nobody has.

use std::ops::RangeInclusive;

use palette::Oklab;
use palette::color_difference::EuclideanDistance;

use super::Colour;

/// The search for the nearest free colour: shell by shell around the wanted one, where a shell is
/// every colour with one largest channel difference, the surface of a cube.
pub(super) struct Search {
    wanted: Colour,
    kept: Vec<(Colour, Oklab<f64>)>,
    best: Option<(u16, Colour)>,
}

impl Search {
    /// More than the `OKLab` distance that one step of one channel can bring about in a colour with
    /// a channel of 50 or more; darker ones are all too close to black.
    const LONGEST_STEP: f64 = 0.004;

    pub(super) fn new(wanted: Colour, kept: impl Iterator<Item = Colour>) -> Self {
        Self {
            wanted,
            kept: kept.map(|colour| (colour, colour.oklab())).collect(),
            best: None,
        }
    }

    pub(super) fn nearest(mut self) -> Option<Colour> {
        for radius in 0..=u8::MAX {
            self.search_shell(radius);
            if let Some((_, colour)) = self.best {
                return Some(colour);
            }
        }
        None
    }

    fn search_shell(&mut self, radius: u8) {
        for [face, across, along] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
            let middle = self.wanted.0[face];
            let faces = [middle.checked_sub(radius), middle.checked_add(radius)];
            for level in faces.into_iter().flatten() {
                for row in around(self.wanted.0[across], radius) {
                    let mut channels = [level; 3];
                    channels[across] = row;
                    self.search_row(channels, along, radius);
                }
            }
        }
    }

    /// Looks along one channel, stepping over what is known to be too close to a kept colour.
    fn search_row(&mut self, mut channels: [u8; 3], along: usize, radius: u8) {
        let row = around(self.wanted.0[along], radius);
        let mut next = Some(*row.start());
        while let Some(value) = next.filter(|value| value <= row.end()) {
            channels[along] = value;
            let colour = Colour(channels);
            let sum = (colour.differences(self.wanted).into_iter().map(u16::from)).sum();
            let is_better = self.best.is_none_or(|best| (sum, colour) < best);
            let blocked = if is_better {
                self.blocked(colour, along)
            } else {
                1
            };
            if blocked == 0 {
                self.best = Some((sum, colour));
            }
            next = value.checked_add(blocked.max(1));
        }
    }

    /// For how many steps along a channel, this colour included, every colour is too close to a kept
    /// one; 0 if this colour is free.
    fn blocked(&self, colour: Colour, along: usize) -> u8 {
        for (other, _) in &self.kept {
            if colour.channel_difference(*other) < Colour::LEAST_CHANNEL {
                let end = other.0[along].saturating_add(Colour::LEAST_CHANNEL);
                return (end - colour.0[along]).max(1);
            }
        }
        let lab = colour.oklab();
        let nearest = (self.kept.iter())
            .map(|(_, other)| lab.distance_squared(*other))
            .fold(f64::INFINITY, f64::min);
        let missing = Colour::LEAST_OKLAB - nearest.sqrt();
        (1..=20)
            .rev()
            .find(|steps| missing > f64::from(steps - 1) * Self::LONGEST_STEP)
            .unwrap_or_default()
    }
}

pub(super) fn around(channel: u8, radius: u8) -> RangeInclusive<u8> {
    channel.saturating_sub(radius)..=channel.saturating_add(radius)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_step_is_longer_than_the_search_believes() {
        let values = || (0..=15).chain((20..=240).step_by(20)).chain(250..=254);
        for r in values() {
            for (g, b) in values().flat_map(|g| values().map(move |b| (g, b))) {
                let from = Colour([r, g, b]);
                for next in [[r + 1, g, b], [r, g + 1, b], [r, g, b + 1]] {
                    let step = from.oklab().distance(Colour(next).oklab());
                    let is_dark = from.channel_difference(Colour::BLACK) < 50;
                    assert!(is_dark || step < Search::LONGEST_STEP, "{from} {step}");
                }
            }
        }
    }
}
