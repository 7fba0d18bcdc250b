import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Client } from '../../../ground/db/connect/client.ts';
import { openDoor, paths, type Door } from '../../../testing/door.ts';
import { signedIn, type SignedIn } from '../../../testing/operator.ts';

let door: Door;
let limited: SignedIn;
let administrator: SignedIn;
beforeAll(async () => {
  door = await openDoor();
  [limited, administrator] = [await signedIn(door, 'approver'), await signedIn(door, 'administrator')];
  await door.pool.query(
    'UPDATE operator_companies SET approval_limit = 10 WHERE company_id = $1 AND operator_id = $2',
    [door.company, limited.id],
  );
  // The first entry of a company's audit log creates its head.
  await door.addSupplier('first');
  await approve(administrator, await invoiceOf('first'));
});
afterAll(() => door.close());

const suppliers = () => `/companies/${door.company}/suppliers`;
const registered = (number: string, by: SignedIn) => by.call('POST', suppliers(), { number, name: number });

async function invoiceOf(supplierNumber: string): Promise<string> {
  const fields = { totalPrice: 100, currency: 'SEK', supplierInvoiceNumber: supplierNumber };
  return (await door.post(paths.invoices, { externalReferenceId: supplierNumber, supplierNumber, ...fields })).body.id;
}

const approve = (operator: SignedIn, id: string) =>
  operator.call('POST', `/companies/${door.company}/invoices/${id}/approve`, {});

/** The statements of an approval, from the company's lock to the commit. */
async function statementsOf(approver: SignedIn, id: string, status: number): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    expect((await approve(approver, id)).status).toBe(status);
    const sent = query.mock.calls.map(([statement], at) => {
      const { name, text = String(statement) } = statement as { name?: string; text?: string };
      return { name: name ?? text, connection: query.mock.contexts[at] };
    });
    const locked = sent.find(({ name }) => name === 'lock-counters');
    const names = sent.filter(({ connection }) => connection === locked?.connection).map(({ name }) => name);
    const from = names.indexOf('lock-counters');
    return names.slice(
      from,
      names.findIndex((name, at) => at > from && /^(COMMIT|ROLLBACK)/.test(name)),
    );
  } finally {
    query.mockRestore();
  }
}

const approval = [
  'lock-counters',
  'lock-invoice-to-approve',
  'decide-invoice',
  'step-counters',
  'insert-events-one',
  'move-audit-head',
  'insert-audit-entry',
];

it('an approval is seven statements under the company’s lock', async () => {
  await door.addSupplier('alone');
  expect(await statementsOf(administrator, await invoiceOf('alone'), 200)).toEqual(approval);
});

it('so is each of two approvals, also if somebody else has changed the payee', async () => {
  await registered('two', await signedIn(door, 'administrator'));
  const id = await invoiceOf('two');
  expect(await statementsOf(limited, id, 200)).toEqual(approval);
  expect(await statementsOf(administrator, id, 200)).toEqual(approval);
});

it('a refused approval reads who else may approve, and writes nothing', async () => {
  await registered('own', administrator);
  expect(await statementsOf(administrator, await invoiceOf('own'), 409)).toEqual([
    ...approval.slice(0, 2),
    'approvers-of-company',
  ]);
});
