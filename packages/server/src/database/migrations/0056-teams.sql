-- The members of projects and of workspaces: `team_id` is the id of either. `rank` is the person's own order of projects.
CREATE TABLE team_members (
  resource TEXT NOT NULL,
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  rank INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (team_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO team_members SELECT 'project', project_id, user_id, role, rank FROM project_members;
INSERT INTO team_members SELECT 'workspace', workspace_id, user_id, role, 0 FROM workspace_members;
CREATE INDEX team_members_by_user ON team_members (user_id, resource, rank);

DROP VIEW project_teams;
DROP TABLE project_members;
DROP TABLE workspace_members;

-- The roles in each team. Admins and managers of a workspace are in the teams of its projects. Of two rows of a person the
-- strongest role counts, which is the first in the alphabet.
CREATE VIEW team_roles AS
  SELECT resource, team_id, user_id, role, 0 AS from_workspace FROM team_members
  UNION ALL
  SELECT 'project', projects.id, team_members.user_id, team_members.role, 1
  FROM team_members JOIN projects ON projects.workspace_id = team_members.team_id
  WHERE team_members.role <> 'user';
