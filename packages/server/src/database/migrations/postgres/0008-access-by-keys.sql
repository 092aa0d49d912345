-- Whether reads of the content API need no key: published versions only.
ALTER TABLE buckets ADD COLUMN reads_without_key BIGINT NOT NULL DEFAULT 0;

-- Whether a key of the bucket made the change: no person did.
ALTER TABLE change_sets ADD COLUMN by_key BIGINT NOT NULL DEFAULT 0;
