import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { paths, type Answer } from '../testing/door.ts';
import { pdfOf } from '../testing/files.ts';
import { isLongRun } from '../testing/long.ts';
import { afterAllTests, envelope, expectUnavailable, firstStart, migratedDataDir } from '../testing/process.ts';

const mebibyte = 1024 * 1024;

/** The long run uses the largest files and the heap of a machine with 2 GiB. */
const [heapMebibytes, fileMebibytes] = isLongRun ? [512, 25] : [176, 4];

const finished = afterAllTests();
const env = { NODE_OPTIONS: `--max-old-space-size=${heapMebibytes}` };
const service = await firstStart(await migratedDataDir(finished), { env, finished });
const body = { externalReferenceId: 'with files', supplierNumber: '1001' };
const supplierInvoiceId = (await service.call('POST', paths.invoices, { token: service.token, body })).body.id;

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
  'a file of 25 MiB sent as JSON is in memory once: with what is used up on the way, it takes less than twice its body',
  async () => {
    const { token } = service;
    const attach = (bytes: number, seed: string) => {
      const file = Buffer.alloc(bytes, ' ');
      file.write(`<invoice>${seed}`);
      file.write('</invoice>', bytes - 10);
      return service.call('POST', paths.attach, {
        token,
        body: { supplierInvoiceId, fileName: 'large.xml', content: file.toString('base64') },
      });
    };
    // Memory that code allocates at its first run is not freed again.
    for (const seed of ['a', 'b', 'c']) expect((await attach(3 * mebibyte, seed)).status).toBe(200);
    const grown = await peakDuring(async () => expect((await attach(25 * mebibyte, 'd')).status).toBe(200));
    const sent = (25 * mebibyte * 4) / 3;
    expect(grown).toBeLessThan(2 * sent);
  },
);

it('20 large files sent as JSON at once are attached or asked to come again, are never all in memory, and the service lives on', async () => {
  const { token } = service;
  const file = pdfOf(fileMebibytes * mebibyte);
  const raw = JSON.stringify({ supplierInvoiceId, fileName: 'large.pdf', content: file.toString('base64') });
  let answers: Answer[] = [];

  const attach = () =>
    service.call('POST', paths.attach, { token, raw, headers: { 'content-type': 'application/json' } });
  const grown = await peakDuring(async () => {
    answers = await Promise.all(Array.from({ length: 20 }, attach));
  });
  // Without the memory budget for bodies, most of them would be in memory at once.
  expect(grown).toBeLessThan((20 * raw.length) / 2);
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  for (const answer of answers) {
    if (answer.status === 503) expectUnavailable(answer);
    // A client that is too slow may also get a 503.
    else if (answer.status !== 200)
      expect([
        [408, envelope],
        [409, envelope],
      ]).toContainEqual([answer.status, answer.body]);
  }
  expect((await service.call('GET', '/health/ready')).status).toBe(200);
  await expect.poll(async () => (await attach()).status).toBe(409);
});
