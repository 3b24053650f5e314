-- +goose Up
CREATE INDEX withdrawal_request_status ON withdrawal_request (status, id);
CREATE INDEX team_reward_delayed_id ON team_reward (id) WHERE state = 'delayed';
CREATE INDEX team_reward_delayed_of ON team_reward (user_id, id) WHERE state = 'delayed';
CREATE INDEX team_flag_listed ON team_flag (id) WHERE scope = 'open';
CREATE INDEX payout_payout_attention ON payout_payout (created_at, withdrawal_id) WHERE state IN ('needs_attention', 'unknown');
