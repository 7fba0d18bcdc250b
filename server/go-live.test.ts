import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openDoor } from './testing/door.ts';
import { samples } from './testing/files.ts';
import { answerOf, commandsOf, folderForThisTest, hasCurl } from './testing/guide.ts';
import { sandboxOf } from './testing/sandbox.ts';
import { addEndpoint, receiverForThisTest, startDelivering } from './testing/webhooks.ts';

const run = promisify(execFile);

it.runIf(hasCurl)('every command of go-live.md works, and then the checklist is done', async () => {
  const door = await openDoor();
  onTestFinished(() => door.close());
  await door.addSupplier('1001');
  const { token, id: company, partnerId } = await sandboxOf(door);
  const receiver = await receiverForThisTest();
  await addEndpoint({ pool: door.pool, company }, receiver.url, { partnerId });
  startDelivering(door);
  const cwd = await folderForThisTest();
  await writeFile(join(cwd, 'invoice.pdf'), samples.pdf);
  const env = { PATH: process.env.PATH, BASE: door.url, TOKEN: token };

  const [assignments, ...all] = await commandsOf('go-live.md');
  const commands = all.slice(0, -2);
  expect(assignments).toMatch(/^BASE=\S+\nTOKEN=dwt_\S+\n$/);
  const delivered = async () =>
    (
      await door.pool.query('SELECT FROM webhook_positions WHERE company_id = $1 AND delivered_at IS NOT NULL', [
        company,
      ])
    ).rowCount;
  let invoiceId = '';
  const answers: Promise<any>[] = [];
  for (const command of commands) {
    if (command.includes('/checklist')) await expect.poll(delivered).toBe(1);
    // A reader replaces this id by the invoice's own.
    const typed = command.replaceAll('01a1dd09-84cc-71c8-ba3b-077cb6221306', invoiceId);
    const answer = answerOf(typed, { cwd, env });
    answers.push(answer);
    // Ten seconds during which the other commands run.
    if (command.includes('Doorway-Rehearse: slow')) continue;
    const { id } = await answer;
    if (invoiceId === '' && id !== undefined) invoiceId = id;
  }
  const created = { id: expect.any(String), message: 'Supplier invoice created.' };
  const rehearsed = (status: number) => ({
    traceId: expect.any(String),
    message: expect.stringContaining(`This ${status} was rehearsed`),
  });
  const suppliers = expect.objectContaining({ suppliers: [expect.objectContaining({ number: '1001' })] });
  const answered = await Promise.all(answers);
  expect(answered).toEqual([
    suppliers,
    created,
    { id: expect.any(String), message: expect.stringContaining('File attached.') },
    { message: 'no answer' },
    created,
    rehearsed(503),
    created,
    rehearsed(429),
    created,
    rehearsed(500),
    suppliers,
    { traceId: expect.any(String), message: expect.stringContaining('the file is not a PDF') },
    { message: 'Decided: reject.' },
    { events: [], next: expect.any(Number) },
    expect.objectContaining({ message: 'Everything is done. You can go live.' }),
    { message: expect.stringContaining('The sandbox was reset') },
  ]);

  // The reset has begun the checklist anew. No network, and nothing of the home folder.
  const npm = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_cache: join(cwd, 'npm-cache') };
  const [program = ''] = await commandsOf('go-live.md', 'js');
  await writeFile(join(cwd, 'go-live.mjs'), program);
  const { stdout } = await run('sh', ['-euc', all.slice(-2).join('')], { cwd, env: { ...env, ...npm } });
  expect(stdout.split('\n').slice(-3)).toEqual([
    'supplierinvoice.rejected client-1',
    'Everything is done. You can go live.',
    '',
  ]);
});
