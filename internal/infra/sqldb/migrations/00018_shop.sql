-- +goose Up
CREATE TABLE shop_goods (
    id          TEXT   NOT NULL PRIMARY KEY,
    category    TEXT   NOT NULL,
    position    BIGINT NOT NULL,
    price       BIGINT NOT NULL CHECK (price BETWEEN 1 AND 4000000000000000000 AND CAST(price AS BIGINT) = price),
    -- USDT or ETLD.
    asset       TEXT   NOT NULL,
    -- How many one user may have.
    user_limit  BIGINT NOT NULL CHECK (user_limit > 0 AND CAST(user_limit AS BIGINT) = user_limit),
    on_sale     BIGINT NOT NULL,
    regions     TEXT   NOT NULL,
    pictures    TEXT   NOT NULL,
    names       TEXT   NOT NULL,
    details     TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    -- What is announced: from when goods or a level of nodes are no longer sold, and from
    -- when goods cost something else. 0 is never.
    off_sale_at BIGINT NOT NULL DEFAULT 0,
    next_price  BIGINT NOT NULL DEFAULT 0 CHECK (next_price BETWEEN 0 AND 4000000000000000000 AND CAST(next_price AS BIGINT) = next_price),
    next_asset  TEXT   NOT NULL DEFAULT '',
    next_at     BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX shop_goods_position ON shop_goods (position, id);

CREATE TABLE shop_address (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    -- Personal data, sealed for this row.
    sealed     TEXT   NOT NULL,
    is_default BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- From when an address is as it is, and from when an order may be shipped: goods go to
    -- a new address a day after its user was told of it. 0 is at any time.
    since      BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX shop_address_user ON shop_address (user_id);

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
    told_at    BIGINT NOT NULL,
    -- When the address of a sent order is to be erased; 0 while nobody asked for it.
    erase_at   BIGINT NOT NULL DEFAULT 0,
    ship_from  BIGINT NOT NULL DEFAULT 0
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX shop_order_user_state ON shop_order (user_id, state, id);
CREATE INDEX shop_order_state ON shop_order (state, id);
CREATE INDEX shop_order_goods ON shop_order (goods_id, id);
CREATE INDEX shop_order_late ON shop_order (paid_at, id) WHERE state = 'waiting_for_delivery' AND told_at = 0;
CREATE INDEX shop_order_user ON shop_order (user_id, id);
CREATE INDEX shop_order_erase ON shop_order (erase_at, id) WHERE erase_at > 0;
CREATE INDEX shop_order_lapsed ON shop_order (ended_at) WHERE state = 'lapsed';

-- How many of some goods a user has, or may get: what the limit per user counts.
CREATE TABLE shop_bought (
    id       TEXT   NOT NULL PRIMARY KEY,
    quantity BIGINT NOT NULL CHECK (quantity >= 0 AND CAST(quantity AS BIGINT) = quantity)
);

-- How many addresses an operator saw on a day.
CREATE TABLE shop_sight (
    id       TEXT   NOT NULL PRIMARY KEY,
    staff_id TEXT   NOT NULL,
    day      BIGINT NOT NULL,
    seen     BIGINT NOT NULL
);
CREATE INDEX shop_sight_day ON shop_sight (day);

-- The hosts at which buyers may follow a parcel.
CREATE TABLE shop_carrier (
    host      TEXT   NOT NULL PRIMARY KEY,
    listed_at BIGINT NOT NULL
);
