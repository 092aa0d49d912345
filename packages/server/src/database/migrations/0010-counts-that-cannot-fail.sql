-- SQLite keeps a copy of every page that a statement touches when it might fail half way and be taken back alone. Renaming a
-- type changes each of its objects in one statement: that says it need not be taken back alone (OR FAIL), since its whole
-- write is. The same has to hold for what the triggers do: they call no function, and their foreign keys are looked at when
-- the write commits.
DROP TRIGGER objects_count_added;
DROP TRIGGER objects_count_gone;
DROP TRIGGER objects_count_changed;
DROP TRIGGER published_count_added;
DROP TRIGGER published_count_gone;
DROP TRIGGER published_count_changed;

DROP TABLE object_counts;
CREATE TABLE object_counts (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  locale TEXT,
  total INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX object_counts_by_group ON object_counts (bucket_id, type, status, ifnull(locale, ''));
INSERT INTO object_counts
  SELECT bucket_id, type, status, locale, count(*) FROM objects WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
CREATE TRIGGER objects_count_added AFTER INSERT ON objects WHEN new.deleted_at IS NULL BEGIN
  UPDATE OR FAIL object_counts SET total = total + 1
    WHERE bucket_id = new.bucket_id AND type = new.type AND status = new.status AND ifnull(locale, '') = ifnull(new.locale, '');
  INSERT OR FAIL INTO object_counts SELECT new.bucket_id, new.type, new.status, new.locale, 1
    WHERE NOT EXISTS (SELECT 1 FROM object_counts WHERE bucket_id = new.bucket_id AND type = new.type AND status = new.status AND ifnull(locale, '') = ifnull(new.locale, ''));
END;
CREATE TRIGGER objects_count_gone AFTER DELETE ON objects WHEN old.deleted_at IS NULL BEGIN
  UPDATE OR FAIL object_counts SET total = total - 1
    WHERE bucket_id = old.bucket_id AND type = old.type AND status = old.status AND ifnull(locale, '') = ifnull(old.locale, '');
END;
CREATE TRIGGER objects_count_changed AFTER UPDATE OF type, status, locale, deleted_at ON objects BEGIN
  UPDATE OR FAIL object_counts SET total = total - 1
    WHERE old.deleted_at IS NULL AND bucket_id = old.bucket_id AND type = old.type AND status = old.status AND ifnull(locale, '') = ifnull(old.locale, '');
  UPDATE OR FAIL object_counts SET total = total + 1
    WHERE new.deleted_at IS NULL AND bucket_id = new.bucket_id AND type = new.type AND status = new.status AND ifnull(locale, '') = ifnull(new.locale, '');
  INSERT OR FAIL INTO object_counts SELECT new.bucket_id, new.type, new.status, new.locale, 1
    WHERE new.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM object_counts WHERE bucket_id = new.bucket_id AND type = new.type AND status = new.status AND ifnull(locale, '') = ifnull(new.locale, ''));
END;

DROP TABLE published_counts;
CREATE TABLE published_counts (
  bucket_id TEXT NOT NULL REFERENCES buckets (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  locale TEXT,
  total INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX published_counts_by_group ON published_counts (bucket_id, type, status, ifnull(locale, ''));
INSERT INTO published_counts
  SELECT bucket_id, type, status, locale, count(*) FROM published_objects WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
CREATE TRIGGER published_count_added AFTER INSERT ON published_objects WHEN new.deleted_at IS NULL BEGIN
  UPDATE OR FAIL published_counts SET total = total + 1
    WHERE bucket_id = new.bucket_id AND type = new.type AND status = new.status AND ifnull(locale, '') = ifnull(new.locale, '');
  INSERT OR FAIL INTO published_counts SELECT new.bucket_id, new.type, new.status, new.locale, 1
    WHERE NOT EXISTS (SELECT 1 FROM published_counts WHERE bucket_id = new.bucket_id AND type = new.type AND status = new.status AND ifnull(locale, '') = ifnull(new.locale, ''));
END;
CREATE TRIGGER published_count_gone AFTER DELETE ON published_objects WHEN old.deleted_at IS NULL BEGIN
  UPDATE OR FAIL published_counts SET total = total - 1
    WHERE bucket_id = old.bucket_id AND type = old.type AND status = old.status AND ifnull(locale, '') = ifnull(old.locale, '');
END;
CREATE TRIGGER published_count_changed AFTER UPDATE OF type, status, locale, deleted_at ON published_objects BEGIN
  UPDATE OR FAIL published_counts SET total = total - 1
    WHERE old.deleted_at IS NULL AND bucket_id = old.bucket_id AND type = old.type AND status = old.status AND ifnull(locale, '') = ifnull(old.locale, '');
  UPDATE OR FAIL published_counts SET total = total + 1
    WHERE new.deleted_at IS NULL AND bucket_id = new.bucket_id AND type = new.type AND status = new.status AND ifnull(locale, '') = ifnull(new.locale, '');
  INSERT OR FAIL INTO published_counts SELECT new.bucket_id, new.type, new.status, new.locale, 1
    WHERE new.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM published_counts WHERE bucket_id = new.bucket_id AND type = new.type AND status = new.status AND ifnull(locale, '') = ifnull(new.locale, ''));
END;
