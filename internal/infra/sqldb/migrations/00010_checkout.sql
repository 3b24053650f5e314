-- +goose Up
-- Buying left the machines: nodes and goods are bought the same way. id is the
-- seller's name, a bar, and the product's id.
CREATE TABLE checkout_stock (
    id       TEXT   NOT NULL PRIMARY KEY,
    rest     BIGINT NOT NULL CHECK (rest >= 0 AND CAST(rest AS BIGINT) = rest),
    -- What unpaid orders reserved; not part of rest.
    reserved BIGINT NOT NULL CHECK (reserved >= 0 AND CAST(reserved AS BIGINT) = reserved)
);

-- Purchases paid on chain; one from the balance is told by what was bought.
CREATE TABLE checkout_order (
    id         TEXT   NOT NULL PRIMARY KEY,
    seller     TEXT   NOT NULL,
    user_id    TEXT   NOT NULL,
    product_id TEXT   NOT NULL,
    terms      TEXT   NOT NULL,
    quantity   BIGINT NOT NULL CHECK (quantity > 0 AND CAST(quantity AS BIGINT) = quantity),
    pay_type   TEXT   NOT NULL,
    start_now  BIGINT NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 4000000000000000000 AND CAST(amount AS BIGINT) = amount),
    created_at BIGINT NOT NULL,
    intent_no  TEXT   NOT NULL,
    -- As its payment's: open, paid, expired or cancelled.
    state      TEXT   NOT NULL,
    -- Goods may cost ETLD.
    asset      TEXT   NOT NULL DEFAULT 'USDT'
) /*sqlite WITHOUT ROWID*/;
-- What the open orders ask for: checks add them up, however many have ended.
CREATE INDEX checkout_order_open ON checkout_order (seller, product_id, quantity) WHERE state = 'open';
CREATE INDEX checkout_order_lapsed ON checkout_order (seller, created_at) WHERE state IN ('expired', 'cancelled');
