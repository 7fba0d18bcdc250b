-- The dates of invoices become calendar days in the company's time zone once, when an invoice arrives. A later change of
-- the zone moves no stored day. Invoices from before this migration have their days in the default zone, in which
-- midnight in UTC is on the day in UTC.
ALTER TABLE companies ADD COLUMN time_zone text NOT NULL DEFAULT 'Europe/Stockholm';

ALTER TABLE supplier_invoices ADD COLUMN invoice_day date;
ALTER TABLE supplier_invoices ADD COLUMN payment_due_day date;
UPDATE supplier_invoices SET
  invoice_day = (to_timestamp((document ->> 'invoiceDate')::float8 / 1000) AT TIME ZONE 'Europe/Stockholm')::date,
  payment_due_day = (to_timestamp((document ->> 'paymentDueDate')::float8 / 1000) AT TIME ZONE 'Europe/Stockholm')::date;
