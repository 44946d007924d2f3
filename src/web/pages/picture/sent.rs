//! The form of a picture as it is sent: with the file, or with what its doubtful squares show.

use axum::extract::Request;
use axum::extract::multipart::Field;
use serde::{Deserialize, Serialize};

use crate::picture::doubt::{Content, Place};
use crate::web::error::Error;
use crate::web::extract::{read_multipart, unread};
use crate::web::reading::Partial;

/// What somebody hands in.
#[derive(Clone, Debug)]
pub(super) enum Sent {
    /// A picture, and what its file was called.
    File(Vec<u8>, String),
    /// A picture that was read before, and whose doubtful squares its player has chosen.
    Chosen(Reread),
}

/// What the page with doubtful squares keeps of a picture until they are chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Reread {
    /// What the file was called.
    pub name: String,
    /// What could be read.
    pub partial: Partial,
    /// The doubtful squares and walls, as forms call them.
    pub places: Vec<String>,
}

/// The field that says what a place shows.
pub(super) fn field_of(place: Place) -> String {
    format!("at {place}")
}

impl Sent {
    /// Reads the form.
    ///
    /// # Errors
    /// [`Error::UnsupportedMedia`], [`Error::TooLarge`], and [`Error::Malformed`] for a form without a
    /// picture, or with a doubtful square for which nothing was chosen.
    pub(super) async fn read(request: Request) -> Result<Self, Error> {
        let mut form = read_multipart(request).await?;
        let (mut kept, mut chosen) = (None, Vec::new());
        while let Some(field) = form.next_field().await.map_err(|why| unread(&why))? {
            match field.name().map(str::to_owned).as_deref() {
                Some("picture") => return Self::file(field).await,
                Some("read") => kept = Some(field.text().await.map_err(|why| unread(&why))?),
                Some(name) => chosen.push((
                    name.to_owned(),
                    field.text().await.map_err(|why| unread(&why))?,
                )),
                None => {}
            }
        }
        let kept = kept.ok_or_else(|| Error::Malformed("the form has no picture".to_owned()))?;
        let reread: Reread = serde_json::from_str(&kept)
            .map_err(|why| Error::Malformed(format!("the form cannot be read: {why}")))?;
        Ok(Self::Chosen(reread.completed(&chosen)?))
    }

    async fn file(field: Field<'_>) -> Result<Self, Error> {
        let name = field.file_name().unwrap_or("your picture").to_owned();
        let file = field.bytes().await.map_err(|why| unread(&why))?.to_vec();
        Ok(Self::File(file, name))
    }
}

impl Reread {
    /// Puts what was chosen where it could not be read.
    fn completed(mut self, chosen: &[(String, String)]) -> Result<Self, Error> {
        for text in std::mem::take(&mut self.places) {
            let place = text.parse::<Place>();
            let place = place.map_err(|why| Error::Malformed(why.to_string()))?;
            let field = field_of(place);
            let said = chosen.iter().find(|(name, _)| *name == field);
            let content = said.and_then(|(_, value)| value.parse::<Content>().ok());
            let content = content
                .ok_or_else(|| Error::Malformed(format!("it was not chosen what {place} shows")))?;
            content.put(place, &mut self.partial.setup);
        }
        Ok(self)
    }
}
