-- A mail each weekday about what waits for the operator, with links to its invoices.
ALTER TABLE mail_choices ADD COLUMN waiting boolean NOT NULL DEFAULT true;
-- Whether a link in a mail opens its invoice without a sign-in.
ALTER TABLE companies ADD COLUMN mail_links text NOT NULL DEFAULT 'on';
ALTER TABLE companies ADD CONSTRAINT companies_mail_links_check CHECK (mail_links IN ('on', 'off'));
