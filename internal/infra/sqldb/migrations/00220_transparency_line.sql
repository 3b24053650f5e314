-- +goose Up
-- What each check of the books added up. Rows are only ever added.
CREATE TABLE transparency_line (
    number    BIGINT NOT NULL PRIMARY KEY CHECK (number > 0 AND CAST(number AS BIGINT) = number),
    at        BIGINT NOT NULL,
    text      TEXT   NOT NULL,
    hash      TEXT   NOT NULL,
    opens_day BIGINT NOT NULL CHECK (opens_day IN (0, 1))
);
CREATE INDEX transparency_line_at ON transparency_line (at);
CREATE INDEX transparency_line_day ON transparency_line (number) WHERE opens_day = 1;
