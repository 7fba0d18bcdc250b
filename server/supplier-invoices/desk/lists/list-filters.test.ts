import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { nowMs } from '../../../testing/time.ts';

const ids: Record<string, string> = {};
const day = 86_400_000;

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
const approver = await signedIn(door, 'approver');
const base = `/companies/${door.company}/invoices`;
await door.addSupplier('1', { name: 'Nordbygg' });
const invoices = [
  { externalReferenceId: 'a', totalPrice: 1250.5, paymentDueDate: Date.UTC(2025, 0, 15, 12), currency: 'SEK' },
  { externalReferenceId: 'b', totalPrice: -1250.99, paymentDueDate: Date.UTC(2025, 0, 16, 12), currency: 'SEK' },
  { externalReferenceId: 'c', totalPrice: 1251, creditInvoiceReference: 'F-1', paymentDueDate: nowMs() + 9 * day },
  { externalReferenceId: 'd', totalPrice: 7, currency: 'QQQ' },
  { externalReferenceId: 'e', totalPrice: 8, paymentDueDate: Date.UTC(2025, 0, 17, 12) },
];
for (const invoice of invoices)
  ids[invoice.externalReferenceId] = (await door.post(paths.invoices, { supplierNumber: '1', ...invoice })).body.id;
const content = Buffer.from('<a/>').toString('base64');
await door.post(paths.attach, { supplierInvoiceId: ids.a, fileName: 'a.xml', content });
await approver.call('POST', `${base}/${ids.e}/approve`, {});
// Bring the projections up to date before changing them.
await viewer.call('GET', base);
const write = (columns: string, ...values: unknown[]) =>
  door.pool.query(`UPDATE invoice_projections SET ${columns} WHERE company_id = $1 AND id = $2`, [
    door.company,
    ...values,
  ]);
// Only a received invoice waits for a second approver.
await write('signed_by = $3', ids.d, approver.id);
await write(`signed_by = $3, state = 'held'`, ids.c, approver.id);
await write('assigned_to = $3', ids.a, viewer.id);
await write('assigned_to = $3', ids.b, approver.id);
await write('mentioned = ARRAY[$3, $4]::uuid[]', ids.c, approver.id, viewer.id);
afterAll(() => door.close());

const list = async (query: string, who = viewer) => {
  const { status, body } = await who.call('GET', `${base}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows.map((row: { externalReferenceId: string }) => row.externalReferenceId).join('');
};

it.each([
  ['credit=true', 'cb'],
  ['credit=false', 'eda'],
  ['files=some', 'a'],
  ['files=none', 'edcb'],
  // b is a credit note, which is never overdue.
  ['overdue=true', 'a'],
  ['state=signed', 'd'],
  ['state=signed&assigned=me', ''],
  ['dueFrom=2025-01-16', 'ecb'],
  ['dueTo=2025-01-16', 'ba'],
  ['dueFrom=2025-01-16&dueTo=2025-01-17', 'eb'],
  ['sort=dueDate', 'abecd'],
  ['sort=-dueDate', 'dceba'],
  ['decidedBy=me', ''],
  ['assigned=me', 'a'],
  ['assigned=none', 'edc'],
  ['mentioned=me', 'c'],
  ['mentioned=me&state=approved', ''],
])('the filter %s finds %s', async (query, found) => {
  expect(await list(query)).toBe(found);
});

it('totals and CSV files take the same states', async () => {
  expect((await viewer.call('GET', `${base}/totals?state=signed`)).body).toMatchObject({ count: 1 });
  const file = await fetch(`${door.url}${api}${base}?state=signed&format=csv`, { headers: { cookie: viewer.cookie } });
  expect((await file.text()).trim().split('\n')).toHaveLength(2);
});

it('me is the caller, and an operator can be named by id', async () => {
  expect(await list('decidedBy=me', approver)).toBe('e');
  expect(await list(`decidedBy=${approver.id.toUpperCase()}`)).toBe('e');
  expect(await list('assigned=me', approver)).toBe('b');
  expect(await list(`assigned=${approver.id}`)).toBe('b');
});

it.each([
  ['1250,5', 'a'],
  ['1 250,50', 'a'],
  ['1.250,50', 'a'],
  ['1,250.50', 'a'],
  ['-1250.99', 'b'],
  ['1250', 'ba'],
  ['1251', 'c'],
  ['1249', ''],
])('q=%s finds invoices with that total, of either sign: %s', async (q, found) => {
  expect(await list(`q=${encodeURIComponent(q)}`)).toBe(found);
});

it('a row says whether it is a credit note, and who decided when', async () => {
  const { rows } = (await viewer.call('GET', base)).body;
  expect(rows.map(({ credit }: { credit: boolean }) => credit)).toEqual([false, false, true, true, false]);
  expect(rows[0]).toMatchObject({ decidedBy: 'The approver', decidedAt: expect.stringMatching(/^\d{4}-/) });
  expect(rows[1]).toMatchObject({ decidedBy: null, decidedAt: null, assignedTo: null, signedBy: null });
});

it.each([
  'overdue=yes',
  'files=1',
  'credit=',
  'decidedBy=none',
  'decidedBy=somebody',
  'assigned=%00',
  'mentioned=none',
  'dueTo=2025-02-30',
])('the query %s is a 400 that names the parameter', async (query) => {
  expectProblem(await viewer.call('GET', `${base}?${query}`), 400, new RegExp(`^${query.split('=', 1)[0]} `));
});
