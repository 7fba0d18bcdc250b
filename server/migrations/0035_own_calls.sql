-- A partner lists its own failed calls: as fast if others have a million. Accepted calls are not in it, so that storing them costs no more.
CREATE INDEX calls_failed_by_partner ON calls (company_id, partner_id, created_at, id) INCLUDE (status, operation) WHERE status >= 400;
