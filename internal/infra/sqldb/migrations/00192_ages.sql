-- +goose Up
-- What is deleted once it is old is found by its age.
CREATE INDEX payment_submission_at ON payment_submission (at);
CREATE INDEX payment_claim_at ON payment_claim (at);
CREATE INDEX machine_sale_day ON machine_sale (day);
CREATE INDEX swap_house_day_day ON swap_house_day (day);
CREATE INDEX withdrawal_game_lock_until ON withdrawal_game_lock (until);
CREATE INDEX checkout_order_lapsed ON checkout_order (seller, created_at) WHERE state IN ('expired', 'cancelled');
CREATE INDEX shop_order_lapsed ON shop_order (ended_at) WHERE state = 'lapsed';
