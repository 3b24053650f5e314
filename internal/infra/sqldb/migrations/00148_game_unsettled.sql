-- +goose Up
-- The rounds that still hold points, a few of a year's.
CREATE INDEX game_round_unsettled ON game_round (id) WHERE settled_at = 0;
