import { afterAll, expect, it } from 'vitest';
import { approveInvoice, releaseInvoice } from './decision-actions.ts';
import { newTraceId } from '../../../ground/http/arrival/trace.ts';
import { openDoor } from '../../../testing/door.ts';
import { invoiceOn } from '../../../testing/operations.ts';
import { signedIn } from '../../../testing/operator.ts';

const door = await openDoor();
await door.addSupplier('1');
const approver = async () => {
  const { id, email } = await signedIn(door, 'approver');
  return { id, email, name: 'The approver', administrator: false, companies: [] };
};
const operator = await approver();
/** The operator who released an invoice cannot approve it. */
const other = await approver();
afterAll(() => door.close());

const held = async (reference: string) => {
  const id = await invoiceOn(door, reference);
  await door.pool.query("UPDATE supplier_invoices SET state = 'held' WHERE company_id = $1 AND id = $2", [
    door.company,
    id,
  ]);
  return id;
};
const stored = async (id: string) =>
  (
    await door.pool.query(
      'SELECT state, decided_at, decided_by, reason FROM supplier_invoices WHERE company_id = $1 AND id = $2',
      [door.company, id],
    )
  ).rows[0];
const decideOf = (id: string, decision: 'approve' | 'release', reason?: string) => {
  const request = { company: door.company, id, reason, traceId: newTraceId() };
  return decision === 'approve'
    ? approveInvoice(door, { ...request, operator: other }, {})
    : releaseInvoice(door, { ...request, operator }, false);
};

it('a release has an event and an audit entry, and decides nothing', async () => {
  const id = await held('release');
  await decideOf(id, 'release', 'The account is right.');
  expect(await stored(id)).toEqual({ state: 'received', decided_at: null, decided_by: null, reason: null });
  const { rows: events } = await door.pool.query('SELECT type, data FROM events WHERE subject_id = $1 ORDER BY seq', [
    id,
  ]);
  expect(events.at(-1)).toMatchObject({
    type: 'supplierinvoice.released',
    data: { supplierInvoiceId: id, reason: 'The account is right.', by: { id: operator.id, name: operator.name } },
  });
  const { rows: entries } = await door.pool.query('SELECT action FROM audit_log WHERE subject_id = $1', [id]);
  expect(entries).toEqual([{ action: 'supplierinvoice.released' }]);
});

it('a released invoice can be approved, which a held one cannot', async () => {
  const id = await held('release, then approve');
  await expect(decideOf(id, 'approve')).rejects.toThrow('This invoice is held');
  await decideOf(id, 'release', 'Checked.');
  await decideOf(id, 'approve');
  expect(await stored(id)).toEqual({
    state: 'approved',
    decided_at: expect.any(Date),
    decided_by: other.id,
    reason: null,
  });
});

it('a decision that needs a reason is refused without one, whatever the form allows', async () => {
  const id = await held('no reason');
  await expect(decideOf(id, 'release')).rejects.toThrow('reason is required.');
  expect(await stored(id)).toMatchObject({ state: 'held' });
});
