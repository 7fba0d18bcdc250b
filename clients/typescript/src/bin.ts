#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { Doorway } from './client.ts';
import { DoorwayError, NetworkError } from './errors.ts';
import { version } from './generated/document.js';
import { listen, newSecret } from './listen.ts';

const help = `doorway-client ${version}

Usage: DOORWAY_URL=https://… DOORWAY_TOKEN=… doorway-client listen [options]

Prints the events of your records as they happen, until Ctrl+C.

  --forward-to <url>  also send each event there, signed as a webhook; for example http://localhost:3000/webhooks
  --after <number>    begin after the event with this number instead of with the next one
  --json              print each event as one line of JSON
  --url <url>         the address of the service, instead of DOORWAY_URL

WEBHOOK_SECRET is the secret of the signatures; without it, one is made and printed. It exits with 0 after Ctrl+C, with 1
if the service refuses, and with 2 if it was called wrongly.
`;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

class UsageError extends Error {}

function settingsOf(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      'forward-to': { type: 'string' },
      after: { type: 'string' },
      json: { type: 'boolean', default: false },
      url: { type: 'string', default: process.env['DOORWAY_URL'] ?? '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { after, 'forward-to': forwardTo } = values;
  const token = process.env['DOORWAY_TOKEN'] ?? '';
  if (values.help) return undefined;
  if (positionals.length !== 1 || positionals[0] !== 'listen') throw new UsageError('The only command is listen.');
  if (after !== undefined && !/^\d{1,15}$/.test(after)) throw new UsageError('--after takes the number of an event.');
  if (!URL.canParse(values.url)) throw new UsageError('Set DOORWAY_URL to the address of the service.');
  if (token === '') throw new UsageError('Set DOORWAY_TOKEN to your access token.');
  if (forwardTo !== undefined && !/^https?:/.test(URL.canParse(forwardTo) ? forwardTo : ''))
    throw new UsageError('--forward-to takes an address such as http://localhost:3000/webhooks.');
  return {
    baseUrl: values.url,
    token,
    json: values.json,
    ...(after !== undefined && { after: Number(after) }),
    ...(forwardTo !== undefined && { forwardTo }),
  };
}

async function main(): Promise<void> {
  const settings = settingsOf(process.argv.slice(2));
  if (settings === undefined) return void process.stdout.write(help);
  const { baseUrl, token, ...rest } = settings;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  // The reader of the output may stop early, as head does.
  process.stdout.on('error', () => stop.abort());
  const secret = process.env['WEBHOOK_SECRET'] ?? newSecret();
  const isNew = process.env['WEBHOOK_SECRET'] === undefined && rest.forwardTo !== undefined;
  if (isNew) say(`The webhooks are signed with ${secret}`);
  const doorway = new Doorway({
    baseUrl,
    token,
    onRetry: ({ error, waitMs }) => say(`${error.message} Trying again in ${Math.ceil(waitMs / 1000)} s.`),
  });
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    await listen(doorway, { ...rest, secret, signal: stop.signal, print, say });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

try {
  await main();
} catch (error) {
  const isUsage = error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  const isExpected = error instanceof DoorwayError || error instanceof NetworkError || error instanceof TypeError;
  if (!isUsage && !isExpected) throw error;
  say(isUsage ? `${(error as Error).message} Run doorway-client --help.` : (error as Error).message);
  process.exitCode = isUsage ? 2 : 1;
}
