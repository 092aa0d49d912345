-- Bytes in the file store, of a bucket's media or a person's pictures. A row is there before its bytes are and goes after them, so
-- that nothing in the store is without one. No foreign key: bytes outlive a deleted bucket until they are deleted.
CREATE TABLE files (
  owner_id TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL,
  size BIGINT NOT NULL,
  -- arriving: its bytes may not be there yet; stored; leaving: its bytes are to be deleted.
  state TEXT COLLATE "C" NOT NULL,
  -- UNIX ms of the last change of state.
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (owner_id, id)
);
-- The same bytes of an owner are stored once.
CREATE UNIQUE INDEX files_by_hash ON files (owner_id, sha256) WHERE state = 'stored';
CREATE INDEX files_to_sweep ON files (state, changed_at) WHERE state <> 'stored';

-- None for media that an import only refers to.
ALTER TABLE media ADD COLUMN file_id TEXT COLLATE "C";
ALTER TABLE media ADD COLUMN duration_ms BIGINT;
ALTER TABLE media ADD COLUMN blurhash TEXT COLLATE "C";
ALTER TABLE media ADD COLUMN color TEXT COLLATE "C";
CREATE UNIQUE INDEX media_served ON media (name) WHERE file_id IS NOT NULL;
CREATE INDEX media_by_file ON media (bucket_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX media_deleted ON media (bucket_id, deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE buckets ADD COLUMN media_is_private BIGINT NOT NULL DEFAULT 0;
ALTER TABLE buckets ADD COLUMN media_keeps_location BIGINT NOT NULL DEFAULT 0;

-- Files that arrive in parts, and what is to become of them. The parts are in a file of that id.
CREATE TABLE uploads (
  id TEXT COLLATE "C" PRIMARY KEY,
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  user_id TEXT COLLATE "C" NOT NULL,
  size BIGINT NOT NULL,
  -- JSON: name, type and the fields beside the file.
  about TEXT COLLATE "C" NOT NULL,
  -- Once it is whole and stored.
  media_id TEXT COLLATE "C",
  expires_at BIGINT NOT NULL
);
CREATE INDEX uploads_by_bucket ON uploads (bucket_id, user_id);

-- Pictures of people and workspaces: of no bucket.
CREATE TABLE account_files (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL UNIQUE,
  original_name TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  size BIGINT NOT NULL,
  width BIGINT,
  height BIGINT,
  file_id TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX account_files_by_user ON account_files (user_id, file_id);
