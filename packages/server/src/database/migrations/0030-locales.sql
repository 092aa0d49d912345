-- The locales of a bucket: what its localized types have unless they name their own. JSON; begins with those that its types name.
ALTER TABLE buckets ADD COLUMN locales TEXT NOT NULL DEFAULT '[]';
UPDATE buckets SET locales = (
  SELECT json_group_array(locale) FROM (
    SELECT l.value AS locale FROM object_types t, json_each(t.locales) l
    WHERE t.bucket_id = buckets.id AND t.deleted_at IS NULL
    GROUP BY l.value ORDER BY min(t.rank), min(l.key)
  )
);

-- Fields of versions that somebody said are right, though what they were translated from was changed.
CREATE TABLE translation_checks (
  bucket_id TEXT NOT NULL,
  object_id TEXT NOT NULL,
  field TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  checked_by TEXT,
  PRIMARY KEY (bucket_id, object_id, field),
  FOREIGN KEY (bucket_id, object_id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
