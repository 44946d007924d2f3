-- Rulings: matches that are hidden from lists, and turns that are nobody's (a position set by a moderator).

ALTER TABLE matches ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;

-- The same table with `seat` and `day` that may be missing; SQLite cannot loosen a column in place.
CREATE TABLE turns_of_seats_or_nobody (
    match_id TEXT NOT NULL REFERENCES matches (id),
    turn BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    day TEXT,
    announced_at BIGINT,
    seat BIGINT,
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

INSERT INTO turns_of_seats_or_nobody
SELECT match_id, turn, seq, at, day, announced_at, seat, account_id, steps, passes, post, before, after
FROM turns;

DROP TABLE turns;

ALTER TABLE turns_of_seats_or_nobody RENAME TO turns;

-- It went with the old table.
CREATE INDEX turns_by_instant ON turns (at);
