//! `/tokens`: what programs prove their owner with.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ids::TokenId;
use crate::service::accounts::Token;
use crate::web::error::Error;
use crate::web::extract::{Json, Path};
use crate::web::state::AppState;
use crate::web::who::SignedIn;

pub(in crate::web::api) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(create_token, list_tokens))
        .routes(routes!(revoke_token))
}

/// Who wants a token, and for what.
#[derive(Deserialize, ToSchema)]
pub(in crate::web::api) struct Wanted {
    name: String,
    password: String,
    /// What its owner will know it by, 1–60 characters.
    label: String,
}

/// A token just made.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct CreatedToken {
    id: String,
    /// The token itself: shown this once.
    #[schema(example = "dk_5f0c…")]
    token: String,
}

/// A token, without its secret.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct TokenBody {
    id: String,
    label: String,
    #[schema(format = DateTime)]
    created_at: String,
    /// `null` for one that was never used.
    #[schema(format = DateTime)]
    last_used_at: Option<String>,
}

/// One's tokens, oldest first.
#[derive(Serialize, ToSchema)]
pub(in crate::web::api) struct TokenList {
    tokens: Vec<TokenBody>,
}

impl From<Token> for TokenBody {
    fn from(token: Token) -> Self {
        Self {
            id: token.id.to_string(),
            label: token.label,
            created_at: token.created_at.to_string(),
            last_used_at: token.last_used_at.map(|at| at.to_string()),
        }
    }
}

/// Makes a token.
#[utoipa::path(
    post,
    path = "/tokens",
    security(()),
    responses(
        (status = 201, body = CreatedToken),
        (status = 401, description = "`bad_credentials`"),
        (status = 422, description = "`bad_text`: the label"),
    )
)]
async fn create_token(
    State(state): State<AppState>,
    Json(body): Json<Wanted>,
) -> Result<(StatusCode, Json<CreatedToken>), Error> {
    let made = (state
        .accounts
        .create_token(&body.name, &body.password, &body.label))
    .await?;
    let body = CreatedToken {
        id: made.id.to_string(),
        token: made.secret.reveal().to_owned(),
    };
    Ok((StatusCode::CREATED, Json(body)))
}

/// Lists one's tokens.
#[utoipa::path(get, path = "/tokens", responses((status = 200, body = TokenList)))]
async fn list_tokens(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
) -> Result<Json<TokenList>, Error> {
    let tokens = state.accounts.tokens(&person).await?;
    Ok(Json(TokenList {
        tokens: tokens.into_iter().map(TokenBody::from).collect(),
    }))
}

/// Revokes one of one's tokens.
#[utoipa::path(
    delete,
    path = "/tokens/{id}",
    params(("id" = String, Path, description = "The token's id")),
    responses((status = 204), (status = 404, description = "`not_found`"))
)]
async fn revoke_token(
    State(state): State<AppState>,
    SignedIn(person): SignedIn,
    Path(id): Path<TokenId>,
) -> Result<StatusCode, Error> {
    if state.accounts.revoke_token(&person, id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Error::NotFound)
    }
}
