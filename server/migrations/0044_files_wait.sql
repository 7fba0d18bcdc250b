-- An invoice with a PDF file that waits to be read, or to be compared with it, has the time of the next try.
ALTER TABLE supplier_invoices ADD COLUMN files_due_at timestamptz;
UPDATE supplier_invoices AS invoice SET files_due_at = date_trunc('milliseconds', now())
WHERE state IN ('received', 'held') AND EXISTS (
  SELECT FROM attachments AS file
  WHERE file.company_id = invoice.company_id AND file.supplier_invoice_id = invoice.id AND file.content_type = 'application/pdf'
    AND NOT EXISTS (
      SELECT FROM document_texts AS known WHERE known.company_id = file.company_id AND known.sha256 = file.sha256));
CREATE INDEX supplier_invoices_by_files_due ON supplier_invoices (company_id, files_due_at) WHERE files_due_at IS NOT NULL;
