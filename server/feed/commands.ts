import { once } from 'node:events';
import type { Command } from 'commander';
import { catalogue } from '../events/catalogue.ts';
import type { FeedEvent } from './store.ts';
import { readEventNumbers } from '../events/store.ts';
import { asJson, nextEvents } from './feed.ts';
import { requireCompany } from '../companies/store.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { ApiError } from '../errors/errors.ts';
import { short } from '../../common/errors/words.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { nearestOf } from '../ground/text/nearest.ts';
import { pause } from '../ground/scheduling/pause.ts';
import { printable } from '../ground/text/printable.ts';
import { listenForStop } from '../ground/process/stopping.ts';

interface TailOptions {
  company: string;
  after?: string;
  types?: string;
  json?: boolean;
}

const shownBefore = 10;
/** Needed because a command does not listen for notifications. */
const pollIntervalMs = 1_000;

export function eventsCommands(events: Command): void {
  events
    .command('tail')
    .description(`Print the last ${shownBefore} events of a company and then each new one, until Ctrl-C.`)
    .requiredOption('--company <name>', 'the company')
    .option('--after <number>', 'print all events after this number instead')
    .option('--types <types>', 'only these types, separated by commas, such as supplierinvoice.approved')
    .option('--json', 'print each event as one line of JSON, as in the operator API')
    .action(async ({ company, after, types, json }: TailOptions) => {
      const from = after === undefined ? undefined : numberIn(after);
      const only = types === undefined ? undefined : typesIn(types);
      const { signal } = listenForStop();
      await withDatabase(readConfig(process.env), async (pool) => {
        const id = await requireCompany(pool, company);
        await tail(pool, id, { after: from, types: only }, json === true ? asJson : asLine, signal);
      });
    });
}

async function tail(
  pool: Pool,
  company: CompanyId,
  { after, types }: { after: number | undefined; types: string[] | undefined },
  lineOf: (event: FeedEvent) => string,
  stopped: AbortSignal,
): Promise<void> {
  const leaving = new AbortController();
  stopped.addEventListener('abort', () => leaving.abort());
  // The reader of the output may stop early, as head does.
  process.stdout.on('error', () => leaving.abort());
  let at = after ?? (await beforeLast(pool, company));
  while (!leaving.signal.aborted) {
    const page = await nextEvents(pool, company, { after: at, types, limit: 100 }).catch(asSentence);
    for (const event of page.events) if (!process.stdout.write(`${lineOf(event)}\n`)) await drained(leaving.signal);
    at = page.last;
    if (page.last === page.newest) await pause(pollIntervalMs, leaving.signal);
  }
}

const drained = (signal: AbortSignal) => once(process.stdout, 'drain', { signal }).catch(() => undefined);

async function beforeLast(pool: Pool, company: CompanyId): Promise<number> {
  const { first, newest } = await readEventNumbers(pool, company);
  return Math.max(newest - shownBefore, first - 1);
}

function asSentence(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { first } = error.parameters as { first: number };
  throw new CommandError(
    `The events before number ${first} are no longer kept. Run it with --after ${first - 1}, or without it.`,
  );
}

function numberIn(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandError(`--after is ${JSON.stringify(short(text))}, but it takes the number of an event.`, 2);
}

function typesIn(text: string): string[] {
  const types = text.split(',').map((type) => type.trim());
  const known = Object.keys(catalogue);
  for (const type of types)
    if (!known.includes(type)) {
      const nearest = nearestOf(type, known);
      throw new CommandError(
        `--types has ${JSON.stringify(short(type))}, but there are no such events. ${nearest === undefined ? `It takes ${known.join(', ')}.` : `Did you mean ${nearest}?`}`,
        2,
      );
    }
  return types;
}

function asLine({ seq, createdAt, type, data }: FeedEvent): string {
  const fields = JSON.parse(data) as Record<string, string | undefined> & { by?: { name: string } };
  const record = fields.externalReferenceId ?? fields.reference ?? fields.fileName ?? fields.number;
  const by = fields.by?.name ?? fields.partnerName;
  const parts = [String(seq), createdAt.toISOString(), type, record, by, fields.reason];
  return parts
    .filter((part) => part !== undefined)
    .map(printable)
    .join('  ');
}
