-- +goose Up
-- When a chain's watcher halted; 0 where it runs, or halted before this was kept.
ALTER TABLE payment_chain ADD COLUMN halted_at BIGINT NOT NULL DEFAULT 0;
