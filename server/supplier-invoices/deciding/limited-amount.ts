// NaN stands for an unreadable amount: every sum and every maximum with it is NaN.
const amount = (value: string, ifMissing: string) =>
  `CASE coalesce(jsonb_typeof(${value}), 'null') WHEN 'number' THEN (${value})::numeric WHEN 'null' THEN ${ifMissing} ELSE 'NaN' END`;

/**
 * Freight is text, read as `checks/sums/amounts.ts` reads it, but three digits after a point or a comma count as
 * thousands. Words without digits are no amount. Anything else is unreadable, also another currency and digits of
 * other scripts. The character classes are spelt out, because those of PostgreSQL depend on the locale.
 */
const freight = (text: string) => `
  CASE WHEN ${text} ~ '^[-A-ZÀ-ÖØ-Þa-zà-öø-ÿ .,:;/()&+!?]*$' THEN 0
       WHEN ${text} ~ '^((KR|SEK) *)?[-+−]? *([0-9]{1,3}( [0-9]{3}){1,4}|[0-9]{1,15})([.,][0-9]{1,6})?([:,]-| *(KR|SEK)[.]?)?$'
       THEN replace(regexp_replace(regexp_replace(rtrim(${text}, ':,-'), '[^0-9.,]|[.]$', '', 'g'), '[.,]([0-9]{3})$', '\\1'), ',', '.')::numeric
       ELSE 'NaN' END`;

// Blanks between thousands are often no-break spaces.
const freightText = String.raw`btrim(replace(translate(upper(coalesce(sent ->> 'freight', '')), E'\t\n\r\u00a0\u2009\u202f', '      '),
  CASE WHEN upper(btrim(sent ->> 'currency')) ~ '^[A-Z]{3}$' THEN upper(btrim(sent ->> 'currency')) ELSE 'SEK' END, 'SEK'))`;

const sentLines = `
  SELECT line -> 'totalPrice' AS total, line -> 'price' AS price, line -> 'quantity' AS quantity, line -> 'vat' AS vat,
         line -> 'discountValue' AS discount, line -> 'discountPercentage' AS discount_rate
  FROM jsonb_array_elements(CASE jsonb_typeof(sent -> 'articles') WHEN 'array' THEN sent -> 'articles' ELSE '[]' END) AS line`;

// OFFSET 0 keeps the planner from writing an expression out at each of its uses, which multiply from step to step.
const steps = [
  `${amount('total', 'NULL')} AS total, ${amount('price', '0')} AS price, ${amount('quantity', '1')} AS quantity,
   ${amount('vat', '0')} AS vat, abs(${amount('discount', '0')}) AS discount, abs(${amount('discount_rate', '0')}) / 100 AS discount_rate`,
  `*, price * quantity AS units`,
  `*, greatest(abs(units), abs(price)) AS base`,
  `*, greatest(discount, base * discount_rate) AS off`,
  `*, coalesce(total = units AND off = 0
        OR abs(total) + 1 >= least(abs(units), abs(price)) * (1 - discount_rate) - discount * greatest(1, abs(quantity))
          AND off <= greatest(base, abs(total)) + 1, false) AS agrees`,
  `vat, CASE WHEN agrees THEN total ELSE greatest(total, units, price, off) END AS high,
   CASE WHEN agrees THEN total ELSE least(total, units, price, -off) END AS low`,
  `*, CASE WHEN abs(low) > abs(high) THEN low ELSE high END AS largest`,
  `*, CASE WHEN vat BETWEEN 0 AND 100 THEN largest * vat / 100 ELSE vat END AS added,
   CASE WHEN vat BETWEEN 0 AND 100 THEN largest * vat / (100 + vat) ELSE vat END AS included`,
];
const lines = steps.reduce((from, step, at) => `SELECT ${step} FROM (${from} OFFSET 0) AS step_${at}`, sentLines);

/**
 * The amount that is compared with a limit, as text with every digit: the largest amount that some reading of the
 * invoice pays, so that a small total cannot hide a large amount in another field. It is the larger of the total and of
 * the lines with VAT, fee, freight and roundoff, each regardless of its sign. NULL if there is no total or an amount
 * cannot be read.
 *
 * A line is its total if that agrees with its price, quantity and discounts, and otherwise the largest of them all.
 * The VAT is the invoice's if that agrees with the lines' VAT as rates, added or included, or as amounts, and otherwise
 * the largest of them all.
 *
 * The database computes it because an invoice can have 5,000 lines, and a bulk decision 100 such invoices.
 */
export const limitedAmount = (document: string) => `(
  SELECT nullif(trim_scale(greatest(
    abs(${amount(`sent -> 'totalPrice'`, `'NaN'`)}),
    lines + CASE WHEN abs(stated.vat - added) <= roundings OR abs(stated.vat - included) <= roundings
                   OR abs(stated.vat - summed.vat) <= roundings
                 THEN stated.vat ELSE greatest(stated.vat, all_added, all_vat) END
      + abs(${amount(`sent -> 'invoiceFee'`, '0')}) + abs(${amount(`sent -> 'centRoundoff'`, '0')})
      + ${freight('freight')})), 'NaN')::text
  FROM (SELECT ${document}::jsonb AS sent OFFSET 0) AS parsed_once
  CROSS JOIN LATERAL (
    SELECT abs(${amount(`sent -> 'totalVat'`, '0')}) AS vat, ${freightText} AS freight OFFSET 0
  ) AS stated
  CROSS JOIN LATERAL (
    SELECT greatest(abs(coalesce(sum(high), 0)), abs(coalesce(sum(low), 0))) AS lines,
           abs(coalesce(sum(added), 0)) AS added, coalesce(sum(abs(added)), 0) AS all_added,
           abs(coalesce(sum(vat), 0)) AS vat, coalesce(sum(abs(vat)), 0) AS all_vat,
           abs(coalesce(sum(included), 0)) AS included, 1 + 0.01 * count(*) AS roundings
    FROM (${lines}) AS line_amounts
  ) AS summed)`;
