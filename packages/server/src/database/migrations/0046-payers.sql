-- Who pays for a project or a workspace that is billed by itself: renewals by their card, AI from their wallet. Null for nobody.
ALTER TABLE projects ADD COLUMN payer_id TEXT;
ALTER TABLE workspaces ADD COLUMN payer_id TEXT;
CREATE INDEX projects_of_payer ON projects (payer_id) WHERE payer_id IS NOT NULL;
CREATE INDEX workspaces_of_payer ON workspaces (payer_id) WHERE payer_id IS NOT NULL;

UPDATE projects SET payer_id = coalesce(
  (SELECT user_id FROM subscriptions WHERE place_id = projects.id), created_by);
UPDATE workspaces SET payer_id = coalesce(
  (SELECT user_id FROM subscriptions WHERE place_id = workspaces.id), created_by);

-- Whoever is no admin any more pays no more: their plans stay until the period ends.
UPDATE projects SET payer_id = NULL WHERE NOT EXISTS (
  SELECT 1 FROM project_teams AS team JOIN users ON users.id = team.user_id
  WHERE team.project_id = projects.id AND team.user_id = projects.payer_id
    AND team.role = 'admin' AND users.status = 'active');
UPDATE workspaces SET payer_id = NULL WHERE NOT EXISTS (
  SELECT 1 FROM workspace_members AS team JOIN users ON users.id = team.user_id
  WHERE team.workspace_id = workspaces.id AND team.user_id = workspaces.payer_id
    AND team.role = 'admin' AND users.status = 'active');
UPDATE subscriptions
SET next = '{"plan_id":"free","interval":"month","add_ons":[]}', is_unsynced = 1, rev = rev + 1
WHERE NOT EXISTS (SELECT 1 FROM projects WHERE id = place_id AND payer_id = user_id)
  AND NOT EXISTS (SELECT 1 FROM workspaces WHERE id = place_id AND payer_id = user_id);
