-- +goose Up
-- When a user was last barred; 0 where never, or before this was kept.
ALTER TABLE user_person ADD COLUMN suspended_since BIGINT NOT NULL DEFAULT 0;
