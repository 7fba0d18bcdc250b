import type { Command } from 'commander';
import type { DeskSettings } from './rules.ts';
import { readDeskSettings, writeDeskSettings } from './store.ts';
import { isTimeZone } from '../../common/days.ts';
import { short } from '../../common/errors/words.ts';
import { requireCompany } from '../companies/store.ts';
import { audit, commandLine } from '../audit/record.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { lockCounters } from '../events/counters.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import { companyTransaction, type CompanyId, type Pool } from '../ground/db/pool.ts';

export function companyCommands(company: Command): void {
  company
    .command('time-zone')
    .description(
      'Set the time zone in which the dates of arriving invoices are calendar days. Days that invoices already have stay.',
    )
    .requiredOption('--company <name>', 'the company')
    .argument('<zone>', 'an IANA name, such as Europe/Helsinki')
    .action(async (zone: string, { company: name }: { company: string }) => {
      if (zone.length > 64 || !isTimeZone(zone))
        throw new CommandError(`"${short(zone)}" is not a time zone. Use an IANA name, such as Europe/Stockholm.`, 2);
      await withDatabase(readConfig(process.env), async (pool) =>
        changeSetting(pool, await requireCompany(pool, name), 'timeZone', zone),
      );
      console.error(`The time zone is ${zone}.`);
    });
  company
    .command('allow-passwords')
    .description(
      'Let sessions that began with a password enter the company again, for example if the directory is away',
    )
    .requiredOption('--company <name>', 'the company')
    .action(async ({ company: name }: { company: string }) => {
      await withDatabase(readConfig(process.env), async (pool) =>
        changeSetting(pool, await requireCompany(pool, name), 'passwords', 'on'),
      );
      console.error('Passwords are allowed.');
    });
}

export const changeSetting = <Field extends 'timeZone' | 'passwords'>(
  pool: Pool,
  company: CompanyId,
  field: Field,
  to: DeskSettings[Field],
): Promise<void> =>
  companyTransaction(pool, company, async (tx) => {
    const now = await lockCounters(tx, company);
    const before = await readDeskSettings(tx, company);
    if (before[field] === to) return;
    await writeDeskSettings(tx, company, { ...before, [field]: to }, now);
    const changes = [{ field, from: before[field], to }];
    await audit(tx, company, commandLine, { action: 'settings.changed', subjectId: company, data: { changes } }, now);
  });
