-- The people behind the door. Operators, their sessions and tokens are small tables like those of partners.

CREATE TABLE operators (
  id uuid PRIMARY KEY,
  -- Lower case: people type it as they like.
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND email <> ''),
  name text NOT NULL,
  -- May enter every company, and manages companies, partners, tokens and operators.
  administrator boolean NOT NULL,
  -- Empty until the invitation was used.
  password_hash text,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz
);

-- Which companies an operator works in, and as what. An administrator needs no row.
CREATE TABLE operator_companies (
  company_id uuid NOT NULL REFERENCES companies (id),
  operator_id uuid NOT NULL REFERENCES operators (id),
  role text NOT NULL CHECK (role IN ('approver', 'viewer')),
  PRIMARY KEY (company_id, operator_id)
);

CREATE TABLE operator_sessions (
  hash bytea PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX operator_sessions_by_operator ON operator_sessions (operator_id);

-- For a company's own systems: the rights of the operator who made it.
CREATE TABLE operator_tokens (
  hash bytea PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  operator_id uuid NOT NULL REFERENCES operators (id),
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz
);

-- One-time links with which an operator sets a password.
CREATE TABLE invitations (
  hash bytea PRIMARY KEY,
  -- Empty for the very first administrator, who names himself.
  operator_id uuid REFERENCES operators (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- Passwords that were tried and did not turn out right, so that tries are limited over all processes: by the e-mail address
-- that was typed, and by the network address that they came from.
CREATE TABLE sign_in_tries (
  email text NOT NULL,
  address text NOT NULL,
  id uuid NOT NULL,
  tried_at timestamptz NOT NULL,
  PRIMARY KEY (email, id)
);

CREATE INDEX sign_in_tries_by_address ON sign_in_tries (address, tried_at);

-- Who did what. What concerns no company has the nil id.
CREATE TABLE audit_log (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  operator_id uuid,
  operator_name text NOT NULL,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
