-- Keys of what a bucket holds begin with the bucket: it can be a shard, and no statement reads past it. Numbers that counted the
-- rows of all buckets go; what they put in order is in the order of the bucket's version, or of its place in a change set.
ALTER TABLE object_types DROP CONSTRAINT object_types_pkey;
ALTER TABLE object_types ADD PRIMARY KEY (bucket_id, id);
ALTER TABLE media DROP CONSTRAINT media_pkey;
ALTER TABLE media ADD PRIMARY KEY (bucket_id, id);

ALTER TABLE published_objects DROP COLUMN seq;
ALTER TABLE published_objects DROP CONSTRAINT published_objects_id_key;
ALTER TABLE objects DROP COLUMN seq;
ALTER TABLE objects DROP CONSTRAINT objects_id_key;
DROP INDEX objects_by_id;
ALTER TABLE objects ADD PRIMARY KEY (bucket_id, id);
ALTER TABLE published_objects ADD PRIMARY KEY (bucket_id, id);
ALTER TABLE published_objects ADD FOREIGN KEY (bucket_id, id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE;

-- `version` is that of the bucket after its first write: the newest comes first. The fields of an object type before and after
-- stand with a change set that changed their keys or types: what its undo goes back to.
ALTER TABLE change_set_items DROP CONSTRAINT change_set_items_change_set_id_fkey;
ALTER TABLE change_set_media DROP CONSTRAINT change_set_media_change_set_id_fkey;
ALTER TABLE change_set_failures DROP CONSTRAINT change_set_failures_change_set_id_fkey;
ALTER TABLE change_sets
  ADD COLUMN version BIGINT,
  ADD COLUMN type_id TEXT COLLATE "C",
  ADD COLUMN fields_before TEXT COLLATE "C",
  ADD COLUMN fields_after TEXT COLLATE "C";
-- Each raised the version of its bucket, so that the next one's is higher than the number of those that there are.
UPDATE change_sets c SET version = n.version
  FROM (SELECT id, row_number() OVER (PARTITION BY bucket_id ORDER BY seq) AS version FROM change_sets) n WHERE n.id = c.id;
UPDATE change_sets c SET type_id = f.type_id, fields_before = f.before, fields_after = f.after
  FROM change_set_fields f WHERE f.change_set_id = c.id;
DROP TABLE change_set_fields;

-- What a change set did to each object, in the order of `place`. The state before it is in `before`, or in the revision of
-- `revision_rev`; neither for an object that it made.
ALTER TABLE change_set_items RENAME COLUMN seq TO place;
ALTER TABLE change_set_items ALTER COLUMN place DROP IDENTITY;
ALTER TABLE change_set_items ADD COLUMN bucket_id TEXT COLLATE "C", ADD COLUMN revision_rev BIGINT;
UPDATE change_set_items i SET bucket_id = c.bucket_id,
  revision_rev = (SELECT r.rev FROM revisions r WHERE r.seq = i.revision_seq)
  FROM change_sets c WHERE c.id = i.change_set_id;
DROP INDEX change_set_items_in_order, change_set_items_by_rank;
ALTER TABLE change_set_items
  DROP COLUMN revision_seq,
  DROP CONSTRAINT change_set_items_pkey,
  DROP CONSTRAINT change_set_items_change_set_id_object_id_key,
  ADD PRIMARY KEY (bucket_id, change_set_id, place);
CREATE UNIQUE INDEX change_set_items_by_object ON change_set_items (bucket_id, change_set_id, object_id);
CREATE INDEX change_set_items_by_rank ON change_set_items (bucket_id, type) WHERE rank_before IS NOT NULL;

ALTER TABLE change_set_media RENAME COLUMN seq TO place;
ALTER TABLE change_set_media ALTER COLUMN place DROP IDENTITY;
ALTER TABLE change_set_media ADD COLUMN bucket_id TEXT COLLATE "C";
UPDATE change_set_media m SET bucket_id = c.bucket_id FROM change_sets c WHERE c.id = m.change_set_id;
DROP INDEX change_set_media_in_order;
ALTER TABLE change_set_media
  DROP CONSTRAINT change_set_media_pkey,
  DROP CONSTRAINT change_set_media_change_set_id_media_id_key,
  ADD PRIMARY KEY (bucket_id, change_set_id, place);
CREATE UNIQUE INDEX change_set_media_by_media ON change_set_media (bucket_id, change_set_id, media_id);

ALTER TABLE change_set_failures RENAME COLUMN seq TO place;
ALTER TABLE change_set_failures ALTER COLUMN place DROP IDENTITY;
ALTER TABLE change_set_failures ADD COLUMN bucket_id TEXT COLLATE "C";
UPDATE change_set_failures f SET bucket_id = c.bucket_id FROM change_sets c WHERE c.id = f.change_set_id;
DROP INDEX change_set_failures_by_set;
ALTER TABLE change_set_failures
  DROP CONSTRAINT change_set_failures_pkey,
  ADD PRIMARY KEY (bucket_id, change_set_id, place);

ALTER TABLE change_sets
  DROP COLUMN seq,
  DROP CONSTRAINT change_sets_id_key,
  ALTER COLUMN version SET NOT NULL,
  ADD PRIMARY KEY (bucket_id, id);
CREATE UNIQUE INDEX change_sets_by_version ON change_sets (bucket_id, version);
ALTER TABLE change_set_items ADD FOREIGN KEY (bucket_id, change_set_id) REFERENCES change_sets (bucket_id, id) ON DELETE CASCADE;
ALTER TABLE change_set_media ADD FOREIGN KEY (bucket_id, change_set_id) REFERENCES change_sets (bucket_id, id) ON DELETE CASCADE;
ALTER TABLE change_set_failures ADD FOREIGN KEY (bucket_id, change_set_id) REFERENCES change_sets (bucket_id, id) ON DELETE CASCADE;

-- Former states of an object, whole; `rev` is the one that the object had then.
ALTER TABLE revisions DROP COLUMN seq;
ALTER TABLE revisions DROP CONSTRAINT revisions_id_key;
ALTER TABLE revisions ADD PRIMARY KEY (bucket_id, object_id, rev);
