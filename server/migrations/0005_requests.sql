-- Every call of a partner, kept for some days, so that an operator finds out why one failed. Calls whose company is not
-- known, such as those with an unknown token, have the nil id.

CREATE TABLE requests (
  company_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  id uuid NOT NULL,
  -- A W3C trace id has the size of a UUID. A client may send the same one several times.
  trace_id uuid NOT NULL,
  partner_id uuid,
  operation text NOT NULL,
  status smallint NOT NULL,
  duration_ms real NOT NULL,
  -- What the partner was told; empty where the call was accepted.
  reason text,
  -- The reason without the values in it, so that failures can be counted by what they have in common.
  cause text,
  -- [{path, problem}] of a body that was refused.
  problems jsonb,
  -- Redacted. Empty where there was none, and where the record that was made has it all.
  body text,
  -- The record that the call made; the operation tells of which kind it is.
  subject_id text,
  PRIMARY KEY (company_id, created_at, id)
);

CREATE INDEX requests_by_trace ON requests (company_id, trace_id);
CREATE INDEX requests_failed ON requests (company_id, created_at, id) WHERE status >= 400;
