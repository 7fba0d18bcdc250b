-- Directories (OpenID Connect) by which operators sign in.
CREATE TABLE directories (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  -- Sealed. Empty for a client without a secret, and for the directory of the configuration.
  secret text,
  scopes text NOT NULL,
  -- Ids: it signs in only operators who can enter no other companies. Empty for all.
  companies jsonb,
  -- Which values of claims give which role in which company, with which limit.
  roles jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz
);

-- A person is issuer and subject, never the e-mail address.
CREATE TABLE operator_identities (
  directory_id uuid NOT NULL REFERENCES directories (id),
  issuer text NOT NULL,
  subject text NOT NULL,
  operator_id uuid NOT NULL REFERENCES operators (id),
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (directory_id, issuer, subject),
  UNIQUE (directory_id, operator_id)
);

CREATE INDEX operator_identities_by_operator ON operator_identities (operator_id);

-- The directory that all roles of the operator come from; empty if Doorway decides.
ALTER TABLE operators ADD COLUMN roles_from uuid;

-- The directory that began the session, with its names for the person and the session: it can end it.
ALTER TABLE operator_sessions ADD COLUMN directory_id uuid;
ALTER TABLE operator_sessions ADD COLUMN directory_subject text;
ALTER TABLE operator_sessions ADD COLUMN directory_session text;

CREATE INDEX operator_sessions_by_directory ON operator_sessions (directory_id, directory_subject) WHERE directory_id IS NOT NULL;
