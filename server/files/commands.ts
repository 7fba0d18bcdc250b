import type { Command } from 'commander';
import { copyFiles, type CopyOptions } from './copy.ts';
import * as report from './report.ts';
import { allFiles } from './rules.ts';
import { saveRun } from './runs-store.ts';
import { countNamedFiles } from './store.ts';
import { verifyFiles, type VerifyOptions } from './verify.ts';
import { listCompanies, requireCompany, type NamedRecord } from '../companies/store.ts';
import { readConfig, type Config } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { short } from '../../common/errors/words.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { readBucketAddress } from '../ground/files/address.ts';
import { openFileStore } from '../ground/files/open.ts';
import type { FileStore } from '../ground/files/store.ts';
import { StoreUnavailable } from '../ground/files/unavailable.ts';
import { progressOf } from '../ground/process/progress.ts';

type Company = NamedRecord<CompanyId>;

interface VerifyArguments {
  company?: string;
  store?: string;
  parallel: string;
  json?: boolean;
}

interface CopyArguments {
  to: string;
  from?: string;
  recheck?: boolean;
  parallel: string;
  json?: boolean;
}

const maxWidth = 64;
const parallel = ['--parallel <number>', `files that are read at once, 1 to ${maxWidth}`, '4'] as const;
const json = ['--json', 'print the result as JSON'] as const;

export function filesCommands(files: Command): void {
  files
    .command('verify')
    .description(
      'Hash every attached file, and name those that are missing or altered. Exits with 1 if there are any, with 2 if not all could be read.',
    )
    .option('--company <name>', 'only the files of this company (default: all companies)')
    .option(
      '--store <address>',
      'another store than the configured one: disk or s3://bucket/prefix. The result is only printed, not shown in the console',
    )
    .option(...parallel)
    .option(...json)
    .action(verify);

  files
    .command('copy')
    .description(
      'Copy the attached files to another store, and check the hash of each. The service may run meanwhile. A repeated command copies only what is new.',
    )
    .requiredOption('--to <address>', 'the store that gets the files: disk or s3://bucket/prefix')
    .option('--from <address>', 'the store that has the files (default: the configured one)')
    .option('--recheck', 'also hash the files that the other store has already, and replace damaged ones')
    .option(...parallel)
    .option(...json)
    .action(copy);
}

async function verify(options: VerifyArguments): Promise<void> {
  const config = readConfig(process.env);
  const width = widthIn(options.parallel);
  await withStore(config, options.store, (files) =>
    withDatabase(config, async (pool) => {
      const companies = await companiesOf(pool, options.company);
      const verifying = { files, width, records: options.store === undefined };
      const results: report.VerifiedCompany[] = [];
      await withProgress(pool, companies, options, async (company, onFile) => {
        const damaged = () => results.reduce((sum, one) => sum + one.damaged.length, 0);
        results.push(
          await verifyCompany(pool, company, { ...verifying, onFile: () => onFile(`${damaged()} damaged`) }),
        );
      });
      report.endVerifying(files.name, results, options);
    }),
  );
}

/** A complete run is a round of its own: the next night begins a new one. */
async function verifyCompany(pool: Pool, company: Company, options: VerifyOptions): Promise<report.VerifiedCompany> {
  const beganAt = new Date();
  const result: report.VerifiedCompany = { company, files: 0, damaged: [], unread: [] };
  for await (const page of verifyFiles(pool, company.id, allFiles, options)) {
    result.files += page.files;
    result.damaged.push(...page.damaged);
    result.unread.push(...page.unread);
  }
  const { files } = result;
  const run = { beganAt, endedAt: new Date(), roundBeganAt: beganAt, position: null, files, total: files };
  if (options.records && files > 0) await saveRun(pool, company.id, run);
  return result;
}

async function copy(options: CopyArguments): Promise<void> {
  const config = readConfig(process.env);
  const { to: address, from: fromAddress, recheck: rechecks = false } = options;
  const width = widthIn(options.parallel);
  await withStore(config, fromAddress, (from) =>
    withStore(config, address, (to) =>
      withDatabase(config, async (pool) => {
        if (from.name === to.name)
          throw new CommandError(`The files are in ${from.name} already. Name another store with --to.`, 2);
        const results: report.CopiedCompany[] = [];
        await withProgress(pool, await listCompanies(pool), options, async (company, onFile) => {
          const copied = () => results.reduce((sum, one) => sum + one.copied, 0);
          const onCopied = () => onFile(`${copied()} copied`);
          results.push(await copyCompany(pool, company, { from, to, width, rechecks, onFile: onCopied }));
        });
        report.endCopying({ from: from.name, to: to.name, address }, results, options);
      }),
    ),
  );
}

async function copyCompany(pool: Pool, company: Company, options: CopyOptions): Promise<report.CopiedCompany> {
  const result: report.CopiedCompany = { company, files: 0, copied: 0, copiedBytes: 0, damaged: [] };
  for await (const page of copyFiles(pool, company.id, options)) {
    result.files += page.files;
    result.copied += page.copied;
    result.copiedBytes += page.copiedBytes;
    result.damaged.push(...page.damaged);
  }
  return result;
}

const companiesOf = async (pool: Pool, name: string | undefined): Promise<Company[]> =>
  name === undefined ? listCompanies(pool) : [{ id: await requireCompany(pool, name), name: name.trim() }];

/** Without an address, the configured store. */
async function withStore(
  config: Config,
  address: string | undefined,
  work: (files: FileStore) => Promise<void>,
): Promise<void> {
  const filesBucket = address === undefined ? config.filesBucket : bucketIn(address);
  const files = await openFileStore({ ...config, filesBucket });
  try {
    await work(files);
  } catch (error) {
    // 1 is for damaged files.
    throw error instanceof StoreUnavailable ? new CommandError(error.message, 2) : error;
  } finally {
    files.close();
  }
}

function bucketIn(address: string): Config['filesBucket'] {
  if (address === 'disk') return undefined;
  const bucket = readBucketAddress(address);
  if (bucket === undefined)
    throw new CommandError(
      `${JSON.stringify(short(address))} is no store of files: write disk, or an address such as s3://bucket/prefix.`,
      2,
    );
  return bucket;
}

function widthIn(text: string): number {
  const width = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (width < 1 || width > maxWidth)
    throw new CommandError(
      `--parallel is ${JSON.stringify(short(text))}, but it takes a number from 1 to ${maxWidth}.`,
      2,
    );
  return width;
}

/** Companies one after the other, with one bar for all of them. */
async function withProgress(
  pool: Pool,
  companies: Company[],
  { json: isJson = false }: { json?: boolean },
  work: (company: Company, onFile: (more: string) => void) => Promise<void>,
): Promise<void> {
  let total = 0;
  for (const { id } of companies) total += await countNamedFiles(pool, id);
  // A terminal that gets the JSON has no bar.
  const progress = isJson && process.stdout.isTTY ? undefined : progressOf(process.stderr, total);
  let done = 0;
  try {
    for (const company of companies) await work(company, (more) => progress?.show(++done, more));
  } finally {
    progress?.end();
  }
}
