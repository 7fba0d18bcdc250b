-- The version of the texts that the company's invoices are found by. The worker writes those of another version again, some at a
-- time (supplier-invoices/lists/fill-search.ts): with all in one statement, a million took more than ten minutes. A new company has
-- the current one.
ALTER TABLE company_counters ADD COLUMN search_version integer NOT NULL DEFAULT 0;
ALTER TABLE company_counters ALTER COLUMN search_version SET DEFAULT 1;
