import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { readAuditLines, verifyChain, type Verification } from './actions.ts';
import type { ChainPosition, Fault, Misfit } from './rules.ts';

import { requireCompany, listCompanies } from '../companies/store.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import { noCompany, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { short } from '../../common/errors/words.ts';

interface CompanyOption {
  /** False for the log outside of companies. */
  company?: string | false;
}

interface NamedChain {
  id: CompanyId;
  /** Null for the log outside of companies. */
  name: string | null;
}

export function auditCommands(audit: Command): void {
  withCompanyOption(audit.command('verify'))
    .description(
      'Check that no entry of the audit log was altered, removed or added. Prints the number and the hash of the last entry; store them elsewhere.',
    )
    .option(
      '--expect <number:hash>',
      'a number and hash stored before; also detects entries cut off at the end. Needs --company or --no-company',
    )
    .option('--json', 'print the result as JSON')
    .action(async ({ company, expect, json }: CompanyOption & { expect?: string; json?: boolean }) => {
      if (expect !== undefined && company === undefined)
        throw new CommandError('--expect needs --company or --no-company, because each company has its own chain.', 2);
      const note = expect === undefined ? undefined : noteIn(expect);
      const verified = await withDatabase(readConfig(process.env), async (pool) => {
        const outcomes: (Verification & { chain: NamedChain })[] = [];
        for (const chain of await chainsOf(pool, company))
          outcomes.push({ chain, ...(await verifyChain(pool, chain.id, note)) });
        return outcomes;
      });
      if (json) console.log(JSON.stringify(verified.map(asJson)));
      else
        for (const { chain, ...outcome } of verified)
          if (outcome.misfit === undefined) console.log(asLine(chain, outcome));
      const wrong = verified.flatMap(({ chain, misfit }) =>
        misfit === undefined ? [] : [`${nameOf(chain)}: ${sentenceOf(misfit)}`],
      );
      if (wrong.length > 0) throw new CommandError(wrong.join('\n'));
    });

  withCompanyOption(audit.command('export'))
    .description(
      'Print the audit log as JSON lines, each entry with its number, its hash and the hash of the entry before.',
    )
    .action(({ company }: CompanyOption) =>
      withDatabase(readConfig(process.env), async (pool) => {
        await print(linesOfAll(pool, await chainsOf(pool, company)));
      }),
    );
}

const withCompanyOption = (command: Command) =>
  command
    .option('--company <name>', 'only the log of this company (default: all logs)')
    .option('--no-company', 'only the log that concerns no company');

async function chainsOf(pool: Pool, company: CompanyOption['company']): Promise<NamedChain[]> {
  if (typeof company === 'string') return [{ id: await requireCompany(pool, company), name: company.trim() }];
  const outside = { id: noCompany, name: null };
  return company === false ? [outside] : [outside, ...(await listCompanies(pool))];
}

function noteIn(text: string): ChainPosition {
  const [, number, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? [];
  if (number === undefined || hash === undefined)
    throw new CommandError(
      `--expect is ${JSON.stringify(short(text))}, but it takes a number, a colon and a hash, as doorway audit verify prints them.`,
      2,
    );
  return { seq: Number(number), hash: hash.toLowerCase() };
}

async function* linesOfAll(pool: Pool, chains: NamedChain[]): AsyncGenerator<string> {
  for (const { id } of chains) yield* readAuditLines(pool, id);
}

/** A reader such as head may close the pipe early. */
async function print(lines: AsyncGenerator<string>): Promise<void> {
  await pipeline(Readable.from(lines), process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const nameOf = ({ name }: NamedChain) => name ?? 'Outside of any company';

const noteOf = ({ seq, hash }: ChainPosition) => `${seq}:${hash}`;

function asLine(chain: NamedChain, { entries, erased, pruned, last }: Verification): string {
  const without = erased === 0 ? '' : ` People were erased from ${erased} of them, as later entries say.`;
  const begins = pruned.seq === 0 ? '' : ` Those up to ${pruned.seq} were removed because they were old.`;
  if (last.seq === 0) return `${nameOf(chain)}: there are no entries.`;
  return `${nameOf(chain)}: ${entries === 1 ? '1 entry fits' : `all ${entries} entries fit`}.${without}${begins} The last is ${noteOf(last)}`;
}

const asJson = ({ chain, entries, erased, pruned, last, misfit }: Verification & { chain: NamedChain }) => ({
  company: chain.name,
  companyId: chain.id,
  fits: misfit === undefined,
  entries,
  erased,
  removedUpTo: pruned.seq,
  last: { number: last.seq, hash: last.hash },
  misfit: misfit === undefined ? null : { ...misfit, problem: sentenceOf(misfit) },
});

const faults: Record<Exclude<Fault, 'missing'>, string> = {
  altered: 'was altered: its hash is not that of what it says.',
  unchained: 'does not fit the one before it: one of the two was altered or replaced.',
  added: 'was added: its number was never given, or is that of an entry before it.',
  replaced: 'is not the entry that was written last.',
  unexpected: 'is not the one that was noted: it has another hash.',
  removed: 'was removed with the old ones, so the note cannot be checked. Use one of a later entry.',
};

function sentenceOf({ fault, number, id, at, missingFrom = number }: Misfit): string {
  if (fault === 'missing' && id === null) return `${missing(missingFrom, number)} at the end.`;
  const entry = id === null ? `entry ${number}` : `entry ${number} (${id}, ${at})`;
  return `${entry} ${fault === 'missing' ? `does not fit: ${missing(missingFrom, number - 1)} before it.` : faults[fault]}`;
}

const missing = (from: number, to: number) =>
  from === to ? `entry ${to} is missing` : `entries ${from} to ${to} are missing`;
