import { Option, type Command } from 'commander';
import { cancelMove } from './cancel.ts';
import { defaultMaxStopMs, moveDatabase, type MoveOptions, type MoveResult, type MoveStep } from './move.ts';
import { readConfig } from '../../config.ts';
import { short } from '../../../common/errors/words.ts';
import { CommandError } from '../../errors/command-error.ts';
import { readAddress } from '../../ground/db/connect/address.ts';
import { connectionTo, openDatabase } from '../../ground/db/connect/open.ts';
import { createBars } from '../../ground/process/progress.ts';
import { listenForStop } from '../../ground/process/stopping.ts';
import { createThrottle } from '../../ground/scheduling/throttle.ts';

interface MoveArguments {
  to?: string;
  maxStop: string;
  fast?: boolean;
  cancel?: boolean;
  force?: boolean;
  json?: boolean;
}

export function moveCommand(command: Command): void {
  command
    .option('--to <url>', 'the empty database that gets everything: postgres://user@host/database')
    .option('--max-stop <seconds>', 'how long writes may stop, 1 to 300', String(defaultMaxStopMs / 1_000))
    .option('--fast', 'use the whole machine: for a service that nobody uses at this time')
    .addOption(new Option('--cancel', 'give up a move: take its triggers away from the source').conflicts('to'))
    .option('--force', 'with --cancel: also after the move has ended')
    .option('--json', 'print the result as JSON')
    .action((options: MoveArguments) => (options.cancel === true ? cancel(options) : move(options)));
}

const steps: Record<MoveStep, string> = {
  prepare: 'Preparing both databases.',
  copy: 'Copying all rows; the service goes on.',
  follow: 'Copying rows that have changed since.',
  verify: 'Comparing all rows; the service goes on.',
  stop: 'Stopping writes, and copying the rest.',
  release: 'Writes have stopped for good. Opening the target.',
};

async function move({ to, maxStop, fast, json }: MoveArguments): Promise<void> {
  const config = readConfig(process.env);
  if (to === undefined || readAddress(to) === undefined)
    throw new CommandError('Name the target with --to, such as --to postgres://user@host/database.', 2);
  const maxStopSeconds = /^\d{1,3}$/.test(maxStop) ? Number(maxStop) : 0;
  if (maxStopSeconds < 1 || maxStopSeconds > 300)
    throw new CommandError('--max-stop takes a number of seconds from 1 to 300.', 2);

  const { signal } = listenForStop();
  const database = await openDatabase(config, undefined, signal);
  // Steps are lines, and each long one has a bar.
  const bars = createBars(process.stderr);
  const onStep = (step: MoveStep) => {
    bars.end();
    process.stderr.write(`${steps[step]}\n`);
  };
  const onRows: MoveOptions['onRows'] = (step, done, total) =>
    bars.show(step === 'copy' ? 'copied' : 'compared', done, total);
  try {
    const target = connectionTo(to, config.databasePooling);
    const maxStopMs = maxStopSeconds * 1_000;
    const pace = fast === true ? undefined : createThrottle();
    const result = await moveDatabase(
      { source: database.connection, target },
      { signal, maxStopMs, pace, onStep, onRows },
    );
    bars.end();
    console.log(json === true ? JSON.stringify(result) : describe(result, to, database.embeddedIn !== undefined));
  } catch (error) {
    if (signal.aborted && !(error instanceof CommandError))
      throw new CommandError('The move was stopped. The source is in use as before.');
    throw error;
  } finally {
    bars.end();
    await database.close();
  }
}

function describe({ target, rows, stopMs, foreignTables }: MoveResult, url: string, wasEmbedded: boolean): string {
  const stopped = stopMs === undefined ? '' : ` Writes stopped ${(stopMs / 1_000).toFixed(1)} s ago.`;
  const foreign =
    foreignTables.length === 0
      ? ''
      : `\nNot moved, because Doorway did not make them: ${foreignTables.map((name) => short(name)).join(', ')}.`;
  return `Moved to ${target}: ${rows.toLocaleString('en-US')} rows are the same there by count and SHA-256, as are all later changes.${stopped}${foreign}

Until the service uses the new database, it answers writes with 503. Now:
1. Set DATABASE_URL=${withoutPassword(url)}
2. Restart the service, and all workers.
3. Run doorway doctor.

Files and secrets.key stay where they are; doorway files copy moves files. ${wasEmbedded ? 'DATA_DIR/postgres' : 'The old database'} is kept and refuses writes: remove it when you have a backup of the new one.`;
}

/** A password may contain an at sign, so it ends at the last one before the path. */
const withoutPassword = (url: string) =>
  url.replace(/^([a-z]+:\/\/[^:@/?#]*):[^/?#]*@/, '$1:…@').replace(/([?&]password=)[^&]*/, '$1…');

async function cancel({ force = false }: MoveArguments): Promise<void> {
  const database = await openDatabase(readConfig(process.env));
  const outcome = await cancelMove(database.connection, force).finally(() => database.close());
  console.log(
    {
      nothing: 'There is no move to cancel.',
      cancelled: 'Cancelled. The database is in use as before; the target is incomplete, and no service starts on it.',
      'taken back':
        'The database accepts writes again. Set DATABASE_URL back and restart the service. Never use the other database as well.',
    }[outcome],
  );
}
