-- What a company demands of an operator's session. Whoever enters a company reads its row anyway.
ALTER TABLE companies ADD COLUMN second_factor text NOT NULL DEFAULT 'nobody';
ALTER TABLE companies ADD CONSTRAINT companies_second_factor_check
  CHECK (second_factor IN ('nobody', 'administrators', 'deciders', 'everybody'));
ALTER TABLE companies ADD COLUMN passwords text NOT NULL DEFAULT 'on';
ALTER TABLE companies ADD CONSTRAINT companies_passwords_check CHECK (passwords IN ('on', 'off'));
ALTER TABLE companies ADD COLUMN proofs text NOT NULL DEFAULT 'fifteenMinutes';
ALTER TABLE companies ADD CONSTRAINT companies_proofs_check CHECK (proofs IN ('fifteenMinutes', 'always', 'off'));

-- When the session's last proof was spent by an action, in a company that asks for one each time.
ALTER TABLE operator_sessions ADD COLUMN proof_spent_at timestamptz;
