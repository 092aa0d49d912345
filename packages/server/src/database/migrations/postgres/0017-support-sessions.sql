-- Sessions in which staff look at somebody's account and only read: who they are.
ALTER TABLE sessions ADD COLUMN support_by TEXT COLLATE "C";
