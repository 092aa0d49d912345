-- Writes that take seconds are committed in chunks, so that others come in between. Until such a write is done, each of its
-- changes has a step here that takes it back.
CREATE TABLE long_writes (
  id INTEGER PRIMARY KEY,
  bucket_id TEXT NOT NULL,
  -- Done: only its steps are left to be removed.
  is_done INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE undo_steps (
  write_id INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  -- JSON: the row by its key as it is after the change, and the values that it had before; no key for a row that was
  -- deleted, no values for one that was inserted.
  row_key TEXT,
  before TEXT,
  PRIMARY KEY (write_id, seq)
) STRICT, WITHOUT ROWID;

-- Projects that nobody sees any more, and whose content is deleted piece by piece.
CREATE TABLE erasures (
  project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
