import type { ObstacleCode } from '../../../../common/errors/notices.ts';
import type { Operator } from '../../../../common/permissions.ts';
import type { DecisionDetails, NewDecision } from '../../../decisions/store.ts';
import type { RecordCall } from '../../../desk/operation.ts';
import type { CompanyId, Db } from '../../../ground/db/pool.ts';
import { judgeManyAtApproval } from '../../checking/judge-again.ts';
import { approvedCoding, isCodingMissing } from '../../coding/coding-rules.ts';
import * as store from '../../deciding/bulk-store.ts';
import { recordInvoiceDecisions } from '../../deciding/decide.ts';
import {
  bulkReopening,
  bulkTransition,
  obstacleToAsk,
  type BulkCandidate,
  type BulkDecision,
  type BulkVerdict,
  type Decider,
} from '../../deciding/decision-rules.ts';
import { readApprover, readBulkDuties } from '../../deciding/duties.ts';
import type { Approver } from '../../deciding/lock-store.ts';
import { readInvoicesForEvents } from '../../store.ts';
import { assign, assigneeOf } from '../notes/note-actions.ts';
import { ask } from '../questions/question-actions.ts';
import type { InvoiceOfEvent } from '../../../events/record.ts';

/** A hundred invoices of a bulk, in a transaction that has locked the company's counters. */
interface BulkBatch {
  tx: Db;
  call: RecordCall;
  bulk: store.StoredBulk;
  invoices: readonly store.WaitingInvoice[];
  /** Whether the bulk has done nothing before. */
  begins: boolean;
  now: Date;
}

/** Does what the bulk does to some of its invoices, and returns the outcomes. */
export const workOf: Record<BulkDecision, (batch: BulkBatch) => Promise<store.BulkOutcome[]>> = {
  approve: decideThem,
  reject: decideThem,
  reopen: reopenThem,
  ask: async ({ tx, call, bulk, invoices, begins, now }) => {
    const { company, operator, role, traceId } = call;
    const invoiceIds = invoices.map(({ id }) => id);
    const questions = { invoiceIds, text: bulk.reason ?? '', dueAt: bulk.dueAt ?? undefined, operator, traceId };
    const obstacles = await ask(tx, company, role, questions, now, { id: bulk.id, begins });
    return invoices.map((invoice) => outcomeOf(invoice, obstacles.get(invoice.id)));
  },
  assign: async ({ tx, call, bulk, now, ...batch }) => {
    const { company, operator, traceId } = call;
    const assignedTo = await assigneeOf(tx, company, bulk.assigneeId);
    return oneByOne(batch, async (invoiceId, part) => {
      const assignment = { invoiceId, assignedTo, operator, traceId };
      const isKnown = await assign(tx, company, assignment, now, { bulkId: bulk.id, ...part });
      return isKnown === undefined ? 'invoice.unknown' : undefined;
    });
  },
};

const outcomeOf = ({ position }: store.WaitingInvoice, code: ObstacleCode | undefined, seq?: number) => ({
  position,
  outcome: code ?? 'decided',
  ...(seq !== undefined && { seq }),
});

/** `act` resolves to what prevents it. */
async function oneByOne(
  { invoices, begins }: Pick<BulkBatch, 'invoices' | 'begins'>,
  act: (id: string, part: { bulkBegins?: true }) => Promise<ObstacleCode | undefined>,
): Promise<store.BulkOutcome[]> {
  const outcomes: store.BulkOutcome[] = [];
  for (const invoice of invoices) {
    const isFirst = begins && !outcomes.some(({ outcome }) => outcome === 'decided');
    outcomes.push(outcomeOf(invoice, await act(invoice.id, isFirst ? { bulkBegins: true } : {})));
  }
  return outcomes;
}

export async function deciderOf(
  db: Db,
  company: CompanyId,
  approver: Approver,
  candidates: ReadonlyMap<string, BulkCandidate>,
): Promise<Decider & Approver> {
  const numbers = new Set([...candidates.values()].map(({ supplierNumber }) => supplierNumber));
  return { ...approver, ...(await readBulkDuties(db, company, approver, [...numbers])) };
}

/** What prevents the bulk from doing it to an invoice, as far as is known before it begins. */
export async function obstaclesTo(
  tx: Db,
  company: CompanyId,
  operator: Operator,
  { decision, withFindings }: Pick<store.StoredBulk, 'decision' | 'withFindings'>,
  ids: readonly string[],
): Promise<(id: string) => ObstacleCode | undefined> {
  const approver = await readApprover(tx, company, operator);
  const found = await store.readCandidates(tx, company, ids, approver.limit !== undefined);
  const isKnown = (id: string) => (found.has(id) ? undefined : 'invoice.unknown');
  if (decision === 'assign' || decision === 'reopen') return isKnown;
  // The role may ask: the route requires it.
  if (decision === 'ask')
    return (id) => isKnown(id) ?? obstacleToAsk((found.get(id) as BulkCandidate).state, 'approver')?.code;
  const decider = await deciderOf(tx, company, approver, found);
  return (id) => {
    const judged = judgedBy({ decision, withFindings }, decider, found.get(id));
    return 'code' in judged ? judged.code : undefined;
  };
}

