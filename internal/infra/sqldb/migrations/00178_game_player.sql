-- +goose Up
-- By what hash a receipt names its player; empty where the player's app chose none.
ALTER TABLE game_entry ADD COLUMN player TEXT NOT NULL DEFAULT '';
