import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from './testing/door.ts';
import { commandsOf, folderForThisTest, hasCurl } from './testing/guide.ts';

const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

const hasPython = await promisify(execFile)('python3', ['--version']).then(
  ({ stdout }) => /^Python 3\.(9|\d\d)\./.test(stdout),
  () => false,
);
const [install = '', ...runs] = await commandsOf('reconciling.md');

const jobs = [
  { name: 'JavaScript', language: 'js', file: 'reconcile.mjs', prepare: install, canRun: hasCurl },
  { name: 'Python', language: 'python', file: 'reconcile.py', prepare: '', canRun: hasPython },
];

// No network, and nothing of the home folder.
const npm = { audit: 'false', fund: 'false', offline: 'true', update_notifier: 'false', cache: 'npm-cache' };
const settings = Object.fromEntries(Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value]));

describe.each(jobs)(
  'the job of docs/reconciling.md in $name, from an empty folder',
  ({ name, language, file, prepare, canRun }) => {
    it.runIf(canRun)('sends what is missing and reports what a person must look at', async () => {
      const cwd = await folderForThisTest();
      const token = await door.tokenFor({ partner: name });
      const [program = ''] = await commandsOf('reconciling.md', language);
      // A reader has an address, a token and a folder of one's own.
      const typed = (command: string) =>
        command
          .replaceAll('https://doorway.example.com', door.url)
          .replaceAll('dw_…', token)
          .replaceAll('/var/lib/scanner/sent', 'sent');
      const shell = (command: string) =>
        new Promise<{ code: number; output: string; errors: string[] }>((resolve) => {
          const env = { PATH: process.env.PATH, ...settings };
          execFile('sh', ['-euc', typed(command)], { cwd, env }, (error, stdout, stderr) =>
            resolve({
              code: typeof error?.code === 'number' ? error.code : 0,
              output: stdout,
              errors: stderr.trim().split('\n').toSorted(),
            }),
          );
        });
      const keep = async (externalReferenceId: string, totalPrice: string) => {
        const text = JSON.stringify({ externalReferenceId, supplierNumber: '1' });
        const body = `${text.slice(0, -1)},"totalPrice":${totalPrice}}`;
        await writeFile(join(cwd, 'sent', `${externalReferenceId}.json`), body);
        return body;
      };
      const post = (body: string | object) =>
        door.call('POST', paths.invoices, {
          token,
          ...(typeof body === 'string' ? { raw: body, headers: { 'content-type': 'application/json' } } : { body }),
        });

      await mkdir(join(cwd, 'sent'));
      expect(await shell(prepare)).toMatchObject({ code: 0 });
      await writeFile(join(cwd, file), program);
      const run = runs.find((command) => command.includes(file)) ?? '';
      const reference = (what: string) => `${name} ${what}`;
      await post(await keep(reference('same'), '12.500'));
      await keep(reference('other'), '99.5');
      await post({ externalReferenceId: reference('other'), supplierNumber: '1', totalPrice: 100 });
      await keep(reference('lost'), '90071992547409.931');
      await post({ externalReferenceId: reference('stranger'), supplierNumber: '1' });

      const first = await shell(run);
      expect(first).toMatchObject({
        code: 1,
        errors: [
          `${reference('other')} differs: 99.5 here, 100 there (received).`,
          `${reference('stranger')} arrived, but is not in sent.`,
        ],
      });
      expect(first.output).toContain(`${reference('lost')} was missing and is sent.`);
      const { rows } = await door.pool.query(`SELECT key FROM idempotency_keys WHERE company_id = $1 AND key LIKE $2`, [
        door.company,
        `${name}%`,
      ]);
      expect(rows).toEqual([{ key: reference('lost') }]);

      await keep(reference('other'), '100');
      await keep(reference('stranger'), 'null');
      expect(await shell(run)).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^The books are equal: 4 of 4 listed invoices match/),
      });
    });
  },
);
