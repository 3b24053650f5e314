-- +goose Up
-- The public key of the beacon that decides the round, as it was at the lock.
ALTER TABLE game_round ADD COLUMN beacon_key TEXT NOT NULL DEFAULT '';
