-- False: no partner of the company manages webhook endpoints, whatever its own switch says, its sandbox included.
ALTER TABLE companies ADD COLUMN partners_manage_webhooks boolean NOT NULL DEFAULT true;
