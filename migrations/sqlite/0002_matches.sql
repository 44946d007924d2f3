-- Matches: the record, which is only ever added to, and what is derived from it for reading.
-- Instants are milliseconds since 1970 in GMT; JSON is kept as text, byte for byte.

-- Derived: a line a match, for lists and for the next number and hash of its record.
CREATE TABLE matches (
    id TEXT NOT NULL PRIMARY KEY,
    host TEXT NOT NULL,
    title TEXT NOT NULL,
    game TEXT NOT NULL CHECK (game IN ('abaddon', 'helios')),
    -- Helios has no levels.
    level TEXT,
    rules_version BIGINT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'paused', 'over')),
    joinable BOOLEAN NOT NULL,
    turns BIGINT NOT NULL,
    -- The newest event's number and hash.
    seq BIGINT NOT NULL,
    head TEXT NOT NULL,
    -- After this instant something is due by itself.
    next_due BIGINT,
    created_at BIGINT NOT NULL,
    last_turn_at BIGINT,
    -- The newest turn's instant, before the first turn the match's own: lists are in this order.
    active_at BIGINT NOT NULL
);

CREATE INDEX matches_by_activity ON matches (active_at, id);
CREATE INDEX matches_by_state ON matches (state, active_at, id);
CREATE INDEX matches_by_next_due ON matches (next_due) WHERE next_due IS NOT NULL;

-- Derived: whoever a match concerns: its host, its players, and the accounts named for it.
CREATE TABLE members (
    match_id TEXT NOT NULL REFERENCES matches (id),
    account_id TEXT NOT NULL,
    -- Their seat, once they have one.
    seat BIGINT,
    PRIMARY KEY (account_id, match_id)
);

CREATE INDEX members_by_match ON members (match_id);

-- The record itself (referee.md, The record).
CREATE TABLE events (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seq BIGINT NOT NULL CHECK (seq > 0),
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    seat BIGINT,
    kind TEXT NOT NULL,
    version BIGINT NOT NULL,
    payload TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (match_id, seq)
) WITHOUT ROWID;

CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'the record is only ever added to');
END;

CREATE TRIGGER events_are_never_removed BEFORE DELETE ON events
BEGIN
    SELECT RAISE(ABORT, 'the record is only ever added to');
END;

-- Texts that lie beside the record, which holds the hash of salt and text.
CREATE TABLE texts (
    match_id TEXT NOT NULL REFERENCES matches (id),
    hash TEXT NOT NULL,
    salt BLOB NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match_id, hash)
);

-- Derived: everything that a turn's page, post and picture need.
CREATE TABLE turns (
    match_id TEXT NOT NULL REFERENCES matches (id),
    turn BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    day TEXT NOT NULL,
    announced_at BIGINT,
    seat BIGINT NOT NULL,
    account_id TEXT NOT NULL,
    -- A JSON array of steps in notation; of Helios' one action.
    steps TEXT NOT NULL,
    -- How many passes followed (Helios).
    passes BIGINT NOT NULL,
    post TEXT,
    -- A JSON object with one member, named for the game: the position.
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    PRIMARY KEY (match_id, turn)
);

-- Derived: a match as it was after one of its events, so that loading it need not begin at the first.
CREATE TABLE snapshots (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    seq BIGINT NOT NULL,
    -- The form of the state; one of another form is passed over.
    version BIGINT NOT NULL,
    state TEXT NOT NULL
);

-- What somebody has typed and not sent (T7).
CREATE TABLE drafts (
    match_id TEXT NOT NULL REFERENCES matches (id),
    account_id TEXT NOT NULL,
    body TEXT NOT NULL,
    saved_at BIGINT NOT NULL,
    PRIMARY KEY (match_id, account_id)
);

-- Accepted turns by the key under which they were sent (T10).
CREATE TABLE submissions (
    match_id TEXT NOT NULL REFERENCES matches (id),
    account_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    -- SHA-256 of what was sent, in canonical form.
    body_hash TEXT NOT NULL,
    turn BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (match_id, account_id, idempotency_key)
);
