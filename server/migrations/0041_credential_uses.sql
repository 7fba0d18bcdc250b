-- When tokens and clients were last used, to the minute. On Citus the tables of tokens and clients are copied to every
-- machine, so requests must not write to them. Their columns last_used_at are left for processes of 1.14 that still run.
CREATE TABLE credential_uses (
  company_id uuid NOT NULL,
  -- A client, or a token that people created. The use of a token that a client was issued is a use of the client.
  credential_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, credential_id)
);
INSERT INTO credential_uses (company_id, credential_id, partner_id, used_at)
SELECT company_id, id, partner_id, last_used_at FROM clients WHERE last_used_at IS NOT NULL
UNION ALL
SELECT company_id, id, partner_id, last_used_at FROM access_tokens WHERE last_used_at IS NOT NULL AND client_id IS NULL;
