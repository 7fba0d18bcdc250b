import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { verifyingJobs } from './verify-files.ts';
import { measureFiles } from '../files/metrics.ts';
import { storedPathOf } from '../ground/files/disk.ts';
import { createMetrics } from '../ground/http/observe/metrics.ts';
import { openOwnDoor, paths } from '../testing/door.ts';
import { pdfOf, sha256 } from '../testing/files.ts';
import { invoiceOn } from '../testing/operations.ts';
import { nowMs } from '../testing/time.ts';

const door = await openOwnDoor('It verifies the files of all companies.');
await door.addSupplier('1');
afterAll(() => door.close());

const attach = async (supplierInvoiceId: string, fileName: string) => {
  const bytes = pdfOf(100, fileName);
  await door.post(paths.attach, { supplierInvoiceId, fileName, content: bytes.toString('base64') });
  return storedPathOf(join(door.dataDir, 'files'), door.company, Buffer.from(sha256(bytes), 'hex'));
};

it('a night counts the files that it reads, known damage first, and the metrics show the result', async () => {
  const invoice = await invoiceOn(door, 'a night');
  const [gone] = await Promise.all(['a.pdf', 'b.pdf'].map((fileName) => attach(invoice, fileName)));
  const metrics = createMetrics({});
  measureFiles(metrics.registry, door.pool);
  const woken: string[] = [];
  const { tasks, cron } = verifyingJobs({
    ...door,
    followers: { wake: (company) => void woken.push(company) },
    log: pino({ level: 'silent' }),
    metrics,
  });
  expect(cron).toMatchObject([
    { task: 'files.verify', options: { queueName: 'files.verify', jobKey: 'files.verify' } },
  ]);
  await rm(gone as string);
  // The last night of a round reads all that is left.
  await door.pool.query(
    `INSERT INTO file_verifications (company_id, began_at, ended_at, round_began_at, position, files, total)
     VALUES ($1, now() - interval '27 days', now() - interval '27 days', now() - interval '27 days', '', 0, 0)`,
    [door.company],
  );
  const begunAt = nowMs();
  await tasks['files.verify']?.({}, new AbortController().signal);
  expect(woken).toEqual([door.company]);
  const shown = await metrics.registry.metrics();
  expect(shown).toMatch(/^doorway_files_verified_total 2$/m);
  expect(shown).toMatch(/^doorway_damaged_files 1$/m);
  const [, at] = /^doorway_files_verified_timestamp_seconds (.+)$/m.exec(shown) ?? [];
  expect(Number(at)).toBeGreaterThanOrEqual(begunAt / 1000);
  expect(Number(at)).toBeLessThanOrEqual(nowMs() / 1000);
});

it('a stopped night reads no further file', async () => {
  const { tasks } = verifyingJobs({ ...door, log: pino({ level: 'silent' }) });
  const { rows: before } = await door.pool.query('SELECT count(*) FROM file_verifications');
  await tasks['files.verify']?.({}, AbortSignal.abort());
  expect((await door.pool.query('SELECT count(*) FROM file_verifications')).rows).toEqual(before);
});
