import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { pdfOf } from '../../../testing/files.ts';
import { formOf } from '../../../testing/form.ts';
import { invoiceOn } from '../../../testing/operations.ts';
import { signedIn } from '../../../testing/operator.ts';
import { roundsOf } from '../../../testing/long.ts';
import { waitingWith } from '../../../testing/waiting.ts';

let seeds = 0;
const door = await openDoor();
await door.addSupplier('1');
const approver = await signedIn(door, 'approver');
const base = `/companies/${door.company}/invoices`;
afterAll(() => door.close());

const fresh = () => pdfOf(200, `late ${seeds++}`);
const attach = (supplierInvoiceId: string, more = {}, headers = {}) =>
  door.post(
    paths.attach,
    { supplierInvoiceId, fileName: 'a.pdf', content: fresh().toString('base64'), ...more },
    headers,
  );
const decide = (id: string, decision: 'approve' | 'reject') =>
  approver.call(
    'POST',
    `${base}/${id}/${decision}`,
    decision === 'approve' ? { withUnreadFiles: true } : { reason: 'Never delivered.' },
  );
const read = async (id: string) => (await approver.call('GET', `${base}/${id}`)).body;

async function eventsOf(id: string): Promise<{ type: string; afterDecision: string | null }[]> {
  const { rows } = await door.pool.query(
    `SELECT type, data ->> 'afterDecision' AS "afterDecision" FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq`,
    [door.company, id],
  );
  return rows;
}

it.each([
  ['approve', 'approved'],
  ['reject', 'rejected'],
] as const)(
  'a file that arrives after a decision to %s is attached and marked: in the answer, the event, the list of files and on the timeline',
  async (decision, decided) => {
    const id = await invoiceOn(door, `decided ${decided}`);
    expect((await attach(id)).body.message).toBe('File attached.');
    expect((await decide(id, decision)).status).toBe(200);

    const { status, body } = await attach(id, { fileName: 'late.pdf' });
    expect({ status, message: body.message }).toEqual({
      status: 200,
      message: `File attached. Note: the invoice was ${decided} before this file arrived.`,
    });
    expect(await eventsOf(id)).toEqual([
      { type: 'supplierinvoice.created', afterDecision: null },
      { type: 'supplierinvoice.attached', afterDecision: null },
      { type: `supplierinvoice.${decided}`, afterDecision: null },
      { type: 'supplierinvoice.attached', afterDecision: decided },
    ]);
    const { files, timeline, state } = await read(id);
    expect(state).toBe(decided);
    expect(files).toEqual([
      expect.not.objectContaining({ afterDecision: expect.anything() }),
      expect.objectContaining({ id: body.id, fileName: 'late.pdf', afterDecision: decided }),
    ]);
    expect(
      timeline.map(({ type, afterDecision }: { type: string; afterDecision?: string }) => [type, afterDecision]),
    ).toEqual([
      ['supplierinvoice.created', undefined],
      ['supplierinvoice.attached', undefined],
      [`supplierinvoice.${decided}`, undefined],
      ['supplierinvoice.attached', decided],
    ]);
  },
);

it('the note stands beside what else there is to note, and in a form’s answer', async () => {
  const id = await invoiceOn(door, 'noted');
  await decide(id, 'approve');
  const { body } = await door.call(
    'POST',
    paths.attach,
    formOf([
      { name: 'supplierInvoiceId', content: id },
      { name: 'note', content: 'x' },
      { name: 'file', fileName: 'a.pdf', content: fresh() },
    ]),
  );
  expect(body.message).toBe(
    'File attached. Note: the invoice was approved before this file arrived. Note: unknown field note was kept but not used.',
  );
});

it('a replay answers what was answered first, whatever was decided since', async () => {
  const id = await invoiceOn(door, 'replayed');
  const file = { content: fresh().toString('base64') };
  const first = await attach(id, file, { 'idempotency-key': 'late' });
  await decide(id, 'approve');
  const again = await attach(id, file, { 'idempotency-key': 'late' });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
});

it('of a decision and files that come at once, exactly the files after the decision are marked', async () => {
  for (let round = 0; round < roundsOf(12); round++) {
    const id = await invoiceOn(door, `at once ${round}`);
    const files = (many: number) => Array.from({ length: many }, () => attach(id));
    const answers = await Promise.all([
      ...files(round % 4),
      decide(id, round % 2 === 0 ? 'approve' : 'reject'),
      ...files(4 - (round % 4)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));

    const events = await eventsOf(id);
    const decided = round % 2 === 0 ? 'approved' : 'rejected';
    const index = events.findIndex(({ type }) => type === `supplierinvoice.${decided}`);
    const expected = events.map(({ type }, at) => (type === 'supplierinvoice.attached' && at > index ? decided : null));
    expect(events.map(({ afterDecision }) => afterDecision)).toEqual(expected);
    const marks = (await read(id)).files.map(({ afterDecision = null }) => afterDecision);
    expect(marks).toEqual(expected.filter((_, at) => events[at]?.type === 'supplierinvoice.attached'));
  }
});

it('a file that waits for a decision to be written is marked', async () => {
  const id = await invoiceOn(door, 'waiting');
  const deciding = await door.pool.connect();
  try {
    await deciding.query('BEGIN');
    await deciding.query(
      `UPDATE supplier_invoices SET state = 'approved', decided_at = $3, decided_by = $4 WHERE company_id = $1 AND id = $2`,
      [door.company, id, new Date(), approver.id],
    );
    const attaching = attach(id);
    await expect.poll(() => waitingWith(door.pool, 'FROM supplier_invoices')).toHaveLength(1);
    await deciding.query('COMMIT');
    expect((await attaching).body.message).toContain('the invoice was approved before this file arrived');
  } finally {
    deciding.release();
  }
});
