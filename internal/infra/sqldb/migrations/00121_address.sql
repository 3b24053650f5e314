-- +goose Up
CREATE TABLE shop_address (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    -- Personal data, sealed for this row.
    sealed     TEXT   NOT NULL,
    is_default BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX shop_address_user ON shop_address (user_id);
