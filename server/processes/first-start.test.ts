import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../ground/db/embedded/embedded.ts';
import { createPool } from '../ground/db/pool.ts';
import { firstAdministratorLink } from '../operators/admin-actions.ts';
import { api, goodPassword } from '../testing/operator.ts';
import { embeddedIn, emptyDataDir, firstStart, startService } from '../testing/process.ts';

const sh = (command: string) => promisify(execFile)('sh', ['-c', command]);

/** Sends the curl command that the service prints, without needing curl. */
async function sendLine(line: string): Promise<string> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? (bare as string));
  const after = (option: string) => words.flatMap((word, at) => (words[at - 1] === option ? [word] : []));
  const headers = after('-H').map((header) => header.split(': ', 2) as [string, string]);
  return (await fetch(words[1] as string, { method: 'POST', headers, body: after('-d')[0] })).text();
}

const linkIn = (output: string) => /^ {2}(http\S+\/console\/first)#([\w-]{43})$/m.exec(output);

it('the first start prints an address, a token, a line that submits an invoice when pasted, and the docs; later starts print no token, and a link for the first administrator only until one was used', async () => {
  const dataDir = join(await emptyDataDir(), 'a folder with spaces');
  const first = await firstStart(dataDir);
  const output = first.shown();
  expect(first.output(), 'no secret is in the log').not.toMatch(/dw_|#[\w-]{43}/);
  expect(output.split(first.token).length - 1, 'the token stands alone once, and in the line').toBe(2);
  expect(output).toContain(`\n  ${first.token}\n`);
  const [, page, unused] = linkIn(output) ?? [];
  expect(page).toBe(`${first.address}/console/first`);

  const line = /^ {2}(curl .*)$/m.exec(output)?.[1] as string;
  const hasCurl = await sh('command -v curl').then(
    () => true,
    () => false,
  );
  const answer = hasCurl ? (await sh(`${line} --silent --show-error`)).stdout : await sendLine(line);
  expect(JSON.parse(answer)).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    message: 'Supplier invoice created.',
  });
  expect(JSON.parse(await sendLine(line)).message).toContain(JSON.parse(answer).id);

  const docs = /reference is at (http\S+)/.exec(output)?.[1] as string;
  const guide = /guide is at (http\S+)/.exec(output)?.[1] as string;
  for (const address of [docs, guide]) {
    const page = await fetch(address);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  }
  expect((await first.stop('SIGTERM')).code).toBe(0);

  const second = await startService({ DATA_DIR: dataDir });
  expect((await second.call('GET', '/supplierinvoices/suppliers', { token: first.token })).body.suppliers).toHaveLength(
    3,
  );
  await expect.poll(() => linkIn(second.shown())).not.toBeNull();
  const key = linkIn(second.shown())?.[2];
  expect(key).not.toBe(unused);
  const accept = (body: object) =>
    second.call('POST', `${api}/invitations/accept`, { body: { password: goodPassword, ...body } });
  expect((await accept({ key, email: 'first@example.com', name: 'First' })).status).toBe(204);
  expect((await accept({ key: unused, email: 'second@example.com', name: 'Second' })).status).toBe(400);
  expect((await second.stop('SIGTERM')).code).toBe(0);
  expect(second.output() + second.shown()).not.toMatch(/dw_|curl/);

  const database = await openEmbedded({ dataDir });
  onTestFinished(() => database.close());
  const pool = createPool({ connection: embeddedIn(dataDir), size: 1, onIdleError: () => undefined });
  expect(await firstAdministratorLink(pool, second.address).finally(() => pool.end())).toBeUndefined();
});
