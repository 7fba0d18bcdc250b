import { cacheCompanyContext } from './remember.ts';
import type { SupplierInvoiceCreated } from './schemas.ts';
import { needsOf } from '../../checks/judge.ts';
import type { Need } from '../../checks/context.ts';
import { rules } from '../../checks/rules.ts';
import type { Settings } from '../../checks/settings.ts';
import { findingCodesOf, findingsMessage } from '../../checks/message.ts';
import type { WithFindings } from '../../door/create-once.ts';
import { lockCounters } from '../../events/counters.ts';
import { readKeyUses, type IdempotencyKey, type Outcome } from '../../idempotency/store.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import type { OfCompany } from '../../ground/db/batch.ts';
import { newId } from '../../ground/db/ids.ts';
import { rememberedLookAlikes } from '../../suppliers/look-alikes-store.ts';
import { readContext } from '../checking/context-store.ts';
import {
  type LoadedContext,
  type BatchContext,
  judgeArriving,
  judgeUnlike,
  type ArrivingInvoice,
  type Judgement,
} from '../checking/rules.ts';
import { insertForCompanies } from '../inserting/companies-store.ts';
import { insertInvoices } from '../inserting/insert-store.ts';
import { storedAmong } from '../store.ts';
import type { NewInvoice } from '../inserting/new-invoice.ts';

/** Judging writes the findings into this object. */
export type SentInvoice = ArrivingInvoice &
  NewInvoice & {
    answer: WithFindings<SupplierInvoiceCreated>;
    message: string;
  };

type AcceptOutcome = Outcome<WithFindings<SupplierInvoiceCreated>>;

/** Smaller batches do not predict the next batch. */
const minBatchSize = 8;

export function acceptInvoices(pool: Pool) {
  const cache = cacheCompanyContext();
  const lookAlikes = rememberedLookAlikes();
  /**
   * The last large batch of these companies was mostly repeats and likely duplicates: the quick path would store
   * little.
   */
  const repeating = new Set<CompanyId>();
  /** Invoices of a shared statement that failed. It may have stored them: a connection can be lost after the commit. */
  const inDoubt = new WeakSet<SentInvoice>();

  const whileLocked = <T>(company: CompanyId, work: (tx: Db) => Promise<T>) =>
    companyTransaction(pool, company, async (tx) => {
      await lockCounters(tx, company);
      return work(tx);
    });

  async function readNeeded(
    db: Db,
    company: CompanyId,
    sent: SentInvoice[],
    settings: Settings,
  ): Promise<BatchContext> {
    const context = await readContext(db, company, sent, neededFor(settings), lookAlikes);
    cache.keep(company, sent, context);
    const isEnough = [...neededFor(context.settings)].every((need) => context.needs.has(need));
    return isEnough ? context : readNeeded(db, company, sent, context.settings);
  }

  /** Undefined if the context became outdated before the invoices were stored. */
  async function compareAndStore(
    db: Db,
    company: CompanyId,
    sent: SentInvoice[],
  ): Promise<AcceptOutcome[] | undefined> {
    const uses = await usesOf(db, company, sent);
    const unused = sent.filter(({ key }) => key === undefined || !uses.has(key));
    const now = new Date();
    const context =
      unused.length === 0 ? undefined : await readNeeded(db, company, unused, cache.of(company)?.settings ?? {});
    const judged = context === undefined ? [] : judgeArriving(unused, context).map(toStore);
    if (context !== undefined && context.invoices.filter(isNew).length > sent.length / 2) repeating.delete(company);
    let stored: ReadonlySet<string> = new Set();
    if (context !== undefined && judged.length > 0) {
      const inserted = await insertInvoices(db, company, judged, context.versions, now);
      if (inserted.outdated !== undefined) return undefined;
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
  const storeAfterFailure = (company: CompanyId, sent: SentInvoice[]): Promise<AcceptOutcome[]> =>
    whileLocked(company, async (tx) => {
      const ids = sent.filter((one) => inDoubt.has(one)).map(({ id }) => id);
      const stored = await storedAmong(tx, company, ids);
      const left = sent.filter(({ id }) => !stored.has(id));
      const outcomes = left.length === 0 ? [] : ((await compareAndStore(tx, company, left)) as AcceptOutcome[]);
      const outcomeOf = new Map(left.map((one, at) => [one, outcomes[at] as AcceptOutcome]));
      return sent.map((one) => outcomeOf.get(one) ?? { created: one.answer });
    });

  return {
    /** One statement, for invoices that need only cached context and share no key with earlier ones. */
    async storeQuickly(company: CompanyId, sent: SentInvoice[]): Promise<(AcceptOutcome | undefined)[]> {
      const judging = cache.of(company);
      const now = new Date();
      const certain = sent.filter((one) => !inDoubt.has(one));
      const judged = judging === undefined || repeating.has(company) ? [] : judgeUnlike(certain, judging).map(toStore);
      if (judging === undefined || judged.length === 0) return sent.map(() => undefined);
      const insert = (db: Db) => insertInvoices(db, company, judged, { judging: judging.version }, now);
      const inserted = await insert(pool);
      // Another process stores invoices of the same company: take turns.
      const { stored } = inserted.outdated === 'invoices' ? await whileLocked(company, insert) : inserted;
      if (inserted.outdated === undefined && judged.length >= minBatchSize && stored.size < judged.length / 2)
        repeating.add(company);
      return sent.map(({ id, answer }) => (stored.has(id) ? { created: answer } : undefined));
    },

    /** The same for invoices of several companies. A company whose counters are locked is left out. */
    async storeForCompanies(sent: OfCompany<SentInvoice>[]): Promise<(AcceptOutcome | undefined)[]> {
      const now = new Date();
      const judged = [...grouped(sent)].flatMap(([company, invoices]) => {
        const judging = cache.of(company);
        return judging === undefined || repeating.has(company)
          ? []
          : judgeUnlike(invoices, judging).map((one) => ({
              company,
              judging: judging.version,
              invoice: toStore(one),
            }));
      });
      if (judged.length === 0) return sent.map(() => undefined);
      const stored = await insertForCompanies(pool, judged, now).catch((error: unknown) => {
        for (const { invoice } of judged) inDoubt.add(invoice);
        throw error;
      });
      return sent.map(({ item: { id, answer } }) => (stored.has(id) ? { created: answer } : undefined));
    },

    /** Compares with earlier invoices. Locks the counters only if another process interfered. */
    store: async (company: CompanyId, sent: SentInvoice[]): Promise<AcceptOutcome[]> =>
      sent.some((one) => inDoubt.has(one))
        ? storeAfterFailure(company, sent)
        : ((await compareAndStore(pool, company, sent)) ??
          ((await whileLocked(company, (tx) => compareAndStore(tx, company, sent))) as AcceptOutcome[])),
  };
}

function grouped(sent: OfCompany<SentInvoice>[]): Map<CompanyId, SentInvoice[]> {
  const groups = new Map<CompanyId, SentInvoice[]>();
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
  sent: SentInvoice[],
): Promise<ReadonlyMap<IdempotencyKey, AcceptOutcome>> {
  const keys = sent.flatMap(({ key }) => key ?? []);
  return keys.length === 0 ? new Map() : readKeyUses(db, company, keys);
}

function toStore({ invoice, findings, isHeld }: Judgement<SentInvoice>): SentInvoice {
  invoice.findings = findings;
  invoice.heldEventId = isHeld ? newId() : undefined;
  invoice.answer.message = invoice.message + findingsMessage(findings);
  invoice.answer.findingCodes = findingCodesOf(findings);
  return invoice;
}
