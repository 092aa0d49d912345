-- Drafts and revisions are read with a key of their own. Keys are sealed with the key file, which SQL cannot reach: the server
-- makes those of the buckets that exist when it starts. Sites of these buckets may read drafts with the read key, and go on to.
ALTER TABLE buckets ADD COLUMN preview_key_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE buckets ADD COLUMN preview_key_sealed TEXT NOT NULL DEFAULT '';
ALTER TABLE buckets ADD COLUMN read_key_reads_drafts INTEGER NOT NULL DEFAULT 0;
UPDATE buckets SET read_key_reads_drafts = 1;
