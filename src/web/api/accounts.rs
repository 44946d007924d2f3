//! `/accounts`: registering.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::service::accounts::Person;
use crate::web::error::Error;
use crate::web::extract::Json;
use crate::web::state::AppState;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(register))
}

/// Who wants an account.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct Registering {
    /// 2–24 letters, digits, blanks, `_`, `-`, `.`; it must not look like another player's.
    name: String,
    /// 10–200 characters.
    password: String,
    /// The word that an invited person registers with, where only they may.
    invite: Option<String>,
}

/// An account.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct AccountBody {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// `player`, `moderator` or `admin`.
    pub role: &'static str,
}

impl From<Person> for AccountBody {
    fn from(person: Person) -> Self {
        Self {
            id: person.id.to_string(),
            name: person.name,
            role: person.role.word(),
        }
    }
}

/// Makes an account.
#[utoipa::path(
    post,
    path = "/accounts",
    security(()),
    responses(
        (status = 201, body = AccountBody),
        (status = 403, description = "`registration_closed`"),
        (status = 409, description = "`name_taken`: the name, or one that looks like it"),
        (status = 422, description = "`bad_name`, `weak_password`"),
    )
)]
async fn register(
    State(state): State<AppState>,
    Json(body): Json<Registering>,
) -> Result<(StatusCode, Json<AccountBody>), Error> {
    let invite = body.invite.as_deref();
    let person = (state.accounts.register(&body.name, &body.password, invite)).await?;
    Ok((StatusCode::CREATED, Json(person.into())))
}
