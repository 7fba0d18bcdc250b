import { expect, it } from 'vitest';
import { paths } from '../testing/door.ts';
import { dataDirForThisTest, envelope, expectUnavailable, firstStart } from '../testing/process.ts';

it('20 files of 25 MiB sent as JSON at once are attached or asked to come again, and the service lives on', async () => {
  // As much as Node gives itself on a machine with 2 GiB of memory.
  const service = await firstStart(await dataDirForThisTest(), { env: { NODE_OPTIONS: '--max-old-space-size=512' } });
  const { token } = service;
  const invoice = { externalReferenceId: 'with files', supplierNumber: '1001' };
  const supplierInvoiceId = (await service.call('POST', paths.invoices, { token, body: invoice })).body.id as string;
  const file = Buffer.alloc(25 * 1024 * 1024, ' ');
  file.write('<invoice>');
  const raw = JSON.stringify({ supplierInvoiceId, fileName: 'large.xml', content: file.toString('base64') });

  const attach = () => service.call('POST', paths.attach, { token, raw, headers: { 'content-type': 'application/json' } });
  const answers = await Promise.all(Array.from({ length: 20 }, attach));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 503) expectUnavailable(answer);
    else if (answer.status !== 200) expect([answer.status, answer.body]).toEqual([409, envelope]);
  }
  expect((await service.call('GET', '/health/ready')).status).toBe(200);
  // Whoever comes again is served.
  await expect.poll(async () => (await attach()).status).toBe(409);
});
