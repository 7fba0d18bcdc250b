import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../../testing/door.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { setChecks } from '../../../testing/settings.ts';
import { expectProblem } from '../../../testing/problem.ts';

const ids: Record<string, string> = {};

const invoices = [
  {
    externalReferenceId: 'a',
    supplierNumber: '1',
    supplierInvoiceNumber: 'F-100%',
    projectName: 'Kvarteret Eken',
    totalPrice: 10.5,
    invoiceDate: 1762988400000,
    currency: 'SEK',
  },
  {
    externalReferenceId: 'b',
    supplierNumber: '2',
    supplierInvoiceNumber: 'F-1000',
    projectName: 'Örnen',
    totalPrice: -3,
    invoiceDate: 1762902000000,
    currency: 'XXQ',
  },
  {
    externalReferenceId: 'c',
    supplierNumber: '2',
    supplierName: 'Gamla Firman',
    orderNumber: 'PO_7',
    paymentReferenceOCR: '208710012',
    totalPrice: 10.5,
  },
  { externalReferenceId: 'd', supplierNumber: '3' },
];

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
const base = `/companies/${door.company}/invoices`;
// One invoice has another supplier name than the record, so that a search finds it by either. It must not be held for
// that.
await setChecks(door, { 'payee.name': 'off' });
await door.addSupplier('1', { name: 'Nordbygg' });
await door.addSupplier('2', { name: 'Åkeri & Co' });
await door.addSupplier('3', { name: 'Sydbetong' });
const other = await door.tokenFor({ partner: 'Post room' });
for (const invoice of invoices) {
  const { body } = await door.call('POST', paths.invoices, {
    body: invoice,
    ...(invoice.externalReferenceId === 'd' && { token: other }),
  });
  ids[invoice.externalReferenceId] = body.id;
}
// Another company with the same texts must never be seen.
const { token: elsewhere } = await door.addCompany('Elsewhere');
await door.call('POST', paths.suppliers, { token: elsewhere, body: { number: '1', name: 'Nordbygg' } });
await door.call('POST', paths.invoices, { token: elsewhere, body: { ...invoices[0] } });
afterAll(() => door.close());

