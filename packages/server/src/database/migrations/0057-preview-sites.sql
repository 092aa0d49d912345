-- Sites that the editor shows next to an object, as a JSON list.
ALTER TABLE buckets ADD COLUMN preview_sites TEXT NOT NULL DEFAULT '[]';
