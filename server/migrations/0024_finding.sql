-- Search ignores accents, numbers sort naturally (P2 before P10), and invoices without warnings are found by a column.

-- Texts to search are in lower case and without accents, as text-search.ts writes them. Texts of ASCII stay as they are. Each index is
-- built once, because an update would write each changed row into it twice.
DROP INDEX invoice_projections_by_text;
DROP INDEX supplier_projections_by_text;
DROP INDEX work_order_projections_by_text;

-- Whether it has a finding that nobody has dismissed and that is more than a note.
ALTER TABLE invoice_projections ADD COLUMN warned boolean NOT NULL DEFAULT false;

UPDATE invoice_projections AS projection SET
  warned = EXISTS (
    SELECT FROM jsonb_array_elements(invoice.findings) AS finding
    WHERE NOT finding ? 'dismissed' AND finding ->> 'severity' IS DISTINCT FROM 'info'),
  search = replace(replace(replace(replace(translate(
    regexp_replace(lower(normalize(search, NFD)), '[\u0300-\u036F]', '', 'g'),
    'øØłŁđĐðÐı', 'oollddddi'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th')
FROM supplier_invoices AS invoice
WHERE invoice.company_id = projection.company_id AND invoice.id = projection.id
  AND (projection.findings <> '{}' OR octet_length(search) <> char_length(search));

UPDATE supplier_projections SET
  search = replace(replace(replace(replace(translate(
    regexp_replace(lower(normalize(search, NFD)), '[\u0300-\u036F]', '', 'g'),
    'øØłŁđĐðÐı', 'oollddddi'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th')
WHERE octet_length(search) <> char_length(search);

UPDATE work_order_projections SET
  search = replace(replace(replace(replace(translate(
    regexp_replace(lower(normalize(search, NFD)), '[\u0300-\u036F]', '', 'g'),
    'øØłŁđĐðÐı', 'oollddddi'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th')
WHERE octet_length(search) <> char_length(search);

CREATE INDEX invoice_projections_by_text ON invoice_projections USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX supplier_projections_by_text ON supplier_projections USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX work_order_projections_by_text ON work_order_projections USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 1024);

ALTER TABLE projects ADD COLUMN search text NOT NULL GENERATED ALWAYS AS (
  replace(replace(replace(replace(translate(
    regexp_replace(lower(normalize(chr(10) || number || chr(10) || name, NFD)), '[\u0300-\u036F]', '', 'g'),
    'øØłŁđĐðÐı', 'oollddddi'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th')) STORED;
ALTER TABLE project_proposals ADD COLUMN search text NOT NULL GENERATED ALWAYS AS (
  replace(replace(replace(replace(translate(
    regexp_replace(lower(normalize(chr(10) || proposal_id, NFD)), '[\u0300-\u036F]', '', 'g'),
    'øØłŁđĐðÐı', 'oollddddi'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th')) STORED;
DROP INDEX projects_by_text;
DROP INDEX project_proposals_by_text;
CREATE INDEX projects_by_text ON projects USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX project_proposals_by_text ON project_proposals USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit = 1024);

-- Sort keys, as natural-order.ts writes them: each run of digits is padded to 20, and å, ä and ö come after z. No collation of ICU,
-- whose order can change with its version and would then break the indexes.
ALTER TABLE supplier_projections
  ADD COLUMN number_sort text COLLATE "C" NOT NULL GENERATED ALWAYS AS (translate(lower(
    regexp_replace(regexp_replace(number COLLATE "default", '[0-9]+', '00000000000000000000\&', 'g'), '0+([0-9]{20})(?![0-9])', '\1', 'g')),
    'åäö', '{|}')) STORED,
  ADD COLUMN name_sort text COLLATE "C" NOT NULL GENERATED ALWAYS AS (translate(lower(
    regexp_replace(regexp_replace(name, '[0-9]+', '00000000000000000000\&', 'g'), '0+([0-9]{20})(?![0-9])', '\1', 'g')),
    'åäö', '{|}')) STORED;
ALTER TABLE projects
  ADD COLUMN number_sort text COLLATE "C" NOT NULL GENERATED ALWAYS AS (translate(lower(
    regexp_replace(regexp_replace(number, '[0-9]+', '00000000000000000000\&', 'g'), '0+([0-9]{20})(?![0-9])', '\1', 'g')),
    'åäö', '{|}')) STORED,
  ADD COLUMN name_sort text COLLATE "C" NOT NULL GENERATED ALWAYS AS (translate(lower(
    regexp_replace(regexp_replace(name, '[0-9]+', '00000000000000000000\&', 'g'), '0+([0-9]{20})(?![0-9])', '\1', 'g')),
    'åäö', '{|}')) STORED;
-- A title ends with the number of the work order.
ALTER TABLE work_order_projections
  ADD COLUMN title_sort text COLLATE "C" NOT NULL GENERATED ALWAYS AS (translate(lower(
    regexp_replace(regexp_replace(title, '[0-9]+', '00000000000000000000\&', 'g'), '0+([0-9]{20})(?![0-9])', '\1', 'g')),
    'åäö', '{|}')) STORED;
DROP INDEX supplier_projections_by_name;
DROP INDEX projects_by_name;
DROP INDEX work_order_projections_by_title;
CREATE INDEX supplier_projections_by_number ON supplier_projections (company_id, number_sort, number);
CREATE INDEX supplier_projections_by_name ON supplier_projections (company_id, name_sort, number);
CREATE INDEX projects_by_number ON projects (company_id, number_sort, id);
CREATE INDEX projects_by_name ON projects (company_id, name_sort, id);
CREATE INDEX work_order_projections_by_title ON work_order_projections (company_id, title_sort, id);

-- A credit note is never overdue.
DROP INDEX invoice_projections_open_by_due;
CREATE INDEX invoice_projections_open_by_due ON invoice_projections (company_id, coalesce(due_date, 4102444800000), id)
  INCLUDE (state, currency, total_price, credit) WHERE state IN ('received', 'held');
-- Invoices that wait for a second approver are few.
CREATE INDEX invoice_projections_signed ON invoice_projections (company_id, created_at, id)
  INCLUDE (state, currency, total_price, signed_by) WHERE signed_by IS NOT NULL;

-- Older versions would write texts with accents, and no warnings.
UPDATE doorway_versions SET lowest = '1.11.0';
