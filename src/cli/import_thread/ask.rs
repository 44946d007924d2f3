//! Asks a moderator at a terminal whether a picture is to be accepted.

use std::io::{self, BufRead, IsTerminal, Write, stderr, stdin};

use super::table::Unexplained;

/// Why a picture is to be accepted; `None` where it is not, or where nobody can be asked.
pub(super) fn reason(file: &str, unexplained: &Unexplained) -> io::Result<Option<String>> {
    if !(stdin().is_terminal() && stderr().is_terminal()) {
        return Ok(None);
    }
    ask(
        stdin().lock(),
        stderr().lock(),
        &format!("{file}: {unexplained}"),
    )
}

/// Tells what is wrong, and asks until there is a yes with a reason, or a no.
fn ask(
    mut answers: impl BufRead,
    mut questions: impl Write,
    what: &str,
) -> io::Result<Option<String>> {
    let mut answer = |question: &str| -> io::Result<String> {
        write!(questions, "{question} ")?;
        questions.flush()?;
        let mut line = String::new();
        answers.read_line(&mut line)?;
        Ok(line.trim().to_owned())
    };
    let accepted = answer(&format!("{what}\nAccept it as a ruling? [y/N]"))?;
    if !accepted.eq_ignore_ascii_case("y") {
        return Ok(None);
    }
    let reason = answer("Why? Everybody reads it in the record:")?;
    Ok(Some(reason).filter(|reason| !reason.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::ask;

    #[test]
    fn only_a_yes_with_a_reason_accepts() {
        for (said, reason) in [
            ("y\nIt was agreed.\n", Some("It was agreed.")),
            ("Y\n  agreed \n", Some("agreed")),
            ("y\n\n", None),
            ("n\nIt was agreed.\n", None),
            ("\n", None),
            ("", None),
        ] {
            let mut questions = Vec::new();
            let asked = ask(said.as_bytes(), &mut questions, "5.png: no legal turn").unwrap();
            assert_eq!(asked.as_deref(), reason, "{said:?}");
            assert!(questions.starts_with(b"5.png: no legal turn\nAccept it as a ruling? [y/N]"));
        }
    }
}
