-- Duties that are kept apart: whoever released an invoice, or had a hand in its supplier's payee, does not approve it.

-- The operator who registered the supplier and whose name created_by holds; empty if a partner or the command line did.
ALTER TABLE suppliers ADD COLUMN created_by_id uuid;
-- A registration matters for 30 days. Events are kept longer than that.
UPDATE suppliers SET created_by_id = (
  SELECT (data -> 'by' ->> 'id')::uuid FROM events
  WHERE events.company_id = suppliers.company_id AND subject_id = number AND type = 'supplier.created' ORDER BY seq DESC LIMIT 1)
WHERE created_by IS NOT NULL AND created_at > now() - interval '30 days';

-- Why this company lets one person do both; empty while the duties are kept apart.
ALTER TABLE desk_settings ADD COLUMN duties_off_reason text;

-- Open invoices are judged again when their supplier changes from now on; what changed before is found when an invoice is approved.
INSERT INTO event_positions (company_id, follower, seq) SELECT company_id, 'judging', event_seq FROM company_counters;