const list = async (query: string) => {
  const { status, body } = await viewer.call('GET', `${base}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows.map((row: { externalReferenceId: string }) => row.externalReferenceId).join('');
};

it('a row has exact amounts and the supplier’s name from its record', async () => {
  const { body } = await viewer.call('GET', base);
  expect(body.rows.map(({ externalReferenceId }: { externalReferenceId: string }) => externalReferenceId)).toEqual([
    'd',
    'c',
    'b',
    'a',
  ]);
  expect(body.next).toBeUndefined();
  expect(body.rows[2]).toEqual({
    id: ids.b,
    state: 'received',
    externalReferenceId: 'b',
    supplierNumber: '2',
    supplierName: 'Åkeri & Co',
    supplierInvoiceNumber: 'F-1000',
    orderNumber: null,
    internalReference: null,
    projectName: 'Örnen',
    invoiceDate: 1762902000000,
    invoiceDay: '2025-11-12',
    paymentDueDate: null,
    paymentDueDay: null,
    totalPrice: '-3',
    currency: 'XXQ',
    partner: 'Scanner',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    credit: true,
    decidedAt: null,
    decidedBy: null,
    bookedAt: null,
    voucher: null,
    assignedTo: null,
    with: null,
    signedBy: null,
    question: null,
    withdrawnAt: null,
    findings: 1,
    files: 0,
    gravest: 'warning',
    grade: 'warning',
    findingCodes: 'currency.unknown',
  });
  expect(body.rows[0]).toMatchObject({
    partner: 'Post room',
    totalPrice: null,
    invoiceDate: null,
    supplierInvoiceNumber: null,
    findings: 0,
  });
});

it.each([
  ['state=received', 'dcba'],
  ['state=approved', ''],
  ['supplier=2', 'cb'],
  ['supplier=22', ''],
  ['partner=Scanner', 'cba'],
  ['partner=Post%20room', 'd'],
  ['partner=Nobody', ''],
  ['project=kvarteret%20EKEN', 'a'],
  ['project=%C3%B6rnen', 'b'],
  ['project=Kvarteret', ''],
  ['least=10.5', 'ca'],
  ['least=10.51', ''],
  ['most=0', 'b'],
  ['most=10.50', 'cba'],
  ['least=-3&most=10', 'b'],
  ['from=2026-01-01', 'dcba'],
  ['to=2026-01-01', ''],
  ['supplier=2&partner=Scanner&least=1', 'c'],
])('the filter %s finds %s', async (query, found) => {
  expect(await list(query)).toBe(found);
});

it('a partner is also named in another case, or by id', async () => {
  expect(await list('partner=POST%20room')).toBe('d');
  const { rows } = await door.pool.query(`SELECT id FROM partners WHERE company_id = $1 AND name = 'Post room'`, [
    door.company,
  ]);
  expect(await list(`partner=${rows[0].id.toUpperCase()}`)).toBe('d');
});

it('from and to are days in Stockholm, both included', async () => {
  const at = async (time: string) =>
    door.pool.query('UPDATE invoice_projections SET created_at = $2 WHERE id = $1', [ids.a, time]);
  await at('2020-06-30T21:59:59.999Z');
  expect(await list('to=2020-06-30')).toBe('a');
  expect(await list('from=2020-06-30&to=2020-06-30')).toBe('a');
  expect(await list('from=2020-06-30&to=2020-06-30&zone=America/New_York')).toBe('a');
  expect(await list('from=2020-07-01&to=2020-07-01&zone=Asia/Tokyo')).toBe('a');
  await at('2020-06-30T22:00:00Z');
  expect(await list('to=2020-06-30')).toBe('');
  expect(await list('from=2020-07-01&to=2020-07-01')).toBe('a');
});

it('datedFrom and datedTo are days of the invoice date, both included, and find no invoice without one', async () => {
  // 12 and 13 November 2025 in Stockholm, the company's time zone. The reader's zone moves no date.
  expect(await list('datedFrom=2025-11-13')).toBe('a');
  expect(await list('datedTo=2025-11-12')).toBe('b');
  expect(await list('datedFrom=2025-11-12&datedTo=2025-11-13&sort=invoiceDate')).toBe('ba');
  expect(await list('datedFrom=2025-11-13&zone=UTC')).toBe('a');
  expectProblem(await viewer.call('GET', `${base}?datedTo=soon`), 400, /^datedTo /);
});

describe('q', () => {
  it.each([
    ['the invoice number', 'f-1000', 'b'],
    ['a percent sign that means itself', '100%', 'a'],
    ['an underscore that means itself', 'po_7', 'c'],
    ['a backslash that means itself', 'F-1\\', ''],
    ['a name of the record', 'nordb', 'a'],
    ['a name in any case, beyond ASCII', 'åKERI', 'cb'],
    ['the name as it was sent', 'gamla firm', 'c'],
    ['the project’s name, beyond ASCII', 'ÖRN', 'b'],
    ['the payment reference', '8710', 'c'],
    ['two characters at the beginning of a word', 'öR', 'b'],
    ['two characters at the beginning of a supplier’s name', 'NO', 'a'],
    ['two characters within a word nowhere', 'rn', ''],
    ['two characters of which one means something to a pattern', 'o_', ''],
    ['two characters of which one ends a word', 'f-', 'ba'],
    ['a quote', `F-1'`, ''],
    ['what is nowhere', 'zzzz', ''],
    ['a name without its accents', 'akeri', 'cb'],
    ['two characters without accents', 'or', 'b'],
    ['a name with accents that it does not have', 'Nördbýgg', 'a'],
    ['several words, each in another field', 'eken NORDB 100%', 'a'],
    ['words of the record and of the invoice', 'akeri gamla', 'c'],
    ['a word and an amount', 'akeri 10,5', 'c'],
    ['an amount with spaces between words', 'nordb 10 eken', 'a'],
    ['several words of which one is nowhere', 'akeri zzzz', ''],
    ['several words and a sign between them', 'akeri & firman', 'c'],
    ['more words than are looked up one by one', 'c c c c c c c gamla firman', 'c'],
  ])('finds %s', async (_what, q, found) => {
    expect(await list(`q=${encodeURIComponent(q)}`)).toBe(found);
  });

  it('narrows what the other filters leave', async () => {
    expect(await list('q=f-1&supplier=1')).toBe('a');
  });

  it('matches no text across two fields', async () => {
    expect(await list('q=a1')).toBe('');
  });

  it.each([['q='], ['q=a'], [`q=${'a'.repeat(101)}`], ['q=%25%25'], ['q=%20-%20'], ['q=%00%00'], ['q=ab&q=cd']])(
    'refuses %s',
    async (query) => {
      expectProblem(await viewer.call('GET', `${base}?${query}`), 400, /^q /);
    },
  );
});

