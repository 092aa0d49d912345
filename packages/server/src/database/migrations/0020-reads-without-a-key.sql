-- Whether reads of the content API need no key: published versions only.
ALTER TABLE buckets ADD COLUMN reads_without_key INTEGER NOT NULL DEFAULT 0;
