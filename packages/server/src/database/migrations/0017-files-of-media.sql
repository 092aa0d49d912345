-- Bytes in the file store, of a bucket's media or a person's pictures. A row is there before its bytes are and goes after them, so
-- that nothing in the store is without one. No foreign key: bytes outlive a deleted bucket until they are deleted.
CREATE TABLE files (
  owner_id TEXT NOT NULL,
  id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- arriving: its bytes may not be there yet; stored; leaving: its bytes are to be deleted.
  state TEXT NOT NULL,
  -- UNIX ms of the last change of state.
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (owner_id, id)
) STRICT, WITHOUT ROWID;
-- The same bytes of an owner are stored once.
CREATE UNIQUE INDEX files_by_hash ON files (owner_id, sha256) WHERE state = 'stored';
CREATE INDEX files_to_sweep ON files (state, changed_at) WHERE state <> 'stored';

-- None for media that an import only refers to.
ALTER TABLE media ADD COLUMN file_id TEXT;
ALTER TABLE media ADD COLUMN duration_ms INTEGER;
ALTER TABLE media ADD COLUMN blurhash TEXT;
ALTER TABLE media ADD COLUMN color TEXT;
CREATE UNIQUE INDEX media_served ON media (name) WHERE file_id IS NOT NULL;
CREATE INDEX media_by_file ON media (bucket_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX media_deleted ON media (bucket_id, deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE buckets ADD COLUMN media_is_private INTEGER NOT NULL DEFAULT 0;
ALTER TABLE buckets ADD COLUMN media_keeps_location INTEGER NOT NULL DEFAULT 0;

-- Files that arrive in parts, and what is to become of them. The parts are in a file of that id.
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- JSON: name, type and the fields beside the file.
  about TEXT NOT NULL,
  -- Once it is whole and stored.
  media_id TEXT,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX uploads_by_bucket ON uploads (bucket_id, user_id);

-- Pictures of people and workspaces: of no bucket.
CREATE TABLE account_files (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL UNIQUE,
  original_name TEXT NOT NULL,
  type TEXT NOT NULL,
  size INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  file_id TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_files_by_user ON account_files (user_id, file_id);
