-- The moderation of the site: its log, who is suspended, links that are handed out, and traces that
-- expire. Instants are milliseconds since 1970 in GMT; JSON is kept as text, byte for byte.

-- What moderators, administrators and the operator did to accounts, and what was done with the links
-- that they handed out: only ever added to, and chained as a match's record is.
CREATE TABLE site_log (
    seq BIGINT NOT NULL PRIMARY KEY CHECK (seq > 0),
    at BIGINT NOT NULL,
    -- An account's id, or `operator` for whoever has the command line.
    actor TEXT NOT NULL,
    kind TEXT NOT NULL,
    version BIGINT NOT NULL,
    payload TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL
);

CREATE TRIGGER site_log_is_never_changed BEFORE UPDATE ON site_log
BEGIN
    SELECT RAISE(ABORT, 'the site log is only ever added to');
END;

CREATE TRIGGER site_log_is_never_removed BEFORE DELETE ON site_log
BEGIN
    SELECT RAISE(ABORT, 'the site log is only ever added to');
END;

-- Reasons that lie beside the log, which holds the hash of salt and text. They go with the account
-- that they are about.
CREATE TABLE site_texts (
    hash TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL,
    -- Thirty-two hexadecimal digits.
    salt TEXT NOT NULL,
    body TEXT NOT NULL
);

CREATE INDEX site_texts_by_account ON site_texts (account_id);

-- Derived: the accounts that are suspended now.
CREATE TABLE suspensions (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    -- The hash of the reason.
    reason TEXT NOT NULL
);

-- Links by which somebody chooses a new password: one for an account at a time, good once.
CREATE TABLE password_resets (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    -- SHA-256 of the link's 256 random bits, in hexadecimal digits.
    secret_hash TEXT NOT NULL UNIQUE,
    made_by TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Links by which people register where only invited ones may.
CREATE TABLE invites (
    id TEXT NOT NULL PRIMARY KEY,
    secret_hash TEXT NOT NULL UNIQUE,
    made_by TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- How many accounts may be made with it, and how many were.
    uses BIGINT NOT NULL CHECK (uses > 0),
    used BIGINT NOT NULL DEFAULT 0 CHECK (used <= uses),
    -- When it was revoked, or its maker's account deleted.
    void_at BIGINT
);

-- Which accounts came from the same network on a GMT day. The address is kept as a hash under a key of
-- that day alone; hashes and keys are deleted after thirty days.
CREATE TABLE network_keys (
    day TEXT NOT NULL PRIMARY KEY,
    secret BLOB NOT NULL
);

CREATE TABLE sightings (
    day TEXT NOT NULL REFERENCES network_keys (day) ON DELETE CASCADE,
    network TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (day, network, account_id)
) WITHOUT ROWID;

CREATE INDEX sightings_by_account ON sightings (account_id);

-- Moderators see the newest lapses and rulings of all matches.
CREATE INDEX events_by_kind ON events (kind, at);
-- Whose seats are given up, should that have been broken off.
CREATE INDEX accounts_deleted ON accounts (id) WHERE name IS NULL;
