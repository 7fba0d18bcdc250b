-- The audit entries of a bulk decision, which the log folds into one row.
CREATE INDEX audit_log_by_bulk ON audit_log (company_id, (data ->> 'bulkId'), seq) WHERE data ->> 'bulkId' IS NOT NULL;
