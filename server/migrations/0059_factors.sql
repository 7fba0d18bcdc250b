-- A passkey or an authenticator app of an operator.
CREATE TABLE operator_factors (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators (id),
  kind text NOT NULL CHECK (kind IN ('passkey', 'totp')),
  name text NOT NULL,
  credential_id text UNIQUE,
  public_key bytea,
  -- How often the passkey has signed, if it counts.
  counter bigint,
  transports jsonb,
  -- Sealed.
  secret text,
  -- The time step of the last code that was accepted.
  used_step bigint,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CHECK (CASE kind WHEN 'passkey' THEN credential_id IS NOT NULL AND public_key IS NOT NULL AND counter IS NOT NULL
                   ELSE secret IS NOT NULL END)
);

CREATE INDEX operator_factors_by_operator ON operator_factors (operator_id);

-- Each replaces a factor once.
CREATE TABLE recovery_codes (
  operator_id uuid NOT NULL REFERENCES operators (id),
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (operator_id, hash)
);
