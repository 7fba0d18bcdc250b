import pino from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { documentTasks, lookForFiles } from './documents.ts';
import { readConfig } from '../config.ts';
import { pdfOfSheets, shown } from '../documents/reading/pdf.testing.ts';
import type { ReadOutcome } from '../documents/reading/outcome.ts';
import { createPdfReader } from '../documents/reading/reader.ts';
import { readTexts, writeAttempt } from '../documents/store.ts';
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
const waiting = async () =>
  (
    await door.pool.query(
      `SELECT payload FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = task_id
       WHERE identifier = 'documents.read' AND payload ->> 'company' = ANY ($1) ORDER BY job.id`,
      [[door.company]],
    )
  ).rows.map(({ payload }) => payload.invoiceId);
const dropJobs = () =>
  door.pool.query(`DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'company' = ANY ($1)`, [[door.company]]);
const deps = { pool: door.pool, followers: door.followers, files: door.files, reader, log };
const run = (invoiceId: string, other: Partial<typeof deps> = {}) =>
  documentTasks({ ...deps, ...other })['documents.read']?.(
    { company: door.company, invoiceId },
    new AbortController().signal,
  ) as Promise<void>;
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

it('an invoice with new PDF files has one job, however many came; other files and old files of decided invoices have none', async () => {
  const [several, picture, decided, late] = [await invoice(), await invoice(), await invoice(), await invoice()];
  await attach(several, paper('one'));
  await attach(several, paper('two'));
  await attach(picture, samples.png, 'sheet.png');
  for (const id of [decided, late]) {
    await attach(id, paper(id));
    await operator.call('POST', `/companies/${door.company}/invoices/${id}/reject`, { reason: 'No.' });
  }
  await door.pool.query(
    `UPDATE events SET created_at = now() - interval '31 days' WHERE company_id = $1 AND subject_id = ANY ($2)`,
    [door.company, [decided, several]],
  );
  await lookForFiles(door.pool, door.company);
  expect(await waiting()).toEqual([several, late]);
  await dropJobs();
  await lookForFiles(door.pool, door.company);
  expect(await waiting()).toEqual([]);
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
