-- The distinct words of an invoice's files, for search. They are kept apart from invoice_projections: an update there
-- writes most of its indexes again, and a rebuild would lose them.
CREATE TABLE document_words (
  company_id uuid NOT NULL,
  supplier_invoice_id uuid NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (company_id, supplier_invoice_id)
);

CREATE INDEX document_words_by_word ON document_words USING gin (words) WITH (gin_pending_list_limit = 1024);
