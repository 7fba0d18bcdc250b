import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { daysAgo } from '../../../testing/days-ago.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

/** The findings come from the rules, or from differences to the supplier's record, which has an account. */
const invoices = [
  { externalReferenceId: 'a' },
  { externalReferenceId: 'b', currency: 'QQQ' },
  { externalReferenceId: 'c', supplierBankGiro: '5050-1055' },
  { externalReferenceId: 'd', supplierBankGiro: '5050-1056', currency: 'QQQ' },
  { externalReferenceId: 'e', paymentReferenceOCR: '1234', totalPrice: 10, invoiceDate: 1762988400000 },
  { externalReferenceId: 'f', paymentReferenceOCR: '1234', totalPrice: 20, invoiceDate: 1763000000000 },
  // A time of day is only a note.
  { externalReferenceId: 'g', totalPrice: 30, invoiceDate: 1763000000000 },
];

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
const base = `/companies/${door.company}`;
await door.addSupplier('1', { bankGiro: '991-2346' });
const second = await door.tokenFor({ partner: 'Post room' });
for (const invoice of invoices)
  await door.call('POST', paths.invoices, {
    body: { supplierNumber: '1', ...invoice },
    ...(invoice.externalReferenceId === 'f' && { token: second }),
  });
// Another company with the same findings must never be counted.
const { token: elsewhere } = await door.addCompany('Elsewhere');
await door.call('POST', paths.suppliers, { token: elsewhere, body: { number: '1', name: 'Nordbygg' } });
await door.call('POST', paths.invoices, {
  token: elsewhere,
  body: { externalReferenceId: 'b', supplierNumber: '1', currency: 'QQQ' },
});
afterAll(() => door.close());

interface FindingRow {
  id: string;
  externalReferenceId: string;
  findings: number;
  gravest: string | null;
  grade: string | null;
  findingCodes: string | null;
}
const rows = async (query: string): Promise<FindingRow[]> => {
  const { status, body } = await viewer.call('GET', `${base}/invoices?${query}`);
  expect(status, body.message).toBe(200);
  return body.rows;
};

it.each([
  ['finding=currency.unknown', 'db'],
  ['finding=payee.bankgiro', 'dc'],
  ['finding=payee', 'dc'],
  ['finding=any', 'gfedcb'],
  ['finding=none', 'ga'],
  ['finding=none&state=received&sort=totalPrice', 'ag'],
  ['finding=number', 'fed'],
  ['finding=number.ocr', 'fe'],
  ['finding=duplicate', 'f'],
  ['finding=duplicate.ocr', 'f'],
  ['finding=date.time', 'gf'],
  ['finding=sum.line', ''],
  ['finding=currency.unknown&state=held', 'd'],
  ['finding=number&partner=Post%20room', 'f'],
  ['finding=number&sort=totalPrice', 'def'],
])('the filter %s finds %s', async (query, found) => {
  expect((await rows(query)).map(({ externalReferenceId }) => externalReferenceId).join('')).toBe(found);
});

it.each(['currency', 'sum.', 'SUM', 'payee.%25', ''])('finding=%s is a 400', async (finding) =>
  expectProblem(await viewer.call('GET', `${base}/invoices?finding=${finding}`), 400, 'finding is not valid'),
);

it('further pages keep the filter', async () => {
  const first = await viewer.call('GET', `${base}/invoices?finding=number&limit=2`);
  expect(first.body.rows).toHaveLength(2);
  const query = `finding=number&limit=2&after=${first.body.next}`;
  expect((await rows(query)).map(({ externalReferenceId }) => externalReferenceId)).toEqual(['d']);
});

it('a row says how many findings there are, the gravest severity and each code once', async () => {
  const all = await rows('');
  expect(
    all.map(({ externalReferenceId, findings, gravest, findingCodes }) => [
      externalReferenceId,
      findings,
      gravest,
      findingCodes,
    ]),
  ).toEqual([
    ['g', 1, 'info', 'date.time'],
    ['f', 3, 'warning', 'date.time duplicate.ocr number.ocr'],
    ['e', 1, 'warning', 'number.ocr'],
    ['d', 3, 'hold', 'currency.unknown number.bankgiro payee.bankgiro'],
    ['c', 1, 'hold', 'payee.bankgiro'],
    ['b', 1, 'warning', 'currency.unknown'],
    ['a', 0, null, null],
  ]);
});

it('a hold that a release has answered is graded below a warning, as on the invoice’s page', async () => {
  const grades = async () => (await rows('')).map(({ grade }) => grade);
  expect(await grades()).toEqual(['info', 'warning', 'warning', 'hold', 'hold', 'warning', null]);
  await door.pool.query(
    `UPDATE supplier_invoices SET released_at = now(), released_findings = jsonb_array_length(findings)
     WHERE company_id = $1 AND state = 'held'`,
    [door.company],
  );
  expect(await grades()).toEqual(['info', 'warning', 'warning', 'warning', 'released', 'warning', null]);
});

it('a CSV file has them in columns of their own', async () => {
  const response = await fetch(`${door.url}${api}${base}/invoices?format=csv&finding=payee`, {
    headers: { cookie: viewer.cookie },
  });
  const [header, ...lines] = parse(await response.text(), { bom: true });
  const at = header?.indexOf('findings') ?? -1;
  expect(header?.slice(at, at + 4)).toEqual(['findings', 'files', 'gravest', 'findingCodes']);
  expect(lines.map((line) => line.slice(at, at + 4))).toEqual([
    ['3', '0', 'hold', 'currency.unknown number.bankgiro payee.bankgiro'],
    ['1', '0', 'hold', 'payee.bankgiro'],
  ]);
});

it('the overview counts invoices by partner and finding, the most frequent first', async () => {
  const { body } = await viewer.call('GET', `${base}/overview?days=2`);
  const by = (partner: string) => (code: string, count: number) => ({ partner, code, count });
  const [scanner, postRoom] = [by('Scanner'), by('Post room')];
  expect(body.findings).toEqual([
    scanner('currency.unknown', 2),
    scanner('payee.bankgiro', 2),
    postRoom('date.time', 1),
    postRoom('duplicate.ocr', 1),
    postRoom('number.ocr', 1),
    scanner('date.time', 1),
    scanner('number.bankgiro', 1),
    scanner('number.ocr', 1),
  ]);
});

it('the overview counts what arrived in its days', async () => {
  await door.pool.query(
    `UPDATE invoice_projections SET created_at = $2 WHERE company_id = $1 AND 'payee.bankgiro' = ANY (findings)`,
    [door.company, daysAgo(3)],
  );
  const codes = async (days: number) =>
    (await viewer.call('GET', `${base}/overview?days=${days}`)).body.findings.map(({ code }: { code: string }) => code);
  expect(await codes(2)).not.toContain('payee.bankgiro');
  expect(await codes(5)).toContain('payee.bankgiro');
});

it('an invoice is without findings once its warnings are dismissed', async () => {
  const approver = await signedIn(door, 'approver');
  const [warned] = await rows('finding=currency.unknown&state=received');
  const dismiss = `${base}/invoices/${warned?.id}/findings/1/dismiss`;
  expect((await approver.call('POST', dismiss, { reason: 'They pay so.' })).status).toBe(200);
  expect((await rows('finding=none')).map(({ externalReferenceId }) => externalReferenceId).join('')).toBe('gba');
  const totals = await viewer.call('GET', `${base}/invoices/totals?finding=none`);
  expect(totals.body.count).toBe(3);
});
