import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { isCheckSetting } from '../../checks/settings.ts';
import { readSettingProposals, type SettingProposal } from '../../decisions/proposals-store.ts';
import { findCalls } from '../../calls/store.ts';
import { causeIn, keyInWords } from '../../../common/errors/catalogue.ts';
import type { Config } from '../../config.ts';
import { mayDo, type Operator, type Role } from '../../../common/permissions.ts';
import { readVerification } from '../../files/runs-store.ts';
import { reportDamage } from '../../files/store.ts';
import { readBackupHealth } from '../../keeping/health-store.ts';
import { countProposals } from '../../suppliers/proposals-store.ts';
import { ranked, traceIdIn } from './rules.ts';
import type { Overview, SearchResult } from './schemas.ts';
import { searchRecords } from './search-queries.ts';
import { listSwitchedOff } from '../../webhooks/store.ts';
import * as queries from './queries.ts';

const maxDamaged = 10;

export async function overviewOf(
  pool: Pool,
  company: CompanyId,
  { operator, role }: { operator: Operator; role: Role },
  last: queries.LastDays,
  backups: Config['backups'],
): Promise<Overview> {
  return {
    arrivals: await queries.countArrivals(pool, company, last),
    failures: inWords(await queries.countFailures(pool, company, last)),
    findings: await queries.countFindings(pool, company, last),
    waiting: await queries.countWaiting(pool, company, operator.id, last),
    ...(await queries.countByAge(pool, company, last)),
    due: await queries.countDue(pool, company, last),
    heldFor: await queries.countHeld(pool, company, last),
    mine: await queries.countMine(pool, company, operator.id, last),
    proposals: await countAllProposals(pool, company, operator.id, role),
    decisions: await queries.timeDecisions(pool, company, last),
    calls: await queries.countCalls(pool, company, last),
    failed: await queries.countFailed(pool, company, last),
    endpointsOff: (await listSwitchedOff(pool, company)).map(({ at, url, ...off }) => ({
      ...off,
      at: at.toISOString(),
      ...(mayDo(role, 'administer') && { url }),
    })),
    files: await filesOf(pool, company, last.now),
    backup: await backupOf(pool, operator, last.now, backups),
  };
}

async function backupOf(
  pool: Pool,
  { administrator }: Operator,
  now: Date,
  backups: Config['backups'],
): Promise<Overview['backup']> {
  const { lastGood, lastFailed, isOverdue } = await readBackupHealth(pool, backups, now);
  return {
    schedule: backups === 'elsewhere' ? 'elsewhere' : backups === undefined ? 'none' : 'nightly',
    takenAt: lastGood?.takenAt.toISOString() ?? null,
    isOverdue,
    failedAt: lastFailed?.endedAt.toISOString() ?? null,
    ...(administrator && {
      ...(lastFailed !== undefined && { problem: lastFailed.problem }),
      ...(lastGood !== undefined && { place: lastGood.place }),
    }),
  };
}

async function filesOf(pool: Pool, company: CompanyId, now: Date): Promise<Overview['files']> {
  const { verifiedAt, verified, total } = await readVerification(pool, company, now);
  const { count, first } = await reportDamage(pool, company, new Date(0), maxDamaged);
  return {
    verifiedAt: verifiedAt?.toISOString() ?? null,
    verified,
    total,
    damaged: count,
    firstDamaged: first.map(({ foundAt, ...file }) => ({ ...file, foundAt: foundAt.toISOString() })),
  };
}

/** Nobody confirms a change that they proposed themselves. */
async function countAllProposals(
  pool: Pool,
  company: CompanyId,
  operatorId: string,
  role: Role,
): Promise<Overview['proposals']> {
  const payees = await countProposals(pool, company, operatorId);
  const ofSettings = await readSettingProposals(pool, company);
  const counted = (proposals: readonly SettingProposal[]) => {
    const ofOthers = proposals.filter(({ by }) => by.id !== operatorId).length;
    return { waiting: proposals.length, confirmable: mayDo(role, 'administer') ? ofOthers : 0 };
  };
  return {
    payees: { waiting: payees.waiting, confirmable: mayDo(role, 'edit') ? payees.ofOthers : 0 },
    checks: counted(ofSettings.filter(({ rule }) => isCheckSetting(rule))),
    settings: counted(ofSettings.filter(({ rule }) => !isCheckSetting(rule))),
  };
}

/** Failures stored before errors had codes are counted with those that have the same English sentence. */
function inWords(failures: queries.CountedFailure[]): Overview['failures'] {
  const byName = new Map<string, Overview['failures'][number]>();
  for (const { cause, count, ...failure } of failures) {
    const reason = keyInWords(cause);
    const name = `${failure.operation} ${failure.status} ${reason}`;
    const same = byName.get(name);
    byName.set(name, { ...failure, reason, ...same, ...causeIn(cause), count: count + (same?.count ?? 0) });
  }
  return [...byName.values()];
}

/** A trace id matches calls only: no record has such a name. */
export async function search(pool: Pool, company: CompanyId, q: string): Promise<SearchResult[]> {
  const traceId = traceIdIn(q);
  if (traceId === undefined) return ranked(await searchRecords(pool, company, q), q);
  const [call] = await findCalls(pool, company, traceId, 1);
  if (call === undefined) return [];
  return [
    {
      type: 'request',
      id: call.traceId,
      title: `${call.status} ${call.operation}`,
      subtitle: [call.partner, call.reason].filter(Boolean).join(' · '),
      operation: call.operation,
      status: call.status,
      at: call.at.toISOString(),
      ...(call.partner !== null && { partner: call.partner }),
    },
  ];
}
