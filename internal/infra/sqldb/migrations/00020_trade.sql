-- +goose Up
-- Bids of the buy-back book. escrow is the part of P.BID that belongs to the
-- bid: what its rest costs, and less than an atom per fill of rounding.
CREATE TABLE trade_bid (
    id        TEXT   NOT NULL PRIMARY KEY,
    book      TEXT   NOT NULL,
    open      BIGINT NOT NULL,
    price     BIGINT NOT NULL CHECK (price BETWEEN 1 AND 4000000000000000000 AND CAST(price AS BIGINT) = price),
    quantity  BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 4000000000000000000 AND CAST(quantity AS BIGINT) = quantity),
    rest      BIGINT NOT NULL CHECK (rest BETWEEN 0 AND quantity AND CAST(rest AS BIGINT) = rest),
    escrow    BIGINT NOT NULL CHECK (escrow BETWEEN 0 AND 4000000000000000000 AND CAST(escrow AS BIGINT) = escrow),
    placed_by TEXT   NOT NULL,
    placed_at BIGINT NOT NULL,
    closed_by TEXT   NOT NULL,
    closed_at BIGINT NOT NULL
);
CREATE INDEX trade_bid_open ON trade_bid (book) WHERE open = 1;

-- Previews given to users; one is good for one sale by its user.
CREATE TABLE trade_quote (
    id          TEXT   NOT NULL PRIMARY KEY,
    user_id     TEXT   NOT NULL,
    quantity    BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 4000000000000000000 AND CAST(quantity AS BIGINT) = quantity),
    min_receive BIGINT NOT NULL CHECK (min_receive BETWEEN 0 AND 4000000000000000000 AND CAST(min_receive AS BIGINT) = min_receive),
    expire_at   BIGINT NOT NULL,
    used        BIGINT NOT NULL
);
CREATE INDEX trade_quote_expire ON trade_quote (expire_at);

CREATE TABLE trade_sale (
    id          TEXT   NOT NULL PRIMARY KEY,
    user_id     TEXT   NOT NULL,
    via         TEXT   NOT NULL,
    quantity    BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 4000000000000000000 AND CAST(quantity AS BIGINT) = quantity),
    filled      BIGINT NOT NULL CHECK (filled BETWEEN 1 AND quantity AND CAST(filled AS BIGINT) = filled),
    gross       BIGINT NOT NULL CHECK (gross BETWEEN 1 AND 4000000000000000000 AND CAST(gross AS BIGINT) = gross),
    fee         BIGINT NOT NULL CHECK (fee BETWEEN 0 AND gross AND CAST(fee AS BIGINT) = fee),
    average     BIGINT NOT NULL CHECK (average BETWEEN 0 AND 4000000000000000000 AND CAST(average AS BIGINT) = average),
    worst       BIGINT NOT NULL CHECK (worst BETWEEN 0 AND 4000000000000000000 AND CAST(worst AS BIGINT) = worst),
    min_receive BIGINT NOT NULL CHECK (min_receive BETWEEN 0 AND 4000000000000000000 AND CAST(min_receive AS BIGINT) = min_receive),
    at          BIGINT NOT NULL
);
CREATE INDEX trade_sale_user ON trade_sale (user_id, id);

CREATE TABLE trade_fill (
    id       TEXT   NOT NULL PRIMARY KEY,
    sale_id  TEXT   NOT NULL,
    bid_id   TEXT   NOT NULL,
    price    BIGINT NOT NULL CHECK (price BETWEEN 1 AND 4000000000000000000 AND CAST(price AS BIGINT) = price),
    quantity BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 4000000000000000000 AND CAST(quantity AS BIGINT) = quantity),
    amount   BIGINT NOT NULL CHECK (amount BETWEEN 0 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount)
);
CREATE INDEX trade_fill_sale ON trade_fill (sale_id);

-- What users want to be told of once the bids bring it. least is the average price, after
-- the fee, from which on the target can be reached. What the bids would have brought is kept
-- with the alert that they reached.
CREATE TABLE trade_alert (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    quantity   BIGINT NOT NULL CHECK (quantity BETWEEN 0 AND 4000000000000000000 AND CAST(quantity AS BIGINT) = quantity),
    target     BIGINT NOT NULL CHECK (target BETWEEN 0 AND 4000000000000000000 AND CAST(target AS BIGINT) = target),
    least      BIGINT NOT NULL CHECK (least BETWEEN 0 AND 4000000000000000000 AND CAST(least AS BIGINT) = least),
    state      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expire_at  BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL,
    net        BIGINT NOT NULL CHECK (net BETWEEN 0 AND 4000000000000000000 AND CAST(net AS BIGINT) = net),
    fee        BIGINT NOT NULL CHECK (fee BETWEEN 0 AND 4000000000000000000 AND CAST(fee AS BIGINT) = fee),
    average    BIGINT NOT NULL CHECK (average BETWEEN 0 AND 4000000000000000000 AND CAST(average AS BIGINT) = average),
    worst      BIGINT NOT NULL CHECK (worst BETWEEN 0 AND 4000000000000000000 AND CAST(worst AS BIGINT) = worst)
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX trade_alert_user ON trade_alert (user_id, id);
CREATE INDEX trade_alert_open ON trade_alert (id) WHERE state = 'open';
