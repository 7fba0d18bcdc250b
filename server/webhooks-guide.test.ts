import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { openOwnApp } from './testing/door.ts';
import { allowing } from './testing/webhooks.ts';
import { signedIn } from './testing/operator.ts';
import { openReceiver, type ReceivedMessage } from './testing/receiver.ts';
import { ago } from './testing/time.ts';
import { partnerFields } from './webhooks/payload.ts';
import { newSecret, signatures } from './webhooks/secrets.ts';

const guide = await readFile(new URL('../docs/webhooks.md', import.meta.url), 'utf8');
const run = promisify(execFile);

/** For each language, a program that uses the guide's snippet to verify its input and prints the result. */
const languages = {
  ts: {
    check: [process.execPath, '--version'],
    file: 'verify.ts',
    run: 'check.ts',
    command: [process.execPath, '--import', import.meta.resolve('tsx')],
    program: `import { readFileSync } from 'node:fs';
import { verify } from './verify.ts';
for (const { secret, headers, body } of JSON.parse(readFileSync('cases.json', 'utf8')))
  try { console.log(verify(secret, headers, body).type); } catch { console.log('refused'); }`,
  },
  python: {
    check: ['python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))'],
    file: 'verify.py',
    run: 'check.py',
    command: ['python3'],
    program: `import json
from verify import verify
for case in json.load(open("cases.json", encoding="utf-8")):
    try:
        print(verify(case["secret"], case["headers"], case["body"].encode())["type"])
    except ValueError:
        print("refused")`,
  },
  php: {
    check: ['php', '--version'],
    file: 'verify.php',
    run: 'check.php',
    command: ['php'],
    program: `<?php
require 'verify.php';
foreach (json_decode(file_get_contents('cases.json'), true) as $case)
  try { echo verify($case['secret'], $case['headers'], $case['body'])['type'], "\\n"; } catch (RuntimeException) { echo "refused\\n"; }`,
  },
} as const;
type Language = keyof typeof languages;

const snippetOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';

const isHere = async ([command, ...rest]: readonly [string, ...string[]]): Promise<boolean> =>
  run(command, rest).then(
    () => true,
    () => false,
  );

const door = await openOwnApp('Webhooks to this machine are a setting of the process.', { env: allowing });
const administrator = await signedIn(door, 'administrator');
const receiver = await openReceiver();
const path = `/companies/${door.company}/webhooks`;
const made = (await administrator.call('POST', path, { url: receiver.url })).body;
const former = made.secret;
const current = (await administrator.call('POST', `${path}/${made.id}/secret`)).body.secret;
await administrator.call('POST', `${path}/${made.id}/test`);
const received = receiver.received[0] as ReceivedMessage;
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await door?.close();
});

type Headers = Record<string, string | undefined>;
interface Case {
  secret: string;
  headers: Headers;
  body: string;
}

function signedAgo(seconds: number): Case {
  const at = ago(seconds * 1000);
  const body = '{"type":"supplierinvoice.approved","data":{"name":"Rör & Värme"}}';
  return {
    secret: current,
    headers: {
      'webhook-id': 'one',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures([current], 'one', at, body),
    },
    body,
  };
}

function cases(): [Case, string][] {
  const sent: Case = { secret: current, headers: received.headers as Headers, body: received.body };
  const given = (headers: Headers): Case => ({ ...sent, headers: { ...sent.headers, ...headers } });
  const signature = sent.headers['webhook-signature'] as string;
  const later = String(Number(sent.headers['webhook-timestamp']) + 1);
  return [
    [sent, 'webhook.test'],
    [{ ...sent, secret: former }, 'webhook.test'],
    [given({ 'webhook-signature': `v2,xyz ${signature}` }), 'webhook.test'],
    [signedAgo(240), 'supplierinvoice.approved'],
    [signedAgo(-240), 'supplierinvoice.approved'],
    [signedAgo(360), 'refused'],
    [signedAgo(-360), 'refused'],
    [{ ...sent, secret: newSecret() }, 'refused'],
    [{ ...sent, body: sent.body.replace('webhook.test', 'supplierinvoice.approved') }, 'refused'],
    [{ ...sent, body: `${sent.body} ` }, 'refused'],
    [given({ 'webhook-id': 'another' }), 'refused'],
    [given({ 'webhook-timestamp': later }), 'refused'],
    [given({ 'webhook-timestamp': 'soon' }), 'refused'],
    [given({ 'webhook-signature': signature.replaceAll('v1,', 'v2,') }), 'refused'],
    [given({ 'webhook-signature': '' }), 'refused'],
    [given({ 'webhook-signature': undefined }), 'refused'],
    [given({ 'webhook-id': undefined }), 'refused'],
    [given({ 'webhook-timestamp': undefined }), 'refused'],
  ];
}

describe.each(Object.keys(languages) as Language[])('the %s of docs/webhooks.md', (name) => {
  const { check, file, run: main, command, program } = languages[name];

  it('accepts what was signed, with either secret, and refuses what was changed or is old', async ({ skip }) => {
    if (!(await isHere(check))) skip();
    const folder = await mkdtemp(join(tmpdir(), 'doorway-verify-'));
    try {
      await writeFile(join(folder, file), snippetOf(name));
      await writeFile(join(folder, main), program);
      const all = cases();
      await writeFile(join(folder, 'cases.json'), JSON.stringify(all.map(([given]) => given)));
      const [executable, ...rest] = command;
      const { stdout } = await run(executable, [...rest, main], { cwd: folder });
      expect(stdout.trim().split('\n')).toEqual(all.map(([, expected]) => expected));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

it('the guide has a snippet for each language', () => {
  for (const language of ['ts', 'python', 'csharp', 'php']) expect(snippetOf(language)).toMatch(/verify/i);
});

it('the guide says what a partner is told of each type, field by field', () => {
  const rows = [...guide.matchAll(/^\| `(\w+(?:\.\w+)+)` \| .+ \| (`.+`) \|$/gm)].map(([, type, fields = '']) => [
    type,
    fields.split(', ').map((name) => name.replaceAll('`', '')),
  ]);
  expect(Object.fromEntries(rows)).toEqual(partnerFields);
});
