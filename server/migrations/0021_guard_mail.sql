-- Up to which entry of the audit log administrators were told by e-mail of what others changed. The nil id is for what concerns no company.
CREATE TABLE guard_mail_positions (
  company_id uuid PRIMARY KEY,
  seq bigint NOT NULL,
  -- When a process last began to look: of several processes one looks.
  looked_at timestamptz
);
-- Nobody is told of what was changed before this release.
INSERT INTO guard_mail_positions (company_id, seq) SELECT company_id, seq FROM audit_heads;
