-- What the service writes now and then, to know whether anything can be written at all.
CREATE TABLE write_probes (
  name text PRIMARY KEY,
  written_at timestamptz NOT NULL,
  -- Bytes that take room, while a disk that was full is tried again.
  filler bytea
);

-- What operators look for projects by, so that no search reads them all. Of all companies together, as with invoices.
CREATE INDEX projects_by_text ON projects USING gin (lower(chr(10) || number || chr(10) || name) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX project_proposals_by_text ON project_proposals USING gin (lower(chr(10) || proposal_id) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
