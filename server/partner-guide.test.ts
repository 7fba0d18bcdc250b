import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { clientOf } from './testing/client.ts';
import { openDoor } from './testing/door.ts';
import { samples } from './testing/files.ts';
import { answerOf, commandsOf, folderForThisTest, hasCurl } from './testing/guide.ts';
import { signedIn } from './testing/operator.ts';

it.runIf(hasCurl)('every command of the partner guide does what the guide says, in a plain shell', async () => {
  const door = await openDoor({ findsMissing: true });
  onTestFinished(() => door.close());
  const folder = await folderForThisTest();
  await door.addProject({
    number: 'P1',
    name: 'Kvarteret Eken',
    proposalIds: ['P-2026-014'],
    facilities: [{ number: '1', name: 'Main building' }],
  });
  await writeFile(join(folder, 'invoice.pdf'), samples.pdf);
  await writeFile(join(folder, 'photo.jpg'), samples.jpeg);
  // This file is too long for a command line.
  await writeFile(
    join(folder, 'delivery-note.pdf'),
    Buffer.concat([samples.pdf, Buffer.alloc(3_000_000, '% more\n'), Buffer.from('%%EOF\n')]),
  );
  const { id, secret } = await clientOf(door);
  const env = { PATH: process.env.PATH, BASE: door.url, TOKEN: door.token, CLIENT_ID: id, CLIENT_SECRET: secret };

  const [assignments, ...all] = await commandsOf('partner-guide.md');
  // The test of the client package runs these.
  const commands = all.filter((command) => !command.includes('npm install'));
  expect(assignments).toMatch(/^BASE=\S+\nTOKEN=\S+\n$/);
  expect(commands.length).toBeGreaterThanOrEqual(8);
  const approver = await signedIn(door, 'approver');
  let invoiceId = '';
  const ask = async () => {
    const path = `/companies/${door.company}/invoices/${invoiceId}/questions`;
    const { body } = await approver.call('POST', path, { text: 'Where is the delivery note?' });
    return body.questions.at(-1).id as string;
  };
  const answers: any[] = [];
  for (const command of commands) {
    // A reader of the guide replaces these ids by those of the invoice and of the question about it.
    const questionId = command.includes('questionId') ? await ask() : '';
    const typed = command
      .replaceAll('01a1dd09-84cc-71c8-ba3b-077cb6221306', invoiceId)
      .replaceAll('01a1dd0a-1f2e-7b6a-9c55-0d1e2f3a4b5c', questionId);
    const answer = await answerOf(typed, { cwd: folder, env, options: '--fail ' });
    if (invoiceId === '' && answer.message === 'Supplier invoice created.') invoiceId = answer.id;
    answers.push(answer);
  }
  expect(answers).toEqual([
    expect.objectContaining({ scopes: expect.any(Array), sandbox: false }),
    { access_token: expect.stringMatching(/^dw_/), token_type: 'Bearer', expires_in: 3600, scope: expect.any(String) },
    { suppliers: [] },
    { message: 'Supplier created.' },
    { id: expect.any(String), message: 'Supplier invoice created.' },
    { id: expect.any(String), message: 'File attached.' },
    { id: expect.any(String), message: 'File attached.' },
    { id: expect.any(String), message: 'File attached.' },
    { id: expect.any(String), title: 'Kvarteret Eken #1', message: 'Work order created.' },
    { message: expect.stringMatching(/^Dry run: /), findings: [expect.objectContaining({ code: 'currency.unknown' })] },
    expect.objectContaining({ id: invoiceId, state: 'received', files: Array(3).fill(expect.any(Object)) }),
    expect.objectContaining({ supplierInvoices: [expect.objectContaining({ id: invoiceId })], hasMore: false }),
    expect.objectContaining({ supplierInvoices: [expect.objectContaining({ id: invoiceId })], hasMore: false }),
    { message: expect.any(String) },
    expect.objectContaining({ calls: [] }),
    expect.objectContaining({ events: expect.any(Array) }),
    { message: 'Supplier invoice withdrawn.' },
    { message: expect.stringMatching(/city.*bankGiro/) },
    expect.objectContaining({ proposals: [expect.objectContaining({ state: 'waiting' })] }),
    { message: 'Supplier updated: phone changed.' },
    { id: expect.any(String), message: expect.stringContaining('created. The invoice has 6 findings') },
    expect.objectContaining({ matched: 1, missing: ['scan-2026-000999'], differing: [] }),
    { receipt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
  ]);
});
