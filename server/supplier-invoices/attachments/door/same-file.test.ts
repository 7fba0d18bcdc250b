import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { setChecks } from '../../../testing/settings.ts';
import { roundsOf } from '../../../testing/long.ts';

const door = await openDoor();
await door.addSupplier('1');
await door.addSupplier('2');
afterAll(() => door.close());

let made = 0;
async function invoice(more: object = {}): Promise<string> {
  const { body } = await door.post(paths.invoices, { externalReferenceId: `${made++}`, supplierNumber: '1', ...more });
  return body.id;
}

const attach = (supplierInvoiceId: string, text: string) =>
  door.post(paths.attach, {
    supplierInvoiceId,
    fileName: 'F-1.xml',
    content: Buffer.from(`<a>${text}</a>`).toString('base64'),
  });

async function storedAs(id: string) {
  const { rows } = await door.pool.query(
    `SELECT state, findings, (SELECT array_agg(type || coalesce(' ' || (data -> 'findings' -> 0 ->> 'code'), '') ORDER BY seq)
       FROM events WHERE company_id = $1 AND subject_id = $3) AS events
     FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
    [door.company, id, id],
  );
  return rows[0];
}

it('a file that an earlier invoice of the supplier has is a finding with that invoice, and is attached all the same', async () => {
  const number = { supplierInvoiceNumber: 'F-77' };
  const [first, second] = [await invoice(number), await invoice({ ...number, supplierInvoiceNumber: 'f77' })];
  expect((await attach(first, 'same')).body.message).toBe('File attached.');
  const { status, body } = await attach(second, 'same');
  expect([status, body.message]).toEqual([
    200,
    'File attached. The invoice has 1 finding: this file is on another invoice of this supplier.',
  ]);
  expect(await storedAs(second)).toEqual({
    state: 'received',
    findings: [
      expect.objectContaining({ code: 'duplicate.number' }),
      {
        code: 'duplicate.file',
        severity: 'warning',
        parameters: { earlier: first, score: 99, reasons: ['file', 'number'], fileName: 'F-1.xml' },
        message: `Invoice ${first} of this supplier has the same file as "F-1.xml" (likeness 99 %).`,
      },
    ],
    events: ['supplierinvoice.created duplicate.number', 'supplierinvoice.attached duplicate.file'],
  });
});

it('the same file on an invoice of another supplier, and another file, are none', async () => {
  await attach(await invoice(), 'terms');
  const [elsewhere, other] = [await invoice({ supplierNumber: '2' }), await invoice()];
  await attach(elsewhere, 'terms');
  await attach(other, 'another');
  for (const id of [elsewhere, other]) expect((await storedAs(id)).findings).toEqual([]);
});

it('a file that comes with every invoice is an enclosure, and says nothing any more', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 13; at++) {
    const id = await invoice();
    await attach(id, 'enclosure');
    ids.push(id);
  }
  const found = await Promise.all(ids.map(async (id) => (await storedAs(id)).findings.length));
  expect(found).toEqual([0, ...Array.from({ length: 10 }, () => 1), 0, 0]);
});

it('of two that attach the same file at once, at least one finds the other', async () => {
  for (let round = 0; round < roundsOf(10); round++) {
    const ids = [await invoice(), await invoice()];
    await Promise.all(ids.map((id) => attach(id, `at once ${round}`)));
    const stored = await Promise.all(ids.map(storedAs));
    expect(stored.flatMap(({ findings }) => findings).length).toBeGreaterThan(0);
  }
});

it('a company may switch it off, or hold what it finds, approved invoices too', async () => {
  await setChecks(door, { 'duplicate.file': 'off' });
  const [first, second, third, decided] = [await invoice(), await invoice(), await invoice(), await invoice()];
  await attach(first, 'settings');
  await attach(second, 'settings');
  expect((await storedAs(second)).findings).toEqual([]);
  await setChecks(door, { 'duplicate.file': 'hold' });
  const { body } = await attach(third, 'settings');
  expect(body.message).toBe(
    'File attached. The invoice has 1 finding: this file is on another invoice of this supplier, so it is held until the company releases it.',
  );
  expect(await storedAs(third)).toMatchObject({
    state: 'held',
    findings: [{ code: 'duplicate.file', severity: 'hold' }],
    events: ['supplierinvoice.created', 'supplierinvoice.attached duplicate.file', 'supplierinvoice.held'],
  });
  await door.pool.query(
    `UPDATE supplier_invoices SET state = 'approved', decided_at = $2, decided_by = id WHERE id = $1`,
    [decided, new Date()],
  );
  await attach(decided, 'settings');
  expect(await storedAs(decided)).toMatchObject({ state: 'held', findings: [{ code: 'duplicate.file' }] });
});

it('where the file of another partner holds an invoice, the event says whose invoice it is', async () => {
  await setChecks(door, { 'duplicate.file': 'hold' });
  const token = await door.tokenFor({ partner: 'Archive' });
  await door.pool.query('UPDATE partners SET attaches_to_all = true WHERE company_id = $1', [door.company]);
  const [first, own, others] = [await invoice(), await invoice(), await invoice()];
  await attach(first, 'owner');
  await attach(own, 'owner');
  const content = Buffer.from('<a>owner</a>').toString('base64');
  const body = { supplierInvoiceId: others, fileName: 'F-1.xml', content };
  expect((await door.call('POST', paths.attach, { token, body })).status).toBe(200);
  const held = async (id: string) =>
    (
      await door.pool.query(
        `SELECT data ->> 'partnerName' AS partner, partners.name AS owner
         FROM events LEFT JOIN partners ON partners.id::text = data ->> 'ownerId'
         WHERE events.company_id = $1 AND subject_id = $2 AND type = 'supplierinvoice.held'`,
        [door.company, id],
      )
    ).rows;
  expect(await held(own)).toEqual([{ partner: 'Scanner', owner: null }]);
  expect(await held(others)).toEqual([{ partner: 'Archive', owner: 'Scanner' }]);
});
