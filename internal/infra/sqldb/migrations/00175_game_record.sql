-- +goose Up
-- A player's entries of the states that few of them have: without these, a year of
-- entries is walked through for one that is refunded, or for none.
CREATE INDEX game_entry_not_drawn ON game_entry (user_id, id) WHERE state = 'not_drawn';
CREATE INDEX game_entry_refunded ON game_entry (user_id, id) WHERE state = 'refunded';
