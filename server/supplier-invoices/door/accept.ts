import {
  type CompanyContext,
  judgeArriving,
  judgeByCachedContext,
  type ArrivingInvoice,
  type Judgement,
} from '../checking/arrival-rules.ts';
import type { ContextQuery, LoadedContext, BatchContext } from '../checking/context.ts';
import type { CheckedSupplier, Need } from '../../checks/context.ts';
import { type CompanyId, companyTransaction, type Db, type Pool } from '../../ground/db/pool.ts';
import type { SupplierInvoiceCreated } from './schemas.ts';
import { needsOf } from '../../checks/judge.ts';
import { rules } from '../../checks/rules.ts';
import type { Settings } from '../../checks/settings.ts';
import { findingCodesOf, findingsMessage } from '../../checks/message.ts';
import type { WithFindings } from '../../door/create.ts';
import { lockCounters } from '../../events/counters.ts';
import { readKeyUses, type IdempotencyKey, type Outcome } from '../../idempotency/store.ts';
import type { OfCompany } from '../../ground/db/batch.ts';
import { createLookAlikesCache } from '../../suppliers/look-alikes-store.ts';
import { readContext } from '../checking/context-store.ts';
import { insertInvoices } from '../insert-store.ts';
import type { JudgedInvoices, NewInvoice } from '../new-invoice.ts';
import { storedAmong } from '../store.ts';
import type { DryRunResult } from '../../door/dry-run.ts';

/** About 10 MB. */
const maxSuppliers = 20_000;

/** The insert statement refuses an outdated version, so a stale entry does no harm. */
function createContextCache() {
  const companies = new Map<CompanyId, CompanyContext & { suppliers: Map<string, CheckedSupplier> }>();
  let count = 0;

  function evict(): void {
    for (const [company, { suppliers }] of companies) {
      if (count <= maxSuppliers) return;
      count -= suppliers.size;
      companies.delete(company);
    }
  }

  return {
    of: (company: CompanyId): CompanyContext | undefined => companies.get(company),
    keep(
      company: CompanyId,
      queries: readonly ContextQuery[],
      { versions, settings, clock, zone, invoices }: BatchContext,
    ): void {
      let judging = companies.get(company);
      if (judging?.version !== versions.judging) {
        count -= judging?.suppliers.size ?? 0;
        companies.delete(company);
        judging = { version: versions.judging, settings, clock, zone, suppliers: new Map() };
        companies.set(company, judging);
      }
      judging.clock = clock;
      const { suppliers } = judging;
      const before = suppliers.size;
      queries.forEach(({ supplierNumber }, index) => {
        const { supplier, alike } = invoices[index] as LoadedContext;
        if (supplier !== undefined && alike.length === 0) suppliers.set(supplierNumber, supplier);
      });
      count += suppliers.size - before;
      evict();
    },
  };
}

/** Judging writes the findings into this object. */
export type PendingInvoice = ArrivingInvoice &
  NewInvoice & {
    answer: WithFindings<SupplierInvoiceCreated>;
    message: string;
  };

type AcceptOutcome = Outcome<WithFindings<SupplierInvoiceCreated>>;

/** Smaller batches do not predict the next batch. */
const minBatchSize = 8;

