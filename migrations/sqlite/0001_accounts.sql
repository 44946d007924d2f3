-- Accounts, and the two ways in which they prove who they are.
-- Instants are milliseconds since 1970 in GMT. Only hashes of secrets are kept.

-- A deleted account stays as a row without name and password: the record still points to it.
CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT,
    -- What look-alike names share; two accounts never do.
    skeleton TEXT UNIQUE,
    password_hash TEXT,
    role TEXT NOT NULL CHECK (role IN ('player', 'moderator', 'admin')),
    created_at BIGINT NOT NULL,
    CHECK ((name IS NULL) = (skeleton IS NULL) AND (name IS NULL) = (password_hash IS NULL))
);

CREATE TABLE sessions (
    -- SHA-256 of the cookie's 256 random bits, in hexadecimal digits.
    token_hash TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    -- Thirty days after it was last seen.
    expires_at BIGINT NOT NULL
);

CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE tokens (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    -- SHA-256 of the whole token, `dk_` included, in hexadecimal digits.
    secret_hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);

CREATE INDEX tokens_by_account ON tokens (account_id, created_at);
