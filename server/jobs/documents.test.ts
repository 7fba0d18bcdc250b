import pino from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { addTurn, documentTasks } from './documents.ts';
import { startRunner } from './runner.ts';
import { readConfig } from '../config.ts';
import { pdfOfSheets, shown } from '../supplier-invoices/documents/reading/pdf.testing.ts';
import type { ReadOutcome } from '../supplier-invoices/documents/reading/outcome.ts';
import { createPdfReader } from '../supplier-invoices/documents/reading/reader.ts';
import { readTexts, writeAttempt } from '../supplier-invoices/documents/document-store.ts';
import type { FileStore } from '../ground/files/store.ts';
import { openDoor, paths } from '../testing/door.ts';
import { samples, sha256 } from '../testing/files.ts';
import { signedIn } from '../testing/operator.ts';
import { followersOf } from '../testing/own-followers.ts';
import { startQueue } from '../worker.ts';

const door = await openDoor();
const operator = await signedIn(door, 'approver');
const log = pino({ level: 'silent' });
const reader = createPdfReader({ maxMs: 60_000 });
afterAll(async () => {
  await reader.close();
  await door.close();
});

let made = 0;
await door.addSupplier('read', {});
const invoice = async (): Promise<string> =>
  (await door.post(paths.invoices, { externalReferenceId: `read ${(made += 1)}`, supplierNumber: 'read' })).body.id;
const paper = (...texts: string[]) =>
  Buffer.from(pdfOfSheets([{ content: texts.map((text, at) => shown(text, 50, 700 - 20 * at)).join('\n') }]));
const attach = async (id: string, bytes: Buffer, fileName = 'invoice.pdf') => {
  const { status, body } = await door.post(paths.attach, {
    supplierInvoiceId: id,
    fileName,
    content: bytes.toString('base64'),
  });
  expect(status, JSON.stringify(body)).toBe(200);
};
const jobs = async (company = door.company) =>
  (
    await door.pool.query<{ runAt: Date; priority: number }>(
      `SELECT run_at AS "runAt", priority FROM graphile_worker._private_jobs AS job
         JOIN graphile_worker._private_tasks AS task ON task.id = task_id
       WHERE identifier = 'documents.turn' AND payload ->> 'company' = $1`,
      [company],
    )
  ).rows;
const due = async (id: string) =>
  (
    await door.pool.query<{ at: Date | null }>(
      'SELECT files_due_at AS at FROM supplier_invoices WHERE company_id = $1 AND id = $2',
      [door.company, id],
    )
  ).rows[0]?.at;
const dropJobs = () =>
  door.pool.query(`DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'company' = ANY ($1)`, [[door.company]]);
const deps = { pool: door.pool, followers: door.followers, files: door.files, reader, log };
const run = (invoiceId: string, other: Partial<typeof deps> = {}) =>
  documentTasks({ ...deps, ...other })['documents.read']?.(
    { company: door.company, invoiceId },
    new AbortController().signal,
  ) as Promise<void>;
const turn = async (other: Partial<typeof deps> = {}) => {
  await dropJobs();
  await documentTasks({ ...deps, ...other })['documents.turn']?.(
    { company: door.company },
    new AbortController().signal,
  );
};
/** Instead of waiting for the next try. */
const makeDue = () =>
  door.pool.query(
    `UPDATE supplier_invoices SET files_due_at = date_trunc('milliseconds', now()) - interval '1 hour'
     WHERE company_id = $1 AND files_due_at IS NOT NULL`,
    [door.company],
  );
const found = async (q: string) =>
  (await operator.call('GET', `/companies/${door.company}/invoices?q=${encodeURIComponent(q)}`)).body.rows.map(
    ({ id }: { id: string }) => id,
  );
const stored = async (bytes: Buffer) =>
  (
    await door.pool.query(
      `SELECT outcome, reason FROM document_texts WHERE company_id = $1 AND sha256 = decode($2, 'hex')`,
      [door.company, sha256(bytes)],
    )
  ).rows;
const counting = (outcome?: ReadOutcome) => {
  const seen: number[] = [];
  const counted = {
    ...reader,
    read: (bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal) => {
      seen.push(bytes.length);
      return outcome === undefined ? reader.read(bytes, signal) : Promise.resolve(outcome);
    },
  };
  return { counted, seen };
};

