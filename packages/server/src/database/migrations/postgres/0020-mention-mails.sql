-- Whether an account gets mails about comments that mention it.
ALTER TABLE users ADD COLUMN mention_mails BIGINT NOT NULL DEFAULT 1;
