import { afterAll, describe, expect, it, vi } from 'vitest';
import { overviewOf } from './actions.ts';
import { ranked } from './rules.ts';
import type { ResultType } from './schemas.ts';
import { pdfOf } from '../../testing/files.ts';
import { openDoor, paths, send } from '../../testing/door.ts';
import { creationsOn, invoiceOn } from '../../testing/operations.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

let failedTrace: string;
const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
await creationsOn(door);
const { id: other } = await door.addCompany('Other', 'Foreign');
const second = await door.tokenFor({ partner: 'Second' });
await door.addSupplier('1042', {
  name: 'Nordbygg Material AB',
  organizationalNumber: '556016-0680',
  bankGiro: '991-2346',
});
const { body } = await door.post(paths.invoices, {
  externalReferenceId: 'scan-100%',
  supplierNumber: '1042',
  supplierInvoiceNumber: 'F-20871',
  totalPrice: 1568.75,
  currency: 'SEK',
});
const invoiceId = body.id;
await invoiceOn(door, 'plain');
await door.call('POST', paths.invoices, {
  token: second,
  body: { externalReferenceId: 'by-second', supplierNumber: '1' },
});
await door.post(paths.workOrders, { id: 'fs-88121', proposalId: 'P-1', description: 'Replace the pump' });
for (const number of ['none', 'nobody']) {
  const failed = await door.post(paths.invoices, { externalReferenceId: number, supplierNumber: number });
  failedTrace = failed.body.traceId;
}
await door.post(paths.invoices, { supplierNumber: 7 });
await vi.waitUntil(
  async () =>
    (await door.pool.query('SELECT FROM calls WHERE company_id = $1 AND status >= 400', [door.company])).rowCount === 3,
  120_000,
);
afterAll(() => door.close());

const overview = (query = '', who = viewer) => who.call('GET', `/companies/${door.company}/overview${query}`);
const search = async (q: string, who = viewer) =>
  who.call('GET', `/companies/${door.company}/search?q=${encodeURIComponent(q)}`);
const found = async (q: string) => (await search(q)).body.results;

