//! `daykeeper judge`: a stateless referee that answers one JSON request a line (formats.md).

mod abaddon;
mod helios;

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Answers every line of the input, in order, each as soon as it is read. A line that is no request
/// is answered `bad_request`, an empty one not at all.
///
/// # Errors
/// Only those of reading and writing.
pub fn judge(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    let mut line = 0;
    while input.read_until(b'\n', &mut bytes)? > 0 {
        line += 1;
        if !bytes.trim_ascii().is_empty() {
            serde_json::to_writer(&mut output, &reply(&bytes, line))?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
        bytes.clear();
    }
    Ok(())
}

/// An answer with the id of its request.
#[derive(Serialize)]
struct Reply {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(flatten)]
    answer: Answer,
}

/// What a game's referee says, or that the line is no request.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Abaddon(abaddon::Answer),
    Helios(Value),
    BadRequest {
        ok: bool,
        code: &'static str,
        line: usize,
        message: String,
    },
}

fn reply(bytes: &[u8], line: usize) -> Reply {
    let (id, answer) = match serde_json::from_slice::<Map<String, Value>>(bytes) {
        Ok(fields) => {
            let mut request = Request { fields };
            (request.fields.remove("id"), answer(request))
        }
        Err(error) => {
            let message = format!("this line is not a JSON object: {error}");
            (None, Err(BadRequest(message)))
        }
    };
    let bad_request = |BadRequest(message)| Answer::BadRequest {
        ok: false,
        code: "bad_request",
        line,
        message,
    };
    Reply {
        id,
        answer: answer.unwrap_or_else(bad_request),
    }
}

fn answer(mut request: Request) -> Result<Answer, BadRequest> {
    let game: String = request.take("game")?;
    match game.as_str() {
        "abaddon" => abaddon::answer(request).map(Answer::Abaddon),
        "helios" => (helios::answer(&request.fields))
            .map(Answer::Helios)
            .map_err(BadRequest),
        _ => Err(BadRequest(format!("“{game}” is not a game"))),
    }
}

/// The fields of a request that are not read yet.
struct Request {
    fields: Map<String, Value>,
}

/// Why a line is not a request.
struct BadRequest(String);

impl Request {
    /// Reads a field that must be there; `null` is a value.
    fn take<T: DeserializeOwned>(&mut self, field: &str) -> Result<T, BadRequest> {
        let value = (self.fields.remove(field))
            .ok_or_else(|| BadRequest(format!("the field “{field}” is missing")))?;
        serde_json::from_value(value).map_err(|error| BadRequest(format!("“{field}”: {error}")))
    }

    /// Reads a field that may be missing.
    fn take_or_default<T: DeserializeOwned + Default>(
        &mut self,
        field: &str,
    ) -> Result<T, BadRequest> {
        if !self.fields.contains_key(field) {
            return Ok(T::default());
        }
        Ok(self.take::<Option<T>>(field)?.unwrap_or_default())
    }
}
