import { afterAll, expect, it } from 'vitest';
import { newTraceId } from '../../ground/http/arrival/trace.ts';
import { newId } from '../../ground/db/ids.ts';
import { openDoor, paths, send } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { waitingWith } from '../../testing/waiting.ts';
import { roundsOf } from '../../testing/long.ts';
import { changeSupplier } from '../../suppliers/changes-store.ts';
import { insertInvoices } from '../insert-store.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const other = await door.tokenFor({ partner: 'Operator' });
afterAll(() => door.close());

interface StoredInvoice {
  state: string;
  findings: { code: string; parameters: { earlier?: string } }[];
  seq: string;
}

async function storedAs(id: string): Promise<StoredInvoice> {
  const { rows } = await door.pool.query<StoredInvoice>(
    `SELECT state, findings, (SELECT seq FROM events WHERE company_id = $1 AND subject_id = $3 AND type = 'supplierinvoice.created')
     FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
    [door.company, id, id],
  );
  return rows[0] as StoredInvoice;
}

const codesOf = ({ findings }: StoredInvoice) => findings.map(({ code }) => code);

/** Sends an invoice while another transaction holds the company's counters; `meanwhile` runs in that transaction. */
async function sendMeanwhile(
  invoice: object,
  meanwhile: (tx: Parameters<typeof insertInvoices>[0]) => Promise<unknown>,
) {
  const client = await door.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE', [door.company]);
    const answer = door.post(paths.invoices, invoice);
    await expect.poll(() => waitingWith(door.pool, 'company_counters')).toHaveLength(1);
    await meanwhile(client);
    await client.query('COMMIT');
    return await answer;
  } finally {
    client.release();
  }
}

it('an invoice that was judged before its supplier’s account changed is compared with the newer record', async () => {
  await door.addSupplier('changed', { bankGiro: '991-2346' });
  const invoice = { externalReferenceId: 'judged before', supplierNumber: 'changed', supplierBankGiro: '991-2346' };
  const { status, body } = await sendMeanwhile(invoice, (tx) =>
    changeSupplier(
      tx,
      door.company,
      {
        number: 'changed',
        changes: [{ field: 'bankGiro', from: '991-2346', to: '5050-1055' }],
        changesPayee: true,
        id: newId(),
        by: { id: newId(), name: 'The administrator' },
        traceId: newTraceId(),
      },
      new Date(),
    ),
  );
  expect([status, body.message]).toEqual([200, expect.stringContaining('held')]);
  const stored = await storedAs(body.id);
  expect(stored.state).toBe('held');
  expect(codesOf(stored)).toEqual(['payee.bankgiro', 'payee.changed']);
});

it('an invoice that was judged before an equal one arrived names it', async () => {
  await door.addSupplier('twice');
  const { rows } = await door.pool.query<{ id: string; judging: string }>(
    `SELECT id, (SELECT judging_version FROM company_counters WHERE company_id = $1) AS judging FROM partners WHERE company_id = $1`,
    [door.company],
  );
  const { id: partnerId, judging } = rows[0] as (typeof rows)[number];
  const first = newId();
  const { body } = await sendMeanwhile(
    { externalReferenceId: 'second', supplierNumber: 'twice', supplierInvoiceNumber: 'f-0012' },
    async (tx) => {
      const invoice = {
        company: door.company,
        id: first,
        state: 'received' as const,
        partnerId,
        partnerName: 'Scanner',
        traceId: newTraceId(),
        externalReferenceId: 'first',
        supplierNumber: 'twice',
        bodySha256: '00',
        document: JSON.stringify({
          externalReferenceId: 'first',
          supplierNumber: 'twice',
          supplierInvoiceNumber: 'F12',
        }),
        dates: {},
        findings: [],
        keys: { number: 'F12' },
        key: undefined,
        answer: {},
      };
      const { stored } = await insertInvoices(
        tx,
        [{ company: door.company, invoices: [invoice], judging }],
        new Date(),
      );
      expect(stored).toEqual(new Set([first]));
    },
  );
  expect((await storedAs(body.id)).findings).toEqual([
    expect.objectContaining({ code: 'duplicate.number', parameters: expect.objectContaining({ earlier: first }) }),
  ]);
});

it('of two equal invoices at once from two partners at least one names the other', async () => {
  await door.addSupplier('equal');
  for (let round = 0; round < roundsOf(25); round++) {
    const body = {
      externalReferenceId: `equal ${round}`,
      supplierNumber: 'equal',
      supplierInvoiceNumber: `E-${round}`,
      invoiceDate: Date.UTC(2026, 10, 1),
      totalPrice: 1000 + round,
    };
    const answers = await Promise.all(
      [door.token, other].map((token) => send(door.url, 'POST', paths.invoices, { token, body })),
    );
    const ids = answers.map((answer) => answer.body.id as string);
    const stored = await Promise.all(ids.map(storedAs));
    const named = stored.flatMap(({ findings }) => findings.map(({ parameters }) => parameters.earlier));
    expect(named.length).toBeGreaterThan(0);
    for (const earlier of named) expect(ids).toContain(earlier);
  }
});

it('an invoice and a change of its supplier’s account at once: what comes after the change is held', async () => {
  for (let round = 0; round < roundsOf(25); round++) {
    const number = `at once ${round}`;
    await door.addSupplier(number, { bankGiro: '991-2346' });
    const [answer] = await Promise.all([
      door.post(paths.invoices, { externalReferenceId: number, supplierNumber: number, supplierBankGiro: '991-2346' }),
      administrator.call('PATCH', `/companies/${door.company}/suppliers/${encodeURIComponent(number)}`, {
        bankGiro: '5050-1055',
      }),
    ]);
    const stored = await storedAs(answer.body.id);
    const { rows } = await door.pool.query<{ seq: string }>(
      `SELECT seq FROM events WHERE company_id = $1 AND type = 'supplier.updated' AND subject_id = $2`,
      [door.company, number],
    );
    expect(rows).toHaveLength(1);
    if (BigInt(stored.seq) > BigInt(rows[0]?.seq as string)) {
      expect(codesOf(stored)).toEqual(['payee.bankgiro', 'payee.changed']);
      expect(stored.state).toBe('held');
    } else expect(stored).toMatchObject({ state: 'received', findings: [] });
  }
});

it('two equal invoices in one batch name each other, and one that is refused names none', async () => {
  await door.addSupplier('batch');
  const invoice = (reference: string, token = door.token) =>
    send(door.url, 'POST', paths.invoices, {
      token,
      body: { externalReferenceId: reference, supplierNumber: 'batch', paymentReferenceOCR: '1230' },
    });
  await invoice('known');
  const { rows } = await door.pool.query(
    'SELECT id FROM supplier_invoices WHERE company_id = $1 AND external_reference_id = $2',
    [door.company, 'known'],
  );
  // The first request takes this process's turn for the counters; the others wait and form the next batch.
  const answers = await Promise.all([invoice('a'), invoice('known'), invoice('b'), invoice('c', other), invoice('d')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 200, 200]);
  for (const { status, body } of answers)
    if (status === 200)
      expect((await storedAs(body.id)).findings).toMatchObject([
        { code: 'duplicate.ocr', parameters: { earlier: rows[0].id } },
      ]);
});
