import type { Command } from 'commander';
import { readExpiries, type ExpiringBackups } from './backups.ts';
import { eraseOperator, obstacleToErase, personOf, type ErasedKind } from './operator.ts';
import { findOperator } from './operator-store.ts';
import { commandLine } from '../audit/record.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import { short, counted } from '../../common/errors/words.ts';

/** What stays, and why. */
export const operatorDataThatStays: readonly { what: string; why: string }[] = [
  {
    what: 'the id of the user beside what they did, and when',
    why: 'Accounts must show what was decided and that two people did it; without the name the id says nobody.',
  },
  {
    what: 'texts that the user wrote: notes, questions, reasons',
    why: 'They are part of the accounts of an invoice. A name in them must be removed by whoever can judge it.',
  },
  {
    what: 'the hashes of the whole entries of the audit log',
    why: 'The chain of the audit log is verified with them.',
  },
  { what: 'shared views', why: 'Colleagues use them, and they hold no name.' },
  {
    what: 'mail that was sent, log files of the process and what readers of events have stored',
    why: 'They are outside of the database; see docs/personal-data.md.',
  },
];

interface EraseOptions {
  apply?: boolean;
  json?: boolean;
}

export function eraseCommands(erase: Command): void {
  erase
    .command('operator')
    .argument('<e-mail or id>', 'who left; the account must be disabled')
    .description(
      'Replace the name and e-mail address of an operator who left everywhere, and delete what only they needed. Without --apply it only says what would go, what stays and why.',
    )
    .option('--apply', 'erase; this cannot be undone')
    .option('--json', 'print the result as JSON')
    .action((named: string, options: EraseOptions) => eraseNamed(named, options));
}

async function eraseNamed(named: string, { apply = false, json = false }: EraseOptions): Promise<void> {
  const config = readConfig(process.env);
  const now = new Date();
  const { operator, obstacle, kinds } = await withDatabase(config, async (pool) => {
    const found = await findOperator(pool, named);
    if (found === undefined) throw new CommandError(`There is no operator ${JSON.stringify(short(named))}.`);
    const inTheWay = obstacleToErase(found, now);
    if (apply && inTheWay !== undefined) throw new CommandError(inTheWay);
    const person = personOf(found);
    return {
      operator: found,
      obstacle: inTheWay,
      ...(await eraseOperator({ pool, actor: commandLine, person, apply })),
    };
  });
  const backups = await readExpiries(config, now);
  const shown = kinds.filter(({ rows }) => rows > 0);
  if (json)
    console.log(
      JSON.stringify({
        operator: operator.id,
        erased: apply,
        obstacle: obstacle ?? null,
        goes: shown,
        stays: operatorDataThatStays,
        backups,
      }),
    );
  else console.log(linesOf(apply, obstacle, shown, backups).join('\n'));
}

const linesOf = (
  apply: boolean,
  obstacle: string | undefined,
  kinds: readonly ErasedKind[],
  { place, backups }: ExpiringBackups,
): string[] => [
  apply ? 'Erased:' : 'Would be erased:',
  ...kinds.map(({ what, rows, fate }) => `  ${fate}  ${what}: ${counted(rows, 'row')}`),
  'Stays:',
  ...operatorDataThatStays.map(({ what, why }) => `  ${what}. ${why}`),
  ...(backups.length === 0 ? [] : [`Backups in ${place} that still have it:`]),
  ...backups.map(({ name, expiresOn }) =>
    expiresOn === null ? `  ${name}: nothing removes it, so delete it yourself` : `  ${name}: removed on ${expiresOn}`,
  ),
  ...(apply ? [] : [obstacle ?? 'Nothing was changed. Run it again with --apply to erase.']),
];
