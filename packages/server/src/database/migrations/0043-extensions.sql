-- The newest version of each extension that a workspace published. The id is unique in the installation.
CREATE TABLE published_extensions (
  extension_id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- JSON
  manifest TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- Bytes of its files.
  size INTEGER NOT NULL,
  published_at TEXT NOT NULL,
  published_by TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX published_extensions_of_workspace ON published_extensions (workspace_id);
CREATE INDEX published_extensions_by_files ON published_extensions (sha256);

-- Files of extensions, by the hash of all files of a version: they never change.
CREATE TABLE extension_files (
  sha256 TEXT NOT NULL,
  path TEXT NOT NULL,
  type TEXT NOT NULL,
  -- base64
  content TEXT NOT NULL,
  PRIMARY KEY (sha256, path)
) STRICT;

CREATE TABLE installed_extensions (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  extension_id TEXT NOT NULL,
  -- The workspace that published it; null for one of the product.
  workspace_id TEXT,
  -- JSON, as it was agreed to; the permissions beside it are asked for with every call of the extension.
  manifest TEXT NOT NULL,
  permissions TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  is_enabled INTEGER NOT NULL DEFAULT 1,
  installed_by TEXT,
  installed_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, extension_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX installed_extensions_by_files ON installed_extensions (sha256);

-- What an extension keeps in a bucket, as JSON. It stays when the extension is uninstalled.
CREATE TABLE extension_values (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  extension_id TEXT NOT NULL,
  data TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL,
  PRIMARY KEY (bucket_id, extension_id)
) STRICT, WITHOUT ROWID;

-- The extension that proposed a change set.
ALTER TABLE change_sets ADD COLUMN extension_id TEXT;
