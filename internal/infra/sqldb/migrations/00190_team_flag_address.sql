-- +goose Up
-- A flag is of a user or of an address that funded several accounts, and then
-- user_id is empty. What was there before are flags of users.
ALTER TABLE team_flag ADD COLUMN address TEXT NOT NULL DEFAULT '';
DROP INDEX team_flag_open;
CREATE UNIQUE INDEX team_flag_open ON team_flag (user_id, address) WHERE scope = 'open';

-- The flag under which an account is since its signal, or nothing.
ALTER TABLE team_signal ADD COLUMN flag_id TEXT NOT NULL DEFAULT '';
CREATE INDEX team_signal_user ON team_signal (user_id);
CREATE INDEX team_signal_flag ON team_signal (flag_id) WHERE flag_id <> '';
