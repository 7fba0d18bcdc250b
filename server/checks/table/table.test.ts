import { expect, it } from 'vitest';
import { judge } from '../judge.ts';
import type { Finding } from '../rule.ts';
import { keysOf } from '../keys.ts';
import type { EarlierInvoice, InvoiceKeys, InvoiceContext } from '../context.ts';
import { checkedOnArrival } from '../checked.testing.ts';
import { severities } from '../../../common/errors/findings.ts';
import { rules } from '../rules.ts';
import { accounts } from './accounts.testing.ts';
import { collective } from './collective.testing.ts';
import { datesAndTheRest } from './dates.testing.ts';
import { duplicates } from './duplicates.testing.ts';
import { numbers } from './numbers.testing.ts';
import { payees } from './payee.testing.ts';
import { nordbygg, usualArrival, type ExpectedFinding, type CheckCase } from './row.testing.ts';
import { chosen } from './settings.testing.ts';
import { discounts } from './sums-discounts.testing.ts';
import { rightLines } from './sums-right.testing.ts';
import { rightTotals } from './sums-totals.testing.ts';
import { wrongSums } from './sums-wrong.testing.ts';
import { whole } from './whole.testing.ts';

const rows: CheckCase[] = [
  ...rightLines,
  ...rightTotals,
  ...discounts,
  ...wrongSums,
  ...collective,
  ...payees,
  ...accounts,
  ...numbers,
  ...duplicates,
  ...datesAndTheRest,
  ...whole,
  ...chosen,
];

function earlierOf({ invoice, earlier = {} }: CheckCase): InvoiceContext['earlier'] {
  const keys = keysOf(checkedOnArrival(invoice));
  const all = Object.entries(earlier).map(([id, fields]): EarlierInvoice => ({
    id,
    keys: keysOf(checkedOnArrival(fields)),
  }));
  const firstWith = (key: keyof InvoiceKeys) =>
    all.find((one) => keys[key] !== undefined && one.keys[key] === keys[key]);
  return { number: firstWith('number'), amount: firstWith('amount'), ocr: firstWith('ocr') };
}

const findingsOf = (row: CheckCase): Finding[] =>
  judge(
    rules,
    checkedOnArrival(row.invoice),
    {
      at: new Date(row.at ?? usualArrival),
      supplier: { ...nordbygg, ...row.supplier },
      alike: row.alike ?? [],
      earlier: earlierOf(row),
      isCreditedKnown: row.isCreditedKnown,
    },
    row.settings ?? {},
  );

const inOrder = <F extends Pick<ExpectedFinding, 'code' | 'path'>>(findings: F[]) =>
  findings.toSorted((a, b) => `${a.code} ${a.path}`.localeCompare(`${b.code} ${b.path}`));

it.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
  const findings = findingsOf(row);
  const found = inOrder(
    findings.map(({ code, path = null, severity, parameters }) => ({ code, path, severity, parameters })),
  );
  const expected = inOrder(row.expected);
  expect(found).toMatchObject(expected);
  expect(found.map(({ parameters }) => parameters.more)).toEqual(expected.map(({ parameters }) => parameters.more));
  const gravities = findings.map(({ severity }) => severities.indexOf(severity));
  expect(gravities).toEqual(gravities.toSorted((a, b) => b - a));
});

it('The table has at least 120 invoices, each of them with a name of its own', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(120);
});
