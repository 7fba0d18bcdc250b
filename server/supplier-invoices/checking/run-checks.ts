import { readCheckSettings } from './settings-store.ts';
import { readContext } from './context-store.ts';
import type { LoadedContext } from './context.ts';
import { newFindings } from './finding-rules.ts';
import { storeFindings } from './new-findings-store.ts';
import { lockStored, readStored, type LockedInvoice, type ArrivalFilter, type StoredInvoice } from './run-store.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import { audit, commandLine } from '../../audit/record.ts';
import type { CheckedInvoice } from '../../checks/invoice.ts';
import type { CheckedSupplier, Need } from '../../checks/context.ts';
import { compareDocuments } from '../../checks/document/compare.ts';
import { activeRules, judge, needsOf, withSeverity } from '../../checks/judge.ts';
import type { Finding } from '../../checks/rule.ts';
import { keysOf, numberKey } from '../../checks/keys.ts';
import { checkedInvoice } from '../../checks/read.ts';
import { rules } from '../../checks/rules.ts';
import type { Settings } from '../../checks/settings.ts';
import { invoicesWithText, readTexts } from '../documents/document-store.ts';
import { notify } from '../../events/listen.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { companyTransaction, type CompanyId, type Pool } from '../../ground/db/pool.ts';
import { readExactly } from '../../ground/json/json.ts';
import { lockedTransaction } from '../../events/counters.ts';

export interface InvoiceNews {
  id: string;
  supplierInvoiceNumber: string | null;
  supplierNumber: string;
  state: InvoiceState;
  findings: Finding[];
}

export interface RunProgress {
  checked: number;
  found: InvoiceNews[];
  /** How many became held. */
  held: number;
}

export interface CheckRun extends ArrivalFilter {
  /** Whether to store new findings. Otherwise nothing is changed. */
  apply: boolean;
}

/** Runs the present rules over stored invoices, a few at a time. Applied findings are not new in the next run. */
export async function* runChecks(pool: Pool, company: CompanyId, run: CheckRun): AsyncGenerator<RunProgress> {
  const settings = await readCheckSettings(pool, company);
  for (let after: string | undefined; ;) {
    const stored = await readStored(pool, company, run, after);
    after = stored.at(-1)?.id;
    if (after === undefined) return;
    const judged = (await judgeStored(pool, company, stored, settings)).filter(hasNew);
    const outcomes =
      run.apply && judged.length > 0 ? await apply(pool, company, judged) : judged.map((one) => outcomeOf(one));
    yield {
      checked: stored.length,
      found: outcomes.filter(({ findings }) => findings.length > 0).map(({ isNowHeld: _held, ...found }) => found),
      held: outcomes.filter(({ isNowHeld }) => isNowHeld).length,
    };
  }
}

interface Judgement {
  invoice: StoredInvoice;
  checked: CheckedInvoice;
  /** Includes findings that the invoice already has. */
  all: Finding[];
}

const hasNew = ({ invoice, all }: Judgement) => newFindings(all, invoice.findings).length > 0;

/** Only earlier invoices count as duplicates, and each invoice is judged as of its arrival. */
async function judgeStored(
  pool: Pool,
  company: CompanyId,
  stored: StoredInvoice[],
  settings: Settings,
): Promise<Judgement[]> {
  const queries = stored.map((invoice) => {
    const checked = checkedInvoice(readExactly(invoice.document) as Record<string, unknown>, invoice);
    const credits = numberKey(checked.creditInvoiceReference);
    return { ...invoice, invoice, checked, keys: keysOf(checked), credits, storedAs: invoice.id };
  });
  const needs = new Set<Need>([...needsOf(rules, settings), 'supplier']);
  const { zone, invoices } = await readContext(pool, company, queries, needs);
  const withText = new Set(
    await invoicesWithText(
      pool,
      company,
      queries.map(({ id }) => id),
    ),
  );
  const active = activeRules(rules, settings);
  const judged: Judgement[] = [];
  for (const [index, { invoice, checked }] of queries.entries()) {
    const { supplier, alike, earlier = {}, isCreditedKnown, isFileMissing } = invoices[index] as LoadedContext;
    const arrivedAt = invoice.createdAt;
    const known = { zone, alike, earlier, isCreditedKnown, isFileMissing };
    const then = { at: arrivedAt, supplier: supplier && asOf(supplier, arrivedAt) };
    const all = judge(active, checked, { ...known, ...then }, settings);
    if (withText.has(invoice.id) && invoice.state !== 'withdrawn') {
      const texts = await readTexts(pool, company, invoice.id);
      all.push(...withSeverity(compareDocuments(checked, supplier, texts), settings));
    }
    judged.push({ invoice, checked, all });
  }
  return judged;
}

/** Later changes are found when they happen. */
const asOf = (supplier: CheckedSupplier, time: Date): CheckedSupplier => {
  const { payeeChangedAt, blockedAt } = supplier;
  const isLater = (at: Date | undefined) => at !== undefined && at > time;
  return {
    ...supplier,
    payeeChangedAt: isLater(payeeChangedAt) ? undefined : payeeChangedAt,
    blockedAt: isLater(blockedAt) ? undefined : blockedAt,
  };
};

type Outcome = InvoiceNews & { isNowHeld: boolean };

function outcomeOf({ invoice, checked, all }: Judgement, { state, findings }: LockedInvoice = invoice): Outcome {
  const { id, supplierNumber } = invoice;
  const supplierInvoiceNumber = checked.supplierInvoiceNumber ?? null;
  return { id, supplierInvoiceNumber, supplierNumber, state, findings: newFindings(all, findings), isNowHeld: false };
}

/** The locks serialise new findings with decisions. */
async function apply(pool: Pool, company: CompanyId, judged: Judgement[]): Promise<Outcome[]> {
  const outcomes = await lockedTransaction(pool, company, async (tx, now) => {
    const byId = new Map(judged.map((one) => [one.invoice.id, one]));
    const outcomes = (await lockStored(tx, company, [...byId.keys()])).map((locked) =>
      outcomeOf(byId.get(locked.id) as Judgement, locked),
    );
    const held = new Set(await storeFindings(tx, company, outcomes, commandLine, now));
    return outcomes.map((outcome): Outcome =>
      held.has(outcome.id) ? { ...outcome, state: 'held', isNowHeld: true } : outcome,
    );
  });
  // If the notification fails, polling finds the events.
  await notify(pool, [company]).catch(() => undefined);
  return outcomes;
}

export interface RunCounts {
  since: string | undefined;
  checked: number;
  found: number;
  held: number;
  codes: Record<string, number>;
}

export const auditRun = (pool: Pool, company: CompanyId, counts: RunCounts): Promise<void> =>
  retryOnConflict(() =>
    companyTransaction(pool, company, (tx) =>
      audit(tx, company, commandLine, { action: 'checks.run', subjectId: company, data: counts }, new Date()),
    ),
  );
