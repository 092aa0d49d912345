-- The locales of a bucket: what its localized types have unless they name their own. JSON; begins with those that its types name.
ALTER TABLE buckets ADD COLUMN locales TEXT COLLATE "C" NOT NULL DEFAULT '[]';
UPDATE buckets SET locales = coalesce((
  SELECT json_agg(locale ORDER BY place, at)::text FROM (
    SELECT l.value AS locale, min(t.rank) AS place, min(l.at) AS at
    FROM object_types t, json_array_elements_text(t.locales::json) WITH ORDINALITY AS l (value, at)
    WHERE t.bucket_id = buckets.id AND t.deleted_at IS NULL
    GROUP BY l.value
  ) AS named
), '[]');

-- Fields of versions that somebody said are right, though what they were translated from was changed.
CREATE TABLE translation_checks (
  bucket_id TEXT COLLATE "C" NOT NULL,
  object_id TEXT COLLATE "C" NOT NULL,
  field TEXT COLLATE "C" NOT NULL,
  checked_at TEXT COLLATE "C" NOT NULL,
  checked_by TEXT COLLATE "C",
  PRIMARY KEY (bucket_id, object_id, field),
  FOREIGN KEY (bucket_id, object_id) REFERENCES objects (bucket_id, id) ON DELETE CASCADE
);
