import { cpus, totalmem } from 'node:os';
import { measureBackups } from './backup.ts';
import { cases, createInvoices, type Case } from './cases.ts';
import { measureChecks } from './checks.ts';
import { measureCitus } from './citus.ts';
import { createClosing } from './closing.ts';
import { measureConsole } from './console.ts';
import { measureIdle } from './idle.ts';
import { measureMemory } from './memory.ts';
import { readOptions, type Options } from './options.ts';
import { compare, describeCase, digits, madeOf, row, table, type Rounds, type Target } from './report.ts';
import { measureReadBack } from './read-back.ts';
import { measureSearch } from './search.ts';
import { setUp, type Stage } from './stage.ts';
import { measureStalls } from './stalls.ts';
import { measureUploads } from './uploads.ts';
import { measureWebhooks } from './webhooks.ts';

const say = (text: string) => process.stderr.write(`${text}\n`);
const closing = createClosing();
const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => reject(new Error(`${signal}: cleaning up`)));
});

try {
  await Promise.race([main(), interrupted]);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
await closing.all();
process.exit();

async function main(): Promise<void> {
  const others = ['checks', 'search', 'read-back', 'memory', 'console', 'stalls', 'uploads', 'backup', 'citus'];
  const options = readOptions(process.argv.slice(2), [...cases.map(({ name }) => name), ...others]);
  const isChosen = (name: string) => options.only === undefined || options.only === name;
  const checks = isChosen('checks') ? await measureChecks() : [];
  if (options.only === 'checks') return print(undefined, options, checks, new Map());
  if (options.only === 'citus') return print(undefined, options, await measureCitus(say), new Map());
  const chosen = cases.filter(({ name }) => isChosen(name));
  say('Starting PostgreSQL and filling it …');
  const needsInvoices = ['checks-stored', 'search', 'read-back', 'backup'].some(isChosen);
  const stage = await setUp(needsInvoices ? options.invoices : 0, options.against, closing);
  say('Warming up');
  const { bare, ceiling, baseline, service, filled } = stage;
  for (const server of [bare, ceiling, baseline, service, ...stage.before.map(({ server }) => server), filled])
    if (server !== undefined)
      await stage.load(createInvoices(server, stage.tokens.invoicing, 64, { warmUpMs: 0, measureMs: 3_000 }));
  const results = await measureCases(chosen, stage, options);
  const compared = [...results].flatMap(([one, rounds]) =>
    madeOf(one, rounds).flatMap((comparison) => compare(one, rounds, comparison).target ?? []),
  );
  const targets = [...checks, ...compared];
  if (isChosen('scale')) targets.push(await measureIdle(stage));
  if (isChosen('webhooks')) targets.push(...(await measureWebhooks(stage)));
  if (isChosen('search')) targets.push(...(await measureSearch(stage)));
  if (isChosen('read-back')) targets.push(...(await measureReadBack(stage)));
  if (isChosen('memory')) targets.push(await measureMemory(stage));
  if (isChosen('console')) targets.push(await measureConsole(stage, closing));
  if (isChosen('stalls')) targets.push(...(await measureStalls(stage, closing)));
  if (isChosen('uploads')) targets.push(...(await measureUploads(stage, closing)));
  if (isChosen('backup')) targets.push(...(await measureBackups(stage, closing)));
  print(stage, options, targets, results);
}

/** All servers take turns in each round, so that other load on the machine meets them alike. Round 0 does not count. */
async function measureCases(chosen: Case[], stage: Stage, { rounds, times }: Options): Promise<Map<Case, Rounds>> {
  const results = new Map<Case, Rounds>(chosen.map((one) => [one, new Map()]));
  for (let round = 0; round <= rounds; round++) {
    if (round > 0) say(`Round ${round} of ${rounds}`);
    for (const one of chosen) {
      const runs = [...Object.entries(one.runs), ...runsBefore(one, stage)];
      // The order alternates, so that no position is better than another.
      for (const [who, jobFor] of round % 2 === 1 ? runs : runs.toReversed()) {
        const job = await jobFor(stage, times);
        await stage.empty();
        const measured = await stage.load(job);
        if (round === 0) continue;
        const rounds = results.get(one) as Rounds;
        rounds.set(who, [...(rounds.get(who) ?? []), measured]);
        say(
          `  ${one.title}, ${who}: ${digits(measured.rate)}/s, median ${digits(measured.medianMs)} ms, ${digits(measured.cpuUs)} µs, PostgreSQL ${digits(measured.databaseUs)} µs`,
        );
      }
    }
  }
  return results;
}

/** The newest of the other versions is `before`. */
function runsBefore({ before }: Case, stage: Stage): [string, Case['runs'][string]][] {
  if (before === undefined) return [];
  return stage.before.map(({ name, server }, at) => [
    at === stage.before.length - 1 ? 'before' : name,
    (_stage, times) => before(server, stage, times),
  ]);
}

function print(
  stage: Stage | undefined,
  { rounds, times, invoices }: Options,
  targets: Target[],
  results: Map<Case, Rounds>,
): void {
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  console.log(
    `${cpus().length} cores, ${gibibytes} GiB, Node ${process.versions.node}` +
      (stage === undefined
        ? '\n'
        : `, PostgreSQL ${stage.postgres}; ${rounds} rounds of ${times.measureMs / 1000} s; ` +
          `"invoices stored" means ${invoices.toLocaleString('en-US')} of them.\n`),
  );
  const outcome = ({ what, target, measured, reached }: Target) =>
    row([what, target, measured, reached === undefined ? '' : reached ? 'reached' : 'missed']);
  console.log(
    `${table(['what', 'target', 'measured: median of the rounds (least to most)', 'outcome'], targets.map(outcome))}\n`,
  );
  const rows = [...results].flatMap(([one, measured]) => describeCase(one, measured));
  if (results.size === 0) return;
  const heads = ['case', 'who', 'answers/s', 'median ms', 'p99 ms', 'processor µs', 'of PostgreSQL µs', 'ratios'];
  console.log(table(heads, rows));
}
