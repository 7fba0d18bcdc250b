import { readContext } from './context-store.ts';
import type { LoadedContext } from './rules.ts';
import { newFindingsSince } from './finding-rules.ts';
import { writeNewFindings, type NewFindings } from './run-store.ts';
import { readLater, readOpenOf, readUndecided, type UndecidedInvoice } from './undecided-store.ts';
import { theService } from '../../audit/record.ts';
import { activeRules, isHeld, judge, needsOf, type Finding } from '../../checks/judge.ts';
import { checkedInvoice } from '../../checks/read.ts';
import type { Rule } from '../../checks/rule.ts';
import { rules } from '../../checks/rules.ts';
import { duplicateRules } from '../../checks/rules/duplicates.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../events/counters.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { newId } from '../../ground/db/ids.ts';
import { readExactly } from '../../ground/json/json.ts';

/** What an invoice itself says never changes; its supplier does, and other invoices arrive. */
const changing = (rule: Rule) => rule.needs.some((need) => need !== 'credited');
const judgedAgain = rules.filter(changing);
const needed = needsOf(judgedAgain, {});

/** An invoice with what is found in it now and was not before, the gravest first. */
export interface Rejudgement {
  invoice: UndecidedInvoice;
  news: Finding[];
}

/**
 * Judges open invoices as things are now. Unlike at arrival, an invoice that arrived later counts as a duplicate, too. Neither a supplier nor
 * an invoice changes meanwhile if the transaction has locked the company's counters: whatever changes one locks them first.
 */
async function judgeNow(db: Db, company: CompanyId, standing: UndecidedInvoice[], now: Date): Promise<Rejudgement[]> {
  if (standing.length === 0) return [];
  const asked = standing.map((invoice) => ({ ...invoice, credits: undefined, storedAs: invoice.id }));
  const { settings, invoices } = await readContext(db, company, asked, needed);
  const later = await readLater(
    db,
    company,
    standing.map(({ id }) => id),
  );
  const used = activeRules(judgedAgain, settings);
  const duplicates = activeRules(duplicateRules, settings);
  return standing.map((invoice, place) => {
    const { supplier, alike, earlier } = invoices[place] as LoadedContext;
    const checked = checkedInvoice(readExactly(invoice.document) as Record<string, unknown>);
    const found = [
      ...judge(used, checked, { at: now, supplier, alike, earlier }, settings),
      ...judge(duplicates, checked, { at: now, earlier: later.get(invoice.id) ?? {} }, settings),
    ];
    return { invoice, news: newFindingsSince(invoice, found, supplier) };
  });
}

/** Adds what is new to invoices that the transaction has locked, and holds those that were received if something in it holds. */
async function keepNews(tx: Db, company: CompanyId, judged: readonly Rejudgement[], now: Date): Promise<void> {
  const written = judged.flatMap(({ invoice: { id, state }, news }): NewFindings[] => {
    if (news.length === 0) return [];
    const heldEventId = state === 'received' && isHeld(news) ? newId() : undefined;
    return [{ id, eventId: newId(), heldEventId, findings: news }];
  });
  if (written.length > 0) await writeNewFindings(tx, company, written, theService, now);
}

/**
 * What stops the approval of invoices that the transaction has locked, with the company's counters: the gravest of what has been found
 * since. It is kept with the invoice, so that the operator sees it and can decide again. What is only information stops nothing.
 */
export async function judgeAtApproval(
  tx: Db,
  company: CompanyId,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Finding>> {
  const stopped = new Map<string, Finding>();
  for (let done = 0, after: string | undefined; done < ids.length;) {
    const standing = await readUndecided(tx, company, ids, after);
    if (standing.length === 0) break;
    const judged = await judgeNow(tx, company, standing, now);
    const worse = judged.filter(({ news }) => news.some(({ severity }) => severity !== 'info'));
    await keepNews(tx, company, worse, now);
    for (const { invoice, news } of worse) stopped.set(invoice.id, news[0] as Finding);
    after = standing.at(-1)?.id;
    done += standing.length;
  }
  return stopped;
}

/**
 * Judges the next few open invoices of a supplier that has changed; answers the id of the last one, or undefined once there are no more. Only
 * if something is new are the counters locked, and these invoices judged again under the lock.
 */
export async function judgeOpenOf(
  pool: Pool,
  company: CompanyId,
  supplierNumber: string,
  after: string | undefined,
): Promise<{ last: string | undefined; isNews: boolean }> {
  const standing = await readOpenOf(pool, company, supplierNumber, after);
  const judged = await judgeNow(pool, company, standing, new Date());
  const ids = judged.filter(({ news }) => news.length > 0).map(({ invoice }) => invoice.id);
  if (ids.length > 0)
    await repeated(() =>
      transaction(pool, async (tx) => {
        await lockCounters(tx, company);
        const now = new Date();
        const open = (await readUndecided(tx, company, ids)).filter(({ state }) => isOpen(state));
        await keepNews(tx, company, await judgeNow(tx, company, open, now), now);
      }),
    );
  return { last: standing.at(-1)?.id, isNews: ids.length > 0 };
}

const isOpen = (state: UndecidedInvoice['state']) => state === 'received' || state === 'held';
