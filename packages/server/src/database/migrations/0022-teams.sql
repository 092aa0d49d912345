-- Workspaces hold projects. Their admins and managers have the same role in each of these.
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  slug TEXT NOT NULL,
  logo TEXT,
  created_by TEXT,
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE workspace_members (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX workspace_members_by_user ON workspace_members (user_id);

-- Until now no workspace could be made, so these named none.
UPDATE projects SET workspace_id = NULL WHERE workspace_id IS NOT NULL;
CREATE INDEX projects_by_workspace ON projects (workspace_id);

-- Who works in a project, with a role of its own or with that of its workspace. Somebody may be here twice: the strongest
-- role counts, which comes first in the alphabet.
CREATE VIEW project_teams AS
  SELECT project_id, user_id, role, 0 AS from_workspace FROM project_members
  UNION ALL
  SELECT projects.id AS project_id, workspace_members.user_id, workspace_members.role, 1 AS from_workspace
  FROM workspace_members JOIN projects ON projects.workspace_id = workspace_members.workspace_id
  WHERE workspace_members.role <> 'user';

-- What a bucket role is narrowed or widened by, as JSON.
ALTER TABLE bucket_members ADD COLUMN options TEXT NOT NULL DEFAULT '{}';
CREATE INDEX bucket_members_by_user ON bucket_members (user_id);

-- `resource_id` is a project’s or a workspace’s. The code of the link is only in the mail.
CREATE TABLE invites (
  id TEXT PRIMARY KEY,
  resource TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  role TEXT NOT NULL,
  bucket_roles TEXT NOT NULL DEFAULT '[]',
  code_hash TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL DEFAULT 'pending',
  invited_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (resource, resource_id, email_key)
) STRICT;
CREATE INDEX invites_by_age ON invites (expires_at);
