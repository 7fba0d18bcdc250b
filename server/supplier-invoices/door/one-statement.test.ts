import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { invoiceCreation } from './create-actions.ts';
import { checkedOnArrival } from '../../checks/checked.testing.ts';
import type { DoorDeps } from '../../deps.ts';
import { Client } from '../../ground/db/connect/client.ts';
import { newTraceId } from '../../ground/http/arrival/trace.ts';
import { citusUrl } from '../../testing/citus.ts';
import { openDoor, paths, type Door } from '../../testing/door.ts';

// A cluster has a transaction of several statements instead.

let door: Door;
beforeAll(async () => {
  door = await openDoor();
  for (const number of ['1', '2']) await door.addSupplier(number);
  // Fill the cache: the first invoice of a supplier reads its record.
  await Promise.all(['1', '2'].map((number) => send(`first ${number}`, number)));
});
afterAll(() => door.close());

const send = (reference: string, supplierNumber: string, more: object = {}, headers: Record<string, string> = {}) =>
  door.call('POST', paths.invoices, {
    body: { externalReferenceId: reference, supplierNumber, supplierInvoiceNumber: reference, ...more },
    headers,
  });

const projections = /-position$|^project-|-projections$/;

async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    const statements = query.mock.calls.map(([statement], at) => {
      const { name = '', text = String(statement) } = statement as { name?: string; text?: string };
      return { name, text, connection: query.mock.contexts[at] };
    });
    // Projections run in the background, on connections of their own.
    const projecting = new Set(
      statements.filter(({ name }) => projections.test(name)).map(({ connection }) => connection),
    );
    const isOfInvoices = ({ text }: { text: string }) =>
      /supplier_invoices|company_counters|idempotency_keys/.test(text);
    // A projection that has only begun, or only ends, shows no statement of its own.
    const writing = new Set(statements.filter(isOfInvoices).map(({ connection }) => connection));
    for (const { name, text, connection } of statements) {
      if (projecting.has(connection) || !writing.has(connection)) continue;
      if (isOfInvoices({ text }) || /^(BEGIN|COMMIT)/.test(text)) sent.push(name || text);
    }
  } finally {
    query.mockRestore();
  }
  return sent;
}

it.skipIf(citusUrl !== undefined)('a clean invoice is one statement', async () => {
  const one = await statementsOf(async () => {
    expect((await send('alone', '1')).body.message).toBe('Supplier invoice created.');
  });
  expect(one).toEqual(['insert-invoices']);
});

/** Creates invoices without HTTP, to control which of them share a batch. */
async function creating() {
  const { rows } = await door.pool.query<{ id: string }>('SELECT id FROM partners WHERE company_id = $1', [
    door.company,
  ]);
  const partner = {
    id: rows[0]?.id as string,
    name: 'Scanner',
    companyId: door.company,
    attachesToAll: false,
    isSandbox: false,
    timeZone: 'Europe/Stockholm',
  };
  const batches: number[] = [];
  const { create } = invoiceCreation({
    pool: door.pool,
    followers: door.followers,
    metrics: { observeBatch: () => (size: number) => batches.push(size) },
    recordKinds: new Map(),
  } as unknown as DoorDeps);
  const submit = (reference: string, supplierInvoiceNumber = reference) => {
    const invoice = { externalReferenceId: reference, supplierNumber: '1', supplierInvoiceNumber };
    const text = JSON.stringify(invoice);
    return create(
      partner,
      newTraceId(),
      invoice,
      checkedOnArrival(invoice),
      text,
      '00',
      'Supplier invoice created.',
      undefined,
    );
  };
  const together = (name: string, numbersOf = name) =>
    statementsOf(async () => {
      const sent = Array.from({ length: 41 }, (_, at) => submit(`${name} ${at}`, `${numbersOf} ${at}`));
      expect(new Set((await Promise.all(sent)).map(({ answer }) => answer.id)).size).toBe(41);
    });
  return { submit, together, batches };
}

it.skipIf(citusUrl !== undefined)('invoices that arrive while a batch is under way share one statement', async () => {
  const { submit, together, batches } = await creating();
  await submit('reads a record');
  expect(await together('together')).toEqual(['insert-invoices', 'insert-invoices']);
  expect(batches).toEqual([1, 1, 40]);
});

it.skipIf(citusUrl !== undefined)(
  'after a batch of mostly duplicates, the next batches skip the quick path until most invoices are new again',
  async () => {
    const { submit, together } = await creating();
    await submit('reads the record');
    await together('earlier');
    expect(await together('like one', 'earlier')).toContain('insert-invoices');
    const compared = [expect.stringMatching(/^read-context-/), 'insert-invoices'];
    expect(await together('like two', 'earlier')).toEqual(compared);
    expect(await together('unlike')).toEqual(compared);
    expect(await together('unlike, too')).toEqual(['insert-invoices', 'insert-invoices']);
  },
);

it.skipIf(citusUrl !== undefined)('duplicates of each other skip the quick path as well', async () => {
  const { submit } = await creating();
  await submit('reads the supplier');
  const alike = (name: string) =>
    statementsOf(async () => {
      await Promise.all(Array.from({ length: 41 }, (_, at) => submit(`${name} ${at}`, 'the same number')));
    });
  expect(await alike('one')).toContain('insert-invoices');
  expect(await alike('two')).toEqual([expect.stringMatching(/^read-context-/), 'insert-invoices']);
});

it.skipIf(citusUrl !== undefined)(
  'with an Idempotency-Key it is one statement, too, and the answer is replayed',
  async () => {
    const key = { 'idempotency-key': 'once' };
    let id: string | undefined;
    const statements = await statementsOf(async () => {
      const { status, body } = await send('keyed', '1', {}, key);
      expect(status).toBe(200);
      id = body.id;
    });
    expect(statements).toEqual(['insert-invoices']);
    const again = await send('keyed', '1', {}, key);
    expect([again.status, again.body.id, again.headers.get('idempotency-replayed')]).toEqual([200, id, 'true']);
  },
);

it.skipIf(citusUrl !== undefined)(
  'an invoice with findings is one statement, and one that shares a key with an earlier one is compared',
  async () => {
    const found = await statementsOf(async () => {
      expect((await send('found', '1', { currency: 'QQQ' })).body.message).toContain('1 finding');
    });
    expect(found).toEqual(['insert-invoices']);
    const alike = await statementsOf(async () => {
      expect((await send('other', '1', { supplierInvoiceNumber: 'found' })).body.message).toContain('1 finding');
    });
    expect(alike).toEqual(['insert-invoices', expect.stringMatching(/^read-context-/), 'insert-invoices']);
  },
);

it.skipIf(citusUrl !== undefined)('after a change of a supplier its record is read again, once', async () => {
  await door.addSupplier('3');
  const statements = await statementsOf(async () => {
    for (const reference of ['after 1', 'after 2']) expect((await send(reference, '1')).status).toBe(200);
  });
  expect(statements).toEqual([
    'insert-invoices',
    expect.stringMatching(/^read-context-/),
    'insert-invoices',
    'insert-invoices',
  ]);
});
