-- The content API filters the published versions: indexes on metafields are made for the one table or the other.
ALTER TABLE field_indexes ADD COLUMN source TEXT NOT NULL DEFAULT 'objects';