describe('the overview', () => {
  it('has arrivals of today by partner, failures by cause, and undecided invoices', async () => {
    const { status, body } = await overview();
    expect(status).toBe(200);
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(new Date());
    expect(body.arrivals).toEqual([
      { day, partner: 'Scanner', invoices: 2, suppliers: 2, workOrders: 1 },
      { day, partner: 'Second', invoices: 1, suppliers: 0, workOrders: 0 },
    ]);
    expect(body.failures).toEqual([
      {
        operation: 'createSupplierInvoice',
        status: 400,
        reason: 'There is no supplier with this number.',
        count: 2,
        code: 'supplier.unknown',
      },
      {
        operation: 'createSupplierInvoice',
        status: 400,
        reason: 'externalReferenceId is required, and more.',
        count: 1,
        code: 'body.invalid',
        problem: { path: 'externalReferenceId', code: 'field.required' },
        more: true,
      },
    ]);
    expect(body.waiting).toEqual({ received: 3, held: 0, forPartner: 0, signed: 0, signedByOthers: 0, workOrders: 1 });
  });

  it('each cause leads to the calls behind it', async () => {
    const cause = encodeURIComponent('There is no supplier with this number.');
    const { body } = await viewer.call('GET', `/companies/${door.company}/requests?cause=${cause}`);
    expect(body.rows).toHaveLength(2);
  });

  it('does not count decided invoices as waiting', async () => {
    const approver = await signedIn(door, 'approver');
    expect((await approver.call('POST', `/companies/${door.company}/invoices/${invoiceId}/approve`, {})).status).toBe(
      200,
    );
    expect((await overview()).body.waiting).toEqual({
      received: 2,
      held: 0,
      forPartner: 0,
      signed: 0,
      signedByOthers: 0,
      workOrders: 1,
    });
  });

  it('a day begins and ends in Stockholm, even if the clocks change', async () => {
    const at = async (time: string, now: string, days: number) => {
      await door.pool.query('UPDATE invoice_projections SET created_at = $2 WHERE id = $1', [invoiceId, time]);
      return (
        await overviewOf(
          door.pool,
          door.company,
          { operator: { ...viewer, name: '', administrator: false, companies: [] }, role: 'viewer' },
          { now: new Date(now), days, zone: 'Europe/Stockholm' },
          undefined,
        )
      ).arrivals.map(({ day }) => day);
    };
    expect(await at('2025-07-01T21:59:59Z', '2025-07-02T12:00:00Z', 2)).toEqual(['2025-07-01']);
    expect(await at('2025-07-01T22:00:00Z', '2025-07-02T12:00:00Z', 2)).toEqual(['2025-07-02']);
    expect(await at('2025-10-26T22:59:59Z', '2025-10-27T12:00:00Z', 2)).toEqual(['2025-10-26']);
    expect(await at('2025-10-26T23:00:00Z', '2025-10-27T12:00:00Z', 2)).toEqual(['2025-10-27']);
    expect(await at('2025-06-30T21:59:59Z', '2025-07-02T12:00:00Z', 2)).toEqual([]);
    expect(await at('2025-07-02T12:00:00Z', '2025-07-02T21:59:59Z', 1)).toEqual(['2025-07-02']);
  });

  it('lists suppliers that the company registered under the company itself', async () => {
    await door.pool.query(
      `UPDATE supplier_projections SET partner_id = NULL WHERE company_id = $1 AND number = '1042'`,
      [door.company],
    );
    const { body } = await overview('?days=1');
    expect(body.arrivals.find(({ partner }: { partner: string }) => partner === 'the company')).toMatchObject({
      invoices: 0,
      suppliers: 1,
    });
  });

  it('has nothing of another company', async () => {
    const stranger = await signedIn(door, 'viewer', other);
    const { body } = await stranger.call('GET', `/companies/${other}/overview`);
    const nothing = { count: 0, medianDays: null, nineInTenDays: null };
    expect(body).toEqual({
      arrivals: [],
      failures: [],
      findings: [],
      waiting: { received: 0, held: 0, forPartner: 0, signed: 0, signedByOthers: 0, workOrders: 0 },
      oldest: null,
      ages: body.ages.map((age: object) => ({ ...age, count: 0 })),
      due: { ...body.due, overdue: 0, thisWeek: 0 },
      heldFor: [],
      mine: { waiting: 0, assigned: 0, answered: 0, mentions: 0 },
      proposals: {
        payees: { waiting: 0, confirmable: 0 },
        checks: { waiting: 0, confirmable: 0 },
        settings: { waiting: 0, confirmable: 0 },
      },
      decisions: { ...nothing, before: nothing },
      calls: { ...body.calls, partners: [] },
      failed: 0,
      endpointsOff: [],
      files: { verifiedAt: null, verified: 0, total: 0, damaged: 0, firstDamaged: [] },
      backup: body.backup,
    });
    expect(body.ages).toHaveLength(5);
  });

  it.each(['0', '91', '-1', 'many', '', '1.5'])('days=%s is a 400', async (days) =>
    expectProblem(await overview(`?days=${days}`), 400, 'days takes a whole number from 1 to 90'),
  );
});

