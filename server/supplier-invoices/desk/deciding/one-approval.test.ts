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

async function invoiceOf(supplierNumber: string, n = 1): Promise<string> {
  const number = `${supplierNumber} ${n}`;
  const fields = { totalPrice: 100 * n, currency: 'SEK', supplierInvoiceNumber: number };
  return (await door.post(paths.invoices, { externalReferenceId: number, supplierNumber, ...fields })).body.id;
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

it('a coding costs an approval nothing, and a proposal that it takes over one statement', async () => {
  await door.pool.query(
    `INSERT INTO coding_values (company_id, kind, code, name, active) VALUES ($1, 'account', '4010', 'Materials', true)`,
    [door.company],
  );
  await door.addSupplier('coded');
  for (const n of [1, 2, 3]) {
    const id = await invoiceOf('coded', n);
    const form = { rows: [{ account: '4010' }] };
    expect((await administrator.call('PUT', `/companies/${door.company}/invoices/${id}/coding`, form)).status).toBe(
      200,
    );
    expect(await statementsOf(administrator, id, 200)).toEqual(approval);
  }
  const takenOver = [...approval.slice(0, 2), 'write-codings', ...approval.slice(2)];
  expect(await statementsOf(administrator, await invoiceOf('coded', 4), 200)).toEqual(takenOver);
});
