-- Runs of changes with a name. They belong to a project, so that its buckets share them; what they name are fields by key.
-- Nobody sees a macro that is not shared but whoever made it, so it goes with them.
CREATE TABLE macros (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  steps TEXT NOT NULL,
  arguments TEXT NOT NULL,
  is_shared INTEGER NOT NULL DEFAULT 0,
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX macros_by_project ON macros (project_id);
CREATE TRIGGER macros_of_nobody AFTER DELETE ON users BEGIN
  DELETE FROM macros WHERE created_by = OLD.id AND is_shared = 0;
END;
