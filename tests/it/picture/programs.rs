//! The same picture, opened and saved by real programs (Debian's packages; `tests/run` installs them).

use std::path::Path;
use std::process::Command;

use daykeeper::picture::read::Remark;

use super::abaddon::mock;
use super::png;
use super::read::{exact, read, setup, sorted};

/// By its path, so that nothing can stand in for it.
const IMAGEMAGICK: &str = "/usr/bin/convert";

/// How a program is asked to open `IN` and save `OUT`. GIMP is left out: with all that it needs it is
/// larger than everything else here, and what it exports are plain RGB and palette files like these.
const PROGRAMS: [&[&str]; 22] = [
    &[IMAGEMAGICK, "IN", "PNG24:OUT"],
    &[IMAGEMAGICK, "IN", "PNG32:OUT"],
    &[IMAGEMAGICK, "IN", "PNG48:OUT"],
    &[IMAGEMAGICK, "IN", "PNG64:OUT"],
    &[IMAGEMAGICK, "IN", "PNG8:OUT"],
    &[IMAGEMAGICK, "IN", "-interlace", "PNG", "PNG24:OUT"],
    &[
        IMAGEMAGICK,
        "IN",
        "-strip",
        "-set",
        "gamma",
        "0.7",
        "PNG24:OUT",
    ],
    &[
        IMAGEMAGICK,
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
    &["/usr/bin/python3", "-c", PILLOW, "IN", "OUT", "clear"],
    &[IMAGEMAGICK, "IN", "+dither", "-colors", "16", "PNG8:OUT"],
    &[IMAGEMAGICK, "IN", "-transparent", "white", "PNG32:OUT"],
    &[
        IMAGEMAGICK,
        "IN",
        "-quality",
        "91",
        "-interlace",
        "PNG",
        "PNG48:OUT",
    ],
    &[IMAGEMAGICK, "IN", "-shave", "1x1", "PNG24:OUT"],
    &[IMAGEMAGICK, "IN", "-modulate", "97", "PNG24:OUT"],
    &["pngcrush", "-q", "-force", "-c", "2", "IN", "OUT"],
    &["pngcrush", "-q", "-force", "-c", "6", "IN", "OUT"],
    &[
        "optipng", "-quiet", "-force", "-o1", "-nx", "-out", "OUT", "IN",
    ],
];

/// The same for saving in grey.
const IN_GREY: [&[&str]; 4] = [
    &[IMAGEMAGICK, "IN", "-colorspace", "Gray", "PNG8:OUT"],
    &[
        IMAGEMAGICK,
        "IN",
        "-colorspace",
        "Gray",
        "-depth",
        "16",
        "OUT",
    ],
    &["/usr/bin/python3", "-c", PILLOW, "IN", "OUT", "L"],
    &["/usr/bin/python3", "-c", PILLOW, "IN", "OUT", "LA"],
];

const PILLOW: &str = "import sys\nfrom PIL import Image\n\
    image = Image.open(sys.argv[1]).convert('RGB')\n\
    if sys.argv[3] == 'clear':\n\
    \x20   white = [0 if pixel == (255, 255, 255) else 255 for pixel in image.getdata()]\n\
    \x20   mask = Image.new('L', image.size)\n\
    \x20   mask.putdata(white)\n\
    \x20   image.putalpha(mask)\n\
    else:\n\
    \x20   image = image.quantize(64) if sys.argv[3] == 'P' else image.convert(sys.argv[3])\n\
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
    for scale in [1, 2] {
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

#[test]
fn what_real_programs_save_in_grey_is_unreadable() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let from = folder.path().join("board.png");
    std::fs::write(&from, png(&mock())).expect("it can be written");
    for (number, program) in IN_GREY.iter().enumerate() {
        let to = folder.path().join(format!("grey-{number}.png"));
        save(program, &from, &to);
        let reading = read(&std::fs::read(&to).expect("it was written"));
        let reading = reading.expect("a board is found");
        assert_eq!(reading.remark, Some(Remark::Grey), "{program:?}");
        assert!(20 < reading.unreadable.len(), "{program:?}");
    }
}
