-- Calls are found by the partner's reference: the one that created a record by the time of both, a replay and a failed call by
-- these indexes, which accepted calls are not in, so that storing them costs no more. The expression must equal that of
-- calls/store.ts exactly.
ALTER TABLE calls ADD COLUMN is_replay boolean;
CREATE INDEX calls_replayed ON calls (company_id, subject_id) WHERE is_replay;
CREATE INDEX calls_failed_by_reference ON calls (company_id, (CASE operation
    WHEN 'createSupplierInvoice' THEN substring(body FROM '"externalReferenceId"\s*:\s*"((?:[^"\\]|\\.){1,255})"')
    WHEN 'createWorkOrder' THEN substring(body FROM '"id"\s*:\s*"((?:[^"\\]|\\.){1,255})"')
    WHEN 'createSupplier' THEN substring(body FROM '"number"\s*:\s*"((?:[^"\\]|\\.){1,255})"')
  END)) WHERE status >= 400 AND body IS NOT NULL;
