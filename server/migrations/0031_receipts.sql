-- The SHA-256 of the body's bytes as they came in, which a receipt names. Null for invoices from before.
ALTER TABLE supplier_invoices ADD COLUMN body_sha256 bytea;

-- Keys that sign receipts. Public keys stay published after the key was replaced, because its receipts stay valid.
CREATE TABLE signing_keys (
  -- The thumbprint of the public key (RFC 7638).
  kid text PRIMARY KEY,
  -- 32 bytes in base64url, as a JWK has them.
  public_key text NOT NULL,
  -- Sealed with the key of the secrets.
  private_key text NOT NULL,
  created_at timestamptz NOT NULL,
  replaced_at timestamptz
);

-- Of several processes that start at once, one makes the first key.
CREATE UNIQUE INDEX signing_keys_current ON signing_keys ((replaced_at IS NULL)) WHERE replaced_at IS NULL;

-- Operators tell dry runs from real calls. Null means false.
ALTER TABLE calls ADD COLUMN is_dry_run boolean;
