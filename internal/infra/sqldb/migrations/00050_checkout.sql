-- +goose Up
-- Buying left the machines: nodes and goods are bought the same way. id is the
-- seller's name, a bar, and the product's id.
CREATE TABLE checkout_stock (
    id       TEXT   NOT NULL PRIMARY KEY,
    rest     BIGINT NOT NULL CHECK (rest >= 0 AND CAST(rest AS BIGINT) = rest),
    -- What unpaid orders reserved; not part of rest.
    reserved BIGINT NOT NULL CHECK (reserved >= 0 AND CAST(reserved AS BIGINT) = reserved)
);
INSERT INTO checkout_stock (id, rest, reserved) SELECT 'machine|' || product_id, rest, held FROM machine_stock;
DROP TABLE machine_stock;

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
    state      TEXT   NOT NULL
) /*sqlite WITHOUT ROWID*/;
INSERT INTO checkout_order (id, seller, user_id, product_id, terms, quantity, pay_type, start_now, amount, created_at, intent_no, state)
    SELECT o.id, 'machine', o.user_id, o.product_id, o.terms, o.quantity, o.pay_type, o.start_now, o.pay_amount, o.created_at, o.intent_no, COALESCE(i.state, 'open')
    FROM machine_order o LEFT JOIN payment_intent i ON i.no = o.intent_no;
DROP TABLE machine_order;
