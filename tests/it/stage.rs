//! A position in which a player can play a step of every kind, and how it comes about.

use serde_json::{Value, json};

/// A player of the stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// Whose steps are composed.
    Host,
    /// Who stands in the way.
    Guest,
}

/// The numbers of its rules; its clock is free, and turns may be played twice in a row.
pub(crate) fn numbers() -> Value {
    json!({"actions": 4, "units_per_airlock": 6, "doors_to_win": 11})
}

/// The turns that lead there. Then the host has Airlocks a1 and g1 and Armory i4, Engineers on d2, f1
/// and j1, a Flamebat on h3 and beside it a Soldier on i3; the guest has Airlock k1 and Engineers on
/// i2, k3 and l1.
pub(crate) const TURNS: [(Who, &str); 14] = [
    (Who::Host, "join g1; spawn g1>h1; spawn g1>f1; spawn g1>g2"),
    (Who::Guest, "join k1; spawn k1>j1; spawn k1>l1; spawn k1>k2"),
    (Who::Host, "move g2 h2; move h2 i2; move i2 i3; claim i3 i4"),
    (
        Who::Host,
        "move h1 h2; move h2 i2; move i2 i3; transform i3 flamebat",
    ),
    (Who::Host, "move i3 h3; spawn g1>g2; move g2 h2; move h2 i2"),
    (Who::Host, "move i2 i3; transform i3 soldier; spawn g1>g2"),
    (Who::Host, "move g2 f2; breach f2 e2; move e2 d2"),
    (Who::Host, "move d2 c2; move c2 b2; move b2 a2; claim a2 a1"),
    (Who::Host, "spawn g1>g2; move g2 f2; breach f2 e2"),
    (Who::Host, "move e2 d2; spawn g1>g2; move g2 h2; move h2 i2"),
    (Who::Guest, "move k2 k3; move j1 j2"),
    (Who::Guest, "move j2 k2"),
    (Who::Host, "move i2 j2; move j2 j1"),
    (Who::Guest, "move k2 j2; move j2 i2"),
];
