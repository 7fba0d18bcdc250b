-- How much the traces of a company take, by the hour in which they arrived, so that the oldest can make room for the newest. The
-- statement that keeps traces adds what it kept.
CREATE TABLE request_sizes (
  company_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (company_id, hour)
);

-- What was kept before counts as well.
INSERT INTO request_sizes (company_id, hour, bytes)
SELECT company_id, date_trunc('hour', created_at, 'UTC'),
       sum(400 + coalesce(octet_length(reason), 0) + coalesce(octet_length(cause), 0) + coalesce(pg_column_size(problems), 0)
               + coalesce(octet_length(body), 0))
FROM requests GROUP BY company_id, date_trunc('hour', created_at, 'UTC');
