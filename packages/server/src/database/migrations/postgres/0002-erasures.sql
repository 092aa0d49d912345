-- Projects that nobody sees any more, and whose content is deleted piece by piece.
CREATE TABLE erasures (
  project_id TEXT COLLATE "C" PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE
);
