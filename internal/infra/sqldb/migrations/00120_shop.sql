-- +goose Up
CREATE TABLE shop_goods (
    id         TEXT   NOT NULL PRIMARY KEY,
    category   TEXT   NOT NULL,
    position   BIGINT NOT NULL,
    price      BIGINT NOT NULL CHECK (price BETWEEN 1 AND 4000000000000000000 AND CAST(price AS BIGINT) = price),
    -- USDT or ETLD.
    asset      TEXT   NOT NULL,
    -- How many one user may have.
    user_limit BIGINT NOT NULL CHECK (user_limit > 0 AND CAST(user_limit AS BIGINT) = user_limit),
    on_sale    BIGINT NOT NULL,
    regions    TEXT   NOT NULL,
    pictures   TEXT   NOT NULL,
    names      TEXT   NOT NULL,
    details    TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX shop_goods_position ON shop_goods (position, id);

-- What operators upload to be looked at, and the sizes that were made of it.
CREATE TABLE picture_picture (
    id         TEXT   NOT NULL PRIMARY KEY,
    sizes      TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
