-- Whether a one-time link was shown to whoever asked for it, because the service sends no mail. Unknown for links of
-- earlier versions.
ALTER TABLE invitations ADD COLUMN shown boolean;
-- When the operator last chose a password through such a link; empty once a link that was mailed was used after it.
ALTER TABLE operators ADD COLUMN shown_link_used_at timestamptz;
