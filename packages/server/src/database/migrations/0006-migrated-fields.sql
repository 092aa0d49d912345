-- The fields of an object type before and after a change set that changed their keys or types: what its undo goes back to.
CREATE TABLE change_set_fields (
  change_set_id TEXT PRIMARY KEY REFERENCES change_sets (id) ON DELETE CASCADE,
  type_id TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL
) STRICT, WITHOUT ROWID;
