-- What was left alone, and why: by a job, or by a change set that was made at once. `owner_id` is the id of either.
CREATE TABLE failures (
  bucket_id TEXT COLLATE "C" NOT NULL REFERENCES buckets (id) ON DELETE CASCADE,
  owner_id TEXT COLLATE "C" NOT NULL,
  place BIGINT NOT NULL,
  object_id TEXT COLLATE "C",
  title TEXT COLLATE "C",
  reason TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket_id, owner_id, place)
);
INSERT INTO failures SELECT j.bucket_id, f.job_id, f.seq, f.object_id, f.title, f.reason
  FROM job_failures f JOIN jobs j ON j.id = f.job_id WHERE j.bucket_id IS NOT NULL;
INSERT INTO failures SELECT bucket_id, change_set_id, place, object_id, title, reason FROM change_set_failures;
DROP TABLE job_failures;
DROP TABLE change_set_failures;

-- What a job is to do, and to which objects, while it is open; apart from the job, so that its progress stays a small row.
-- Part 0 is JSON; each further part holds a thousand ids, 24 characters each, frozen when the job was asked for.
CREATE TABLE job_inputs (
  job_id TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  part BIGINT NOT NULL,
  text TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (job_id, part)
);
INSERT INTO job_inputs SELECT job_id, 0, params FROM job_params;
INSERT INTO job_inputs SELECT job_id, piece + 1, ids FROM job_objects;
DROP TABLE job_params;
DROP TABLE job_objects;
