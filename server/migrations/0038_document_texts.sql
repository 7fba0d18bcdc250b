-- The text of PDF files, read by a job after they are attached. Files are read once, however many invoices have them.
CREATE TABLE document_texts (
  company_id uuid NOT NULL,
  sha256 bytea NOT NULL,
  -- A file without text, such as a scanned sheet, is empty.
  outcome text NOT NULL CHECK (outcome IN ('read', 'empty', 'failed')),
  -- crash: the process ended during the reading.
  reason text CHECK (reason IN ('time', 'memory', 'password', 'broken', 'crash')),
  -- The version of the reader; a later one may read failed files again.
  reader integer NOT NULL,
  -- Pages are separated by form feeds, lines by line feeds.
  text text NOT NULL DEFAULT '',
  -- The file has more pages or text than the reader takes.
  is_cut boolean NOT NULL DEFAULT false,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, sha256),
  CHECK ((outcome = 'failed') = (reason IS NOT NULL)),
  CHECK ((outcome = 'read') = (text <> ''))
);
