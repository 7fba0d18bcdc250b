import { isInForce, remainingOf } from './credit-rules.ts';
import {
  readInvoiceFiles,
  readInvoiceRecord,
  type InvoiceRecord,
  readOthers,
  readNumbered,
  readCreditNotes,
  maxCreditNotes,
} from './invoice-queries.ts';
import { readCoding } from './coding/coding-actions.ts';
import { maskPersonal } from '../../../common/numbers/organization.ts';
import { notFound } from '../../errors/errors.ts';
import { readTimeline, type TimelineEntry } from '../../events/timeline.ts';
import type { CompanyId, Db, Pool } from '../../ground/db/pool.ts';
import { mayDo, type Role } from '../../../common/permissions.ts';
import { readLookAlikes } from '../../suppliers/look-alikes-store.ts';
import { accountsInFiles, accountsOf } from '../../checks/accounts.ts';
import { numberKey } from '../../checks/keys.ts';
import { checkedInvoice } from '../../checks/read.ts';
import { readExactly } from '../../ground/json/json.ts';
import { invoiceDecisions } from '../../decisions/invoices.ts';
import { actionUnless, obstacleOf, type DecisionEvent } from '../../decisions/table.ts';
import { readApproval, readApprover, readReleaseObstacle } from '../deciding/duties.ts';
import { invoiceActions, type DecisionMade } from '../deciding/action-rules.ts';
import { isStillHeld, obstacleToUnsign, questionState } from '../deciding/decision-rules.ts';
import { explainInTurns } from '../checking/explain.ts';
import { dismissalObstacle, duplicateOf } from '../checking/finding-rules.ts';
import { shownRoute } from '../routing/shown-route.ts';
import { readNotes } from '../notes-store.ts';
import { readQuestions } from '../questions-store.ts';

interface Viewer {
  id: string;
  role: Role;
  basePath: string;
}

const organization = /("supplierOrganizationalNumber": )("(?:[^"\\]|\\.)*")/g;

/** Hides the last digits of a personal number. */
const shownDocument = (document: string): string =>
  document.replace(organization, (whole, name: string, value: string) => {
    const sent = JSON.parse(value) as string;
    const shown = maskPersonal(sent);
    return shown === sent ? whole : name + JSON.stringify(shown);
  });

/** Returns JSON text that contains the partner's document as stored, so that no digit is lost. */
export async function readInvoice(pool: Pool, company: CompanyId, id: string, viewer: Viewer, decisionSeq?: number) {
  const decides = mayDo(viewer.role, 'decide');
  const administrator = viewer.role === 'administrator';
  const approver = decides ? await readApprover(pool, company, { id: viewer.id, administrator }) : undefined;
  const record = await readInvoiceRecord(pool, company, id, approver?.limit !== undefined);
  if (record === undefined) throw notFound();
  const {
    document,
    findings,
    supplier,
    payeeChangedAt,
    decidedAt,
    decidedBy,
    reason,
    voucher,
    bookedOn,
    bookedAt,
    bookedBy,
    withdrawnAt: _withdrawnAt,
    signedAt,
    signedBy,
    signerId,
    releasedAt,
    releasedBy: _releasedBy,
    releasedFindings: _releasedFindings,
    releasers,
    limitedAmount: amount,
    currency,
    creditReference: _creditReference,
    numberKey: _numberKey,
    ...rest
  } = record;
  const checked = checkedInvoice(readExactly(document) as Record<string, unknown>, record);
  const sums = await explainInTurns(checked, viewer.id);
  const supplierNumber = supplier.number;
  const signable = { amount, currency, supplierNumber, releasers, releasedAt, signedBy: signerId };
  // One after the other: ten at once would take all connections that operators share.
  const files = await readInvoiceFiles(pool, company, id);
  const timeline = await readTimeline(pool, company, 'supplierinvoice', {
    ...record,
    booking: bookingOf(record),
    withdrawal: withdrawalOf(record),
    release: releaseOf(record),
  });
  const notes = await readNotes(pool, company, id);
  const questions = await readQuestions(pool, company, id);
  const release =
    decides && rest.state === 'held'
      ? await readReleaseObstacle(pool, company, viewer.id, { supplierNumber, createdAt: rest.createdAt })
      : undefined;
  const approval =
    approver !== undefined && rest.state === 'received'
      ? await readApproval(pool, company, approver, signable)
      : undefined;
  const credits = await readCredits(pool, company, record);
  const alike = findings.some(({ code }) => code === 'payee.twin')
    ? await readLookAlikes(pool, company, [supplier.number])
    : undefined;
  const coding = await readCoding(pool, company, rest, viewer.role);
  const duplicates = await readDuplicates(pool, company, record, viewer.role);
  const isOpen = rest.state === 'received' || rest.state === 'held';
  const around = JSON.stringify({
    ...rest,
    decisionSeq: decisionSeq ?? rest.decisionSeq,
    sums: sums ?? null,
    accounts: [...accountsOf(checked, supplier), ...accountsInFiles(findings, supplier)],
    supplier: { ...masked(supplier), payeeChangedAt, alike: (alike?.get(supplier.number) ?? []).map(masked) },
    files: files.map((file) => ({
      ...file,
      href: `${viewer.basePath}/companies/${company}/invoices/${rest.id}/files/${file.id}`,
    })),
    timeline,
    decision:
      decidedAt === null
        ? null
        : { outcome: rest.state === 'booked' ? 'approved' : rest.state, at: decidedAt, by: decidedBy, reason },
    booking: bookedAt === null ? null : { voucher, bookedOn, at: bookedAt, by: bookedBy },
    withdrawal: withdrawalOf(record) ?? null,
    release: isStillHeld(record) ? null : releaseWithReason(record, timeline),
    signed:
      signedAt === null
        ? null
        : { by: signedBy, at: signedAt, comment: lastReason(timeline, 'supplierinvoice.signed') },
    question: questionState(rest.state, questions, new Date()) ?? null,
    questions,
    route: isOpen ? await shownRoute(pool, company, id, viewer) : null,
    notes,
    ...credits,
    duplicates,
    ...coding.fields,
    actions: invoiceActions(rest.state, viewer.role, {
      latest: latestIn(timeline),
      approval,
      release,
      unsign: obstacleToUnsign(viewer.id, signerId),
      code: coding.obstacle,
      codingMissing: coding.isMissing,
    }),
    findings: findings.map((finding, at) => ({
      place: at + 1,
      ...finding,
      ...(isReleased(record, at) && { released: true }),
    })),
  });
  return `${around.slice(0, -1)},"document":${shownDocument(document)}}`;
}

