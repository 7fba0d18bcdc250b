import { rememberJudging } from './remember.ts';
import type { SupplierInvoiceCreated } from './schemas.ts';
import { needsOf } from '../../checks/judge.ts';
import type { Need } from '../../checks/context.ts';
import { rules } from '../../checks/rules.ts';
import type { Settings } from '../../checks/settings.ts';
import { findingsMessage } from '../../checks/message.ts';
import { lockCounters } from '../../events/counters.ts';
import { readKeyUses, type IdempotencyKey, type Outcome } from '../../idempotency/store.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
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
import { insertInvoices, type NewInvoice } from '../store.ts';

/** An invoice that a partner has sent. What was found in it is written into it whenever it is judged. */
export type SentInvoice = ArrivingInvoice &
  NewInvoice & {
    answer: SupplierInvoiceCreated;
    /** What is answered, before what looks wrong is told. */
    message: string;
  };

type Accepted = Outcome<SupplierInvoiceCreated>;

/** A smaller batch says little about the next one. */
const manyTogether = 8;

/** Judges invoices and stores them. */
export function acceptInvoices(pool: Pool) {
  const remembered = rememberJudging();
  const lookAlikes = rememberedLookAlikes();
  /** Companies whose last large batch was mostly repeats and likely duplicates: the quick way would store little of the next one. */
  const repeating = new Set<CompanyId>();

  const whileLocked = <T>(company: CompanyId, work: (tx: Db) => Promise<T>) =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      return work(tx);
    });

  /** Reads what the rules in force need to know. */
  async function readNeeded(
    db: Db,
    company: CompanyId,
    sent: SentInvoice[],
    settings: Settings,
  ): Promise<BatchContext> {
    const told = await readContext(db, company, sent, neededFor(settings), lookAlikes);
    remembered.keep(company, sent, told);
    const isEnough = [...neededFor(told.settings)].every((need) => told.needs.has(need));
    return isEnough ? told : readNeeded(db, company, sent, told.settings);
  }

  /** Undefined if another invoice has arrived, or something that they are judged by has changed, since that was read. */
  async function compareAndStore(db: Db, company: CompanyId, sent: SentInvoice[]): Promise<Accepted[] | undefined> {
    const uses = await usesOf(db, company, sent);
    const unused = sent.filter(({ key }) => key === undefined || !uses.has(key));
    const now = new Date();
    const told =
      unused.length === 0 ? undefined : await readNeeded(db, company, unused, remembered.of(company)?.settings ?? {});
    const judged = told === undefined ? [] : judgeArriving(unused, told, now).map(toStore);
    if (told !== undefined && told.invoices.filter(isNew).length > sent.length / 2) repeating.delete(company);
    let stored: ReadonlySet<string> = new Set();
    if (told !== undefined && judged.length > 0) {
      const inserted = await insertInvoices(db, company, judged, told.versions, now);
      if (inserted.outdated !== undefined) return undefined;
      stored = inserted.stored;
    }
    // A key that came twice among these has a use by now.
    const left = sent.filter(({ id, key }) => !stored.has(id) && key !== undefined && !uses.has(key));
    const later = await usesOf(db, company, left);
    return sent.map(({ id, key, answer }) => {
      if (stored.has(id)) return { created: answer };
      return (key && (uses.get(key) ?? later.get(key))) ?? { refused: true };
    });
  }

  return {
    /** Stores, in one statement, what is unlike all earlier invoices and needs nothing that is not remembered. */
    async storeQuickly(company: CompanyId, sent: SentInvoice[]): Promise<(Accepted | undefined)[]> {
      const judging = remembered.of(company);
      const now = new Date();
      const judged =
        judging === undefined || repeating.has(company) ? [] : judgeUnlike(sent, judging, now).map(toStore);
      if (judging === undefined || judged.length === 0) return sent.map(() => undefined);
      const insert = (db: Db) => insertInvoices(db, company, judged, { judging: judging.version }, now);
      const inserted = await insert(pool);
      // If another process is storing invoices of the company at the same time, they take turns.
      const { stored } = inserted.outdated === 'invoices' ? await whileLocked(company, insert) : inserted;
      if (inserted.outdated === undefined && judged.length >= manyTogether && stored.size < judged.length / 2)
        repeating.add(company);
      return sent.map(({ id, answer }) => (stored.has(id) ? { created: answer } : undefined));
    },

    /** Compares invoices with earlier ones and stores them. The counters are locked only if another process came in between. */
    store: async (company: CompanyId, sent: SentInvoice[]): Promise<Accepted[]> =>
      (await compareAndStore(pool, company, sent)) ??
      ((await whileLocked(company, (tx) => compareAndStore(tx, company, sent))) as Accepted[]),
  };
}

/** Whether the supplier exists has to be known whichever rules are in force. */
const neededFor = (settings: Settings): ReadonlySet<Need> => new Set(['supplier', ...needsOf(rules, settings)]);

const isNew = ({ isTaken, earlier = {} }: LoadedContext) =>
  !isTaken && Object.values(earlier).every((one) => one === undefined);

async function usesOf(db: Db, company: CompanyId, sent: SentInvoice[]): Promise<ReadonlyMap<IdempotencyKey, Accepted>> {
  const keys = sent.flatMap(({ key }) => key ?? []);
  return keys.length === 0 ? new Map() : readKeyUses(db, company, keys);
}

function toStore({ invoice, findings, isHeld }: Judgement<SentInvoice>): SentInvoice {
  invoice.findings = findings;
  invoice.heldEventId = isHeld ? newId() : undefined;
  invoice.answer.message = invoice.message + findingsMessage(findings);
  return invoice;
}
