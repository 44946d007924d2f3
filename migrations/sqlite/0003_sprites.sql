-- Players' own pixel art, and which of it each turn's picture was drawn with.

-- A sprite by the SHA-256 of its lines: never changed, so that old pictures keep theirs.
CREATE TABLE sprites (
    hash TEXT NOT NULL PRIMARY KEY,
    -- Twelve lines of twelve characters, each with its line feed.
    lines TEXT NOT NULL
);

-- What a player's units look like from their match's next turn on.
CREATE TABLE player_sprites (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('engineer', 'soldier', 'flamebat')),
    hash TEXT NOT NULL REFERENCES sprites (hash),
    PRIMARY KEY (account_id, kind)
);

-- What the units of a seat look like in the picture of a turn; without a row as they do by default.
CREATE TABLE turn_sprites (
    match_id TEXT NOT NULL REFERENCES matches (id),
    turn BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    kind TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES sprites (hash),
    PRIMARY KEY (match_id, turn, seat, kind)
) WITHOUT ROWID;

-- The site's feed begins at the newest turn of all.
CREATE INDEX turns_by_instant ON turns (at);
