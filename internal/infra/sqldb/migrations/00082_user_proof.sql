-- +goose Up
-- The message and signature with which each user signed up, and the address they
-- were for: whoever changes a user's address by hand does not have them. All three
-- are empty for users who signed up before they were kept.
CREATE TABLE user_proof (
    user_id     TEXT   NOT NULL PRIMARY KEY REFERENCES user_person (id),
    kind        TEXT   NOT NULL CHECK (kind IN ('', 'plain', 'contract')),
    address_key TEXT   NOT NULL,
    message     TEXT   NOT NULL,
    signature   TEXT   NOT NULL
) /*sqlite WITHOUT ROWID*/;
INSERT INTO user_proof (user_id, kind, address_key, message, signature)
    SELECT p.id, COALESCE(w.kind, ''), COALESCE(w.address_key, ''), COALESCE(w.message, ''), COALESCE(w.signature, '')
    FROM user_person p LEFT JOIN user_wallet w ON w.address_key = p.address_key AND w.message <> '';
