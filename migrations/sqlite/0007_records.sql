-- Matches that were brought here from elsewhere.

-- What records call an account, where somebody else had its name when it came here: such an account got
-- another name, and its records stay the same texts byte for byte.
ALTER TABLE accounts ADD COLUMN recorded_name TEXT;
