//! Level texts: what is read, what is refused and where, and the check of the command line.

use daykeeper::cli::level::{Report, check_text};
use daykeeper::rules::abaddon::level::{Level, Needs, shipped_ids};
use proptest::prelude::*;

use super::CELLAR;

fn place_of_fault(text: &str) -> (usize, usize) {
    let error = Level::parse(text).expect_err(text);
    (error.line, error.column)
}

#[test]
fn a_level_reads_back_from_its_text() {
    let shipped = shipped_ids().map(|id| Level::shipped(id).unwrap().to_text());
    for text in shipped.chain([CELLAR.to_owned()]) {
        let level = Level::parse(&text).unwrap();
        assert_eq!(Level::parse(&level.to_text()), Ok(level));
    }
}

#[test]
fn line_ends_and_blanks_at_them_do_not_matter() {
    let windows = CELLAR.replace('\n', "  \r\n");
    assert_eq!(Level::parse(&windows), Level::parse(CELLAR));
    assert_eq!(Level::parse(&format!("{CELLAR}\n\n")), Level::parse(CELLAR));
}

#[test]
fn a_fault_in_the_text_is_named_by_line_and_column() {
    let faults = [
        ("name: Cellar", "title: Cellar", (2, 1)),
        ("name: Cellar", "name:", (2, 6)),
        ("notes: small", "name: small", (3, 1)),
        ("small on purpose\n\n+", "small on purpose\n+", (4, 1)),
        ("| A   .   .   =", "| A   ?   .   =", (6, 7)),
        ("| A   .   .   =", "  A   .   .   =", (6, 1)),
        ("| A   .   .   =", "| A x .   .   =", (6, 5)),
        ("   M |", "   M", (6, 25)),
        (
            "+---+   +   +   +   +   +\n| .",
            "+-- +   +   +   +   +   +\n| .",
            (7, 4),
        ),
        (
            "+---+   +   +   +   +   +\n| .",
            "+---    +   +   +   +   +\n| .",
            (7, 5),
        ),
        (
            "+---+---+---+---+---+---+\n| A   .   .",
            "+---+---+---+---+---+--+\n| A   .   .",
            (5, 24),
        ),
        ("   A |\n+---+", "   A |\n+   +", (13, 2)),
        ("   A |\n+---+---+---+---+---+---+\n", "   A |\n", (12, 1)),
        ("  = |", "  = | x", (8, 26)),
    ];
    for (sound, broken, place) in faults {
        assert!(CELLAR.contains(sound), "{sound:?}");
        let text = CELLAR.replacen(sound, broken, 1);
        assert_eq!(place_of_fault(&text), place, "{broken:?}");
    }
    assert_eq!(place_of_fault(""), (1, 1));
    assert_eq!(place_of_fault("name: Nothing\n"), (1, 1));
}

#[test]
fn the_check_tells_how_many_seats_fit() {
    let text = Level::shipped("halls-of-abaddon").unwrap().to_text();
    let Report::Valid(told) = check_text(&text) else {
        panic!("the default level is valid");
    };
    assert!(told.contains("8 seats"), "{told}");
}

#[test]
fn the_check_names_every_fault_with_its_place() {
    let text = CELLAR
        .replace("| A   . | \"   .   \"   A |", "| A | .   .   #   \"   A |")
        .replace("\"   .   =", "#   .   =")
        .replace("| =   .   .", "| # | .   .")
        .replace(" M |", " A |");
    let Report::Faulty(faults) = check_text(&text) else {
        panic!("the level is faulty");
    };
    assert_eq!(
        faults,
        [
            "line 12, column 3: the door a1 has no floor square beside it without a fixed wall between",
            "the level has no Armory; it needs at least one",
            "the level has 4 doors and needs 6, as many as win the match",
            "line 12, column 19: the teleporter e1 is the only one of its orientation; there must be none or at least two",
        ]
    );
}

#[test]
fn floor_that_is_cut_off_is_named() {
    let text = CELLAR.replace("=   .   .   .   .   . |", "=   .   . | .   .   . |");
    let faults = Level::parse(&text).unwrap().faults(Needs {
        seats: 2,
        doors_to_win: 4,
    });
    assert_eq!(faults.len(), 1);
    let told = faults[0].to_string();
    assert!(
        told.starts_with("d1, d2, e2, e3, e4, f2 cannot be reached from a3"),
        "{told}"
    );
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "(name: x\n\n)?[-+| .AM=\"#\n]{0,200}|\\PC{0,80}") {
        if let Ok(level) = Level::parse(&text) {
            prop_assert_eq!(Level::parse(&level.to_text()), Ok(level));
        }
    }

    #[test]
    fn a_broken_character_is_found_or_harmless(index in 0_usize..300, to in "[-+| .AM=\"#x\n]") {
        let mut characters: Vec<char> = CELLAR.chars().collect();
        let index = index % characters.len();
        characters.splice(index..=index, to.chars());
        let text: String = characters.into_iter().collect();
        if let Ok(level) = Level::parse(&text) {
            prop_assert_eq!(Level::parse(&level.to_text()), Ok(level));
        }
    }
}
