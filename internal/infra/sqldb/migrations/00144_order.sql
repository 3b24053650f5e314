-- +goose Up
-- Purchases of goods. id is that of the checkout's order, if it is paid on chain.
CREATE TABLE shop_order (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    goods_id   TEXT   NOT NULL,
    quantity   BIGINT NOT NULL CHECK (quantity > 0 AND CAST(quantity AS BIGINT) = quantity),
    price      BIGINT NOT NULL CHECK (price BETWEEN 1 AND 4000000000000000000 AND CAST(price AS BIGINT) = price),
    amount     BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    asset      TEXT   NOT NULL,
    pay_type   TEXT   NOT NULL,
    -- payment, lapsed, waiting_for_delivery, shipped or invalid.
    state      TEXT   NOT NULL,
    names      TEXT   NOT NULL,
    picture    TEXT   NOT NULL,
    -- The address, sealed for this row; empty once it was erased.
    sealed     TEXT   NOT NULL,
    company    TEXT   NOT NULL,
    tracking   TEXT   NOT NULL,
    track_url  TEXT   NOT NULL,
    cause      TEXT   NOT NULL,
    reason     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    paid_at    BIGINT NOT NULL,
    shipped_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL,
    told_at    BIGINT NOT NULL
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX shop_order_user ON shop_order (user_id, id) WHERE state IN ('waiting_for_delivery', 'shipped', 'invalid');
CREATE INDEX shop_order_user_state ON shop_order (user_id, state, id);
CREATE INDEX shop_order_state ON shop_order (state, id);
CREATE INDEX shop_order_goods ON shop_order (goods_id, id);
CREATE INDEX shop_order_late ON shop_order (paid_at, id) WHERE state = 'waiting_for_delivery' AND told_at = 0;

-- How many of some goods a user has, or may get: what the limit per user counts.
CREATE TABLE shop_bought (
    id       TEXT   NOT NULL PRIMARY KEY,
    quantity BIGINT NOT NULL CHECK (quantity >= 0 AND CAST(quantity AS BIGINT) = quantity)
);
