import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { resetSandbox } from './actions.ts';
import { sweepFiles } from '../supplier-invoices/attachments/sweep.ts';
import { commandLine } from '../audit/record.ts';
import type { FileStore } from '../ground/files/store.ts';
import { openDoor, paths } from '../testing/door.ts';
import { pdfOf } from '../testing/files.ts';
import { signedIn } from '../testing/operator.ts';
import { sandboxOf } from '../testing/sandbox.ts';
import { waitingWith } from '../testing/waiting.ts';
import { fromNow } from '../testing/time.ts';

const door = await openDoor();
const operator = await signedIn(door, 'administrator');
const { token, ...sandbox } = await sandboxOf(door);
const { id } = sandbox;
const blocker = new pg.Client({ connectionString: door.database.url });
await blocker.connect();
afterAll(async () => {
  await blocker.end();
  await door.close();
});

const send = (path: string, body: object) => door.call('POST', path, { token, body });
async function waiting(words: string): Promise<void> {
  await expect.poll(async () => (await waitingWith(door.pool, words)).length).toBe(1);
}

/** Runs `work` while another transaction holds what `statement` locks, and releases it afterwards. */
async function whileHolding<T>(statement: string, work: () => Promise<T>): Promise<T> {
  await blocker.query('BEGIN');
  await blocker.query(statement, [id]);
  try {
    return await work();
  } finally {
    await blocker.query('ROLLBACK');
  }
}

it('an invoice that arrives while the suppliers are removed is refused, or has its supplier', async () => {
  expect((await send(paths.suppliers, { number: 'own', name: 'Its own' })).status).toBe(200);
  const invoice = (reference: string) => ({ externalReferenceId: reference, supplierNumber: 'own' });
  // From now on the process has the supplier in memory.
  expect((await send(paths.invoices, invoice('a'))).status).toBe(200);
  const [reset, arriving] = await whileHolding(
    `SELECT FROM suppliers WHERE company_id = $1 AND number = 'own' FOR UPDATE`,
    async () => {
      const done = resetSandbox(door, sandbox, commandLine);
      await waiting('DELETE FROM suppliers');
      const answer = send(paths.invoices, invoice('b'));
      await waiting('company_counters');
      return [done, answer] as const;
    },
  );
  expect((await arriving).status).toBe(400);
  await reset;
  const { rows } = await door.pool.query(
    `SELECT id FROM supplier_invoices AS invoice WHERE company_id = $1 AND NOT EXISTS (
       SELECT FROM suppliers WHERE company_id = $1 AND number = invoice.supplier_number)`,
    [id],
  );
  expect(rows).toEqual([]);
});

it('a file that is attached during a reset keeps its bytes', async () => {
  const bytes = pdfOf(500, 'interleaved');
  let attached: ReturnType<typeof send> | undefined;
  let invoiceId = '';
  /** The rows are gone by now, and the bytes are not. */
  const attachMeanwhile = async () => {
    expect((await send(paths.suppliers, { number: 'late', name: 'Late' })).status).toBe(200);
    invoiceId = (await send(paths.invoices, { externalReferenceId: 'late', supplierNumber: 'late' })).body.id;
    const file = { supplierInvoiceId: invoiceId, fileName: 'late.pdf', content: bytes.toString('base64') };
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE', [id]);
    attached = send(paths.attach, file);
    await waiting('company_counters');
  };
  const release = async () => void (await blocker.query('ROLLBACK'));
  const files: Pick<FileStore, 'removeAll' | 'list' | 'trash'> = {
    trash: (...file) => door.files.trash(...file),
    removeAll: async (company) => {
      await attachMeanwhile();
      await door.files.removeAll(company);
      await release();
    },
    list: async function* (company) {
      await attachMeanwhile();
      yield* door.files.list(company);
      await release();
    },
  };
  await resetSandbox({ pool: door.pool, files }, sandbox, commandLine);
  const { status, body } = (await attached) ?? { status: 0, body: {} };
  expect(status, JSON.stringify(body)).toBe(200);
  const download = async () => {
    const path = `/operator/v1/companies/${id}/invoices/${invoiceId}/files/${body.id}`;
    const answer = await fetch(door.url + path, { headers: { cookie: operator.cookie } });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  expect(await download()).toEqual({ status: 200, bytes });
  // The sweep puts the bytes back.
  await sweepFiles(door.pool, door.files, fromNow(2 * 60 * 60_000));
  expect(await download()).toEqual({ status: 200, bytes });
});