export function acceptInvoices(pool: Pool) {
  const cache = createContextCache();
  const lookAlikes = createLookAlikesCache();
  /**
   * The last large batch of these companies was mostly repeats and likely duplicates: the quick path would store
   * little.
   */
  const repeating = new Set<CompanyId>();
  /** Invoices of a shared statement that failed. It may have stored them: a connection can be lost after the commit. */
  const inDoubt = new WeakSet<PendingInvoice>();

  const whileLocked = <T>(company: CompanyId, work: (tx: Db) => Promise<T>) =>
    companyTransaction(pool, company, async (tx) => {
      await lockCounters(tx, company);
      return work(tx);
    });

  async function readNeeded(
    db: Db,
    company: CompanyId,
    sent: PendingInvoice[],
    settings: Settings,
  ): Promise<BatchContext> {
    const context = await readContext(db, company, sent, neededFor(settings), lookAlikes);
    cache.keep(company, sent, context);
    const isEnough = [...neededFor(context.settings)].every((need) => context.needs.has(need));
    return isEnough ? context : readNeeded(db, company, sent, context.settings);
  }

  /** Undefined if the context became outdated before the invoices were stored. */
  async function tryCompareThenInsert(
    db: Db,
    company: CompanyId,
    sent: PendingInvoice[],
  ): Promise<AcceptOutcome[] | undefined> {
    const uses = await usesOf(db, company, sent);
    const unused = sent.filter(({ key }) => key === undefined || !uses.has(key));
    const now = new Date();
    const context =
      unused.length === 0 ? undefined : await readNeeded(db, company, unused, cache.of(company)?.settings ?? {});
    const judged = context === undefined ? [] : judgeArriving(unused, context).map(addFindings);
    if (context !== undefined && context.invoices.filter(isNew).length > sent.length / 2) repeating.delete(company);
    let stored: ReadonlySet<string> = new Set();
    if (context !== undefined && judged.length > 0) {
      const { judging, invoices: compared } = context.versions;
      const inserted = await insertInvoices(db, [{ company, invoices: judged, judging, compared }], now);
      if (inserted.overtaken.size > 0) return undefined;
      stored = inserted.stored;
    }
    // A key that occurs twice in the batch is taken by now.
    const left = sent.filter(({ id, key }) => !stored.has(id) && key !== undefined && !uses.has(key));
    const later = await usesOf(db, company, left);
    return sent.map(({ id, key, answer }) => {
      if (stored.has(id)) return { created: answer };
      return (key && (uses.get(key) ?? later.get(key))) ?? { refused: true };
    });
  }

  /**
   * Under the lock, because the failed statement may still be running: it has locked the counters, or will find the
   * references taken. Invoices that it has stored get the answer that they were stored with.
   */
  const insertAfterFailure = (company: CompanyId, sent: PendingInvoice[]): Promise<AcceptOutcome[]> =>
    whileLocked(company, async (tx) => {
      const ids = sent.filter((one) => inDoubt.has(one)).map(({ id }) => id);
      const stored = await storedAmong(tx, company, ids);
      const left = sent.filter(({ id }) => !stored.has(id));
      const outcomes = left.length === 0 ? [] : ((await tryCompareThenInsert(tx, company, left)) as AcceptOutcome[]);
      const outcomeOf = new Map(left.map((one, at) => [one, outcomes[at] as AcceptOutcome]));
      return sent.map((one) => outcomeOf.get(one) ?? { created: one.answer });
    });

  /** Judges by cached context alone, as far as there is any. */
  function judgeFromCache(company: CompanyId, sent: PendingInvoice[]): JudgedInvoices[] {
    const context = repeating.has(company) ? undefined : cache.of(company);
    const invoices = context === undefined ? [] : judgeByCachedContext(sent, context).map(addFindings);
    return context === undefined || invoices.length === 0 ? [] : [{ company, invoices, judging: context.version }];
  }

  return {
    /** One statement, for invoices that need only cached context and share no key with earlier ones. */
    async insertIfNew(company: CompanyId, sent: PendingInvoice[]): Promise<(AcceptOutcome | undefined)[]> {
      const now = new Date();
      const clear = sent.filter((one) => !inDoubt.has(one));
      const [judged] = judgeFromCache(company, clear);
      if (judged === undefined) return sent.map(() => undefined);
      const insert = (db: Db) => insertInvoices(db, [judged], now);
      const atOnce = await insert(pool);
      // Another transaction has the company's counters, such as one of another process: take turns.
      const isOvertaken = atOnce.overtaken.size > atOnce.outdated.size;
      const { stored } = isOvertaken ? await whileLocked(company, insert) : atOnce;
      // Likely duplicates of each other count as well: only the first of them is judged from the cache.
      const many = sent.length;
      if (atOnce.overtaken.size === 0 && many >= minBatchSize && stored.size < many / 2) repeating.add(company);
      return sent.map(({ id, answer }) => (stored.has(id) ? { created: answer } : undefined));
    },

    /** The same for invoices of several companies. A company whose counters are locked is left out. */
    async insertIfNewForCompanies(sent: OfCompany<PendingInvoice>[]): Promise<(AcceptOutcome | undefined)[]> {
      const now = new Date();
      const judged = [...grouped(sent)].flatMap(([company, invoices]) => judgeFromCache(company, invoices));
      if (judged.length === 0) return sent.map(() => undefined);
      const { stored } = await insertInvoices(pool, judged, now, '1s').catch((error: unknown) => {
        for (const { item } of sent) inDoubt.add(item);
        throw error;
      });
      return sent.map(({ item: { id, answer } }) => (stored.has(id) ? { created: answer } : undefined));
    },

    /** Compares with earlier invoices. Locks the counters only if another process interfered. */
    compareThenInsert: async (company: CompanyId, sent: PendingInvoice[]): Promise<AcceptOutcome[]> =>
      sent.some((one) => inDoubt.has(one))
        ? insertAfterFailure(company, sent)
        : ((await tryCompareThenInsert(pool, company, sent)) ??
          ((await whileLocked(company, (tx) => tryCompareThenInsert(tx, company, sent))) as AcceptOutcome[])),
  };
}

