-- +goose Up
-- Why a reward was refused, in a word that every language has a text for; empty for
-- one that was not. What was refused before has the operator's words alone.
ALTER TABLE team_reward ADD COLUMN cause TEXT NOT NULL DEFAULT '';
UPDATE team_reward SET cause = 'other' WHERE state = 'refused';

-- +goose Down
ALTER TABLE team_reward DROP COLUMN cause;
