-- +goose Up
-- The hosts at which buyers may follow a parcel.
CREATE TABLE shop_carrier (
    host      TEXT   NOT NULL PRIMARY KEY,
    listed_at BIGINT NOT NULL
);
