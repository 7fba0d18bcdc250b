import { lockFindings, writeDismissal } from './findings-store.ts';
import { readInvoicesForEvents } from '../store.ts';
import { audit, theService, type commandLine } from '../../audit/record.ts';
import { isHeld } from '../../checks/judge.ts';
import type { Finding } from '../../checks/rule.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import { becomesHeld, voidApprovals } from '../../decisions/late-holds.ts';
import { recordEvents, type NewEvent, type InvoiceOfEvent } from '../../events/record.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';

export interface InvoiceFindings {
  id: string;
  state: InvoiceState;
  /** Only new ones. */
  findings: Finding[];
}

type Finder = typeof theService | typeof commandLine;

const holdsIn = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.filter(({ severity }) => severity === 'hold').map(({ code }) => code)),
];

/**
 * Stores new findings. Invoices that these hold become held, approved ones too; a booked one keeps its state, and the
 * audit log names it. Returns the ids of those that became held. The transaction has locked the invoices and the
 * company's counters.
 */
export async function storeFindings(
  tx: Db,
  company: CompanyId,
  judged: readonly InvoiceFindings[],
  by: Finder,
  now: Date,
): Promise<string[]> {
  const news = judged.filter(({ findings }) => findings.length > 0);
  if (news.length === 0) return [];
  const held = news.filter(({ state, findings }) => becomesHeld(state, findings));
  for (const { id, findings } of held) await voidApprovals(tx, company, id, holdsIn(findings), by, now);
  const heldIds = held.map(({ id }) => id);
  await writeFindings(tx, company, news, heldIds, by, now);
  for (const { id, state, findings } of news) {
    if (state !== 'booked' || !isHeld(findings)) continue;
    const entry = { action: 'supplierinvoice.checked', subjectId: id, data: { heldFor: holdsIn(findings) } };
    await audit(tx, company, by, entry, now);
  }
  return heldIds;
}

async function writeFindings(
  tx: Db,
  company: CompanyId,
  news: readonly InvoiceFindings[],
  heldIds: readonly string[],
  { name }: Finder,
  now: Date,
): Promise<void> {
  const ids = news.map(({ id }) => id);
  await tx.query({
    name: 'write-new-findings',
    text: `UPDATE supplier_invoices AS invoice
           SET findings = invoice.findings || news.findings, state = CASE WHEN is_held THEN 'held' ELSE invoice.state END
           FROM unnest($2::uuid[], $3::boolean[], $4::jsonb[]) AS news (id, is_held, findings)
           WHERE invoice.company_id = $1 AND invoice.id = news.id`,
    values: [company, ids, ids.map((id) => heldIds.includes(id)), news.map(({ findings }) => JSON.stringify(findings))],
  });
  const invoices = await readInvoicesForEvents(tx, company, ids);
  const events = news.flatMap(({ id, findings }): NewEvent[] => {
    const about = { ...(invoices.get(id) as InvoiceOfEvent), by: { name } };
    const checked: NewEvent = { type: 'supplierinvoice.checked', subjectId: id, data: { ...about, findings } };
    if (!heldIds.includes(id)) return [checked];
    const heldFor = holdsIn(findings).sort();
    return [checked, { type: 'supplierinvoice.held', subjectId: id, data: { ...about, heldFor } }];
  });
  await recordEvents(tx, company, events, now);
}

/** The service dismisses findings that files have ended; places count from 1. The transaction has locked the invoice and the counters. */
export async function endFindings(
  tx: Db,
  company: CompanyId,
  id: string,
  cured: readonly { code: string; place: number; fileName: string }[],
  now: Date,
): Promise<void> {
  for (const { code, place, fileName: reason } of cured) {
    await writeDismissal(tx, company, id, { code, place, reason, by: { name: theService.name } }, now);
    const data = { code, place, reason };
    await audit(tx, company, theService, { action: 'supplierinvoice.dismissed', subjectId: id, data }, now);
  }
}

/**
 * Any file ends the finding that there is none, unless it holds the invoice: then an operator releases it. The
 * transaction has locked the invoice and the counters.
 */
export async function endMissingFile(tx: Db, company: CompanyId, id: string, fileName: string, now: Date) {
  const { findings = [] } = (await lockFindings(tx, company, id)) ?? {};
  const cured = findings.flatMap(({ code, severity, dismissed }, at) =>
    code === 'missing.file' && severity !== 'hold' && dismissed === undefined
      ? [{ code, place: at + 1, fileName }]
      : [],
  );
  await endFindings(tx, company, id, cured, now);
}
