-- Tells installations apart that store their backups in one place. A restored database keeps it.
ALTER TABLE doorway_versions ADD COLUMN installation uuid NOT NULL DEFAULT gen_random_uuid();

-- Backups that this database has begun, by command or at night. They say nothing of a restored copy, so a backup leaves
-- them out.
CREATE TABLE backups (
  id uuid PRIMARY KEY,
  -- A folder or an address such as s3://bucket/prefix.
  place text NOT NULL,
  -- The name of the backup in that place.
  name text NOT NULL,
  began_at timestamptz NOT NULL,
  -- The process that takes it extends this. Past it, without an outcome, the process was killed.
  alive_until timestamptz NOT NULL,
  -- The time of its snapshot: a restore brings back everything until then.
  taken_at timestamptz,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('good', 'failed')),
  -- Why it failed, in words.
  problem text,
  rows bigint,
  files bigint,
  -- Files that are missing or altered in the store, and therefore in the backup.
  damaged_files bigint,
  -- Bytes of the rows as stored, and of the files that the place did not have yet.
  stored_bytes bigint
);
CREATE INDEX backups_by_time ON backups (began_at);
-- One backup at a time.
CREATE UNIQUE INDEX backups_running ON backups ((outcome IS NULL)) WHERE outcome IS NULL;