it('a company with new PDF files has one job, however many came; other files have none', async () => {
  await addTurn(door.pool, door.company);
  expect(await jobs()).toEqual([]);
  const picture = await invoice();
  await attach(picture, samples.png, 'sheet.png');
  expect(await due(picture)).toBeNull();
  const [first, second] = [await invoice(), await invoice()];
  await attach(first, paper('one'));
  await attach(first, paper('two'));
  await addTurn(door.pool, door.company);
  const [job] = await jobs();
  expect(job).toEqual({ runAt: await due(first), priority: 0 });
  await attach(second, paper('three'));
  await addTurn(door.pool, door.company);
  expect(await jobs()).toEqual([job]);
  await dropJobs();
});

it('a turn reads one file, and the last one of an invoice compares it; a file that comes meanwhile waits', async () => {
  await makeDue();
  for (let at = 0; at < 3; at++) await turn();
  expect(await jobs()).toEqual([]);
  const id = await invoice();
  for (const text of ['first', 'second']) await attach(id, paper(text));
  await turn();
  expect(await readTexts(door.pool, door.company, id)).toEqual([]);
  await makeDue();
  await turn();
  expect(await readTexts(door.pool, door.company, id)).toHaveLength(1);
  expect(await due(id)).not.toBeNull();
  expect(await jobs()).toHaveLength(1);
  const late = paper('third');
  await turn({ reader: { ...reader, read: (...file) => attach(id, late).then(() => reader.read(...file)) } });
  expect(await due(id)).not.toBeNull();
  await makeDue();
  await turn();
  expect(await readTexts(door.pool, door.company, id)).toHaveLength(3);
  expect(await due(id)).toBeNull();
  await dropJobs();
});

it('an invoice whose reading fails, or whose process dies, delays the others of its company by one turn', async () => {
  const [first, second] = [await invoice(), await invoice()];
  await attach(first, paper('away'));
  await attach(second, paper('there'));
  await makeDue();
  await door.pool.query(
    `UPDATE supplier_invoices SET files_due_at = files_due_at - interval '1 hour' WHERE company_id = $1 AND id = $2`,
    [door.company, first],
  );
  await expect(turn({ files: { ...door.files, open: () => Promise.reject(new Error('away')) } })).rejects.toThrow(
    'away',
  );
  await turn();
  expect([await due(first), await due(second)]).toEqual([expect.any(Date), null]);
  expect(await jobs()).toMatchObject([{ runAt: await due(first) }]);
  await makeDue();
  await turn();
  expect(await due(first)).toBeNull();
  await dropJobs();
});

it('companies take turns, and sandboxes come last', async () => {
  const other = await openDoor();
  onTestFinished(() => other.close());
  const { id: sandbox, token } = await door.addCompany('Reads last');
  onTestFinished(async () => {
    await door.pool.query('UPDATE companies SET sandbox_of = NULL, sandbox_partner_id = NULL WHERE id = $1', [sandbox]);
  });
  const companies = { [door.company]: 'slow', [other.company]: 'other', [sandbox]: 'sandbox' };
  const send = async (its: string, files: number) => {
    const call = (path: string, body: object) => door.call('POST', path, { token: its, body });
    await call(paths.suppliers, { number: 'turns', name: 'Turns' });
    const { id } = (
      await call(paths.invoices, { externalReferenceId: `turns ${(made += 1)}`, supplierNumber: 'turns' })
    ).body;
    for (let at = 0; at < files; at++) {
      const content = paper(`${id} ${at}`).toString('base64');
      await call(paths.attach, { supplierInvoiceId: id, fileName: 'invoice.pdf', content });
    }
  };
  await send(token, 2);
  await door.pool.query(`UPDATE companies SET sandbox_of = $2, sandbox_partner_id = gen_random_uuid() WHERE id = $1`, [
    sandbox,
    door.company,
  ]);
  await send(door.token, 3);
  await send(door.token, 3);
  await door.pool.query(
    `UPDATE supplier_invoices SET files_due_at = date_trunc('milliseconds', now()) WHERE company_id = ANY ($1) AND files_due_at IS NOT NULL`,
    [Object.keys(companies)],
  );
  for (const company of [sandbox, door.company]) await addTurn(door.pool, company);
  const order: (string | undefined)[] = [];
  const files: Pick<FileStore, 'open'> = {
    open: async (company, hash) => {
      order.push(companies[company]);
      // The other company's file comes while the first one of the slow company is read.
      if (order.length === 1) {
        await send(other.token, 1);
        await door.pool.query(
          `UPDATE supplier_invoices SET files_due_at = date_trunc('milliseconds', now()) WHERE company_id = $1 AND files_due_at IS NOT NULL`,
          [other.company],
        );
        await addTurn(door.pool, other.company);
      }
      return door.files.open(company, hash);
    },
  };
  const read = () => Promise.resolve<ReadOutcome>({ outcome: 'empty', isCut: false });
  const tasks = documentTasks({ ...deps, files: { ...door.files, ...files }, reader: { ...reader, read } });
  onTestFinished(startRunner({ connection: door.database.connection, tasks, log, concurrency: 1, maxConnections: 2 }));
  await expect.poll(() => order).toHaveLength(9);
  expect(order).toEqual(['slow', 'other', 'slow', 'slow', 'slow', 'slow', 'slow', 'sandbox', 'sandbox']);
});

