-- Runs that verified stored files: one row for each night and for each `doorway files verify`, kept for 60 days.
CREATE TABLE file_verifications (
  company_id uuid NOT NULL,
  began_at timestamptz NOT NULL,
  -- The time of the last progress.
  ended_at timestamptz NOT NULL,
  -- A round reads all files once, in the order of their SHA-256. It takes 28 nights or one command.
  round_began_at timestamptz NOT NULL,
  -- The round has read all files up to this SHA-256, or its beginning; null at the end of the round.
  position bytea,
  -- Files that the run has read.
  files integer NOT NULL,
  -- All files of the company at that time.
  total integer NOT NULL,
  PRIMARY KEY (company_id, began_at)
);

-- Files that a row of attachments names and whose bytes are missing or altered, until they are found whole again.
CREATE TABLE damaged_files (
  company_id uuid NOT NULL,
  sha256 bytea NOT NULL,
  problem text NOT NULL CHECK (problem IN ('missing', 'altered')),
  found_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, sha256)
);
