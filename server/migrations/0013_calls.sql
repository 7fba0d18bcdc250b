-- A partner's call is a call everywhere. What it was refused with is kept as data: the code of the error, what fills the gaps of its
-- sentence, and its problems as {path, code, parameters}. Calls from before have no code; they keep their English.

ALTER TABLE requests RENAME TO calls;
ALTER INDEX requests_pkey RENAME TO calls_pkey;
ALTER INDEX requests_by_trace RENAME TO calls_by_trace;
ALTER INDEX requests_failed RENAME TO calls_failed;

ALTER TABLE request_sizes RENAME TO call_sizes;
ALTER INDEX request_sizes_pkey RENAME TO call_sizes_pkey;

ALTER TABLE calls ADD COLUMN code text;
ALTER TABLE calls ADD COLUMN parameters jsonb;
