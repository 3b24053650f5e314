-- +goose Up
-- What the lowest and the highest feed said: users sell at the one and buy at the
-- other. halted_at is when swaps of the coin were last halted; is_stopped that they
-- were twice within an hour, and stay so until operators let them run again.
ALTER TABLE price_state ADD COLUMN lowest BIGINT NOT NULL DEFAULT 0 CHECK (lowest >= 0);
ALTER TABLE price_state ADD COLUMN highest BIGINT NOT NULL DEFAULT 0 CHECK (highest >= 0);
ALTER TABLE price_state ADD COLUMN halted_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE price_state ADD COLUMN is_stopped BIGINT NOT NULL DEFAULT 0 CHECK (is_stopped IN (0, 1));
UPDATE price_state SET lowest = price, highest = price;
