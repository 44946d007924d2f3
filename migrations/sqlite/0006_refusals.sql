-- Refused attempts, for moderators: no part of any record, and only the newest are kept.

-- The same attempt, refused for the same reason again, is counted on its line.
CREATE TABLE refusals (
    match_id TEXT NOT NULL REFERENCES matches (id),
    account_id TEXT NOT NULL,
    -- The kind of command, and what it said, cut off.
    tried TEXT NOT NULL,
    said TEXT NOT NULL,
    -- Why it was refused: the stable code, and the sentence.
    code TEXT NOT NULL,
    sentence TEXT NOT NULL,
    -- When it was refused last, and how often so far.
    at BIGINT NOT NULL,
    times BIGINT NOT NULL,
    PRIMARY KEY (match_id, account_id, tried, said, code)
);

CREATE INDEX refusals_by_match ON refusals (match_id, at);
CREATE INDEX refusals_by_instant ON refusals (at);
