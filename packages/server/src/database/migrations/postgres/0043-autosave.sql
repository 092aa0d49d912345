-- Whether the editor saves drafts when their author pauses: on in new buckets.
ALTER TABLE buckets ADD COLUMN autosaves_drafts BIGINT NOT NULL DEFAULT 0;