function grouped(sent: OfCompany<PendingInvoice>[]): Map<CompanyId, PendingInvoice[]> {
  const groups = new Map<CompanyId, PendingInvoice[]>();
  for (const { company, item } of sent) {
    const group = groups.get(company);
    if (group === undefined) groups.set(company, [item]);
    else group.push(item);
  }
  return groups;
}

/** The supplier is always read, because it must exist. The file comes after the invoice. */
export function neededFor(settings: Settings): ReadonlySet<Need> {
  const needs = new Set<Need>(['supplier', ...needsOf(rules, settings)]);
  needs.delete('file');
  return needs;
}

const isNew = ({ isTaken, earlier = {} }: LoadedContext) =>
  !isTaken && Object.values(earlier).every((one) => one === undefined);

async function usesOf(
  db: Db,
  company: CompanyId,
  sent: PendingInvoice[],
): Promise<ReadonlyMap<IdempotencyKey, AcceptOutcome>> {
  const keys = sent.flatMap(({ key }) => key ?? []);
  return keys.length === 0 ? new Map() : readKeyUses(db, company, keys);
}

function addFindings({ invoice, findings, isHeld }: Judgement<PendingInvoice>): PendingInvoice {
  invoice.findings = findings;
  invoice.state = isHeld ? 'held' : 'received';
  invoice.answer.message = invoice.message + findingsMessage(findings);
  invoice.answer.findingCodes = findingCodesOf(findings);
  return invoice;
}

/**
 * Judges each invoice as if it alone were sent now, in one statement for all of them. It shares no cache with
 * `acceptInvoices`, which predicts from what was stored.
 */
export function checkInvoices(pool: Pool) {
  const lookAlikes = createLookAlikesCache();

  async function judge(company: CompanyId, sent: PendingInvoice[]): Promise<Map<string, Outcome<DryRunResult>>> {
    if (sent.length === 0) return new Map();
    // Without settings the needs are those of every rule, so the context is always enough.
    const context = await readContext(pool, company, sent, neededFor({}), lookAlikes);
    const judgements = sent.flatMap((invoice, index) =>
      judgeArriving([invoice], { ...context, invoices: [context.invoices[index] as LoadedContext] }),
    );
    return new Map(
      judgements.map(({ invoice: { id, message }, findings }) => [id, { created: { findings, message } }]),
    );
  }

  return async (company: CompanyId, sent: PendingInvoice[]): Promise<Outcome<DryRunResult>[]> => {
    const keys = sent.flatMap(({ key }) => key ?? []);
    const uses =
      keys.length === 0 ? new Map<IdempotencyKey, never>() : await readKeyUses<DryRunResult>(pool, company, keys);
    const unused = sent.filter(({ key }) => key === undefined || !uses.has(key));
    const judged = await judge(company, unused);
    return sent.map(({ id, key }) => (key && uses.get(key)) ?? judged.get(id) ?? { refused: true });
  };
}
