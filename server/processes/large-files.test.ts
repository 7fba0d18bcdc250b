import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { createToken } from '../testing/access.ts';
import { createTestDatabase } from '../testing/database.ts';
import { paths, type Answer } from '../testing/door.ts';
import { pdfOf } from '../testing/files.ts';
import { isLongRun } from '../testing/long.ts';
import { afterAllTests, emptyDataDir, envelope, expectUnavailable, startService } from '../testing/process.ts';

const mebibyte = 1024 * 1024;

/**
 * The long run uses the largest files and the heap of a machine with 2 GiB. The usual one keeps the space for new
 * objects small, so that what V8 has not collected yet does not hide a second copy of a smaller file.
 */
const { heap, single, many, atOnce } = isLongRun
  ? { heap: '--max-old-space-size=512', single: 25, many: 25, atOnce: 20 }
  : { heap: '--max-old-space-size=176 --max-semi-space-size=1', single: 12, many: 3, atOnce: 24 };

const finished = afterAllTests();
const database = await createTestDatabase();
finished(() => database.drop());
const pool = createPool({ connection: database.connection, size: 1, onIdleError: () => undefined });
const { token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' });
await pool.end();
const env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir(finished), NODE_OPTIONS: heap };
const service = await startService(env, { finished });
await service.call('POST', paths.suppliers, { token, body: { number: '1', name: 'El' } });
const body = { externalReferenceId: 'with files', supplierNumber: '1' };
const supplierInvoiceId = (await service.call('POST', paths.invoices, { token, body })).body.id;

/**
 * Undefined if the service has answered and closed the connection before it had the whole body: fetch reports that the
 * write failed and drops the answer.
 */
const attach = (raw: string, key?: string): Promise<Answer | undefined> =>
  service
    .call('POST', paths.attach, {
      token,
      raw,
      headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    })
    .catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });

/** The body of an answered request may hold its room for a moment, and the next one is asked to come again. */
async function attachInTime(raw: string, key: string): Promise<void> {
  await expect.poll(async () => (await attach(raw, key))?.status, { interval: 1_000 }).toBe(200);
}

/** Growth of the service's peak memory, as measured by Linux. */
async function peakDuring(work: () => Promise<unknown>): Promise<number> {
  if (process.platform !== 'linux') return work().then(() => 0);
  const folder = `/proc/${service.child.pid}`;
  const bytes = async (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(await readFile(`${folder}/status`, 'utf8'))?.[1]) * 1024;
  const before = await bytes('VmRSS');
  await writeFile(`${folder}/clear_refs`, '5');
  await work();
  return (await bytes('VmHWM')) - before;
}

it.runIf(process.platform === 'linux')(
  'a large file sent as JSON is in memory once: with what is used up on the way, it takes less than twice its body',
  async () => {
    const bodyOf = (bytes: number, seed: string) => {
      const file = Buffer.alloc(bytes, ' ');
      file.write(`<invoice>${seed}`);
      file.write('</invoice>', bytes - 10);
      return JSON.stringify({ supplierInvoiceId, fileName: 'large.xml', content: file.toString('base64') });
    };
    // Memory that code allocates at its first run is not freed again.
    for (const seed of ['a', 'b']) await attachInTime(bodyOf(3 * mebibyte, seed), seed);
    const raw = bodyOf(single * mebibyte, 'c');
    const grown = await peakDuring(() => attachInTime(raw, 'c'));
    expect(grown).toBeLessThan(2 * raw.length);
  },
);

it('many large files sent as JSON at once are attached or asked to come again, are never all in memory, and the service lives on', async () => {
  const content = pdfOf(many * mebibyte).toString('base64');
  const raw = JSON.stringify({ supplierInvoiceId, fileName: 'large.pdf', content });
  let answers: (Answer | undefined)[] = [];
  const grown = await peakDuring(async () => {
    answers = await Promise.all(Array.from({ length: atOnce }, () => attach(raw)));
  });
  // Without the memory budget for bodies, most of them would be in memory at once.
  expect(grown).toBeLessThan((atOnce * raw.length) / 2);
  const received = answers.filter((answer) => answer !== undefined);
  expect(received.length).toBeGreaterThan(0);
  expect(received.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  for (const answer of received) {
    if (answer.status === 503) expectUnavailable(answer);
    // A client that is too slow may also get a 503.
    else if (answer.status !== 200)
      expect([
        [408, envelope],
        [409, envelope],
      ]).toContainEqual([answer.status, answer.body]);
  }
  expect((await service.call('GET', '/health/ready')).status).toBe(200);
  // Bodies that were refused are still being discarded, which further ones would only delay.
  await expect.poll(async () => (await attach(raw))?.status, { interval: 1_000 }).toBe(409);
});
