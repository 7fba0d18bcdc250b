import { decisionsAbout, type SandboxDecision, type Subject } from './schemas.ts';
import { invoiceExists, workOrderExists } from '../checklist-store.ts';
import type { Partner } from '../../partners/store.ts';
import { rawFinding } from '../../checks/rule.ts';
import { problemAt, type Problem } from '../../../common/errors/catalogue.ts';
import { dayIn } from '../../../common/days.ts';
import type { ObstacleCode } from '../../../common/errors/notices.ts';
import { decide } from '../../decisions/decide.ts';
import { invoiceDecisions } from '../../decisions/invoices.ts';
import { readLatestDecision } from '../../decisions/store.ts';
import type { DoorDeps } from '../../deps.ts';
import { ApiError, conflict, invalidBody, notFound } from '../../errors/errors.ts';
import { isUuid, newId } from '../../ground/db/ids.ts';
import type { Db } from '../../ground/db/pool.ts';
import { identifierOf } from '../../identifiers.ts';
import { addFindings, holdInvoice } from '../../supplier-invoices/checking/findings-store.ts';
import { recordInvoiceDecisions, reopenLocked, transitionOf } from '../../supplier-invoices/deciding/decide.ts';
import { maxQuestions, obstacleToAsk } from '../../supplier-invoices/deciding/decision-rules.ts';
import { lockToDecide, type InvoiceToDecide } from '../../supplier-invoices/deciding/lock-store.ts';
import { insertQuestions, lockQuestions } from '../../supplier-invoices/questions-store.ts';
import { confirmOpen, declineOpen, takeProposal } from '../../suppliers/proposals.ts';
import { readProposals } from '../../suppliers/proposals-store.ts';
import { decideWorkOrder } from '../../work-orders/decide.ts';

type Deps = Pick<DoorDeps, 'pool' | 'followers'>;

interface Play {
  partner: Partner;
  /** The id of the invoice or work order, or the number of the supplier. */
  id: string;
  reason: string | undefined;
  traceId: string;
}

/** The author of decisions that the partner plays, in events and the audit log. */
const actorOf = ({ id }: Partner) => ({ id, name: 'Sandbox' });

const voucher = 'SANDBOX';

/**
 * Decides as an operator does, through the same table and the same transaction. Duties, approval limits and second
 * signatures are about people, and there are none.
 */
export async function playDecision(
  deps: Deps,
  partner: Partner,
  body: SandboxDecision,
  traceId: string,
): Promise<void> {
  const { decision, ...sent } = body;
  const reason = sent.reason?.trim() || undefined;
  const subject = subjectOf(body);
  const given = sent[subject] ?? '';
  if (subject === 'supplierNumber')
    return playProposal(
      deps,
      { partner, id: identifierOf(given), reason, traceId },
      decision as Parameters<typeof playProposal>[2],
    );
  const id = identifierOf(given).toLowerCase();
  const play = { partner, id, reason, traceId };
  if (subject === 'workOrderId') {
    if (!isUuid(id) || !(await workOrderExists(deps.pool, partner, id)))
      throw new ApiError('workorder.unknown', { id: given, inBody: true });
    return playWorkOrder(deps, play, decision as Parameters<typeof playWorkOrder>[2]);
  }
  if (!isUuid(id) || !(await invoiceExists(deps.pool, partner, id)))
    throw new ApiError('supplierinvoice.unknown', { id: given, ofPartner: true });
  return playInvoice(deps, play, decision as Parameters<typeof playInvoice>[2]);
}

/** The field that names the record. The others must be missing, so that nothing is decided about the wrong record. */
function subjectOf(body: SandboxDecision): Subject {
  const { decision } = body;
  const takes = (subject: Subject) => (decisionsAbout[subject] as readonly string[]).includes(decision);
  const subjects = Object.keys(decisionsAbout) as Subject[];
  const wanted = subjects.find((one) => takes(one) && body[one]?.trim()) ?? 'supplierInvoiceId';
  const problems: Problem[] = subjects
    .filter((one) => one !== wanted && body[one]?.trim())
    .map((one) => problemAt('decision', 'value.choice', { known: decisionsAbout[one] }));
  if (problems.length === 0 && !body[wanted]?.trim())
    problems.push(problemAt(subjects.find(takes) as Subject, 'field.required'));
  if (problems.length > 0) throw invalidBody(problems);
  return wanted;
}

