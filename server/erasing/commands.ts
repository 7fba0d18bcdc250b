import type { Command } from 'commander';
import { readExpiries, type ExpiringBackups } from './backups.ts';
import { eraseOperator, obstacleToErase, personOf } from './operator.ts';
import { findOperator } from './operator-store.ts';
import { eraseAction } from './refused.ts';
import { staysOfOperator, staysOfSupplier } from './stays.ts';
import { eraseSupplier, findSupplierToErase } from './supplier.ts';
import type { ErasedKind } from './walk.ts';
import { commandLine } from '../audit/record.ts';
import { requireCompany } from '../companies/store.ts';
import { readConfig, type Config } from '../config.ts';
import type { Action } from '../decisions/table.ts';
import { CommandError } from '../errors/command-error.ts';
import { ApiError } from '../errors/errors.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import type { Pool } from '../ground/db/pool.ts';
import { byCommandLine } from '../suppliers/store.ts';
import { short, counted } from '../../common/errors/words.ts';
import { erasedKindNames, stayingNames, type StayingName } from '../../common/names/erasing.ts';

interface EraseOptions {
  apply?: boolean;
  json?: boolean;
}

interface Outcome {
  /** What was erased, or would be. */
  subject: { operator: string } | { supplier: string };
  erase: Action;
  kinds: ErasedKind[];
}

export function eraseCommands(erase: Command): void {
  const command = (name: string) =>
    erase.command(name).option('--apply', 'erase; this cannot be undone').option('--json', 'print the result as JSON');
  command('operator')
    .argument('<e-mail or id>', 'who left; the account must be disabled')
    .description(
      'Replace the name and e-mail address of an operator who left everywhere, and delete what only they needed. Without --apply it only says what would go, what stays and why.',
    )
    .action((named: string, options: EraseOptions) =>
      run(options, staysOfOperator, (_config, pool, apply, now) => eraseNamedOperator(pool, named, apply, now)),
    );
  command('supplier')
    .argument('<number>', 'a sole trader whose invoices the law no longer asks for')
    .requiredOption('--company <name>', 'the company')
    .description(
      'Empty the record of a supplier, and erase what invoices, files, events and the audit log say about the person. Without --apply it only says what would go, what stays and why.',
    )
    .action((number: string, options: EraseOptions & { company: string }) =>
      run(options, staysOfSupplier, (config, pool, apply, now) =>
        eraseNamedSupplier(config, pool, { number, company: options.company, apply, now }),
      ),
    );
}

async function eraseNamedOperator(pool: Pool, named: string, apply: boolean, now: Date): Promise<Outcome> {
  const found = await findOperator(pool, named);
  if (found === undefined) throw new CommandError(`There is no operator ${JSON.stringify(short(named))}.`);
  const erase = eraseAction(obstacleToErase(found, now));
  if (apply && !erase.allowed) throw new CommandError(String(erase.why));
  const kinds = await eraseOperator({ pool, actor: commandLine, apply }, personOf(found));
  return { subject: { operator: found.id }, erase, kinds };
}

interface NamedSupplier {
  number: string;
  company: string;
  apply: boolean;
  now: Date;
}

async function eraseNamedSupplier(
  { voucherYears }: Config,
  pool: Pool,
  { number, company: name, apply, now }: NamedSupplier,
): Promise<Outcome> {
  const company = await requireCompany(pool, name);
  const supplier = { company, number, author: byCommandLine, voucherYears };
  const found = await findSupplierToErase(pool, supplier, now);
  if (found === undefined) throw new CommandError(`The company has no supplier ${JSON.stringify(short(number))}.`);
  const erase = eraseAction(found.obstacle);
  if (apply && !erase.allowed) throw new CommandError(String(erase.why));
  const kinds = await eraseSupplier({ pool, actor: commandLine, apply }, supplier, found.entry);
  return { subject: { supplier: number }, erase, kinds };
}

async function run(
  { apply = false, json = false }: EraseOptions,
  stays: readonly StayingName[],
  work: (config: Config, pool: Pool, apply: boolean, now: Date) => Promise<Outcome>,
): Promise<void> {
  const config = readConfig(process.env);
  const now = new Date();
  const { subject, erase, kinds } = await withDatabase(config, (pool) => work(config, pool, apply, now)).catch(
    (error: unknown) => {
      throw error instanceof ApiError ? new CommandError(error.message) : error;
    },
  );
  const backups = await readExpiries(config, now);
  const goes = kinds.map(({ kind, ...counts }) => ({ kind, what: erasedKindNames.en[kind], ...counts }));
  const obstacle = erase.why ?? null;
  if (json)
    console.log(
      JSON.stringify({
        ...subject,
        erased: apply,
        obstacle,
        goes,
        stays: stays.map((one) => stayingNames.en[one]),
        backups,
      }),
    );
  else console.log(linesOf(apply, obstacle, goes, stays, backups).join('\n'));
}

const linesOf = (
  apply: boolean,
  obstacle: string | null,
  goes: readonly (Omit<ErasedKind, 'kind'> & { what: string })[],
  stays: readonly StayingName[],
  { place, backups }: ExpiringBackups,
): string[] => [
  apply ? 'Erased:' : 'Would be erased:',
  ...goes.map(({ what, rows, fate }) => `  ${fate}  ${what}: ${counted(rows, 'row')}`),
  'Stays:',
  ...stays.map((one) => `  ${stayingNames.en[one]}`),
  ...(backups.length === 0 ? [] : [`Backups in ${place} that still have it:`]),
  ...backups.map(({ name, expiresOn }) =>
    expiresOn === null ? `  ${name}: nothing removes it, so delete it yourself` : `  ${name}: removed on ${expiresOn}`,
  ),
  ...(apply ? [] : [obstacle ?? 'Nothing was changed. Run it again with --apply to erase.']),
];
