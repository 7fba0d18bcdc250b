-- Each entry of the audit log carries the hash of the one before, so that one that is altered or removed shows.
ALTER TABLE audit_log
  -- From 1 in each company, without holes.
  ADD COLUMN seq bigint,
  -- The hash of the entry before; of the first one, 32 zero bytes.
  ADD COLUMN previous bytea,
  -- SHA-256 of the previous hash and of all else in the entry.
  ADD COLUMN hash bytea;

-- Where a company's chain ends, and where it begins once old entries were removed. Whoever writes an entry locks its row.
CREATE TABLE audit_heads (
  company_id uuid PRIMARY KEY,
  seq bigint NOT NULL,
  -- The hash of the entry before the last: what the last one is chained to.
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  -- The last entry that was removed because it was old; 0 and 32 zero bytes while none was.
  pruned_seq bigint NOT NULL,
  pruned_hash bytea NOT NULL
);

-- The same expression as in audit/chain.ts. What was written before gets its chain in the order of time.
DO $$
DECLARE
  nothing CONSTANT bytea := decode(repeat('00', 32), 'hex');
  company uuid;
  number bigint;
  before bytea;
  last bytea;
  entry audit_log;
BEGIN
  FOR entry IN SELECT * FROM audit_log ORDER BY company_id, created_at, id LOOP
    IF company IS DISTINCT FROM entry.company_id THEN
      IF company IS NOT NULL THEN
        INSERT INTO audit_heads VALUES (company, number, before, last, 0, nothing);
      END IF;
      company := entry.company_id;
      number := 0;
      last := nothing;
    END IF;
    number := number + 1;
    before := last;
    last := sha256(before || convert_to(jsonb_build_array(
      company, number, entry.id, to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.operator_id,
      entry.operator_name, entry.action, entry.subject_type, entry.subject_id, entry.data)::text, 'UTF8'));
    UPDATE audit_log SET seq = number, previous = before, hash = last WHERE company_id = company AND id = entry.id;
  END LOOP;
  IF company IS NOT NULL THEN
    INSERT INTO audit_heads VALUES (company, number, before, last, 0, nothing);
  END IF;
END $$;

ALTER TABLE audit_log ALTER COLUMN seq SET NOT NULL;
ALTER TABLE audit_log ALTER COLUMN previous SET NOT NULL;
ALTER TABLE audit_log ALTER COLUMN hash SET NOT NULL;
CREATE UNIQUE INDEX audit_log_by_seq ON audit_log (company_id, seq);
