import { needsAgain, readContext, storedContext, type StoredContextRow } from './context-store.ts';
import type { BatchContext, LoadedContext } from './context.ts';
import { newFindingsSince } from './finding-rules.ts';
import { storeFindings } from './new-findings-store.ts';
import { readOpenOf, readUndecided, type UndecidedInvoice } from './undecided-store.ts';
import { theService } from '../../audit/record.ts';
import { activeRules, judge } from '../../checks/judge.ts';
import type { Finding } from '../../checks/rule.ts';
import { checkedInvoice } from '../../checks/read.ts';
import { rules } from '../../checks/rules.ts';
import { duplicateRules } from '../../checks/rules/duplicates.ts';
import { withFormer } from '../../checks/settings.ts';
import type { WeakenedSetting } from '../../decisions/proposals-store.ts';
import type { CompanyId, Db, Pool } from '../../ground/db/pool.ts';
import { readExactly } from '../../ground/json/json.ts';
import { lockedTransaction } from '../../events/counters.ts';

/** An invoice's own fields never change, but its supplier does, and other invoices arrive. */
const judgedAgain = rules.filter((rule) => rule.needs.some((need) => needsAgain.has(need)));

interface Rejudgement {
  invoice: UndecidedInvoice;
  /** Gravest first. */
  news: Finding[];
}

const queryOf = (invoice: UndecidedInvoice) => ({ ...invoice, credits: undefined, storedAs: invoice.id });

/**
 * Judges open invoices by the present context. Unlike at arrival, later invoices also count as duplicates. Under the
 * lock on the company's counters, which every change takes first, neither suppliers nor invoices can change meanwhile.
 * `former` are settings that count if they are stricter than the present ones.
 */
function judgeAgain(
  undecided: readonly UndecidedInvoice[],
  { settings: present, clock, zone, invoices }: BatchContext,
  former: readonly WeakenedSetting[] = [],
): Rejudgement[] {
  const settings = withFormer(present, former);
  const active = activeRules(judgedAgain, settings);
  const at = clock();
  const duplicates = activeRules(duplicateRules, settings);
  return undecided.map((invoice, index) => {
    const { supplier, alike, earlier, later, isFileMissing } = invoices[index] as LoadedContext;
    const checked = checkedInvoice(readExactly(invoice.document) as Record<string, unknown>, invoice);
    const found = [
      ...judge(active, checked, { at, zone, supplier, alike, earlier, isFileMissing }, settings),
      ...judge(duplicates, checked, { at, zone, earlier: later }, settings),
    ];
    return { invoice, news: newFindingsSince(invoice, found, supplier) };
  });
}

async function judgeNow(
  db: Db,
  company: CompanyId,
  undecided: readonly UndecidedInvoice[],
  former?: readonly WeakenedSetting[],
): Promise<Rejudgement[]> {
  if (undecided.length === 0) return [];
  return judgeAgain(undecided, await readContext(db, company, undecided.map(queryOf), needsAgain), former);
}

/** The transaction has locked the invoices. */
async function storeNews(tx: Db, company: CompanyId, judged: readonly Rejudgement[], now: Date): Promise<void> {
  const found = judged.map(({ invoice: { id, state }, news: findings }) => ({ id, state, findings }));
  await storeFindings(tx, company, found, theService, now);
}

/** Returns the gravest new finding of each invoice whose approval must stop. Findings with severity info stop nothing. */
async function stopWorse(
  tx: Db,
  company: CompanyId,
  judged: readonly Rejudgement[],
  now: Date,
): Promise<Map<string, Finding>> {
  const worse = judged.filter(({ news }) => news.some(({ severity }) => severity !== 'info'));
  await storeNews(tx, company, worse, now);
  return new Map(worse.map(({ invoice, news }) => [invoice.id, news[0] as Finding]));
}

/**
 * Returns the gravest new finding if the approval must stop. New findings are stored, so that the operator sees them and
 * can decide again. `former` are the settings that the operator weakened lately. The transaction has locked the invoice
 * and the company's counters.
 */
export async function judgeAtApproval(
  tx: Db,
  company: CompanyId,
  invoice: UndecidedInvoice & { context: StoredContextRow },
  former: readonly WeakenedSetting[],
  now: Date,
): Promise<Finding | undefined> {
  const context = await storedContext(tx, company, queryOf(invoice), invoice.context);
  return (await stopWorse(tx, company, judgeAgain([invoice], context, former), now)).get(invoice.id);
}

/** The same for many invoices. Reads them a few at a time, because their documents can be large. */
export async function judgeManyAtApproval(
  tx: Db,
  company: CompanyId,
  ids: readonly string[],
  former: readonly WeakenedSetting[],
  now: Date,
): Promise<ReadonlyMap<string, Finding>> {
  const stopped = new Map<string, Finding>();
  for (let done = 0, after: string | undefined; done < ids.length;) {
    const undecided = await readUndecided(tx, company, ids, after);
    if (undecided.length === 0) break;
    const judged = await judgeNow(tx, company, undecided, former);
    for (const [id, finding] of await stopWorse(tx, company, judged, now)) stopped.set(id, finding);
    after = undecided.at(-1)?.id;
    done += undecided.length;
  }
  return stopped;
}

/** The invoices of a supplier that changed, or some that later invoices repeat. */
export type InvoicesToJudge = { supplierNumber: string } | { ids: string[] };

/**
 * Judges the next few open invoices. `last` is undefined if no invoices are left, `ids` are those that were open.
 * Invoices with new findings are judged again under the lock on the counters.
 */
export async function judgeOpen(pool: Pool, company: CompanyId, which: InvoicesToJudge, after: string | undefined) {
  const undecided = await ('ids' in which
    ? readUndecided(pool, company, which.ids, after)
    : readOpenOf(pool, company, which.supplierNumber, after));
  const stillOpen = undecided.filter(({ state }) => isOpen(state));
  const judged = await judgeNow(pool, company, stillOpen);
  const changed = judged.filter(({ news }) => news.length > 0).map(({ invoice }) => invoice.id);
  if (changed.length > 0)
    await lockedTransaction(pool, company, async (tx, now) => {
      const open = (await readUndecided(tx, company, changed)).filter(({ state }) => isOpen(state));
      await storeNews(tx, company, await judgeNow(tx, company, open), now);
    });
  return { last: undecided.at(-1)?.id, ids: stillOpen.map(({ id }) => id), isNews: changed.length > 0 };
}

const isOpen = (state: UndecidedInvoice['state']) => state === 'received' || state === 'held';