it('the job stores the text of each file once, and the list finds the invoice by its words', async () => {
  const [first, second] = [await invoice(), await invoice()];
  const same = paper('Ställningshyra', 'Bankgiro 5050-1055');
  await attach(first, same);
  await attach(first, paper('Hammarbyhamnen'), 'bilaga.pdf');
  await attach(second, same);
  const { counted, seen } = counting();
  for (const id of [first, first, second]) await run(id, { reader: counted });
  expect(seen).toHaveLength(2);
  expect(await readTexts(door.pool, door.company, first)).toMatchObject([
    { fileName: 'invoice.pdf', pages: [['Ställningshyra', 'Bankgiro 5050-1055']], isCut: false },
    { fileName: 'bilaga.pdf', pages: [['Hammarbyhamnen']] },
  ]);
  for (const q of ['ställningshyra', 'STALLNINGS', '5050-1055', '50501055', 'stallningshyra 1055'])
    expect(await found(q), q).toEqual([second, first]);
  expect(await found('ställningshyra hammarby')).toEqual([first]);
  expect(await found('hammarbyhamnen read')).toEqual([first]);
  expect(await found('ställningshyra hammarbyxyz')).toEqual([]);
});

it('a file that cannot be read is remembered, and not read again', async () => {
  const id = await invoice();
  const file = paper('hostile');
  await attach(id, file);
  const { counted, seen } = counting({ outcome: 'failed', reason: 'time' });
  await run(id, { reader: counted });
  await run(id, { reader: counted });
  expect(seen).toHaveLength(1);
  expect(await stored(file)).toEqual([{ outcome: 'failed', reason: 'time' }]);
  expect(await readTexts(door.pool, door.company, id)).toMatchObject([{ pages: [] }]);
});

it('a file during whose reading the process ended is tried once more; one whose reading was stopped always', async () => {
  const id = await invoice();
  const file = paper('crashing');
  await attach(id, file);
  const { counted, seen } = counting();
  const stopped = { ...reader, read: () => Promise.reject(new Error('stopped')) };
  const end = () => writeAttempt(door.pool, door.company, Buffer.from(sha256(file), 'hex'), new Date());
  for (let at = 0; at < 2; at++) await expect(run(id, { reader: stopped })).rejects.toThrow('stopped');
  await end();
  await end();
  await run(id, { reader: counted });
  expect(seen).toEqual([]);
  expect(await stored(file)).toEqual([{ outcome: 'failed', reason: 'crash' }]);
  await door.pool.query('UPDATE document_texts SET reader = 0 WHERE company_id = $1', [door.company]);
  await run(id, { reader: counted });
  expect(await stored(file)).toEqual([{ outcome: 'read', reason: null }]);
});

it('a store that is away is tried again, and a missing or altered file is left to the verification', async () => {
  const id = await invoice();
  const file = paper('later');
  await attach(id, file);
  const open = (answer: () => ReturnType<FileStore['open']>) => ({ files: { ...door.files, open: answer } });
  await expect(
    run(
      id,
      open(() => Promise.reject(new Error('away'))),
    ),
  ).rejects.toThrow('away');
  await run(
    id,
    open(() => Promise.resolve(undefined)),
  );
  expect(await stored(file)).toEqual([]);
  await run(id);
  expect(await stored(file)).toEqual([{ outcome: 'read', reason: null }]);
});

it('the service reads a new file soon after it was attached', async () => {
  onTestFinished(startQueue({ ...door, followers: followersOf(door), operatorPool: door.pool }, readConfig({}), log));
  const id = await invoice();
  await attach(id, paper('Snickeriarbeten'));
  door.followers.wake(door.company);
  await expect.poll(() => found('snickeriarbeten')).toEqual([id]);
});
