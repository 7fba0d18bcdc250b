import { setTimeout as sleep } from 'node:timers/promises';
import { copyRecords, previewCopy, type CopyCounts, type CopyPreview } from './copy.ts';
import * as store from './store.ts';
import { deleteCompany, deleteSome, tablesOfCompanies } from './company-tables-store.ts';
import { issueToken } from '../partners/credentials.ts';
import { isSandbox, type NamedRecord } from '../companies/store.ts';
import { findPartnerById, readValidScopes } from '../partners/store.ts';
import { namedFiles } from '../supplier-invoices/attachments/attachment-store.ts';
import { audit, type Actor } from '../audit/record.ts';
import { conflict, notFound } from '../errors/errors.ts';
import { lockCounters, stepCounters, supplierChanged } from '../events/counters.ts';
import type { FileStore } from '../ground/files/store.ts';
import { newId } from '../ground/db/ids.ts';
import { isForeignKeyViolation } from '../ground/db/failures.ts';
import { allowBulk, companyTransaction, transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';

export interface SandboxDeps {
  pool: Pool;
  files: Pick<FileStore, 'removeAll' | 'list' | 'trash'>;
}

const maxNameLength = 255;

const nameOf = (company: string, partner: string, id: string) => {
  const name = `${company} (sandbox for ${partner})`;
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - id.length - 3)}… ${id}`;
};

/**
 * Creates the sandbox of a partner and copies the company's records into it. If the sandbox exists, the records are
 * copied once more: a call that was interrupted is repeated.
 */
export async function openSandbox(
  { pool }: Pick<SandboxDeps, 'pool'>,
  company: NamedRecord<CompanyId>,
  partnerId: string,
  by: Actor,
): Promise<{ sandbox: store.Sandbox; isNew: boolean; copied: CopyCounts }> {
  const isNew = await transaction(pool, async (tx) => {
    const partner = await findPartnerById(tx, company.id, partnerId);
    // A sandbox has no sandbox of its own.
    if (partner === undefined || (await isSandbox(tx, company.id))) throw notFound();
    if ((await readValidScopes(tx, company.id, partnerId)).length === 0)
      throw conflict('sandbox.scopes', { partner: partner.name });
    if ((await store.findSandbox(tx, company.id, partnerId)) !== undefined) return false;
    const now = new Date();
    const id = newId() as CompanyId;
    const name = nameOf(company.name, partner.name, id);
    const made = { id, name, companyId: company.id, partner, partnerId: newId() };
    if (!(await store.insertSandbox(tx, made, now))) return false;
    const entry = { action: 'sandbox.created', subjectType: 'partner', subjectId: partnerId, data: { name } };
    await audit(tx, company.id, by, entry, now);
    return true;
  });
  const sandbox = await store.findSandbox(pool, company.id, partnerId);
  // A company of this name that is no sandbox stands in the way.
  if (sandbox === undefined)
    throw conflict('company.exists', {
      name: nameOf(company.name, (await nameOfPartner(pool, company, partnerId)) ?? '', ''),
    });
  const copied = await withLease(pool, sandbox.id, (renew) => fillSandbox(pool, sandbox, renew));
  return { sandbox, isNew, copied };
}

const nameOfPartner = async (pool: Pool, company: NamedRecord<CompanyId>, id: string) =>
  (await findPartnerById(pool, company.id, id))?.name;

async function fillSandbox(pool: Pool, { id, of }: store.Sandbox, renew: () => Promise<void>): Promise<CopyCounts> {
  const copied = await copyRecords(pool, of.id, id, renew);
  await store.markCopied(pool, id, new Date());
  return copied;
}

/** A token of the sandbox, for the partner that the sandbox is for, with those of the scopes that it has live. */
export const issueSandboxToken = (
  pool: Pool,
  { id, of, partner, partnerId }: store.Sandbox,
  wanted: readonly string[],
  by: Actor,
): Promise<{ id: string; token: string }> =>
  transaction(pool, async (tx) => {
    const live = await readValidScopes(tx, of.id, partner.id);
    const scopes = wanted.filter((scope) => live.includes(scope));
    if (scopes.length === 0) throw conflict('sandbox.scopes', { partner: partner.name });
    return issueToken(
      tx,
      { companyId: id, partner: { id: partnerId, name: partner.name }, made: [] },
      { scopes, by, expiresAt: undefined, name: undefined },
      new Date(),
    );
  });

/** Tells a company, before it opens a sandbox, what is copied into it and which scopes its token gets. */
export async function previewSandbox(
  db: Db,
  company: CompanyId,
  partnerId: string,
): Promise<CopyPreview & { scopes: string[] }> {
  return { ...(await previewCopy(db, company)), scopes: await readValidScopes(db, company, partnerId) };
}

const leaseMs = 60_000;
const leaseEnd = () => new Date(Date.now() + leaseMs);

/** Runs work of several transactions; a second process that asks meanwhile is refused. */
async function withLease<T>(
  pool: Pool,
  sandbox: CompanyId,
  work: (renew: () => Promise<void>) => Promise<T>,
): Promise<T> {
  if (!(await store.takeLease(pool, sandbox, new Date(), leaseEnd()))) throw conflict('sandbox.busy', {});
  try {
    return await work(() => store.extendLease(pool, sandbox, leaseEnd()));
  } finally {
    await store.endLease(pool, sandbox);
  }
}

const rowsPerStatement = 2_000;
const maxTries = 5;
const betweenTriesMs = 200;

/**
 * Removes what was sent to the sandbox, and copies the real company's records anew. The numbers of events go on, so
 * that nobody who follows them takes a new event for an old one.
 */
export async function resetSandbox(
  { pool, files }: SandboxDeps,
  sandbox: store.Sandbox,
  by: Actor,
): Promise<CopyCounts> {
  const { id } = sandbox;
  return withLease(pool, id, async (renew) => {
    await store.beginAnew(pool, id, new Date());
    await empty(pool, id, await emptiedTables(pool), renew);
    await trashFiles(pool, files, id);
    const copied = await fillSandbox(pool, sandbox, renew);
    const entry = { action: 'sandbox.reset', subjectType: 'partner', subjectId: sandbox.partner.id };
    await transaction(pool, (tx) => audit(tx, sandbox.of.id, by, entry, new Date()));
    return copied;
  });
}

const emptiedTables = async (pool: Pool) =>
  (await tablesOfCompanies(pool)).filter((table) => !store.keptByReset.includes(table));

/**
 * Most rows are removed some at a time. One transaction removes the rest and the suppliers: requests that are under way
 * wait for its lock on the counters, and then find everything gone, also suppliers that a process has in memory.
 */
async function empty(pool: Pool, id: CompanyId, tables: string[], renew: () => Promise<void>): Promise<void> {
  for (const table of tables.filter((one) => one !== 'suppliers'))
    for (let many: number | undefined = rowsPerStatement; many === rowsPerStatement;) {
      many = await underLock(pool, id, (tx) => deleteSome(tx, table, id, rowsPerStatement));
      await renew();
    }
  for (let tries = 1; (await underLock(pool, id, (tx) => emptyAtOnce(tx, id, tables))) === undefined; tries++) {
    if (tries === maxTries) throw conflict('sandbox.busy', {});
    await sleep(betweenTriesMs);
    await renew();
  }
}

/** Undefined if a row that somebody has just added without the lock still needs one of these. */
const underLock = <T>(pool: Pool, id: CompanyId, work: (tx: Db) => Promise<T>): Promise<T | undefined> =>
  companyTransaction(pool, id, async (tx) => {
    await lockCounters(tx, id);
    return work(tx);
  }).catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error;
    return undefined;
  });

async function emptyAtOnce(tx: Db, id: CompanyId, tables: string[]): Promise<true> {
  await allowBulk(tx);
  for (const table of tables) while ((await deleteSome(tx, table, id, rowsPerStatement)) === rowsPerStatement);
  await stepCounters(tx, id, supplierChanged);
  return true;
}

/**
 * Bytes that no row names go to the trash, where they can still be read: the row of a file that is being attached may
 * come later, and then the sweep puts its bytes back.
 */
async function trashFiles(pool: Pool, files: SandboxDeps['files'], id: CompanyId): Promise<void> {
  const now = new Date();
  for await (const some of files.list(id)) {
    const named = await namedFiles(pool, id, some);
    for (const sha256 of some) if (!named.has(sha256.toString('hex'))) await files.trash(id, sha256, now);
  }
}

/** Longer than a service remembers a token and collects calls. */
const inHandMs = 1_500;

export async function removeSandbox({ pool, files }: SandboxDeps, sandbox: store.Sandbox, by: Actor): Promise<void> {
  const { id, of, partner, name } = sandbox;
  await withLease(pool, id, async (renew) => {
    await empty(pool, id, await emptiedTables(pool), renew);
    await files.removeAll(id);
    await transaction(pool, async (tx) => {
      // Requests that are under way wait here, and then find nothing.
      await lockCounters(tx, id);
      await deleteCompany(tx, id);
      const entry = { action: 'sandbox.removed', subjectType: 'partner', subjectId: partner.id, data: { name } };
      await audit(tx, of.id, by, entry, new Date());
    });
  });
  // A running service may still have written what it had in hand, such as the records of calls.
  await sleep(inHandMs);
  await transaction(pool, (tx) => deleteCompany(tx, id));
  await files.removeAll(id);
}