function playInvoice(deps: Deps, play: Play, decision: (typeof decisionsAbout)['supplierInvoiceId'][number]) {
  const { partner, id, traceId } = play;
  const company = partner.companyId;
  const operator = actorOf(partner);
  const reason = decision === 'book' ? undefined : play.reason;
  return decide(deps, company, async (tx, now) => {
    const invoice = await lockToDecide(tx, company, id);
    if (invoice === undefined) throw notFound();
    if (decision === 'hold') return hold(tx, play, invoice, now);
    if (decision === 'ask') return ask(tx, play, invoice, now);
    const request = { company, operator, reason, traceId };
    if (decision === 'reopen') {
      const takenBack = (await readLatestDecision(tx, company, id))?.seq ?? null;
      return void (await reopenLocked(tx, { ...request, takenBack }, invoice, now));
    }
    const transition = transitionOf(invoice, decision, reason);
    const details = decision === 'book' ? { voucher } : {};
    await recordInvoiceDecisions(tx, { ...request, transition, details }, [invoice], now);
  });
}

/** Only checks hold invoices, so this one is held as if its supplier's account had been changed today. */
async function hold(tx: Db, { partner, id, traceId }: Play, { state }: InvoiceToDecide, now: Date): Promise<void> {
  if (state !== 'received')
    throw conflict('decision.refused', { why: invoiceDecisions.obstacles[state] as ObstacleCode });
  const finding = {
    ...rawFinding('payee.changed', { on: dayIn(now.getTime(), partner.timeZone), days: 30 }),
    severity: 'hold' as const,
  };
  await addFindings(tx, partner.companyId, id, [finding]);
  const cause = { operator: actorOf(partner), traceId };
  await holdInvoice(tx, partner.companyId, id, { ...cause, heldFor: [finding.code] }, now);
}

/** The reason is the question. */
async function ask(
  tx: Db,
  { partner, id, reason, traceId }: Play,
  { state }: InvoiceToDecide,
  now: Date,
): Promise<void> {
  const company = partner.companyId;
  if (reason === undefined) throw invalidBody([problemAt('reason', 'field.required')]);
  const obstacle = obstacleToAsk(state, 'administrator');
  if (obstacle !== undefined) throw conflict('decision.refused', { why: obstacle.code });
  const questions = (await lockQuestions(tx, company, [id])).get(id);
  if (questions === undefined || questions.count >= maxQuestions)
    throw conflict('question.limit', { most: maxQuestions });
  const about = [{ id: newId(), invoiceId: id }];
  await insertQuestions(
    tx,
    company,
    { about, text: reason, dueAt: undefined, operator: actorOf(partner), traceId },
    now,
  );
}

async function playWorkOrder(
  deps: Deps,
  { partner, id, reason, traceId }: Play,
  decision: (typeof decisionsAbout)['workOrderId'][number],
): Promise<void> {
  const company = partner.companyId;
  const takenBack = (await readLatestDecision(deps.pool, company, id))?.seq ?? null;
  await decideWorkOrder(deps, { company, operator: actorOf(partner), id, reason, traceId }, decision, takenBack);
}

/** About the partner's own proposal: at most one of a supplier waits. */
const playProposal = (
  deps: Deps,
  { partner, id: number, reason, traceId }: Play,
  decision: (typeof decisionsAbout)['supplierNumber'][number],
): Promise<void> =>
  decide(deps, partner.companyId, async (tx, now) => {
    const company = partner.companyId;
    const call = { company, number, operator: actorOf(partner), traceId };
    const waiting = (await readProposals(tx, company, number)).find(({ by }) => by.id === partner.id);
    if (waiting === undefined) throw conflict('decision.refused', { why: 'proposal.gone' });
    const open = await takeProposal(tx, call, waiting.id);
    if (decision === 'confirm') return confirmOpen(tx, call, open, now);
    if (reason === undefined) throw invalidBody([problemAt('reason', 'field.required')]);
    return declineOpen(tx, call, open, reason, now);
  });
