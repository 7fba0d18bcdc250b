-- A sandbox is a company of its own beside a real one, for one partner of it.
ALTER TABLE companies ADD COLUMN sandbox_of uuid;
ALTER TABLE companies ADD COLUMN sandbox_partner_id uuid;
ALTER TABLE companies ADD CONSTRAINT companies_sandbox_of_fkey FOREIGN KEY (sandbox_of) REFERENCES companies (id);
ALTER TABLE companies
  ADD CONSTRAINT companies_sandbox_check CHECK ((sandbox_of IS NULL) = (sandbox_partner_id IS NULL));
CREATE UNIQUE INDEX companies_by_sandbox ON companies (sandbox_of, sandbox_partner_id);

-- Copying the real company's records and a reset take several transactions: one process at a time holds the lease.
CREATE TABLE sandboxes (
  company_id uuid PRIMARY KEY,
  -- When it was created or last reset: the checklist counts what happened since.
  began_at timestamptz NOT NULL,
  -- Null until every record of the real company was copied.
  copied_at timestamptz,
  busy_until timestamptz
);

-- The last rehearsed failure of each kind, until the same request comes again.
CREATE TABLE rehearsals (
  company_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  kind text NOT NULL,
  -- SHA-256 that recognises the request: its operation, and its Idempotency-Key or body.
  request bytea NOT NULL,
  -- When the answer told the partner to try again.
  retry_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, partner_id, kind)
);

-- Items of the checklist that were done. They stay done after the calls that proved them are swept.
CREATE TABLE sandbox_checklist (
  company_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  code text NOT NULL,
  done_at timestamptz NOT NULL,
  trace_id text,
  PRIMARY KEY (company_id, partner_id, code)
);
