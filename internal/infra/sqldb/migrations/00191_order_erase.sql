-- +goose Up
-- The address of an order that ended is of no use to anybody; that of a sent one is
-- erased 60 days after it was sent.
UPDATE shop_order SET sealed = '', erase_at = 0 WHERE state IN ('invalid', 'lapsed') AND sealed <> '';
UPDATE shop_order SET erase_at = shipped_at + 5184000000000 WHERE state = 'shipped' AND sealed <> '' AND erase_at = 0;

-- How many addresses an operator saw on a day.
CREATE TABLE shop_sight (
    id       TEXT   NOT NULL PRIMARY KEY,
    staff_id TEXT   NOT NULL,
    day      BIGINT NOT NULL,
    seen     BIGINT NOT NULL
);
CREATE INDEX shop_sight_day ON shop_sight (day);