/** With what else prevents an approval that nobody looks at. */
function judgedBy(
  bulk: { decision: BulkVerdict; withFindings: boolean },
  decider: Decider & Approver,
  invoice: store.LoadedCandidate | undefined,
): ReturnType<typeof bulkTransition> {
  const judged = bulkTransition(bulk, decider, invoice);
  const context = invoice?.codingContext ?? null;
  if ('code' in judged || bulk.decision === 'reject' || !isCodingMissing(context, decider.settings.codingRequired))
    return judged;
  return { code: 'coding.missing' };
}

async function decideThem(batch: BulkBatch): Promise<store.BulkOutcome[]> {
  const { tx, call, bulk, invoices, now } = batch;
  const { company, operator } = call;
  const decision = bulk.decision === 'reject' ? 'reject' : 'approve';
  const ids = invoices.map(({ id }) => id);
  const approver = await readApprover(tx, company, operator);
  const found = await store.lockCandidates(tx, company, ids, approver.limit !== undefined);
  const decider = await deciderOf(tx, company, approver, found);
  const judged = invoices.map((invoice) => ({
    invoice,
    ...judgedBy({ decision, withFindings: bulk.withFindings }, decider, found.get(invoice.id)),
  }));
  const approved = judged.flatMap((each) => ('transition' in each && decision === 'approve' ? [each.invoice.id] : []));
  const worse = await judgeManyAtApproval(tx, company, approved, approver.settings.weakened, now);
  const decided = judged.flatMap((each) => ('transition' in each && !worse.has(each.invoice.id) ? [each] : []));
  const seqs = await record(
    batch,
    decided.map(({ invoice, transition }) => ({ id: invoice.id, transition, details: undefined })),
    found,
  );
  return judged.map((each) => {
    const { id } = each.invoice;
    const code = 'code' in each ? each.code : worse.has(id) ? 'invoice.worse' : undefined;
    return outcomeOf(each.invoice, code, seqs.get(id));
  });
}

/** Takes back the decisions of an earlier bulk, unless somebody has decided since. */
async function reopenThem(batch: BulkBatch): Promise<store.BulkOutcome[]> {
  const { tx, call, bulk, invoices } = batch;
  const ids = invoices.map(({ id }) => id);
  const found = await store.lockCandidates(tx, call.company, ids, false);
  const takenBack = await store.readTakenBack(tx, call.company, bulk.id, ids);
  const judged = invoices.map((invoice) => {
    const [candidate, history] = [found.get(invoice.id), takenBack.get(invoice.id)];
    return { invoice, ...bulkReopening(candidate && history && { ...candidate, ...history }) };
  });
  const reopened = judged.flatMap((each) =>
    'transition' in each
      ? [
          {
            id: each.invoice.id,
            transition: each.transition,
            details: { from: each.transition.from, state: each.transition.to },
          },
        ]
      : [],
  );
  await record(batch, reopened, found);
  return judged.map((each) => outcomeOf(each.invoice, 'code' in each ? each.code : undefined));
}

interface Decided {
  id: string;
  transition: NewDecision['transition'];
  details: DecisionDetails | undefined;
}

/** Returns the number of each decision's event. Invoices with the same transition are written together. */
async function record(
  { tx, call: { company, operator, traceId }, bulk, begins, now }: BulkBatch,
  decided: readonly Decided[],
  found: ReadonlyMap<string, store.LoadedCandidate>,
): Promise<Map<string, number>> {
  const seqs = new Map<string, number>();
  if (decided.length === 0) return seqs;
  const fields = await readInvoicesForEvents(
    tx,
    company,
    decided.map(({ id }) => id),
  );
  const kindOf = ({ transition, details }: Decided) => `${details?.from} ${transition.to}`;
  for (const kind of new Set(decided.map(kindOf))) {
    const group = decided.filter((each) => kindOf(each) === kind);
    const { transition, details } = group[0] as Decided;
    const invoices = group.map(({ id }) => ({
      ...(fields.get(id) as InvoiceOfEvent),
      ...(found.get(id) as store.LoadedCandidate),
      coding:
        transition.event === 'supplierinvoice.approved'
          ? approvedCoding(found.get(id)?.codingContext ?? null)
          : undefined,
    }));
    const decision = {
      company,
      operator,
      reason: bulk.reason ?? undefined,
      traceId,
      transition,
      ...(details && { details }),
      bulk: { id: bulk.id, begins: begins && seqs.size === 0 },
    };
    const last = await recordInvoiceDecisions(tx, decision, invoices, now);
    for (const [at, { id }] of group.entries()) seqs.set(id, last - group.length + 1 + at);
  }
  return seqs;
}
