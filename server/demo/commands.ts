import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { findDemo } from './store.ts';
import { deleteCompany } from '../sandbox/company-tables-store.ts';
import { removeSandbox } from '../sandbox/actions.ts';
import { listSandboxes } from '../sandbox/store.ts';
import { audit, commandLine } from '../audit/record.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { lockCounters } from '../events/counters.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import { noCompany, transaction } from '../ground/db/pool.ts';
import { openFileStore } from '../ground/files/open.ts';

/** Longer than a service remembers a token and collects calls. */
const inHandMs = 1_500;

export function demoCommands(demo: Command): void {
  demo
    .command('remove')
    .description(
      'Remove the demo company with everything that belongs to it, also while the service runs. No later start creates it again. Other companies are never removed.',
    )
    .action(async () => {
      const config = readConfig(process.env);
      const files = await openFileStore(config);
      const removed = await withDatabase(config, async (pool) => {
        const company = await findDemo(pool);
        if (company === undefined) return undefined;
        const { id, name } = company;
        for (const sandbox of await listSandboxes(pool, id)) await removeSandbox({ pool, files }, sandbox, commandLine);
        // Files first: if the process is killed in between, the command can be run again.
        await files.removeAll(id);
        await transaction(pool, async (tx) => {
          // Requests that are under way for the company wait here, and then find nothing.
          await lockCounters(tx, id);
          await deleteCompany(tx, id);
          const entry = { action: 'company.removed', subjectType: 'company', subjectId: id, data: { name } };
          await audit(tx, noCompany, commandLine, entry, new Date());
        });
        // A running service may still have written what it had in hand, such as the records of calls.
        await sleep(inHandMs);
        await transaction(pool, (tx) => deleteCompany(tx, id));
        await files.removeAll(id);
        return name;
      }).finally(() => files.close());
      if (removed === undefined) throw new CommandError('There is no demo company.');
      console.log(`Removed ${removed} with everything that belonged to it.`);
    });
}
