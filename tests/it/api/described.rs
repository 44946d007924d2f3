//! `/api/openapi.json` against what is really there.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::server::Server;

/// Every call of api.md that there is, as method and path.
const CALLS: &[&str] = &[
    "post /accounts",
    "get /me",
    "get /me/sprites",
    "put /me/sprites/{kind}",
    "delete /me/sprites/{kind}",
    "delete /me",
    "get /tokens",
    "post /tokens",
    "delete /tokens/{id}",
    "get /matches",
    "post /matches",
    "get /matches/{id}",
    "post /matches/{id}/seats",
    "post /matches/{id}/resignation",
    "post /matches/{id}/draw",
    "post /matches/{id}/flag",
    "post /matches/{id}/announcement",
    "delete /matches/{id}/announcement",
    "get /matches/{id}/draft",
    "put /matches/{id}/draft",
    "delete /matches/{id}/draft",
    "post /matches/{id}/check",
    "post /matches/{id}/picture",
    "post /matches/{id}/turns",
    "get /matches/{id}/turns/{n}",
    "delete /matches/{id}/turns/{n}",
    "post /matches/{id}/rulings",
    "get /matches/{id}/refusals",
    "post /matches/{id}/leave",
    "get /matches/{id}/events",
    "get /matches/{id}/record",
];

async fn description() -> Value {
    let server = Server::new().await;
    server
        .visitor()
        .get("/api/openapi.json")
        .await
        .is(200)
        .clone()
}

#[tokio::test]
async fn every_call_is_described_and_nothing_else() {
    let description = description().await;
    let mut described = BTreeSet::new();
    for (path, calls) in description["paths"].as_object().unwrap() {
        for method in calls.as_object().unwrap().keys() {
            described.insert(format!(
                "{method} {}",
                path.strip_prefix("/api/v1").unwrap()
            ));
        }
    }
    let expected: BTreeSet<_> = CALLS.iter().map(|call| (*call).to_owned()).collect();
    assert_eq!(described, expected);
}

#[tokio::test]
async fn calls_say_what_they_do_and_every_problem_has_its_form() {
    let description = description().await;
    let mut named = BTreeSet::new();
    let calls = description["paths"].as_object().unwrap().values();
    for call in calls.flat_map(|calls| calls.as_object().unwrap().values()) {
        assert!(
            named.insert(call["operationId"].as_str().unwrap()),
            "named twice: {call}"
        );
        assert!(
            call["summary"]
                .as_str()
                .is_some_and(|text| text.ends_with('.')),
            "{call}"
        );
        let answers = call["responses"].as_object().unwrap();
        assert!(
            answers.keys().any(|status| status.starts_with('2')),
            "{call}"
        );
        for (_, answer) in answers
            .iter()
            .filter(|(status, _)| status.as_str() >= "400")
        {
            assert_eq!(
                answer["content"]["application/problem+json"]["schema"],
                json!({"$ref": "#/components/schemas/ProblemBody"})
            );
        }
    }
}

/// Everything that a `$ref` names.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(name)) = members.get("$ref") {
                found.insert(name.clone());
            }
            members
                .values()
                .for_each(|member| references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn every_schema_that_is_named_is_there() {
    let description = description().await;
    let mut named = BTreeSet::new();
    references(&description, &mut named);
    let schemas = description["components"]["schemas"].as_object().unwrap();
    let there = schemas
        .keys()
        .map(|name| format!("#/components/schemas/{name}"));
    assert_eq!(named, there.collect());
    for (name, schema) in schemas {
        assert!(
            schema["description"].is_string(),
            "{name} has no description"
        );
    }
}