it.each([
  'zone=Mars/Olympus',
  'zone=%2B01:00',
  'zone=',
  'state=lost',
  'from=yesterday',
  'from=2026-02-30',
  'to=2026-13-01',
  'least=1e3',
  'most=ten',
  'least=',
  'limit=0',
  'limit=201',
  'sort=state',
  'sort=--createdAt',
  'format=xml',
  'supplier=%00',
  'after=x',
])('the query %s is a 400 that names the parameter', async (query) => {
  expectProblem(await viewer.call('GET', `${base}?${query}`), 400, new RegExp(`^${query.split('=', 1)[0]} `));
});

describe('sorting and paging', () => {
  const { sorts } = { sorts: { totalPrice: 'dbac', invoiceDate: 'cdba', createdAt: 'abcd' } };

  it.each(Object.entries(sorts))('by %s, both ways, whatever the size of a page', async (sort, expected) => {
    for (const [wanted, order] of [
      [sort, expected],
      [`-${sort}`, [...expected].reverse().join('')],
    ] as const)
      for (const limit of [1, 2, 3, 200]) {
        let found = '';
        for (let after = ''; ;) {
          const { body } = await viewer.call(
            'GET',
            `${base}?sort=${wanted}&limit=${limit}${after && `&after=${after}`}`,
          );
          expect(body.rows.length).toBeLessThanOrEqual(limit);
          found += body.rows.map((row: { externalReferenceId: string }) => row.externalReferenceId).join('');
          if (body.next === undefined) break;
          after = body.next;
        }
        expect(found).toBe(order);
      }
  });

  it('the cursor of one sort is refused for another', async () => {
    const { body } = await viewer.call('GET', `${base}?limit=1`);
    expectProblem(await viewer.call('GET', `${base}?limit=1&sort=totalPrice&after=${body.next}`), 400, /^after /);
  });

  it('all rows come as CSV, filtered and sorted', async () => {
    const response = await fetch(`${door.url}${api}${base}?format=csv&sort=totalPrice&partner=Scanner`, {
      headers: { cookie: viewer.cookie },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFF?id,state,externalReferenceId,supplierNumber,supplierName,/);
    expect(
      lines
        .slice(1)
        .map((line) => line.split(',')[2])
        .join(''),
    ).toBe('bac');
    expect(lines[2]).toContain(',10.5,SEK,Scanner,');
  });
});

it('operators of another company and callers without a session see nothing', async () => {
  const { id: elsewhere } = await door.addCompany('Elsewhere');
  const stranger = await signedIn(door, 'approver', elsewhere);
  expectProblem(await stranger.call('GET', base), 404);
  const theirs = await stranger.call('GET', `/companies/${elsewhere}/invoices?q=nordbygg`);
  expect(theirs.body.rows.map(({ id }: { id: string }) => id)).not.toContain(ids.a);
  expect(theirs.body.rows).toHaveLength(1);
  expectProblem(await send(door.url, 'GET', api + base, {}), 401);
  expectProblem(await send(door.url, 'GET', api + base, { token: door.token }), 401);
});
