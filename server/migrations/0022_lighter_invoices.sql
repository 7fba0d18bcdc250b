-- An invoice is stored in one statement that reads no supplier, and its row holds nothing that can be computed from the rest.

-- Grows with every change of what invoices are judged by: a supplier's payee or mark, a new supplier (another may look like it), the
-- settings of the checks. A process keeps suppliers in memory by this version, and an invoice is stored only if it was judged at it.
ALTER TABLE company_counters ADD COLUMN judging_version bigint NOT NULL DEFAULT 0;
ALTER TABLE suppliers DROP COLUMN payee_version;

-- Suppliers are never removed or renumbered, and the judging version says that the supplier was there: to look it up once more
-- and to lock its row took a sixth of the statement.
ALTER TABLE supplier_invoices DROP CONSTRAINT supplier_invoices_company_id_supplier_number_fkey;

-- A pure function of the document, computed for the one page that shows it.
ALTER TABLE supplier_invoices DROP COLUMN sums;

-- The text exactly as it was sent. As jsonb, parsing and compressing it took a third of the statement.
ALTER TABLE supplier_invoices ALTER COLUMN document TYPE json USING document::json;

-- Older versions write the column that is gone.
UPDATE doorway_versions SET lowest = '1.9.0';
