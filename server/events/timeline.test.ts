import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../testing/door.ts';
import { samples } from '../testing/files.ts';
import { invoiceOn } from '../testing/operations.ts';
import { signedIn } from '../testing/operator.ts';

const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

it('events of version 1, with fewer fields, give the same timeline', async () => {
  const approver = await signedIn(door, 'approver');
  const id = await invoiceOn(door, 'old');
  const path = `/companies/${door.company}/invoices/${id}`;
  const content = samples.pdf.toString('base64');
  expect((await door.post(paths.attach, { supplierInvoiceId: id, fileName: 'a.pdf', content })).status).toBe(200);
  expect((await approver.call('POST', `${path}/approve`, { comment: 'Fine.', withUnreadFiles: true })).status).toBe(
    200,
  );
  const timeline = async () => (await approver.call('GET', path)).body.timeline;
  const before = await timeline();
  expect(before).toMatchObject([
    { type: 'supplierinvoice.created', by: 'Scanner' },
    { type: 'supplierinvoice.attached', by: 'Scanner' },
    { type: 'supplierinvoice.approved', by: 'The approver', reason: 'Fine.' },
  ]);
  await door.pool.query(
    `UPDATE events SET version = 1, data = data - '{partnerName, traceId}'::text[]
       - (CASE WHEN type = 'supplierinvoice.attached' THEN 'partnerId' ELSE '' END)
     WHERE company_id = $1`,
    [door.company],
  );
  expect(await timeline()).toEqual(before);
});