const masked = <S extends { organizationalNumber: string }>(supplier: S): S => ({
  ...supplier,
  organizationalNumber: maskPersonal(supplier.organizationalNumber),
});

const bookingOf = ({ bookedAt: at, bookedBy: by, voucher }: InvoiceRecord) =>
  at === null || voucher === null ? undefined : { at, by, voucher };

const withdrawalOf = ({ withdrawnAt: at, partner: by, reason }: InvoiceRecord) =>
  at === null ? undefined : { at, by, reason };

const releaseOf = ({ releasedAt: at, releasedBy: by }: InvoiceRecord) => (at === null ? undefined : { at, by });

const isDecision = ({ type }: TimelineEntry): boolean =>
  invoiceDecisions.transitions.some(({ event }) => event === type);

function latestIn(timeline: readonly TimelineEntry[]): DecisionMade | undefined {
  const { type, by, at } = timeline.findLast(isDecision) ?? {};
  return type === undefined || !by || at === undefined ? undefined : { action: type as DecisionEvent, by, at };
}

const lastReason = (timeline: readonly TimelineEntry[], type: string): string | null =>
  timeline.findLast((entry) => entry.type === type)?.reason ?? null;

function releaseWithReason(record: InvoiceRecord, timeline: readonly TimelineEntry[]) {
  const release = releaseOf(record);
  return release === undefined ? null : { ...release, reason: lastReason(timeline, 'supplierinvoice.released') };
}

/** Whether the release answers the finding at an index. */
const isReleased = ({ findings, releasedAt, releasedFindings }: InvoiceRecord, at: number): boolean =>
  findings[at]?.severity === 'hold' && releasedAt !== null && at < (releasedFindings ?? findings.length);

/** What remains is about the invoice itself, or about the one that it credits. */
async function readCredits(db: Db, company: CompanyId, record: InvoiceRecord) {
  const { id, supplier, state, creditReference, numberKey: number } = record;
  const credited = numberKey(creditReference ?? undefined);
  const named = credited ?? number;
  const notes = named === null ? [] : await readCreditNotes(db, company, supplier.number);
  // Compares normalised numbers, because credit notes may write the number differently.
  const notesOn = (key: string) => notes.filter(({ reference }) => numberKey(reference ?? undefined) === key);
  const others = <One extends { id: string }>(all: One[]) => all.filter((one) => one.id !== id);
  const creditedBy = number === null ? [] : others(notesOn(number));
  const isRelated = credited !== undefined || creditedBy.length > 0;
  const numbered = named === null || !isRelated ? [] : await readNumbered(db, company, supplier.number, named);
  const isAsked = named !== null && (credited !== undefined || isInForce({ state }));
  return {
    credits: credited === undefined ? [] : others(numbered),
    creditedBy,
    remaining: isAsked ? remainingOf(numbered, notesOn(named), notes.length < maxCreditNotes) : null,
  };
}

async function readDuplicates(db: Db, company: CompanyId, { state, findings }: InvoiceRecord, role: Role) {
  const ids = [...new Set(findings.flatMap((finding) => duplicateOf(finding) ?? []))];
  if (ids.length === 0) return [];
  return (await readOthers(db, company, ids)).map((other) => {
    const about = findings.filter((finding) => duplicateOf(finding) === other.id);
    const code = dismissalObstacle(state, about) ?? (mayDo(role, 'decide') ? undefined : 'role.refused');
    return { ...other, dismiss: actionUnless(code && obstacleOf(code)) };
  });
}