describe('the search', () => {
  it.each([
    ['F-20871', 'invoice'],
    ['f-208', 'invoice'],
    ['SCAN-100%', 'invoice'],
    ['nordbygg', 'supplier'],
    ['1042', 'supplier'],
    ['10', 'supplier'],
    ['556016', 'supplier'],
    ['991-2346', 'supplier'],
    ['eke', 'project'],
    ['P1', 'project'],
    ['p-1', 'project'],
    ['1568,75', 'invoice'],
    ['1 568,75', 'invoice'],
    ['1,568.75', 'invoice'],
    ['1568', 'invoice'],
    ['88121', 'workOrder'],
    ['the pump', 'workOrder'],
    ['scanner', 'partner'],
    [' Second ', 'partner'],
    ['nordbygg 1 568,75', 'invoice'],
    ['NÖRDBYGG material', 'supplier'],
    ['pump replace', 'workOrder'],
    ['éken p1', 'project'],
    ['ner Scán', 'partner'],
  ])('%s finds a %s', async (q, type) => {
    expect((await found(q)).map((result: { type: string }) => result.type)).toContain(type);
  });

  it('has the type and details of each result', async () => {
    expect(await found('F-20871')).toEqual([
      {
        type: 'invoice',
        id: invoiceId,
        title: 'F-20871',
        subtitle: 'scan-100% · Nordbygg Material AB · 1568.75 SEK',
        reference: 'scan-100%',
        supplierName: 'Nordbygg Material AB',
        amount: '1568.75',
        currency: 'SEK',
      },
    ]);
    expect(await found(invoiceId.toUpperCase())).toMatchObject([{ type: 'invoice', id: invoiceId }]);
    expect((await found('1042'))[0]).toEqual({
      type: 'supplier',
      id: '1042',
      title: 'Nordbygg Material AB',
      subtitle: '1042 · 556016-0680',
    });
  });

  it('finds an invoice by its order number, the references and its files, and says why', async () => {
    const fields = { orderNumber: 'PO-7741', internalReference: 'Åsa Lind', externalReference: 'Their Ref 9' };
    const send = (externalReferenceId: string, more: object) =>
      door.post(paths.invoices, { externalReferenceId, supplierNumber: '1', ...more });
    const { body: sent } = await send('with-more', fields);
    const { body: named } = await send('zebrawood-7', {});
    const { body: filed } = await send('zebra-in-file', {});
    const content = pdfOf(2_000).toString('base64');
    await door.post(paths.attach, { supplierInvoiceId: filed.id, fileName: 'paper.pdf', content });
    const text = 'First page\fA line with zebrawood in it';
    await door.pool.query(
      `INSERT INTO document_texts (company_id, sha256, outcome, reader, text, is_cut, read_at, unseen)
       SELECT company_id, sha256, 'read', 9, $3, false, now(), '' FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2
       ON CONFLICT (company_id, sha256) DO UPDATE SET outcome = 'read', text = excluded.text`,
      [door.company, filed.id, text],
    );
    await door.pool.query(
      `INSERT INTO document_words (company_id, supplier_invoice_id, words) VALUES ($1, $2, array_to_tsvector('{zebrawood}'))
       ON CONFLICT (company_id, supplier_invoice_id) DO UPDATE SET words = excluded.words`,
      [door.company, filed.id],
    );
    for (const [q, field, value] of [
      ['po-77', 'orderNumber', 'PO-7741'],
      ['7741', 'orderNumber', 'PO-7741'],
      ['asa lind', 'internalReference', 'Åsa Lind'],
      ['ref 9', 'externalReference', 'Their Ref 9'],
    ] as const)
      expect(await found(q)).toMatchObject([{ id: sent.id, match: { field, text: value } }]);
    const match = { field: 'file', fileName: 'paper.pdf', page: 2, text: 'A line with zebrawood in it' };
    const both = [{ id: named.id }, { id: filed.id, match }];
    expect(await found('zebrawood')).toMatchObject(both);
    const list = async (query: string) =>
      (await viewer.call('GET', `/companies/${door.company}/invoices?q=zebrawood&${query}`)).body;
    expect((await list('limit=2')).rows).toMatchObject(both);
    const { rows, next } = await list('limit=1');
    expect([...rows, ...(await list(`limit=1&after=${next}`)).rows]).toMatchObject(both);
    expect((await list('sort=-createdAt')).rows).toMatchObject(both.toReversed());
  });

  it('puts suppliers before their invoices, and exact matches before both', async () => {
    const types = async (q: string) => (await found(q)).map(({ type }: { type: string }) => type);
    expect(await types('1042')).toEqual(['supplier', 'invoice']);
    expect(await types('1568.75')).toEqual(['invoice']);
    const result = (type: ResultType, title: string) => ({ type, id: '', title, subtitle: '' });
    const both = [result('invoice', 'Bygg 7'), result('supplier', 'Nordbygg'), result('invoice', 'Nordbygg 9')];
    expect(ranked(both, 'bygg').map(({ title }) => title)).toEqual(['Bygg 7', 'Nordbygg', 'Nordbygg 9']);
  });

  it('finds a project by its proposal ids and shows them', async () => {
    expect((await found('P-1')).find(({ type }: { type: string }) => type === 'project')).toMatchObject({
      proposalIds: expect.arrayContaining(['P-1']),
    });
    expect(await found('1568,76')).toEqual([]);
  });

  it('finds a call by its trace id, even inside a traceparent', async () => {
    const call = {
      type: 'request',
      id: failedTrace,
      title: '400 createSupplierInvoice',
      subtitle: expect.stringContaining('Scanner · There is no supplier'),
      operation: 'createSupplierInvoice',
      status: 400,
      partner: 'Scanner',
      at: expect.any(String),
    };
    expect(await found(failedTrace.toUpperCase())).toEqual([call]);
    expect(await found(`00-${failedTrace}-00f067aa0ba902b7-01`)).toEqual([call]);
    expect(await found('ab'.repeat(16))).toEqual([]);
  });

  it('takes every character literally', async () => {
    for (const q of ['%%%', '___', '\\\\\\', "'; --", '100_', '"x"']) expect(await found(q)).toEqual([]);
    expect(await found('scan-100%')).toHaveLength(1);
  });

  it('answers at most 20 results, exact matches first', async () => {
    for (let n = 0; n < 8; n++) {
      await door.addSupplier(`many-${n}`);
      await door.post(paths.invoices, { externalReferenceId: `many-${n}`, supplierNumber: '1' });
      await door.addProject({
        number: `many-${n}`,
        name: `Many ${n}`,
        proposalIds: [`many-${n}`],
        facilities: [{ number: 'f', name: 'House' }],
      });
      await door.post(paths.workOrders, { id: `many-${n}`, proposalId: `many-${n}` });
    }
    const results = await found('many');
    expect(results).toHaveLength(20);
    expect((await found('many-3'))[0]).toMatchObject({ title: expect.stringMatching(/3/) });
  });

  it.each(['', ' ', 'x'.repeat(201), '\0'])('%j is a 400', async (q) => expectProblem(await search(q), 400));
  it('without a text is a 400', async () =>
    expectProblem(await viewer.call('GET', `/companies/${door.company}/search`), 400, 'q is required'));

  it('finds nothing of another company', async () => {
    const stranger = await signedIn(door, 'viewer', other);
    for (const q of ['F-20871', 'nordbygg', 'Eken', 'fs-88121', 'Scanner', failedTrace, invoiceId])
      expect(
        (await stranger.call('GET', `/companies/${other}/search?q=${encodeURIComponent(q)}`)).body.results,
        q,
      ).toEqual([]);
  });
});

it('every role of the company may read them, nobody else may', async () => {
  const routes = [`/companies/${door.company}/overview`, `/companies/${door.company}/search?q=Eken`];
  for (const role of ['viewer', 'approver', 'administrator'] as const) {
    const who = await signedIn(door, role);
    for (const route of routes) expect((await who.call('GET', route)).status, `${role} ${route}`).toBe(200);
  }
  const stranger = await signedIn(door, 'approver', other);
  for (const route of routes) {
    expectProblem(await stranger.call('GET', route), 404);
    expectProblem(await send(door.url, 'GET', api + route, {}), 401);
    expectProblem(await door.call('GET', api + route), 401);
  }
});
