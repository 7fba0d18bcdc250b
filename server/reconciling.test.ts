import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from './testing/door.ts';

const door = await openDoor();
await door.addSupplier('1');
const folder = await mkdtemp(join(tmpdir(), 'doorway-reconciling-'));
const sent = join(folder, 'sent');
await mkdir(sent);
afterAll(async () => {
  await door.close();
  await rm(folder, { recursive: true, force: true });
});

const guide = await readFile(fileURLToPath(new URL('../docs/reconciling.md', import.meta.url)), 'utf8');
const snippet = (language: string) => new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';

const keep = async (externalReferenceId: string, totalPrice: number) => {
  const body = { externalReferenceId, supplierNumber: '1', totalPrice };
  await writeFile(join(sent, `${externalReferenceId}.json`), JSON.stringify(body));
  return body;
};

const run = (script: string) =>
  new Promise<{ code: number; output: string; errors: string[] }>((resolve) => {
    const env = { PATH: process.env.PATH, DOORWAY_URL: door.url, DOORWAY_TOKEN: door.token, SENT: sent };
    execFile(process.execPath, ['--import', import.meta.resolve('tsx'), script], { env }, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === 'number' ? error.code : 0,
        output: stdout,
        errors: stderr.trim().split('\n').toSorted(),
      }),
    );
  });

it('the job of docs/reconciling.md sends what is missing and reports what a person must look at', async () => {
  const script = join(folder, 'reconcile.mts');
  await writeFile(script, snippet('ts'));
  await door.post(paths.invoices, await keep('same', 12.5));
  await door.post(paths.invoices, { ...(await keep('other', 99.5)), totalPrice: 100 });
  await keep('lost', 7);
  await door.post(paths.invoices, { externalReferenceId: 'stranger', supplierNumber: '1' });

  const first = await run(script);
  expect(first).toMatchObject({
    code: 1,
    errors: ['other differs: 99.5 here, 100 there (received).', `stranger arrived, but is not in ${sent}.`],
  });
  expect(first.output).toContain('lost was missing and is sent.');
  const { rows } = await door.pool.query(`SELECT key FROM idempotency_keys WHERE company_id = $1`, [door.company]);
  expect(rows).toEqual([{ key: 'lost' }]);

  await keep('other', 100);
  await writeFile(join(sent, 'stranger.json'), '{"externalReferenceId":"stranger","supplierNumber":"1"}');
  expect(await run(script)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^The books are equal: 4 of 4 listed invoices match/),
  });
});
