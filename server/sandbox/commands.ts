import type { Command } from 'commander';
import { issueSandboxToken, openSandbox, previewSandbox, removeSandbox, resetSandbox } from './actions.ts';
import type { CopyCounts, CopyPreview } from './copy.ts';
import { findSandbox, listSandboxes, type Sandbox } from './store.ts';
import { isSandbox, requireCompany } from '../companies/store.ts';
import { partnerNamed } from '../partners/store.ts';
import { commandLine } from '../audit/record.ts';
import { readConfig } from '../config.ts';
import { ApiError } from '../errors/errors.ts';
import { CommandError } from '../errors/command-error.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import { openFileStore } from '../ground/files/open.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';

interface Names {
  company: string;
  partner: string;
}

const inWords = ({ suppliers, projects }: CopyCounts) =>
  `Copied ${suppliers} supplier${suppliers === 1 ? '' : 's'}, ${projects} project${projects === 1 ? '' : 's'} and the settings of the checks.`;

/** Said before anything is copied. */
const previewInWords = ({ suppliers, projects, kept, replaced, replacedOfPersons, scopes }: Preview) =>
  [
    `The sandbox gets copies of ${suppliers} supplier${suppliers === 1 ? '' : 's'}, ${projects} project${projects === 1 ? '' : 's'} and the settings of the checks.`,
    `Of each supplier it has ${[...kept, ...replacedOfPersons].join(', ')}; of persons it has test values for ${replacedOfPersons.join(', ')}.`,
    `It has test values for ${replaced.join(', ')}, and nothing of unknown fields, proposals, invoices and files.`,
    `Its token has at most the scopes ${scopes.length === 0 ? '(none)' : scopes.join(', ')}, as the partner has live.`,
  ].join('\n');

type Preview = CopyPreview & { scopes: string[] };

export function sandboxCommands(sandbox: Command, allScopes: readonly string[]): void {
  sandbox
    .command('create')
    .description(
      'Create the sandbox of a partner, a company of its own with copies of the suppliers and projects, say what is copied, and print an access token for it once. If the sandbox exists, copy anew and print another token.',
    )
    .requiredOption('--company <name>', 'the real company')
    .requiredOption('--partner <name>', 'the partner of that company')
    .option('--preview', 'only say what would be copied')
    .option('--json', 'print the id of the sandbox and the token as JSON')
    .action(async ({ company, partner, preview, json }: Names & { preview?: boolean; json?: boolean }) => {
      const made = await withDatabase(readConfig(process.env), async (pool) => {
        const { id, partnerId } = await requireNames(pool, { company, partner });
        console.error(previewInWords(await previewSandbox(pool, id, partnerId)));
        if (preview) return undefined;
        const opened = await inPlainWords(openSandbox({ pool }, { id, name: company.trim() }, partnerId, commandLine));
        return { ...opened, token: await issueSandboxToken(pool, opened.sandbox, allScopes, commandLine) };
      });
      if (made === undefined) return;
      console.error(`${made.isNew ? 'Made' : 'There is already'} ${made.sandbox.name}. ${inWords(made.copied)}`);
      console.log(json ? JSON.stringify({ id: made.sandbox.id, token: made.token.token }) : made.token.token);
    });

  sandbox
    .command('list')
    .description('List the sandboxes.')
    .option('--json', 'print them as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const all = await withDatabase(readConfig(process.env), (pool) => listSandboxes(pool));
      if (json) console.log(JSON.stringify(all));
      else if (all.length === 0) console.error('There are no sandboxes. doorway sandbox create makes one.');
      else for (const { id, of, partner } of all) console.log([id, of.name, partner.name].join('\t'));
    });

  sandbox
    .command('reset')
    .description('Remove what the partner sent to its sandbox, and copy the suppliers and projects anew.')
    .requiredOption('--company <name>', 'the real company')
    .requiredOption('--partner <name>', 'the partner of that company')
    .action(async (names: Names) => {
      const copied = await withSandbox(names, (deps, found) => resetSandbox(deps, found, commandLine));
      console.error(`Reset. ${inWords(copied)}`);
    });

  sandbox
    .command('remove')
    .description('Remove a sandbox with everything that belongs to it, also its tokens. The real company stays.')
    .requiredOption('--company <name>', 'the real company')
    .requiredOption('--partner <name>', 'the partner of that company')
    .action(async (names: Names) => {
      await withSandbox(names, (deps, found) => removeSandbox(deps, found, commandLine));
      console.error('Removed.');
    });
}

type Deps = Parameters<typeof resetSandbox>[0];

async function withSandbox<T>(names: Names, work: (deps: Deps, sandbox: Sandbox) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const files = await openFileStore(config);
  return withDatabase(config, async (pool) => {
    const { id, partnerId } = await requireNames(pool, names);
    const found = await findSandbox(pool, id, partnerId);
    if (found === undefined)
      throw new CommandError(`${names.partner} has no sandbox. doorway sandbox list shows those there are.`);
    return inPlainWords(work({ pool, files }, found));
  }).finally(() => files.close());
}

async function requireNames(pool: Pool, names: Names): Promise<{ id: CompanyId; partnerId: string }> {
  const id = await requireCompany(pool, names.company);
  if (await isSandbox(pool, id)) throw new CommandError(`${names.company} is itself a sandbox.`);
  const partnerId = await partnerNamed(pool, id, names.partner.trim());
  if (partnerId === undefined)
    throw new CommandError(`${names.company} has no partner ${JSON.stringify(names.partner)}.`);
  return { id, partnerId };
}

/** Refusals of the catalogue are printed as sentences. */
const inPlainWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof ApiError ? new CommandError(error.message) : error;
  });
