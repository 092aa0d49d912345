-- The newest version of each extension that a workspace published. The id is unique in the installation.
CREATE TABLE published_extensions (
  extension_id TEXT COLLATE "C" PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- JSON
  manifest TEXT COLLATE "C" NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL,
  -- Bytes of its files.
  size BIGINT NOT NULL,
  published_at TEXT COLLATE "C" NOT NULL,
  published_by TEXT COLLATE "C"
);
CREATE INDEX published_extensions_of_workspace ON published_extensions (workspace_id);
CREATE INDEX published_extensions_by_files ON published_extensions (sha256);

-- Files of extensions, by the hash of all files of a version: they never change.
CREATE TABLE extension_files (
  sha256 TEXT COLLATE "C" NOT NULL,
  path TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  -- base64
  content TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (sha256, path)
);

CREATE TABLE installed_extensions (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  extension_id TEXT COLLATE "C" NOT NULL,
  -- The workspace that published it; null for one of the product.
  workspace_id TEXT COLLATE "C",
  -- JSON, as it was agreed to; the permissions beside it are asked for with every call of the extension.
  manifest TEXT COLLATE "C" NOT NULL,
  permissions TEXT COLLATE "C" NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL,
  is_enabled BIGINT NOT NULL DEFAULT 1,
  installed_by TEXT COLLATE "C",
  installed_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket_id, extension_id)
);
CREATE INDEX installed_extensions_by_files ON installed_extensions (sha256);

-- What an extension keeps in a bucket, as JSON. It stays when the extension is uninstalled.
CREATE TABLE extension_values (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  extension_id TEXT COLLATE "C" NOT NULL,
  data TEXT COLLATE "C" NOT NULL,
  modified_at TEXT COLLATE "C" NOT NULL,
  rev BIGINT NOT NULL,
  PRIMARY KEY (bucket_id, extension_id)
);

-- The extension that proposed a change set.
ALTER TABLE change_sets ADD COLUMN extension_id TEXT COLLATE "C";
