-- Which accounts may belong to one person. Who asked for a link; empty for the command line and for operators themselves.
ALTER TABLE invitations ADD COLUMN invited_by uuid;
ALTER TABLE operators
  -- The e-mail address without what follows a plus sign, which mail servers leave out. Systems have none.
  ADD COLUMN mailbox text GENERATED ALWAYS AS (lower(regexp_replace(email, '^([^+@]+)[+][^@]*@', '\1@'))) STORED,
  -- The operator who may have chosen the password in this one's place, and when it was chosen.
  ADD COLUMN proved_by uuid,
  ADD COLUMN proved_at timestamptz;
