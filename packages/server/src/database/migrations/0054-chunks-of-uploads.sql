-- The bytes of an upload are objects of the file store, one a chunk. What came for uploads of before is a file on one machine: they begin again.
DELETE FROM uploads WHERE media_id IS NULL;
-- How far it is. A chunk counts once it is in the store and this is its end.
ALTER TABLE uploads ADD COLUMN received INTEGER NOT NULL DEFAULT 0;
-- Those that are whole were received.
UPDATE uploads SET received = size;

-- The state of the files is 'part'.
CREATE TABLE upload_chunks (
  upload_id TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  start INTEGER NOT NULL,
  file_id TEXT NOT NULL,
  PRIMARY KEY (upload_id, start)
) STRICT, WITHOUT ROWID;
