import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { paths } from '../testing/door.ts';
import { pdfOf } from '../testing/files.ts';
import { isLongRun } from '../testing/long.ts';
import {
  afterAllTests,
  envelope,
  expectUnavailable,
  firstStart,
  migratedDataDir,
  type Service,
} from '../testing/process.ts';

const mebibyte = 1024 * 1024;

/** The long run has the largest files, and the memory that Node gives itself on a machine with 2 GiB; the other has a third of both. */
const [heapMebibytes, fileMebibytes] = isLongRun ? [512, 25] : [176, 8];

const finished = afterAllTests();
let service: Service & { token: string };
let supplierInvoiceId: string;
beforeAll(async () => {
  const env = { NODE_OPTIONS: `--max-old-space-size=${heapMebibytes}` };
  service = await firstStart(await migratedDataDir(finished), { env, finished });
  const body = { externalReferenceId: 'with files', supplierNumber: '1001' };
  supplierInvoiceId = (await service.call('POST', paths.invoices, { token: service.token, body })).body.id;
});

/** The memory of a process now and at its peak, as the system counts it. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

it.runIf(process.platform === 'linux')(
  'a file of 25 MiB sent as JSON is in memory once: with what is used up on the way, it takes less than twice its body',
  async () => {
    const { token } = service;
    const pid = service.child.pid as number;
    const attach = (bytes: number, seed: string) => {
      const file = Buffer.alloc(bytes, ' ');
      file.write(`<invoice>${seed}`);
      file.write('</invoice>', bytes - 10);
      return service.call('POST', paths.attach, {
        token,
        body: { supplierInvoiceId, fileName: 'large.xml', content: file.toString('base64') },
      });
    };
    // What runs for the first time takes memory that stays.
    for (const seed of ['a', 'b', 'c']) expect((await attach(3 * mebibyte, seed)).status).toBe(200);
    const before = await memoryOf(pid);
    // The peak is counted from here on.
    await writeFile(`/proc/${pid}/clear_refs`, '5');
    expect((await attach(25 * mebibyte, 'd')).status).toBe(200);
    const grown = (await memoryOf(pid)).peak - before.now;
    const sent = (25 * mebibyte * 4) / 3;
    expect(grown).toBeLessThan(2 * sent);
  },
);

it('20 large files sent as JSON at once, more than the memory holds, are attached or asked to come again, and the service lives on', async () => {
  const { token } = service;
  const file = pdfOf(fileMebibytes * mebibyte);
  const raw = JSON.stringify({ supplierInvoiceId, fileName: 'large.pdf', content: file.toString('base64') });
  expect(20 * raw.length).toBeGreaterThan(heapMebibytes * mebibyte);

  const attach = () =>
    service.call('POST', paths.attach, { token, raw, headers: { 'content-type': 'application/json' } });
  const answers = await Promise.all(Array.from({ length: 20 }, attach));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  for (const answer of answers) {
    if (answer.status === 503) expectUnavailable(answer);
    // A client that is too busy to send what it began is asked to come again as well.
    else if (answer.status !== 200)
      expect([
        [408, envelope],
        [409, envelope],
      ]).toContainEqual([answer.status, answer.body]);
  }
  expect((await service.call('GET', '/health/ready')).status).toBe(200);
  // Whoever comes again is served.
  await expect.poll(async () => (await attach()).status).toBe(409);
});
