//! The same picture, opened and saved by real programs (Debian's packages; `tests/run` installs them).

use std::path::Path;
use std::process::Command;

use super::abaddon::mock;
use super::png;
use super::read::{exact, read, setup, sorted};

/// How a program is asked to open `IN` and save `OUT`.
const PROGRAMS: [&[&str]; 13] = [
    &["convert", "IN", "PNG24:OUT"],
    &["convert", "IN", "PNG32:OUT"],
    &["convert", "IN", "PNG48:OUT"],
    &["convert", "IN", "PNG64:OUT"],
    &["convert", "IN", "PNG8:OUT"],
    &["convert", "IN", "-interlace", "PNG", "PNG24:OUT"],
    &[
        "convert",
        "IN",
        "-strip",
        "-set",
        "gamma",
        "0.7",
        "PNG24:OUT",
    ],
    &[
        "convert",
        "IN",
        "-bordercolor",
        "white",
        "-border",
        "5x3",
        "PNG24:OUT",
    ],
    &["pngcrush", "-q", "-rem", "alla", "IN", "OUT"],
    &[
        "optipng", "-quiet", "-strip", "all", "-i", "1", "-out", "OUT", "IN",
    ],
    &["/usr/bin/python3", "-c", PILLOW, "IN", "OUT", "RGB"],
    &["/usr/bin/python3", "-c", PILLOW, "IN", "OUT", "RGBA"],
    &["/usr/bin/python3", "-c", PILLOW, "IN", "OUT", "P"],
];

const PILLOW: &str = "import sys\nfrom PIL import Image\n\
    image = Image.open(sys.argv[1]).convert('RGB')\n\
    image = image.quantize(64) if sys.argv[3] == 'P' else image.convert(sys.argv[3])\n\
    image.save(sys.argv[2], 'PNG', optimize=True)";

fn save(program: &[&str], from: &Path, to: &Path) {
    let place = |word: &str| {
        let word = word.replace("IN", &from.display().to_string());
        word.replace("OUT", &to.display().to_string())
    };
    let mut words = program.iter();
    let name = words.next().expect("a program has a name");
    let arguments: Vec<String> = words
        .map(|word| {
            if *word == PILLOW {
                (*word).to_owned()
            } else {
                place(word)
            }
        })
        .collect();
    let output = Command::new(name).args(arguments).output();
    let output = output.expect("tests/run installs the program");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program:?}: {said}");
}

#[test]
fn what_real_programs_save_reads_back() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let from = folder.path().join("board.png");
    for scale in [1, 3] {
        let mut request = mock();
        request["scale"] = scale.into();
        std::fs::write(&from, png(&request)).expect("it can be written");
        for (number, program) in PROGRAMS.iter().enumerate() {
            let to = folder.path().join(format!("saved-{scale}-{number}.png"));
            save(program, &from, &to);
            let file = std::fs::read(&to).expect("it was written");
            let position = exact(read(&file));
            assert_eq!(
                position,
                sorted(setup(&request["state"])),
                "{program:?} at {scale}"
            );
        }
    }
}
