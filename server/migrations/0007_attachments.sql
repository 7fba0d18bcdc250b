-- What a sweep asks before it removes bytes from the folder of files: whether any row of the company names them.
CREATE INDEX attachments_by_sha256 ON attachments (company_id, sha256);

-- Whether a partner may attach files to invoices that other partners of the company have sent.
ALTER TABLE partners ADD COLUMN attaches_to_all boolean NOT NULL DEFAULT false;
