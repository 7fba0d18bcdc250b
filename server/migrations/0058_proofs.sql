-- When the operator could first sign in, in whatever way; empty until then.
ALTER TABLE operators ADD COLUMN joined_at timestamptz;
UPDATE operators SET joined_at = created_at WHERE password_hash IS NOT NULL;

-- How the operator signed in, and when they last proved who they are by more than a password.
ALTER TABLE operator_sessions ADD COLUMN way text NOT NULL DEFAULT 'password';
ALTER TABLE operator_sessions ADD CONSTRAINT operator_sessions_way_check CHECK (way IN ('password', 'passkey', 'directory'));
ALTER TABLE operator_sessions ADD COLUMN proved_at timestamptz;

-- What a sign-in or a proof has begun and waits for: a challenge, a code, the answer of a directory. Each works once.
CREATE TABLE sign_in_steps (
  hash bytea PRIMARY KEY,
  kind text NOT NULL,
  -- Empty while nobody knows who it is.
  operator_id uuid REFERENCES operators (id),
  data jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX sign_in_steps_by_expiry ON sign_in_steps (expires_at);
