import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { attacks, type Attack, type Attacker } from './attacks.ts';
import { invoice, paths } from './bodies.ts';
import type { Closing } from './closing.ts';
import { withClient } from './database.ts';
import { addOperator } from './operator.ts';
import type { WaitTimes, WatchedRequest } from './neighbour.ts';
import { answerOf, startHelper, type Server } from './processes.ts';
import { digits, type Target } from './report.ts';
import type { Stage } from './stage.ts';
import { requireCompany } from '../server/companies/store.ts';

/** The median of a neighbour beside an attack, to its usual one. */
const maxRatio = 5;
const usualMs = 2_000;
const attackMs = 5_000;

/** All calls of the attackers come from one network. */
const unlimited = { UNKNOWN_CALLS_PER_MINUTE: '0' };

interface Stall {
  usual: WaitTimes;
  beside: WaitTimes;
  /** The last answer that an attacker got. */
  outcome: string;
}

/** How long another partner's invoices take while attackers send the dearest requests again and again. */
export async function measureStalls(stage: Stage, closing: Closing): Promise<Target[]> {
  const neighbour = startHelper('neighbour.ts', [], closing);
  const now = await attackerOf(await stage.freshService(unlimited), stage.databases.service, stage.tokens.invoicing);
  const last = stage.before.at(-1);
  const before = last && (await attackerOf(await last.freshService(unlimited), last.database, stage.tokens.invoicing));
  const measure = (attacker: Attacker, attack: Attack) =>
    measureStall(neighbour, watchedOf(attacker.server, stage.tokens.suspicious), attacker, attack);
  const targets: Target[] = [];
  for (const [what, attack] of Object.entries(attacks)) {
    const stallBefore = before && (await measure(before, attack));
    const stall = await measure(now, attack);
    const than = stallBefore === undefined ? '' : `; before: ${shown(stallBefore)}`;
    targets.push({
      what: `An invoice beside ${what}`,
      target: `median below ${maxRatio} times the usual one`,
      measured: shown(stall) + than,
      reached: ratioOf(stall) < maxRatio,
    });
    process.stderr.write(`  ${what} (${stall.outcome}): ${shown(stall)}${than}\n`);
  }
  return targets;
}

async function measureStall(
  neighbour: ChildProcess,
  watched: WatchedRequest,
  attacker: Attacker,
  { send, senders }: Attack,
): Promise<Stall> {
  const usual = await waitsDuring(neighbour, watched, () => sleep(usualMs));
  let [isOver, outcome] = [false, ''];
  const repeat = async () => {
    while (!isOver) outcome = await send(attacker);
  };
  const sending = Promise.all(Array.from({ length: senders }, repeat));
  const beside = await waitsDuring(neighbour, watched, () => sleep(attackMs));
  isOver = true;
  await sending;
  return { usual, beside, outcome };
}

async function waitsDuring(
  neighbour: ChildProcess,
  watched: WatchedRequest,
  work: () => Promise<unknown>,
): Promise<WaitTimes> {
  neighbour.send({ watch: watched });
  await work();
  const waits = answerOf<WaitTimes>(neighbour);
  neighbour.send({});
  return waits;
}

const watchedOf = ({ url }: Server, token: string): WatchedRequest => ({
  url: url + paths.invoices,
  headers: { authorization: `Bearer ${token}` },
  body: JSON.stringify(invoice),
});

const ratioOf = ({ usual, beside }: Stall) => beside.medianMs / usual.medianMs;

const shown = (stall: Stall) =>
  `usual ${digits(stall.usual.medianMs)} ms, beside ${digits(stall.beside.medianMs)} ms (worst ${digits(stall.beside.slowestMs)} ms), ${digits(ratioOf(stall))} times`;

const attackerOf = (server: Server, database: string, partner: string): Promise<Attacker> =>
  withClient({ connectionString: database }, async (client) => {
    const operator = await addOperator(client, 'Stalls');
    const company = await requireCompany(client, 'Registering');
    return { server, partner, operator, company };
  });
