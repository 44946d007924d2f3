//! What trying steps out answers.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::service::views::CheckView;

/// Steps tried out: how far they are legal, and what may follow.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CheckBody {
    /// Whether every step is legal.
    ok: bool,
    /// The first step that is not, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    /// Why not: a stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// Why not: a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// The position after the legal steps.
    position: Value,
    /// Actions left after them.
    actions_left: u8,
    /// Every legal step after them, in notation.
    next: Vec<String>,
}

impl From<&CheckView> for CheckBody {
    fn from(view: &CheckView) -> Self {
        let refused = view.refused.as_ref();
        Self {
            ok: refused.is_none(),
            step: refused.map(|refused| refused.step),
            code: refused.map(|refused| refused.code),
            rule: refused.map(|refused| refused.rule),
            message: refused.map(|refused| refused.message.clone()),
            position: serde_json::to_value(&view.position).unwrap_or_default(),
            actions_left: view.actions_left,
            next: view.next.clone(),
        }
    }
}
