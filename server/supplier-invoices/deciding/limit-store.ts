// NaN stands for an amount that cannot be read: every sum with it is NaN, and so is the greatest of several.
const amount = (value: string, ifMissing: string) =>
  `CASE coalesce(jsonb_typeof(${value}), 'null') WHEN 'number' THEN (${value})::numeric WHEN 'null' THEN ${ifMissing} ELSE 'NaN' END`;

const lineTotal = amount(
  `line -> 'totalPrice'`,
  `${amount(`line -> 'price'`, '0')} * ${amount(`line -> 'quantity'`, '1')}`,
);

/**
 * The amount of an invoice that an approver's limit is compared with, as text with every digit: the largest of its total, the sum of its
 * lines, and that sum with VAT and fee. A small total over large lines does not pass for a small invoice. NULL if there is no total, or if
 * an amount cannot be read. It is computed in the database because an invoice can have 5,000 lines, and a bulk 100 such invoices.
 */
export const limitedAmount = (document: string) => `(
  SELECT nullif(greatest(
    abs(${amount(`sent -> 'totalPrice'`, `'NaN'`)}), abs(lines),
    abs(lines + ${amount(`sent -> 'totalVat'`, '0')} + ${amount(`sent -> 'invoiceFee'`, '0')})), 'NaN')::text
  FROM (SELECT ${document}::jsonb AS sent OFFSET 0) AS parsed_once
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(${lineTotal}), 0) AS lines
    FROM jsonb_array_elements(CASE jsonb_typeof(sent -> 'articles') WHEN 'array' THEN sent -> 'articles' ELSE '[]' END) AS line
  ) AS summed)`;
