-- The search finds the references of the customer and of the supplier, too, folded as in migration 0024.
UPDATE invoice_projections AS projection SET search = search || (
  SELECT replace(replace(replace(replace(translate(
    regexp_replace(lower(normalize(plain, NFD)), '[\u0300-\u036F]', '', 'g'),
    'øØłŁđĐðÐı', 'oollddddi'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th')
  FROM (SELECT chr(10) || coalesce(document ->> 'internalReference', '') || chr(10) || coalesce(document ->> 'externalReference', '') AS plain) AS given)
FROM supplier_invoices AS invoice
WHERE invoice.company_id = projection.company_id AND invoice.id = projection.id
  AND coalesce(document ->> 'internalReference', '') || coalesce(document ->> 'externalReference', '') <> '';
