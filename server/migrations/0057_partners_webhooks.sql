-- A partner whose token has the scope webhooks:manage creates endpoints of its own.
ALTER TABLE partners ADD COLUMN manages_webhooks boolean NOT NULL DEFAULT true;
-- created_by is then the partner.
ALTER TABLE webhook_endpoints ADD COLUMN made_by_partner boolean NOT NULL DEFAULT false;
