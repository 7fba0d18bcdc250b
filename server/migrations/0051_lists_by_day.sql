-- Lists are filtered and sorted by days. The milliseconds as sent are in the document.
DROP INDEX invoice_projections_by_date;
DROP INDEX invoice_projections_by_due;
DROP INDEX invoice_projections_open_by_due;

ALTER TABLE invoice_projections ADD COLUMN invoice_day date;
ALTER TABLE invoice_projections ADD COLUMN payment_due_day date;
UPDATE invoice_projections SET
  invoice_day = (to_timestamp(invoice_date::float8 / 1000) AT TIME ZONE 'Europe/Stockholm')::date,
  payment_due_day = (to_timestamp(due_date::float8 / 1000) AT TIME ZONE 'Europe/Stockholm')::date
WHERE invoice_date IS NOT NULL OR due_date IS NOT NULL;
ALTER TABLE invoice_projections DROP COLUMN invoice_date;
ALTER TABLE invoice_projections DROP COLUMN due_date;

-- An invoice without an invoice date comes before all others, one without a due date after them.
CREATE INDEX invoice_projections_by_date ON invoice_projections (company_id, coalesce(invoice_day, '-infinity'::date), id);
CREATE INDEX invoice_projections_by_due ON invoice_projections (company_id, coalesce(payment_due_day, 'infinity'::date), id);
CREATE INDEX invoice_projections_open_by_due ON invoice_projections (company_id, coalesce(payment_due_day, 'infinity'::date), id)
  INCLUDE (state, currency, total_price, credit, waits_until) WHERE state IN ('received', 'held');
