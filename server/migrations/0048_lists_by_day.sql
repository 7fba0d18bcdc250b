-- Lists are filtered and sorted by days. The milliseconds as sent are in the document. Changing the type rewrites the
-- table once, which is faster than updating every row.
DROP INDEX invoice_projections_by_date;
DROP INDEX invoice_projections_by_due;
DROP INDEX invoice_projections_open_by_due;
ALTER TABLE invoice_projections
  ALTER COLUMN invoice_date TYPE date USING (to_timestamp(invoice_date::float8 / 1000) AT TIME ZONE 'Europe/Stockholm')::date,
  ALTER COLUMN due_date TYPE date USING (to_timestamp(due_date::float8 / 1000) AT TIME ZONE 'Europe/Stockholm')::date;
ALTER TABLE invoice_projections RENAME COLUMN invoice_date TO invoice_day;
ALTER TABLE invoice_projections RENAME COLUMN due_date TO payment_due_day;

-- An invoice without an invoice date comes before all others, one without a due date after them.
CREATE INDEX invoice_projections_by_date ON invoice_projections (company_id, coalesce(invoice_day, '-infinity'::date), id);
CREATE INDEX invoice_projections_by_due ON invoice_projections (company_id, coalesce(payment_due_day, 'infinity'::date), id);
CREATE INDEX invoice_projections_open_by_due ON invoice_projections (company_id, coalesce(payment_due_day, 'infinity'::date), id)
  INCLUDE (state, currency, total_price, credit, waits_until) WHERE state IN ('received', 'held');
